/** The conformance suite on both stores, and what only a bucket has. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFolderObjectStore } from '../../src/runtime/objects/folder/folder-object-store.ts';
import { createS3ObjectStore } from '../../src/runtime/objects/s3/s3-object-store.ts';
import { listKeys, pieces, testObjectStore, textOf } from './conformance.ts';
import { PART_BYTES, startTestS3, type TestS3 } from './test-s3.ts';

describe('a folder', () => {
  testObjectStore(async () => {
    const place = mkdtempSync(join(tmpdir(), 'gamekeeper-objects-'));
    return {
      store: createFolderObjectStore({ directory: join(place, 'objects') }),
      remove: () => rmSync(place, { recursive: true, force: true }),
    };
  });
});

describe('a bucket', () => {
  let server: TestS3;
  beforeAll(async () => {
    server = await startTestS3();
  });
  afterAll(() => server.stop());

  testObjectStore(async () => {
    const store = createS3ObjectStore({ ...(await server.newBucket()), partBytes: PART_BYTES });
    return { store, remove: () => store.close() };
  });

  test('what others keep in the bucket is neither listed nor in the way', async () => {
    const settings = await server.newBucket();
    const store = createS3ObjectStore({ ...settings, prefix: 'ours/' });
    for (const Key of ['theirs.txt', 'ours.txt', 'ours/with space.mp4', 'ours/ümlaut'])
      await server.client.send(new PutObjectCommand({ Bucket: settings.bucket, Key, Body: 'x' }));
    await store.put('a', { stream: pieces(Buffer.from('some bytes')) }, { n: '1' });
    await store.copy('a', 'b', { n: '2' });
    expect(await listKeys(store)).toEqual(['a', 'b']);
    expect(await store.head('b')).toMatchObject({ key: 'b', bytes: 10, metadata: { n: '2' } });
    expect(await textOf(await store.read('b', { first: 5 }))).toBe('bytes');
    await store.delete(['a', 'b']);
    const left = await server.client.send(new ListObjectsV2Command({ Bucket: settings.bucket }));
    expect(left.KeyCount).toBe(4);
    store.close();
  });

  test('a presigned address serves the video without credentials, with ranges, as a download of that name', async () => {
    const store = createS3ObjectStore(await server.newBucket());
    const key = '12/goal/a.mp4';
    await store.put(key, { stream: pieces(Buffer.from('0123456789')) }, { player: 'Zoë' });
    const address = (await store.presign?.(key, 60, 'attachment; filename="goal.mp4"')) ?? '';
    const answer = await fetch(address, { headers: { range: 'bytes=2-4' } });
    expect([answer.status, await answer.text()]).toEqual([206, '234']);
    expect(answer.headers.get('content-type')).toBe('video/mp4');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="goal.mp4"');
    expect(new URL(address).searchParams.get('X-Amz-Expires')).toBe('60');
    store.close();
  });
});
