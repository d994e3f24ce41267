/** Lists a bucket page by page. What has no key of ours is left out: the bucket may be shared. */
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { isKey } from '../object-key.ts';
import type { ListedObject } from '../object-store.ts';
import type { Bucket } from './bucket.ts';
import { withS3Faults } from './s3-fault.ts';

export async function* listBucket(bucket: Bucket, prefix: string): AsyncGenerator<ListedObject> {
  let token: string | undefined;
  do {
    // How many come at once is left to the server: some answer a wish for that with an error.
    const wanted = {
      Bucket: bucket.bucket,
      Prefix: bucket.prefix + prefix,
      ...(token && { ContinuationToken: token }),
    };
    const page = await withS3Faults(`list what begins with "${prefix}"`, bucket, () =>
      bucket.client.send(new ListObjectsV2Command(wanted)),
    );
    for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
      const key = Key.slice(bucket.prefix.length);
      if (isKey(key)) yield { key, bytes: Size, changedAt: LastModified };
    }
    token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
  } while (token !== undefined);
}
