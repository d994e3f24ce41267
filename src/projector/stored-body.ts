/** A stored body → what is in it, or why not. */
import { zstdDecompressSync } from 'node:zlib';

export type StoredBody =
  | { readonly type: 'body'; readonly body: unknown }
  | { readonly type: 'fault'; readonly reason: string };

/** Real ones have up to 2 MB. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** `usualBytes` is set aside at first. As much as most of them need: left to itself it would be twice that, and half as fast. */
export function readStoredBody(packed: Uint8Array, usualBytes: number): StoredBody {
  const bytes = unpack(packed, usualBytes);
  if (bytes === null) return { type: 'fault', reason: 'the stored body cannot be decompressed' };
  const body = parse(bytes);
  return body === undefined
    ? { type: 'fault', reason: 'the stored body is not JSON' }
    : { type: 'body', body };
}

function unpack(packed: Uint8Array, usualBytes: number): Buffer | null {
  try {
    return zstdDecompressSync(packed, { maxOutputLength: MAX_BODY_BYTES, chunkSize: usualBytes });
  } catch {
    return null; // Whatever zlib says of it, the answer is the same: it is kept, and not counted.
  }
}

/** Of the byte order. Whoever fetched the body read past it (`sources/http/json-body.ts`), and kept it with the rest. */
const MARK = '\uFEFF';

/** Without the look at depth and encoding that it had when it was fetched: here it would be a tenth of the whole work. */
function parse(bytes: Buffer): unknown {
  try {
    const text = bytes.toString('utf8');
    return JSON.parse(text.startsWith(MARK) ? text.slice(1) : text) as unknown;
  } catch {
    return undefined; // What it is instead stands in the bytes, which are kept.
  }
}
