/**
 * Writes an object in one call if it is one part, else as a multipart upload. Each part is in memory while it is sent, so that it can be
 * sent again and carries its MD5; never more than two of them are. Whatever goes wrong, the upload is aborted: its parts would cost
 * money and be seen by nobody. One that a killed process leaves is found by `discardUnfinished`.
 */
import { createHash } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
  type CompletedPart,
  type S3Client,
} from '@aws-sdk/client-s3';
import { abortedBy } from './bucket.ts';

export interface S3Target {
  readonly Bucket: string;
  readonly Key: string;
  readonly ContentType: string;
  readonly Metadata: Record<string, string>;
}

export async function putParts(
  client: S3Client,
  target: S3Target,
  parts: AsyncIterable<Uint8Array>,
  abortSignal: AbortSignal | undefined,
): Promise<void> {
  const iterator = parts[Symbol.asyncIterator]();
  const first = await iterator.next();
  const second = first.done === true ? first : await iterator.next();
  if (second.done === true) {
    const Body = first.done === true ? new Uint8Array() : first.value;
    await client.send(
      new PutObjectCommand({ ...target, Body, ContentMD5: md5Of(Body) }),
      abortedBy(abortSignal),
    );
    return;
  }
  await uploadParts(client, target, inOrder(first.value, second.value, iterator), abortSignal);
}

async function uploadParts(
  client: S3Client,
  target: S3Target,
  parts: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { Bucket, Key } = target;
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target), abortedBy(signal));
  const upload = { Bucket, Key, UploadId };
  try {
    const done: CompletedPart[] = [];
    for await (const Body of parts) {
      const PartNumber = done.length + 1;
      const part = new UploadPartCommand({ ...upload, PartNumber, Body, ContentMD5: md5Of(Body) });
      const { ETag } = await client.send(part, abortedBy(signal));
      done.push({ PartNumber, ETag });
    }
    const complete = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: done } });
    await client.send(complete, abortedBy(signal));
  } catch (error) {
    // What went wrong first is what counts. An upload that could not be aborted either is found when unfinished ones are discarded.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}

async function* inOrder(
  first: Uint8Array,
  second: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield first;
  yield second;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

function md5Of(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('base64');
}
