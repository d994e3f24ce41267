/**
 * What a video sounds like, small enough to keep: about eleven times a second 32 bits that say in which of 33 bands the sound
 * grew against its neighbour, as Haitsma and Kalker described it in 2002. It survives another codec, another loudness and noise;
 * another commentary is another sound, so that two prints which differ prove nothing.
 * `encodeSoundPrint` is what the column `sound_print` holds; a print of another version decodes to null.
 */

/** Samples a second of the mono sound that a print is taken from. */
export const SAMPLE_RATE = 5_512;
/** Samples from one word to the next. */
export const HOP_SAMPLES = 512;
export const WORDS_PER_SECOND = SAMPLE_RATE / HOP_SAMPLES;

/** A word of zeros: silence. */
export interface SoundPrint {
  readonly words: Uint32Array;
}

const VERSION = 1;
const HEADER_BYTES = 4;
const WORD_BYTES = 4;

export function encodeSoundPrint({ words }: SoundPrint): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + words.length * WORD_BYTES);
  bytes[0] = VERSION;
  const data = new DataView(bytes.buffer);
  words.forEach((word, index) => data.setUint32(HEADER_BYTES + index * WORD_BYTES, word, true));
  return bytes;
}

/** Null: it was not made by this version, or not whole. */
export function decodeSoundPrint(bytes: Uint8Array): SoundPrint | null {
  const length = (bytes.length - HEADER_BYTES) / WORD_BYTES;
  if (!Number.isInteger(length) || length < 0 || bytes[0] !== VERSION) return null;
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    words: Uint32Array.from({ length }, (_, index) =>
      data.getUint32(HEADER_BYTES + index * WORD_BYTES, true),
    ),
  };
}
