/**
 * Makes what an S3 server, its address or the way there says into words for the operator. The server's own text is shown only
 * where nothing better is known; a secret is never in it, but the name of the access key may be.
 */
import { ObjectStoreFault, type ObjectStoreFaultKind } from '../object-store-fault.ts';

export interface S3Place {
  readonly endpoint: string;
  readonly bucket: string;
}

type Told = readonly [ObjectStoreFaultKind, string];

const CREDENTIALS = 'Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.';
const BUSY = 'It asks for patience; it is tried again.';
const BY_NAME: Readonly<Record<string, Told>> = {
  InvalidAccessKeyId: ['refused', `It does not know the access key. ${CREDENTIALS}`],
  SignatureDoesNotMatch: ['refused', `The secret does not fit the access key. ${CREDENTIALS}`],
  ExpiredToken: ['refused', `The credentials have expired. ${CREDENTIALS}`],
  AccessDenied: [
    'refused',
    'The access key may not do that: it needs to read, write, list and delete there.',
  ],
  AccountProblem: ['refused', 'The account is closed or unpaid.'],
  RequestTimeTooSkewed: ['misconfigured', 'The clocks differ too much. Set the clock of this machine.'],
  NoSuchBucket: ['misconfigured', 'There is no such bucket. Make it, or set S3_BUCKET to one that exists.'],
  InvalidBucketName: ['misconfigured', 'No bucket can have that name. Check S3_BUCKET.'],
  PermanentRedirect: ['misconfigured', 'The bucket lies elsewhere. Check S3_ENDPOINT and S3_REGION.'],
  AuthorizationHeaderMalformed: ['misconfigured', 'The region is another one. Check S3_REGION.'],
  IllegalLocationConstraintException: ['misconfigured', 'The region is another one. Check S3_REGION.'],
  SlowDown: ['busy', BUSY],
  ServiceUnavailable: ['busy', BUSY],
  Throttling: ['busy', BUSY],
  TooManyRequestsException: ['busy', BUSY],
  RequestTimeout: ['unreachable', 'The bytes came too slowly for it.'],
  BadDigest: ['unreachable', 'The bytes arrived damaged; it is tried again.'],
  QuotaExceeded: ['full', 'The quota is used up.'],
  XMinioStorageFull: ['full', 'Its disks are full.'],
};
const NETWORK =
  /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|UND_ERR|ERR_SSL|EPROTO|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|ERR_TLS)/;
const MAX_WORDS = 200;

/** What our own side threw (an aborted call, a content that cannot be read) passes unchanged. */
export function toS3Fault(error: unknown, doing: string, { endpoint, bucket }: S3Place): unknown {
  if (!(error instanceof Error) || error instanceof ObjectStoreFault || error.name === 'AbortError')
    return error;
  const told = tell(error);
  if (told === undefined) return error;
  const [kind, words] = told;
  const shown = codeOf(error) ?? error.name;
  const message = `The bucket "${bucket}" at ${endpoint} could not ${doing} (${shown}). ${words}`;
  return new ObjectStoreFault(kind, message, { cause: error });
}

export async function withS3Faults<T>(doing: string, place: S3Place, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw toS3Fault(error, doing, place);
  }
}

export function statusOf(error: unknown): number | undefined {
  return (error as { readonly $metadata?: { readonly httpStatusCode?: number } }).$metadata?.httpStatusCode;
}

function tell(error: Error): Told | undefined {
  const known = BY_NAME[error.name];
  if (known !== undefined) return known;
  const code = codeOf(error);
  if (code !== undefined && NETWORK.test(code)) return ['unreachable', hintFor(code)];
  if (error.name === 'TimeoutError') return ['unreachable', 'It did not answer in time.'];
  const status = statusOf(error);
  if (status === undefined) return isBrokenOff(error) ? ['unreachable', hintFor('')] : undefined;
  if (status >= 500 || status === 429)
    return ['busy', `It has trouble of its own (status ${status}); its log says which.`];
  if (status === 401 || status === 403) return BY_NAME['AccessDenied'];
  if (/deserialization/i.test(error.message))
    return ['misconfigured', `What answers there (status ${status}) does not speak S3. Check S3_ENDPOINT.`];
  return ['broken', `It answered ${status}: ${error.message.slice(0, MAX_WORDS)}`];
}

function hintFor(code: string): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'Its name is not known. Check S3_ENDPOINT.';
  if (/CERT|SSL|TLS|SELF|DEPTH|UNABLE|EPROTO/.test(code))
    return 'Its certificate is not accepted, or it does not speak TLS. Check whether S3_ENDPOINT is http or https.';
  return 'Check S3_ENDPOINT, and that it runs.';
}

/** Node has no code for a connection that ends in the middle of an answer. */
function isBrokenOff(error: Error): boolean {
  return /^(aborted|socket hang up|premature close|terminated)/i.test(error.message);
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
