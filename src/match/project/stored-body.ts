/** Decompresses and parses a stored body, or returns the fault. */
import { zstdDecompressSync } from 'node:zlib';

export type StoredBody =
  | { readonly type: 'body'; readonly body: unknown }
  | { readonly type: 'fault'; readonly reason: string };

/** Real bodies have up to 2 MB. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** `usualBytes` is the initial buffer, the size of most bodies. Without it zstd allocates twice that and takes twice the time. */
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

/** The byte order mark. The client skipped it (`upstream/http/json-body.ts`), and it is stored with the rest. */
const MARK = '\uFEFF';

/** Without the checks of depth and encoding that the client made: they would be a tenth of the total cost here. */
function parse(bytes: Buffer): unknown {
  try {
    const text = bytes.toString('utf8');
    return JSON.parse(text.startsWith(MARK) ? text.slice(1) : text) as unknown;
  } catch {
    return undefined; // What it is instead stands in the bytes, which are kept.
  }
}
