import { expect, test } from 'vitest';
import { ObjectStoreFault } from '../object-store-fault.ts';
import { toS3Fault } from './s3-fault.ts';

const place = { endpoint: 'http://127.0.0.1:9000', bucket: 'clips' };
const failed = (name: string, more: object = {}): Error =>
  Object.assign(new Error('the words of the server'), { name, ...more });
const answered = (name: string, httpStatusCode: number): Error =>
  failed(name, { $metadata: { httpStatusCode } });

test.each([
  [answered('SignatureDoesNotMatch', 403), 'refused', /S3_SECRET_ACCESS_KEY/],
  [answered('InvalidAccessKeyId', 403), 'refused', /S3_ACCESS_KEY_ID/],
  [answered('403', 403), 'refused', /may not do that/],
  [answered('NoSuchBucket', 404), 'misconfigured', /S3_BUCKET/],
  [answered('PermanentRedirect', 301), 'misconfigured', /S3_REGION/],
  [answered('RequestTimeTooSkewed', 403), 'misconfigured', /clock/],
  [answered('SlowDown', 503), 'busy', /patience/],
  [answered('InternalError', 500), 'busy', /status 500/],
  [answered('TooMany', 429), 'busy', /status 429/],
  [answered('Odd', 418), 'broken', /418: the words of the server/],
  [failed('Error', { code: 'ECONNREFUSED' }), 'unreachable', /S3_ENDPOINT, and that it runs/],
  [failed('Error', { code: 'ENOTFOUND' }), 'unreachable', /name is not known/],
  [failed('Error', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }), 'unreachable', /certificate/],
  [failed('TimeoutError'), 'unreachable', /in time/],
  [new Error('aborted'), 'unreachable', /S3_ENDPOINT/],
])('%o tells who has to do what', (error, kind, words) => {
  const fault = toS3Fault(error, 'take 1/a.mp4', place);
  expect(fault).toBeInstanceOf(ObjectStoreFault);
  expect(fault).toMatchObject({ kind, cause: error });
  expect((fault as Error).message).toMatch(
    /^The bucket "clips" at http:\/\/127\.0\.0\.1:9000 could not take 1\/a\.mp4 \(/,
  );
  expect((fault as Error).message).toMatch(words);
});

test.each([new Error('a bug'), failed('AbortError'), new RangeError('x'), 'text'])(
  'what is no fault of the store stays what it is: %o',
  (error) => {
    expect(toS3Fault(error, 'x', place)).toBe(error);
  },
);

test('only what may go well by itself is worth another try', () => {
  const passing = (['unreachable', 'busy', 'refused', 'misconfigured', 'full', 'broken'] as const).filter(
    (kind) => new ObjectStoreFault(kind, 'x').isPassing,
  );
  expect(passing).toEqual(['unreachable', 'busy']);
});
