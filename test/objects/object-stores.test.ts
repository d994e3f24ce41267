/** Runs the conformance suite on both adapters, and tests what only a bucket has. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HeadObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFolderObjectStore } from '../../src/runtime/objects/folder-store.ts';
import { createS3ObjectStore } from '../../src/runtime/objects/s3-store.ts';
import { LARGE_BYTES, listKeys, pieces, testObjectStore, textOf } from './conformance.ts';
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

  test('ignores objects of others and keeps its own below the prefix, with type and metadata', async () => {
    const settings = await server.newBucket();
    const { bucket: Bucket } = settings;
    const store = createS3ObjectStore({ ...settings, prefix: 'ours/', partBytes: PART_BYTES });
    for (const Key of ['theirs.txt', 'ours.txt', 'ours/with space.mp4', 'ours/ümlaut'])
      await server.client.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }));
    const words = {
      player_name: 'Kylian Mbappé Lottin',
      team_name: '1. FC Cedar',
      event_id: '12_40_306_Goal_1',
      fixture_id: '12',
    };
    await store.put('a.mp4', { stream: pieces(Buffer.from('some bytes')) }, words);
    await store.put('large.mp4', { stream: pieces(Buffer.alloc(LARGE_BYTES)) }, words);
    expect(await listKeys(store)).toEqual(['a.mp4', 'large.mp4']);
    expect(await textOf(await store.read('a.mp4', { first: 5 }))).toBe('bytes');
    for (const Key of ['ours/a.mp4', 'ours/large.mp4'])
      expect(await server.client.send(new HeadObjectCommand({ Bucket, Key }))).toMatchObject({
        ContentType: 'video/mp4',
        Metadata: { ...words, player_name: 'Kylian%20Mbapp%C3%A9%20Lottin' },
      });
    for (const key of ['a.mp4', 'large.mp4']) await store.delete(key);
    const left = await server.client.send(new ListObjectsV2Command({ Bucket }));
    expect(left.KeyCount).toBe(4);
    store.close();
  });
});
