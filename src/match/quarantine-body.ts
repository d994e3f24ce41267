/** A stored body as text for people to look at, whatever it is: what is no UTF-8 shows as �, and of a long one the beginning. */
import { zstdDecompressSync } from 'node:zlib';

/** As much as any upstream's answer may have. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;
const SHOWN_BYTES = 256 * 1024;
/** Of UTF-8, a character has at most four bytes. */
const CHARACTER_BYTES = 4;

export interface ShownBody {
  /** Null: it cannot be unpacked. */
  readonly text: string | null;
  readonly isCut: boolean;
}

export function unpackBody(packed: Uint8Array): Buffer | null {
  try {
    return zstdDecompressSync(packed, { maxOutputLength: MAX_BODY_BYTES });
  } catch {
    return null; // Whatever zlib says of it, the answer is the same: nobody can read it.
  }
}

export function showBody(packed: Uint8Array): ShownBody {
  const bytes = unpackBody(packed);
  if (bytes === null) return { text: null, isCut: false };
  if (bytes.length <= SHOWN_BYTES) return { text: bytes.toString('utf8'), isCut: false };
  return { text: bytes.subarray(0, endOfCharacter(bytes, SHOWN_BYTES)).toString('utf8'), isCut: true };
}

/** At or a little before `at`, where no character is cut in two. */
function endOfCharacter(bytes: Uint8Array, at: number): number {
  for (let end = at; end > at - CHARACTER_BYTES; end--) {
    const byte = bytes[end] ?? 0;
    const isInside = byte >= 0x80 && byte < 0xc0;
    if (!isInside) return end;
  }
  return at;
}
