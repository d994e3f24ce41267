/**
 * Takes the compression off a body, and no more of it than is bearable: a few kilobytes can be told to inflate to gigabytes, so
 * inflating stops at a size, and at a ratio that no honest body reaches (JSON as dense as ladders come to about 30).
 */
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';

type Inflate = (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;

/** In this thread: a match takes 0.03 to 0.1 ms, which handing it to the pool and back does not undercut (2026-11). */
const DECODERS: ReadonlyMap<string, Inflate> = new Map<string, Inflate>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
  ['zstd', zstdDecompressSync],
]);

const MAX_RATIO = 200;
/** Small bodies may have any ratio: they cannot do harm. */
const HARMLESS_BYTES = 1024 * 1024;

export type Decoded =
  | { readonly type: 'decoded'; readonly bytes: Uint8Array }
  | { readonly type: 'tooLarge' | 'damaged' | 'unknown'; readonly reason: string };

export function decodeContent(bytes: Uint8Array, encoding: string | undefined, maxBytes: number): Decoded {
  const name = (encoding ?? '').trim().toLowerCase();
  if (name === '' || name === 'identity') return { type: 'decoded', bytes };
  const decode = DECODERS.get(name);
  if (decode === undefined)
    return { type: 'unknown', reason: `content-encoding is ${JSON.stringify(name.slice(0, 40))}` };
  const maxOutputLength = Math.min(maxBytes, Math.max(HARMLESS_BYTES, bytes.length * MAX_RATIO));
  try {
    return { type: 'decoded', bytes: decode(bytes, { maxOutputLength }) };
  } catch (error) {
    // The two ways in which foreign bytes fail here; both are the sender's doing.
    const isTooLarge = error instanceof RangeError;
    return isTooLarge
      ? { type: 'tooLarge', reason: `${bytes.length} bytes of ${name} inflate to over ${maxOutputLength}` }
      : { type: 'damaged', reason: `the ${name} body cannot be inflated: ${String(error).slice(0, 100)}` };
  }
}
