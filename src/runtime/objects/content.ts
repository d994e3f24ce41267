/** Bytes on their way into a store and out of it: counted, hashed, cut to a range, and never all in memory. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { ObjectStoreFault, type ByteRange, type ObjectContent, type PutObject } from './object-store.ts';

const CHUNK_BYTES = 256 * 1024;

interface ContentReading {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** To be called after the last chunk. */
  readonly total: () => PutObject;
}

export function readContent(content: ObjectContent, signal?: AbortSignal): ContentReading {
  const md5 = createHash('md5');
  let bytes = 0;
  async function* count(): AsyncGenerator<Uint8Array> {
    for await (const chunk of open(content)) {
      signal?.throwIfAborted();
      md5.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  return { chunks: count(), total: () => ({ bytes, md5: md5.digest('hex') }) };
}

/** Call this when the reading begins: an error of a file without a reader would be uncaught. */
function open(content: ObjectContent): AsyncIterable<Uint8Array> {
  if ('stream' in content) return content.stream;
  return createReadStream(content.file, { highWaterMark: CHUNK_BYTES });
}

export interface Span {
  readonly first: number;
  readonly last: number;
}

/** Resolves a range against the size of an object. Undefined: it contains no byte. As in HTTP, the end is cut to the last byte. */
export function toSpan(range: ByteRange | undefined, bytes: number): Span | undefined {
  if (range === undefined) return { first: 0, last: bytes - 1 };
  if ('lastBytes' in range) {
    checkCount('lastBytes', range.lastBytes);
    if (range.lastBytes === 0 || bytes === 0) return undefined;
    return { first: Math.max(0, bytes - range.lastBytes), last: bytes - 1 };
  }
  const { first, last = Infinity } = range;
  checkCount('first', first);
  if (last !== Infinity) checkCount('last', last);
  if (last < first) throw new RangeError(`a range from ${first} to ${last} ends before it begins`);
  if (first >= bytes) return undefined;
  return { first, last: Math.min(last, bytes - 1) };
}

function checkCount(name: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`${name} of a range is ${value}; expected a non-negative integer`);
}

export interface BodyGuard {
  /** The number of bytes to deliver, and what a server sends around them although only a range was requested. */
  readonly bytes: number;
  readonly before?: number;
  readonly behind?: number;
  /** The longest silence of the store. Undefined: files have none. */
  readonly idleMs?: number | undefined;
  readonly key: string;
  readonly toFault: (error: unknown) => unknown;
}

/** A body that ends with an error if the store breaks off, is silent or ends too early; it never looks complete when it is not. */
export function guardBody(source: Readable, guard: BodyGuard): Readable {
  const body = Readable.from(deliver(source, guard), { objectMode: false });
  // A body that is destroyed before its first read never enters the generator, so its `finally` does not run.
  return body.once('close', () => source.destroy());
}

async function* deliver(
  source: Readable,
  { bytes, before = 0, behind = 0, idleMs, key, toFault }: BodyGuard,
): AsyncGenerator<Uint8Array> {
  let toSkip = before;
  let left = bytes;
  let isSilent = false;
  // Runs only while we wait for the store, so a slow reader is not counted as silence.
  const watch = (): NodeJS.Timeout | undefined =>
    idleMs === undefined
      ? undefined
      : setTimeout(() => {
          isSilent = true;
          source.destroy();
        }, idleMs);
  let timer = watch();
  try {
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      clearTimeout(timer);
      const wanted = chunk.subarray(toSkip, toSkip + left);
      toSkip = Math.max(0, toSkip - chunk.length);
      left -= wanted.length;
      if (wanted.length > 0) yield wanted;
      // Without surplus bytes, read to the end: then the connection can be reused.
      if (left === 0 && behind > 0) return;
      timer = watch();
    }
  } catch (error) {
    if (!isSilent) throw toFault(error);
  } finally {
    clearTimeout(timer);
    source.destroy();
  }
  if (isSilent)
    throw new ObjectStoreFault('unreachable', `The object store sent nothing of ${key} for ${idleMs} ms.`);
  if (left !== 0)
    throw new ObjectStoreFault(
      'unreachable',
      `The object store broke off while ${key} was read: ${left} of ${bytes} bytes are missing.`,
    );
}
