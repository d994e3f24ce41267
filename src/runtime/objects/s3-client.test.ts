import { expect, test } from 'vitest';
import { ObjectStoreFault } from './object-store.ts';
import { toS3Fault } from './s3-client.ts';

const place = { endpoint: 'http://127.0.0.1:9000', bucket: 'clips' };
const failed = (name: string, more: object = {}): Error =>
  Object.assign(new Error('text of the server'), { name, ...more });
const answered = (name: string, httpStatusCode: number): Error =>
  failed(name, { $metadata: { httpStatusCode } });

test.each([
  [answered('SignatureDoesNotMatch', 403), 'refused', /S3_SECRET_ACCESS_KEY/],
  [answered('InvalidAccessKeyId', 403), 'refused', /S3_ACCESS_KEY_ID/],
  [answered('AccessDenied', 403), 'refused', /permission to read, write, list and delete/],
  [answered('Unknown', 403), 'refused', /\(403\)\. Check S3_ACCESS_KEY_ID/],
  [answered('NoSuchBucket', 404), 'misconfigured', /S3_BUCKET/],
  [answered('PermanentRedirect', 301), 'misconfigured', /S3_REGION/],
  [answered('RequestTimeTooSkewed', 403), 'misconfigured', /clock/],
  [answered('SlowDown', 503), 'busy', /slow down/],
  [answered('InternalError', 500), 'busy', /status 500/],
  [answered('TooMany', 429), 'busy', /status 429/],
  [answered('Odd', 418), 'broken', /418: text of the server/],
  [failed('Error', { code: 'ECONNREFUSED' }), 'unreachable', /S3_ENDPOINT, and that the server is running/],
  [failed('Error', { code: 'ENOTFOUND' }), 'unreachable', /host name is unknown/],
  [failed('Error', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }), 'unreachable', /certificate/],
  [failed('TimeoutError'), 'unreachable', /in time/],
  [new Error('aborted'), 'unreachable', /S3_ENDPOINT/],
])('maps %o to a fault that says what to check', (error, kind, words) => {
  const fault = toS3Fault(error, 'store 1/a.mp4', place);
  expect(fault).toBeInstanceOf(ObjectStoreFault);
  expect(fault).toMatchObject({ kind, cause: error });
  expect((fault as Error).message).toMatch(
    /^The bucket "clips" at http:\/\/127\.0\.0\.1:9000 could not store 1\/a\.mp4 \(/,
  );
  expect((fault as Error).message).toMatch(words);
});

test.each([new Error('a bug'), failed('AbortError'), new RangeError('x'), 'text'])(
  'passes errors that are not of the store: %o',
  (error) => {
    expect(toS3Fault(error, 'x', place)).toBe(error);
  },
);

test('only an unreachable or busy store is transient', () => {
  const transient = (['unreachable', 'busy', 'refused', 'misconfigured', 'full', 'broken'] as const).filter(
    (kind) => new ObjectStoreFault(kind, 'x').isTransient,
  );
  expect(transient).toEqual(['unreachable', 'busy']);
});
