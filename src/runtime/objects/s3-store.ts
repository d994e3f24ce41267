/**
 * Objects in a bucket of any S3. It uses nothing that some S3 servers lack: no tags, no conditional writes, no batch deletes, no checksums
 * of the newer kind. The SDK repeats failed calls; what remains is an `ObjectStoreFault`.
 */
import { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type GetObjectCommandOutput,
  type ListMultipartUploadsCommandOutput,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { guardBody, readContent, toSpan } from './content.ts';
import { checkKey, checkPrefix, encodeMetadata, isKey } from './object-key.ts';
import {
  checkStore,
  ObjectStoreFault,
  type ByteRange,
  type ObjectRead,
  type ObjectStore,
  type PutObject,
  type StoredObject,
} from './object-store.ts';
import {
  isMissingObject,
  openS3Client,
  statusOf,
  toS3Fault,
  withS3Faults,
  type Bucket,
  type S3Patience,
  type S3Settings,
} from './s3-client.ts';

export interface S3ObjectStoreOptions extends S3Settings {
  /** Prepended to every key, for a shared bucket; '' or ending with a slash. */
  readonly prefix?: string;
  /** S3 requires at least 5 MiB. */
  readonly partBytes?: number;
  readonly patience?: Partial<S3Patience>;
}

const PART_BYTES = 8 * 1024 * 1024;
/** A store that accepts connections and stays silent fails a call after 40 s: before the job (120 s) and the request (60 s) that wait for it. */
const PATIENCE: S3Patience = { connectMs: 5_000, idleMs: 10_000, attempts: 4 };
const NOT_IMPLEMENTED = 501;

export function createS3ObjectStore(options: S3ObjectStoreOptions): ObjectStore {
  const { prefix = '', partBytes = PART_BYTES } = options;
  checkPrefix(prefix);
  const patience = { ...PATIENCE, ...options.patience };
  const client = openS3Client(options, patience);
  const endpoint = new URL(options.endpoint).origin;
  const bucket: Bucket = { endpoint, bucket: options.bucket, client, prefix, idleMs: patience.idleMs };
  const store: ObjectStore = {
    put: (...args) => put(bucket, partBytes, ...args),
    async head(key) {
      checkKey(key);
      return withS3Faults(`look up ${key}`, bucket, () => head(bucket, key));
    },
    async read(key, range, calling) {
      checkKey(key);
      return withS3Faults(`read ${key}`, bucket, () => read(bucket, key, range, calling?.signal));
    },
    list(prefixOfKeys) {
      checkPrefix(prefixOfKeys);
      return list(bucket, prefixOfKeys);
    },
    async delete(key) {
      checkKey(key);
      await withS3Faults(`delete ${key}`, bucket, () => deleteObject(bucket, key));
    },
    discardUnfinished: (olderThan) =>
      withS3Faults('discard unfinished uploads', bucket, () => discardUploads(bucket, olderThan)),
    async check() {
      await checkStore(store);
      return `the bucket ${bucket.bucket} at ${bucket.endpoint}`;
    },
    close: () => client.destroy(),
  };
  return store;
}

/**
 * One call if the content fits into a part, otherwise a multipart upload. Parts are sent one after another: of two at once, the second
 * would go on after the first has failed, and both would be in memory. A failed upload is aborted, because its parts are invisible and
 * cost money; one that a killed process leaves is found by `discardUnfinished`.
 */
async function put(
  { client, bucket, prefix, ...place }: Bucket,
  partSize: number,
  ...[key, content, metadata, calling]: Parameters<ObjectStore['put']>
): Promise<PutObject> {
  checkKey(key);
  const signal = calling?.signal;
  const { chunks, total } = readContent(content, signal);
  const params = {
    Bucket: bucket,
    Key: prefix + key,
    ContentType: key.endsWith('.mp4') ? 'video/mp4' : 'application/octet-stream',
    Metadata: encodeMetadata(metadata),
    Body: Readable.from(chunks),
  };
  signal?.throwIfAborted();
  const upload = new Upload({ client, params, partSize, queueSize: 1, leavePartsOnError: true });
  const abort = (): void => void upload.abort();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    await withS3Faults(`store ${key}`, { bucket, ...place }, () => upload.done());
  } catch (error) {
    // Not left to the SDK, which would report a failed abort in place of this error.
    const unfinished = { Bucket: bucket, Key: params.Key, UploadId: upload.uploadId };
    if (upload.uploadId !== undefined)
      await client.send(new AbortMultipartUploadCommand(unfinished)).catch(() => undefined);
    signal?.throwIfAborted(); // The SDK replaces the reason by an error of its own.
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
  return total();
}

async function head(bucket: Bucket, key: string): Promise<StoredObject | undefined> {
  try {
    const command = new HeadObjectCommand({ Bucket: bucket.bucket, Key: bucket.prefix + key });
    const { ContentLength = 0, LastModified = new Date(0) } = await bucket.client.send(command);
    return { key, bytes: ContentLength, changedAt: LastModified };
  } catch (error) {
    if (await isMissingObject(bucket, error)) return undefined;
    throw error;
  }
}

async function read(
  bucket: Bucket,
  key: string,
  range: ByteRange | undefined,
  signal: AbortSignal | undefined,
): Promise<ObjectRead> {
  if (range !== undefined && 'lastBytes' in range) {
    // Not every server understands a range that counts from the end.
    const object = await head(bucket, key);
    if (object === undefined) return { outcome: 'missing' };
    const span = toSpan(range, object.bytes);
    if (span === undefined) return { outcome: 'unsatisfiable', bytes: object.bytes };
    return read(bucket, key, span, signal);
  }
  const Range = range && `bytes=${range.first}-${range.last ?? ''}`;
  const command = new GetObjectCommand({ Bucket: bucket.bucket, Key: bucket.prefix + key, Range });
  try {
    return toRead(bucket, key, range, await bucket.client.send(command, signal && { abortSignal: signal }));
  } catch (error) {
    if (await isMissingObject(bucket, error)) return { outcome: 'missing' };
    if (statusOf(error) !== 416) throw error;
    const object = await head(bucket, key);
    return object ? { outcome: 'unsatisfiable', bytes: object.bytes } : { outcome: 'missing' };
  }
}

/** Some servers ignore a range, always or in odd cases. The answer says which bytes came, and the surplus is cut off. */
function toRead(
  bucket: Bucket,
  key: string,
  range: ByteRange | undefined,
  { Body, ContentLength, ContentRange, LastModified }: GetObjectCommandOutput,
): ObjectRead {
  if (Body === undefined || ContentLength === undefined)
    throw new ObjectStoreFault(
      'broken',
      `The object store answered without length or bytes when ${key} was read.`,
    );
  const source = Body as Readable;
  // From here on `guardBody` watches the store; the socket's timeout would also count the time of a slow reader.
  if (source instanceof IncomingMessage) source.socket.setTimeout(0);
  const [, first = 0, last = ContentLength - 1, bytes = ContentLength] =
    /^bytes (\d+)-(\d+)\/(\d+)$/.exec(ContentRange ?? '')?.map(Number) ?? [];
  const span = toSpan(range, bytes);
  if (span === undefined || span.first < first || span.last > last) {
    source.destroy();
    if (span === undefined) return { outcome: 'unsatisfiable', bytes };
    throw new ObjectStoreFault(
      'broken',
      `The object store sent bytes ${first} to ${last} of ${key}; ${span.first} to ${span.last} were requested.`,
    );
  }
  const body = guardBody(source, {
    bytes: span.last - span.first + 1,
    before: span.first - first,
    behind: last - span.last,
    idleMs: bucket.idleMs,
    key,
    toFault: (error) => toS3Fault(error, `read ${key}`, bucket),
  });
  return { outcome: 'ok', object: { key, bytes, changedAt: LastModified ?? new Date(0) }, ...span, body };
}

/** Names that are not keys of ours are left out: the bucket may be shared. */
async function* list(bucket: Bucket, prefix: string): AsyncGenerator<StoredObject> {
  let ContinuationToken: string | undefined;
  do {
    // No MaxKeys: some servers answer it with an error.
    const command = new ListObjectsV2Command({
      Bucket: bucket.bucket,
      Prefix: bucket.prefix + prefix,
      ContinuationToken,
    });
    const page = await withS3Faults(`list the keys that begin with "${prefix}"`, bucket, () =>
      bucket.client.send(command),
    );
    for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
      const key = Key.slice(bucket.prefix.length);
      if (isKey(key)) yield { key, bytes: Size, changedAt: LastModified };
    }
    ContinuationToken = page.IsTruncated === true ? page.NextContinuationToken : undefined;
  } while (ContinuationToken !== undefined);
}

async function deleteObject(bucket: Bucket, key: string): Promise<void> {
  try {
    const command = new DeleteObjectCommand({ Bucket: bucket.bucket, Key: bucket.prefix + key });
    await bucket.client.send(command);
  } catch (error) {
    if (!(await isMissingObject(bucket, error))) throw error;
  }
}

/** Aborts old multipart uploads. Servers that cannot list them (501) discard them on their own, or never. */
async function discardUploads({ client, bucket, prefix }: Bucket, olderThan: Date): Promise<number> {
  let discarded = 0;
  let page: Omit<ListMultipartUploadsCommandOutput, '$metadata'> = { IsTruncated: true };
  while (page.IsTruncated === true) {
    const command = new ListMultipartUploadsCommand({
      Bucket: bucket,
      Prefix: prefix,
      KeyMarker: page.NextKeyMarker,
      UploadIdMarker: page.NextUploadIdMarker,
    });
    page = await client.send(command).catch((error: unknown) => {
      if (statusOf(error) === NOT_IMPLEMENTED) return {};
      throw error;
    });
    for (const { Key, UploadId, Initiated = olderThan } of page.Uploads ?? []) {
      if (Initiated >= olderThan) continue;
      await client
        .send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
        .catch((error: unknown) => {
          if (statusOf(error) !== 404) throw error; // Another process aborted it first.
        });
      discarded++;
    }
  }
  return discarded;
}
