/** Reads what is to be stored once, counts it and takes its MD5 on the way. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { ObjectContent, PutObject } from './object-store.ts';

export interface ContentReading {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** What went through, once `chunks` has come to its end. */
  readonly total: () => PutObject;
}

const CHUNK_BYTES = 256 * 1024;

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

function open(content: ObjectContent): AsyncIterable<Uint8Array> {
  if ('stream' in content) return content.stream;
  return createReadStream(content.file, { highWaterMark: CHUNK_BYTES });
}
