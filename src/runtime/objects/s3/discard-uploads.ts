/** Aborts multipart uploads that nobody finishes. Servers that cannot list them tidy up themselves, or not at all. */
import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
} from '@aws-sdk/client-s3';
import type { Bucket } from './bucket.ts';
import { statusOf } from './s3-fault.ts';

const NOT_IMPLEMENTED = 501;

type Page = Omit<ListMultipartUploadsCommandOutput, '$metadata'>;

export async function discardUploads(bucket: Bucket, olderThan: Date): Promise<number> {
  let discarded = 0;
  let page: Page = { IsTruncated: true };
  while (page.IsTruncated === true) {
    page = await listUploads(bucket, page);
    for (const { Key, UploadId, Initiated = olderThan } of page.Uploads ?? []) {
      if (Initiated >= olderThan) continue;
      const unwanted = new AbortMultipartUploadCommand({ Bucket: bucket.bucket, Key, UploadId });
      await bucket.client.send(unwanted).catch(ignoreGone);
      discarded++;
    }
  }
  return discarded;
}

async function listUploads({ client, bucket, prefix }: Bucket, before: Page): Promise<Page> {
  const wanted = new ListMultipartUploadsCommand({
    Bucket: bucket,
    Prefix: prefix,
    KeyMarker: before.NextKeyMarker,
    UploadIdMarker: before.NextUploadIdMarker,
  });
  try {
    return await client.send(wanted);
  } catch (error) {
    if (statusOf(error) === NOT_IMPLEMENTED) return {};
    throw error;
  }
}

/** Somebody else was faster. */
function ignoreGone(error: unknown): void {
  if (statusOf(error) !== 404) throw error;
}
