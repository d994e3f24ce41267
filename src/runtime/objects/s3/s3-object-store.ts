/**
 * Objects in a bucket of any S3. Nothing is asked of it that some S3 lacks: no tags, no conditional writes, no batch deletes, no
 * checksums of the newer kind. Failed calls are made again by the SDK; what stays is an `ObjectStoreFault`.
 */
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { checkStore } from '../check-store.ts';
import { checkKey, checkPrefix } from '../object-key.ts';
import { decodeMetadata, encodeMetadata } from '../object-metadata.ts';
import type { ObjectMetadata, ObjectStore, PutObject, StoredObject } from '../object-store.ts';
import { readContent } from '../read-content.ts';
import { abortedBy, isMissingObject, type Bucket } from './bucket.ts';
import { cutIntoParts } from './cut-into-parts.ts';
import { discardUploads } from './discard-uploads.ts';
import { listBucket } from './list-bucket.ts';
import { openS3Client, type S3Patience, type S3Settings } from './open-s3-client.ts';
import { putParts, type S3Target } from './put-parts.ts';
import { readS3Object } from './read-s3-object.ts';
import { withS3Faults } from './s3-fault.ts';

export interface S3ObjectStoreOptions extends S3Settings {
  /** Put in front of every key, for a bucket that is shared; '' or ending with a slash. */
  readonly prefix?: string;
  /** S3 wants 5 MiB at least. */
  readonly partBytes?: number;
  readonly patience?: Partial<S3Patience>;
}

const PART_BYTES = 8 * 1024 * 1024;
const PATIENCE: S3Patience = { connectMs: 5_000, idleMs: 30_000, attempts: 4 };
const DELETES_AT_ONCE = 8;

export function createS3ObjectStore(options: S3ObjectStoreOptions): ObjectStore {
  const { prefix = '', partBytes = PART_BYTES } = options;
  checkPrefix(prefix);
  const patience = { ...PATIENCE, ...options.patience };
  const client = openS3Client(options, patience);
  const bucket: Bucket = { ...placeOf(options), client, prefix, idleMs: patience.idleMs };
  const store: ObjectStore = {
    put: (...args) => put(bucket, partBytes, ...args),
    async copy(from, to, metadata, calling) {
      checkKey(from);
      const CopySource = `${bucket.bucket}/${prefix}${from}`;
      const copy = { ...targetOf(bucket, to, metadata), CopySource, MetadataDirective: 'REPLACE' } as const;
      return withS3Faults(`copy ${from} to ${to}`, bucket, async () => {
        try {
          await client.send(new CopyObjectCommand(copy), abortedBy(calling?.signal));
        } catch (error) {
          if (await isMissingObject(bucket, error)) return undefined;
          throw error;
        }
        return head(bucket, to);
      });
    },
    async head(key) {
      checkKey(key);
      return withS3Faults(`tell about ${key}`, bucket, () => head(bucket, key));
    },
    async read(key, range, calling) {
      checkKey(key);
      return readS3Object(bucket, key, { range, signal: calling?.signal }, (it) => store.head(it));
    },
    list(prefixOfKeys) {
      checkPrefix(prefixOfKeys);
      return listBucket(bucket, prefixOfKeys);
    },
    async delete(keys) {
      keys.forEach(checkKey);
      const left = keys.values();
      await Promise.all(Array.from({ length: DELETES_AT_ONCE }, () => deleteAll(bucket, left)));
    },
    async presign(key, seconds, disposition) {
      checkKey(key);
      const wanted = { Bucket: bucket.bucket, Key: prefix + key, ResponseContentDisposition: disposition };
      return getSignedUrl(client, new GetObjectCommand(wanted), { expiresIn: seconds });
    },
    discardUnfinished: (olderThan) =>
      withS3Faults('tidy up', bucket, () => discardUploads(bucket, olderThan)),
    async check() {
      await checkStore(store);
      return `the bucket ${bucket.bucket} at ${bucket.endpoint}`;
    },
    close: () => client.destroy(),
  };
  return store;
}

async function put(
  bucket: Bucket,
  partBytes: number,
  ...[key, content, metadata, calling]: Parameters<ObjectStore['put']>
): Promise<PutObject> {
  const target = targetOf(bucket, key, metadata);
  const { chunks, total } = readContent(content, calling?.signal);
  const parts = cutIntoParts(chunks, partBytes);
  try {
    await withS3Faults(`take ${key}`, bucket, () => putParts(bucket.client, target, parts, calling?.signal));
  } catch (error) {
    calling?.signal?.throwIfAborted(); // The SDK has a word of its own for it.
    throw error;
  }
  return total();
}

async function head(bucket: Bucket, key: string): Promise<StoredObject | undefined> {
  try {
    const wanted = new HeadObjectCommand({ Bucket: bucket.bucket, Key: bucket.prefix + key });
    const { ContentLength = 0, LastModified = new Date(0), Metadata = {} } = await bucket.client.send(wanted);
    return { key, bytes: ContentLength, changedAt: LastModified, metadata: decodeMetadata(Metadata) };
  } catch (error) {
    if (await isMissingObject(bucket, error)) return undefined;
    throw error;
  }
}

async function deleteAll(bucket: Bucket, keys: Iterable<string>): Promise<void> {
  for (const key of keys) {
    const unwanted = { Bucket: bucket.bucket, Key: bucket.prefix + key };
    await withS3Faults(`delete ${key}`, bucket, async () => {
      try {
        await bucket.client.send(new DeleteObjectCommand(unwanted));
      } catch (error) {
        if (!(await isMissingObject(bucket, error))) throw error;
      }
    });
  }
}

function targetOf({ bucket, prefix }: Bucket, key: string, metadata: ObjectMetadata): S3Target {
  checkKey(key);
  const ContentType = key.endsWith('.mp4') ? 'video/mp4' : 'application/octet-stream';
  return { Bucket: bucket, Key: prefix + key, ContentType, Metadata: encodeMetadata(metadata) };
}

/** The address as it may be shown: an operator may have written a password into it. */
function placeOf({ endpoint, bucket }: S3Settings): { readonly endpoint: string; readonly bucket: string } {
  return { endpoint: new URL(endpoint).origin, bucket };
}
