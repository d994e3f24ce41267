/**
 * Reads an object or a part of it as a stream. Servers may ignore a range, wholly or in odd cases (the first byte, the last ones): which
 * bytes came is taken from the answer, and what was not asked for is cut off.
 */
import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { GetObjectCommand, type GetObjectCommandOutput } from '@aws-sdk/client-s3';
import { toSpan } from '../byte-range.ts';
import { guardBody } from '../guarded-body.ts';
import { decodeMetadata } from '../object-metadata.ts';
import { ObjectStoreFault } from '../object-store-fault.ts';
import type { ByteRange, ObjectRead, StoredObject } from '../object-store.ts';
import { abortedBy, isMissingObject, type Bucket } from './bucket.ts';
import { statusOf, toS3Fault, withS3Faults } from './s3-fault.ts';

const CONTENT_RANGE = /^bytes (\d+)-(\d+)\/(\d+)$/;

export async function readS3Object(
  bucket: Bucket,
  key: string,
  { range, signal }: { readonly range?: ByteRange | undefined; readonly signal?: AbortSignal | undefined },
  head: (key: string) => Promise<StoredObject | undefined>,
): Promise<ObjectRead> {
  const doing = `read ${key}`;
  // The last bytes are asked for by their numbers, which every server understands.
  if (range !== undefined && 'lastBytes' in range) {
    const object = await head(key);
    if (object === undefined) return { outcome: 'missing' };
    const span = toSpan(range, object.bytes);
    if (span === undefined) return { outcome: 'unsatisfiable', bytes: object.bytes };
    return readS3Object(bucket, key, { range: span, signal }, head);
  }
  return withS3Faults(doing, bucket, async () => {
    const part = range && { Range: `bytes=${range.first}-${range.last ?? ''}` };
    const wanted = { Bucket: bucket.bucket, Key: bucket.prefix + key, ...part };
    try {
      const answer = await bucket.client.send(new GetObjectCommand(wanted), abortedBy(signal));
      return toRead(bucket, key, { answer, range });
    } catch (error) {
      if (await isMissingObject(bucket, error)) return { outcome: 'missing' };
      if (statusOf(error) !== 416) throw error;
      const object = await head(key);
      return object ? { outcome: 'unsatisfiable', bytes: object.bytes } : { outcome: 'missing' };
    }
  });
}

function toRead(
  bucket: Bucket,
  key: string,
  { answer, range }: { readonly answer: GetObjectCommandOutput; readonly range: ByteRange | undefined },
): ObjectRead {
  const { Body, ContentLength, ContentRange, LastModified, Metadata } = answer;
  const doing = `read ${key}`;
  if (Body === undefined || ContentLength === undefined)
    throw new ObjectStoreFault('broken', `The answer to "${doing}" has no length or no bytes.`);
  const source = Body as Readable;
  // From here on the guard watches the store; the connection's own clock would also run while our reader is slow.
  if (source instanceof IncomingMessage) source.socket.setTimeout(0);
  const [, first = 0, last = ContentLength - 1, bytes = ContentLength] =
    CONTENT_RANGE.exec(ContentRange ?? '')?.map(Number) ?? [];
  const span = toSpan(range, bytes);
  if (span === undefined) {
    source.destroy();
    return { outcome: 'unsatisfiable', bytes };
  }
  if (span.first < first || span.last > last) {
    source.destroy();
    const came = `bytes ${first} to ${last} of ${bytes}`;
    throw new ObjectStoreFault(
      'broken',
      `Of ${key}, ${span.first} to ${span.last} were wanted and ${came} came.`,
    );
  }
  const body = guardBody(source, {
    bytes: span.last - span.first + 1,
    before: span.first - first,
    behind: last - span.last,
    idleMs: bucket.idleMs,
    key,
    toFault: (error) => toS3Fault(error, doing, bucket),
  });
  const metadata = decodeMetadata(Metadata ?? {});
  return {
    outcome: 'ok',
    object: { key, bytes, changedAt: LastModified ?? new Date(0), metadata },
    ...span,
    body,
  };
}
