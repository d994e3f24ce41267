/** A bucket and the way to it: what every S3 call needs. */
import { HeadBucketCommand, type S3Client } from '@aws-sdk/client-s3';
import { statusOf, type S3Place } from './s3-fault.ts';

export interface Bucket extends S3Place {
  readonly client: S3Client;
  /** Put in front of every key. */
  readonly prefix: string;
  readonly idleMs: number;
}

/**
 * Whether that error says that one object is missing. A HEAD has no body, so its 404 may as well mean that the whole bucket is gone, and
 * whoever believed that every clip is lost would collect them all again: then the bucket itself is asked for, and throws.
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

export function abortedBy(signal: AbortSignal | undefined): { readonly abortSignal?: AbortSignal } {
  return signal === undefined ? {} : { abortSignal: signal };
}
