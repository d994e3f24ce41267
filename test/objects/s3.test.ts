import { randomUUID } from 'node:crypto';
import { ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest';
import { createS3ObjectStore } from '../../src/stores/objects/s3/s3-object-store.ts';
import { listKeys, pieces, testObjectStore, textOf } from './conformance.ts';
import { NO_S3_SERVER, startS3Server, type S3Server } from './s3-server.ts';

let server: S3Server | null;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server?.stop());

function theServer(context: TestContext): S3Server {
  return server ?? context.skip(NO_S3_SERVER);
}

describe('a bucket', () => {
  testObjectStore(async (context) => {
    const running = theServer(context);
    const store = createS3ObjectStore({ ...(await running.newBucket()), partBytes: 5 * 1024 * 1024 });
    return { store, remove: () => store.close() };
  });
});

test('what somebody else keeps in the bucket is neither listed nor in the way', async (context) => {
  const running = theServer(context);
  const settings = await running.newBucket();
  const store = createS3ObjectStore({ ...settings, prefix: 'ours/' });
  for (const Key of ['theirs.txt', 'ours.txt', 'ours/with space.mp4', 'ours/ümlaut'])
    await running.client.send(new PutObjectCommand({ Bucket: settings.bucket, Key, Body: 'x' }));
  await store.put('a', { stream: pieces(Buffer.from('some bytes')) }, { n: '1' });
  await store.copy('a', 'b', { n: '2' });
  expect(await listKeys(store)).toEqual(['a', 'b']);
  expect(await store.head('b')).toMatchObject({ key: 'b', bytes: 10, metadata: { n: '2' } });
  expect(await textOf(await store.read('b', { first: 5 }))).toBe('bytes');
  await store.delete(['a', 'b']);
  const left = await running.client.send(new ListObjectsV2Command({ Bucket: settings.bucket }));
  expect(left.KeyCount).toBe(4);
  store.close();
});

test('a presigned address serves the video to anybody, with ranges, as a download of that name', async (context) => {
  const settings = await theServer(context).newBucket();
  const store = createS3ObjectStore(settings);
  const key = `12/${randomUUID()}/a.mp4`;
  await store.put(key, { stream: pieces(Buffer.from('0123456789')) }, { player: 'Zoë' });
  const address = await store.presign?.(key, 60, 'attachment; filename="goal.mp4"');
  const answer = await fetch(address ?? '', { headers: { range: 'bytes=2-4' } });
  expect([answer.status, await answer.text()]).toEqual([206, '234']);
  expect(answer.headers.get('content-type')).toBe('video/mp4');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="goal.mp4"');
  expect(new URL(address ?? '').searchParams.get('X-Amz-Expires')).toBe('60');
  expect(await textOf(await store.read(key))).toBe('0123456789');
  store.close();
});
