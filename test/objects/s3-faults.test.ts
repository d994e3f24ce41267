/** Failures of the server and the network: the store retries where that can help, stores nothing partial, and says what to check. */
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Secret } from '../../src/domain/secret.ts';
import type { ObjectStore, ObjectStoreFault } from '../../src/runtime/objects/object-store.ts';
import type { S3Settings } from '../../src/runtime/objects/s3-client.ts';
import { createS3ObjectStore } from '../../src/runtime/objects/s3-store.ts';
import { passTo, startFaultyServer, type Fault, type FaultyServer } from '../support/faulty-server.ts';
import { LARGE_BYTES, bytesOf, listKeys, pieces, textOf } from './conformance.ts';
import { PART_BYTES, startTestS3, type TestS3 } from './test-s3.ts';

const SECRET = 'a-secret-that-no-message-may-show';

let server: TestS3;
let between: FaultyServer;
let store: ObjectStore;
let settings: S3Settings;
beforeAll(async () => {
  server = await startTestS3();
});
afterAll(() => server.stop());
beforeEach(async () => {
  const there = await server.newBucket();
  between = await startFaultyServer(passTo(there.endpoint));
  settings = { ...there, endpoint: between.origin };
  store = openStore(settings);
});
afterEach(async () => {
  store.close();
  await between.stop();
});

/** A busy machine is also silent at times, so only the tests of silence pass a short limit. */
function openStore(settings: S3Settings, idleMs = 10_000): ObjectStore {
  return createS3ObjectStore({
    ...settings,
    secretAccessKey: new Secret(SECRET),
    partBytes: PART_BYTES,
    patience: { connectMs: 10_000, idleMs, attempts: 3 },
  });
}

const bytes = randomBytes(LARGE_BYTES);
const put = (key: string) => store.put(key, { stream: pieces(bytes) }, { player_name: 'Zoë' });
const putSmall = (key: string) => store.put(key, { stream: pieces(Buffer.from('some bytes')) }, {});
const isPart = (method: string, url: string): boolean => method === 'PUT' && url.includes('partNumber=');
const faultOf = (promise: Promise<unknown>): Promise<ObjectStoreFault> =>
  promise.then(
    () => {
      throw new Error('the call succeeded');
    },
    (error: unknown) => error as ObjectStoreFault,
  );

/** As S3 answers. */
function refusal(status: number, code: string): Fault {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>text of the server</Message></Error>`;
  return { kind: 'answer', status, body, headers: { 'content-type': 'application/xml' } };
}

/** Applies the fault to the first matching requests. */
function failing(times: number, fault: Fault, fits: (method: string, url: string) => boolean): void {
  let left = times;
  between.decide = (method, url) => (fits(method, url) && left-- > 0 ? fault : null);
}

const PASSING: [string, Fault][] = [
  ['a connection that is cut in mid-upload', { kind: 'cut-request', afterBytes: 2_000_000 }],
  ['a 500', refusal(500, 'InternalError')],
  ['a 503 SlowDown', refusal(503, 'SlowDown')],
  ['an answer that never comes', { kind: 'silent' }],
];

/** Short only where the server is silent: a busy machine is slow. */
const SHORT_IDLE_MS = 1_000;
function shortenSilence({ kind }: Fault): void {
  if (kind !== 'silent') return;
  store.close();
  store = openStore(settings, SHORT_IDLE_MS);
}

test.each(PASSING)('%s costs a part another attempt, and the object is whole', async (_name, fault) => {
  shortenSilence(fault);
  failing(2, fault, isPart);
  await put('a.mp4');
  between.decide = () => null;
  expect((await bytesOf(await store.read('a.mp4'))).equals(bytes)).toBe(true);
  expect(between.seen.filter((seen) => seen.fault !== null)).toHaveLength(2);
});

test.each(PASSING)('%s that persists leaves nothing, not even parts', async (_name, fault) => {
  shortenSilence(fault);
  failing(Infinity, fault, (method, url) => isPart(method, url) && url.includes('partNumber=2'));
  const error = await faultOf(put('a.mp4'));
  expect(error).toMatchObject({ name: 'ObjectStoreFault', isTransient: true });
  expect(error.message).toContain(
    `The bucket "${settings.bucket}" at ${between.origin} could not store a.mp4`,
  );
  expect(between.seen.filter((seen) => seen.fault !== null)).toHaveLength(3);
  expect(between.seen.some(({ method, url }) => method === 'DELETE' && url.includes('uploadId='))).toBe(true);
  expect(await listKeys(store)).toEqual([]);
  await putSmall('a.mp4');
  expect(await textOf(await store.read('a.mp4'))).toBe('some bytes');
});

test('an upload that cannot be aborted reports why it failed', async () => {
  between.decide = (method, url) => {
    if (method === 'DELETE') return refusal(403, 'AccessDenied');
    return isPart(method, url) ? refusal(500, 'InternalError') : null;
  };
  expect(await faultOf(put('a.mp4'))).toMatchObject({ kind: 'busy' });
  between.decide = () => null;
  expect(await listKeys(store)).toEqual([]);
});

test('an unreachable store is reported with its address and what to check', async () => {
  await between.stop();
  const error = await faultOf(putSmall('a'));
  expect(error).toMatchObject({ kind: 'unreachable', isTransient: true });
  expect(error.message).toBe(
    `The bucket "${settings.bucket}" at ${between.origin} could not store a (ECONNREFUSED). Check S3_ENDPOINT, and that the server is running.`,
  );
});

/** `s3-fault.test.ts` has the others. */
const REFUSALS: [string, Fault, string, RegExp][] = [
  [
    'a wrong secret',
    refusal(403, 'SignatureDoesNotMatch'),
    'refused',
    /secret does not match.*S3_SECRET_ACCESS_KEY/,
  ],
  ['another region', refusal(400, 'AuthorizationHeaderMalformed'), 'misconfigured', /S3_REGION/],
  [
    'a web server that does not speak S3',
    { kind: 'answer', status: 200, body: '<html><body>Welcome!', headers: { 'content-type': 'text/html' } },
    'misconfigured',
    /does not speak S3 .*Check S3_ENDPOINT/,
  ],
];

test.each(REFUSALS)(
  '%s is reported after one request, with a hint and without the secret',
  async (_name, fault, kind, words) => {
    failing(Infinity, fault, () => true);
    const error = await faultOf(listKeys(store));
    expect(error).toMatchObject({ name: 'ObjectStoreFault', kind, isTransient: false });
    expect(error.message).toMatch(words);
    expect(error.message).not.toContain(SECRET);
    expect(between.seen).toHaveLength(1);
  },
);

test('a refused HEAD is not a missing object, and the check reports refusals', async () => {
  await putSmall('a');
  failing(Infinity, refusal(403, ''), (method) => method === 'HEAD');
  expect(await faultOf(store.head('a'))).toMatchObject({ kind: 'refused' });
  failing(Infinity, refusal(403, 'AccessDenied'), () => true);
  expect(await faultOf(store.check())).toMatchObject({ kind: 'refused' });
});

test('a missing bucket is not taken for missing objects', async () => {
  const elsewhere = openStore({ ...settings, bucket: 'no-such-bucket' });
  const asked = [
    elsewhere.head('a'),
    elsewhere.read('a'),
    elsewhere.put('a', { stream: pieces(bytes) }, {}),
    listKeys(elsewhere),
    elsewhere.check(),
  ];
  for (const error of await Promise.all(asked.map(faultOf))) {
    expect(error).toMatchObject({ kind: 'misconfigured' });
    expect(error.message).toMatch(/"no-such-bucket" .* S3_BUCKET/);
  }
  elsewhere.close();
});

test('an answer that breaks off is an error', async () => {
  await put('a.mp4');
  failing(1, { kind: 'cut', afterBytes: 1_000_000 }, (method) => method === 'GET');
  const error = await faultOf(store.read('a.mp4').then(bytesOf));
  expect(error).toMatchObject({ name: 'ObjectStoreFault', kind: 'unreachable' });
});

test('an answer that stalls fails after the idle limit', async () => {
  await put('a.mp4');
  failing(1, { kind: 'stall', afterBytes: 1_000_000 }, (method) => method === 'GET');
  const hasty = openStore(settings, 700);
  const error = await faultOf(hasty.read('a.mp4').then(bytesOf));
  hasty.close();
  expect(error.message).toBe('The object store sent nothing of a.mp4 for 700 ms.');
});

test('a slow reader is not taken for a silent store', async () => {
  await put('a.mp4');
  const hasty = openStore(settings, 700);
  const read = await hasty.read('a.mp4');
  if (read.outcome !== 'ok') throw new Error(read.outcome);
  let got = 0;
  for await (const chunk of read.body as AsyncIterable<Uint8Array>) {
    if (got === 0) await new Promise((resolve) => setTimeout(resolve, 1_500));
    got += chunk.length;
  }
  hasty.close();
  expect(got).toBe(LARGE_BYTES);
});
