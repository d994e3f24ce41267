/** The S3 of these tests: one in memory, and in drills (`DRILL=1`) a server of another author. */
import { CreateBucketCommand, type S3Client } from '@aws-sdk/client-s3';
import { Secret } from '../../src/domain/secret.ts';
import { openS3Client, type S3Settings } from '../../src/runtime/objects/s3-client.ts';
import { startForeignS3 } from '../drill/foreign-s3/foreign-s3.ts';
import { drilled } from '../support/drilled.ts';
import { startMemoryS3 } from './memory-s3.ts';

export interface TestS3 {
  readonly client: S3Client;
  /** An empty bucket, and how to reach it. */
  newBucket(): Promise<S3Settings>;
  stop(): Promise<void>;
}

/** S3 takes no smaller part. */
export const PART_BYTES = 5 * 1024 * 1024;

export async function startTestS3(): Promise<TestS3> {
  const server = await drilled(startMemoryS3, startForeignS3)();
  const settings = {
    endpoint: server.endpoint,
    region: 'us-east-1',
    accessKeyId: new Secret('S3RVER'),
    secretAccessKey: new Secret('S3RVER'),
    usesPathStyle: true,
  };
  const client = openS3Client({ ...settings, bucket: '' }, { connectMs: 5_000, idleMs: 30_000, attempts: 3 });
  let buckets = 0;
  return {
    client,
    async newBucket() {
      const bucket = `bucket-${++buckets}`;
      await client.send(new CreateBucketCommand({ Bucket: bucket }));
      return { ...settings, bucket };
    },
    async stop() {
      client.destroy();
      await server.stop();
    },
  };
}
