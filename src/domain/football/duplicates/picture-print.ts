/**
 * What a video looks like, small enough to keep: each picture as 128 bits that say where it gets lighter to the right and downwards.
 * The whole picture is taken eight times a second, so that a copy which was cut anywhere lies at most a sixteenth of a second off;
 * parts and mirrored ones four times, so that a changed copy is found without its file. About 500 bytes for a second of video.
 *
 * `encodePicturePrint` is what the column `picture_print` holds. A print of another version cannot be compared with this one:
 * it decodes to null, and whoever has the file takes the print again.
 */

export const PICTURES_PER_SECOND = 4;
/** Of the whole picture. */
export const FINE_PER_SECOND = 8;

/** 32-bit words of one hash: two of them for "lighter to the right", two for "lighter downwards". */
export const HASH_WORDS = 4;

/**
 * mirrored: left and right swapped. The others are parts: inner90 and inner80 what somebody's crop would show, square and column
 * what is left of a wide picture in a square or a tall one, band where a wide picture sits in a tall one between blurred edges.
 */
export const VIEWS = ['mirrored', 'inner90', 'inner80', 'square', 'column', 'band'] as const;
export type View = (typeof VIEWS)[number];

/** One hash after the other in order of time. A hash of zeros: the picture was too plain (black, a fade) to tell anything. */
export type Hashes = Uint32Array;

export interface PicturePrint {
  readonly seconds: number;
  /** The whole picture without its bars. */
  readonly fine: Hashes;
  /** Every other one of those. */
  readonly whole: Hashes;
  readonly views: Readonly<Record<View, Hashes>>;
  /** The part of the picture that bars took, 0 to 1. */
  readonly barShare: number;
}

const VERSION = 1;
const HEADER_BYTES = 4;
const WORD_BYTES = 4;
const STEP = FINE_PER_SECOND / PICTURES_PER_SECOND;

/** Hashes for each of the coarse times: those of the whole picture, and one of each view. */
const HASHES_PER_PICTURE = STEP + VIEWS.length;

/** Fine hashes are in pairs: one that has no second half of its time is left out. */
export function toPicturePrint(fine: Hashes, views: Record<View, Hashes>, barShare: number): PicturePrint {
  const pictures = Math.floor(fine.length / (STEP * HASH_WORDS));
  const whole = new Uint32Array(pictures * HASH_WORDS);
  for (let word = 0; word < whole.length; word++) {
    const picture = Math.floor(word / HASH_WORDS);
    whole[word] = fine[picture * STEP * HASH_WORDS + (word % HASH_WORDS)] as number;
  }
  return {
    seconds: pictures / PICTURES_PER_SECOND,
    fine: fine.subarray(0, pictures * STEP * HASH_WORDS),
    whole,
    views: eachView((view) => views[view].subarray(0, whole.length)),
    barShare,
  };
}

export function encodePicturePrint({ fine, views, barShare }: PicturePrint): Uint8Array {
  const lists = [fine, ...VIEWS.map((view) => views[view])];
  const words = lists.reduce((sum, list) => sum + list.length, 0);
  const bytes = new Uint8Array(HEADER_BYTES + words * WORD_BYTES);
  bytes.set([VERSION, FINE_PER_SECOND, VIEWS.length, Math.round(barShare * 255)]);
  const data = new DataView(bytes.buffer);
  let at = HEADER_BYTES;
  for (const list of lists) {
    for (const word of list) {
      data.setUint32(at, word, true);
      at += WORD_BYTES;
    }
  }
  return bytes;
}

/** Null: it was not made by this version, or not whole. */
export function decodePicturePrint(bytes: Uint8Array): PicturePrint | null {
  const pictures = (bytes.length - HEADER_BYTES) / (HASHES_PER_PICTURE * HASH_WORDS * WORD_BYTES);
  if (!Number.isInteger(pictures) || pictures < 0) return null;
  const [version, rate, views, bars] = bytes as unknown as [number, number, number, number];
  if (version !== VERSION || rate !== FINE_PER_SECOND || views !== VIEWS.length) return null;
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const hashesFrom = (from: number, count: number) =>
    Uint32Array.from({ length: count * HASH_WORDS }, (_, word) =>
      data.getUint32(HEADER_BYTES + (from * HASH_WORDS + word) * WORD_BYTES, true),
    );
  const list = eachView((_, number) => hashesFrom((STEP + number) * pictures, pictures));
  return toPicturePrint(hashesFrom(0, STEP * pictures), list, bars / 255);
}

export function eachView<Value>(make: (view: View, number: number) => Value): Record<View, Value> {
  return Object.fromEntries(VIEWS.map((view, number) => [view, make(view, number)])) as Record<View, Value>;
}
