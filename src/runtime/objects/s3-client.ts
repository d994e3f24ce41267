/**
 * The SDK's client, with nothing taken from the environment, and its errors as `ObjectStoreFault`. Checksums of the SDK's own kind are sent
 * only where S3 requires them: some servers refuse them, and some store them as part of the object.
 */
import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { Secret } from '#/domain/secret.ts';
import { ObjectStoreFault, type ObjectStoreFaultKind } from './object-store.ts';

export interface S3Settings {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: Secret;
  readonly secretAccessKey: Secret;
  /** `https://host/bucket/key`. False: `https://bucket.host/key`. */
  readonly usesPathStyle: boolean;
}

export interface S3Patience {
  readonly connectMs: number;
  /** The longest silence of a connection. */
  readonly idleMs: number;
  /** Calls in all, while the store is unreachable or busy. */
  readonly attempts: number;
}

export function openS3Client(settings: S3Settings, { connectMs, idleMs, attempts }: S3Patience): S3Client {
  return new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    forcePathStyle: settings.usesPathStyle,
    credentials: {
      accessKeyId: settings.accessKeyId.reveal(),
      secretAccessKey: settings.secretAccessKey.reveal(),
    },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    retryMode: 'standard',
    maxAttempts: attempts,
    useFipsEndpoint: false,
    useDualstackEndpoint: false,
    useArnRegion: false,
    disableMultiregionAccessPoints: true,
    disableS3ExpressSessionAuth: true,
    requestHandler: { connectionTimeout: connectMs, socketTimeout: idleMs },
  });
}

interface S3Place {
  /** As it may be shown: without a password that the operator may have put into the address. */
  readonly endpoint: string;
  readonly bucket: string;
}

export interface Bucket extends S3Place {
  readonly client: S3Client;
  /** Prepended to every key. */
  readonly prefix: string;
  readonly idleMs: number;
}

/**
 * Whether the error means that this object does not exist. The answer to a HEAD has no body, so its 404 may also mean that the bucket is gone,
 * and taking that for missing objects would download every clip again. So ask for the bucket itself.
 */
export async function isMissingObject({ client, bucket }: Bucket, error: unknown): Promise<boolean> {
  if (!(error instanceof Error)) return false;
  if (error.name === 'NoSuchKey') return true;
  if (statusOf(error) !== 404 || error.name === 'NoSuchBucket') return false;
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
    return true;
  } catch (bucketError) {
    if (statusOf(bucketError) !== 404 || !(bucketError instanceof Error)) throw bucketError;
    bucketError.name = 'NoSuchBucket';
    throw bucketError;
  }
}

export async function withS3Faults<T>(doing: string, place: S3Place, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw toS3Fault(error, doing, place);
  }
}

/**
 * Errors of our own side (an aborted call, unreadable content) pass unchanged. The server's own text is shown only where nothing better is
 * known; it never contains the secret but may contain the access key's id.
 */
export function toS3Fault(error: unknown, doing: string, { endpoint, bucket }: S3Place): unknown {
  if (!(error instanceof Error) || error instanceof ObjectStoreFault || error.name === 'AbortError')
    return error;
  const explained = explain(error);
  if (explained === undefined) return error;
  const [kind, hint] = explained;
  const shown = codeOf(error) ?? (error.name === 'Unknown' ? statusOf(error) : error.name);
  const message = `The bucket "${bucket}" at ${endpoint} could not ${doing} (${shown}). ${hint}`;
  return new ObjectStoreFault(kind, message, { cause: error });
}

export function statusOf(error: unknown): number | undefined {
  return (error as { readonly $metadata?: { readonly httpStatusCode?: number } }).$metadata?.httpStatusCode;
}

type Explanation = readonly [ObjectStoreFaultKind, string];

const CREDENTIALS = 'Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.';
const BUSY: Explanation = ['busy', 'It asks to slow down; the call is repeated.'];
const REGION: Explanation = ['misconfigured', 'The bucket is in another region. Check S3_REGION.'];
const BY_NAME: Readonly<Record<string, Explanation>> = {
  InvalidAccessKeyId: ['refused', `The access key is unknown. ${CREDENTIALS}`],
  SignatureDoesNotMatch: ['refused', `The secret does not match the access key. ${CREDENTIALS}`],
  ExpiredToken: ['refused', `The credentials have expired. ${CREDENTIALS}`],
  AccessDenied: ['refused', 'The access key needs permission to read, write, list and delete there.'],
  AccountProblem: ['refused', 'The account is closed or unpaid.'],
  RequestTimeTooSkewed: ['misconfigured', 'The clocks differ too much. Set the clock of this machine.'],
  NoSuchBucket: [
    'misconfigured',
    'The bucket does not exist. Create it, or set S3_BUCKET to an existing one.',
  ],
  InvalidBucketName: ['misconfigured', 'This is not a valid name of a bucket. Check S3_BUCKET.'],
  PermanentRedirect: ['misconfigured', 'The bucket is elsewhere. Check S3_ENDPOINT and S3_REGION.'],
  AuthorizationHeaderMalformed: REGION,
  IllegalLocationConstraintException: REGION,
  SlowDown: BUSY,
  ServiceUnavailable: BUSY,
  Throttling: BUSY,
  TooManyRequestsException: BUSY,
  RequestTimeout: ['unreachable', 'The bytes arrived too slowly.'],
  BadDigest: ['unreachable', 'The bytes arrived damaged; the call is repeated.'],
  QuotaExceeded: ['full', 'The quota is used up.'],
  XMinioStorageFull: ['full', 'Its disks are full.'],
};
const NETWORK =
  /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|UND_ERR|ERR_SSL|EPROTO|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|ERR_TLS)/;
/** Node has no code for a connection that ends in the middle of an answer. */
const BROKEN_OFF = /^(aborted|socket hang up|premature close|terminated)/i;
const MAX_SERVER_TEXT = 200;

function explain(error: Error): Explanation | undefined {
  const known = BY_NAME[error.name];
  if (known !== undefined) return known;
  const code = codeOf(error);
  if (code !== undefined && NETWORK.test(code)) return ['unreachable', hintFor(code)];
  if (error.name === 'TimeoutError') return ['unreachable', 'It did not answer in time.'];
  const status = statusOf(error);
  if (status === undefined) return BROKEN_OFF.test(error.message) ? ['unreachable', hintFor('')] : undefined;
  if (status >= 500 || status === 429)
    return ['busy', `The server failed with status ${status}; see its log.`];
  // The answer to a HEAD does not say why.
  if (status === 401 || status === 403)
    return ['refused', `${CREDENTIALS} Check also the permissions of the key.`];
  if (/deserialization/i.test(error.message))
    return ['misconfigured', `The server there does not speak S3 (status ${status}). Check S3_ENDPOINT.`];
  return ['broken', `It answered ${status}: ${error.message.slice(0, MAX_SERVER_TEXT)}`];
}

function hintFor(code: string): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The host name is unknown. Check S3_ENDPOINT.';
  if (/CERT|SSL|TLS|SELF|DEPTH|UNABLE|EPROTO/.test(code))
    return 'Its certificate is not accepted, or it does not speak TLS. Check whether S3_ENDPOINT is http or https.';
  return 'Check S3_ENDPOINT, and that the server is running.';
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
