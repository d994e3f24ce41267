/**
 * Where two rows of picture hashes show the same: the longest stretch at one shift and one speed in which at least 60 % of the
 * pictures that tell anything are alike (24 of 128 bits or fewer apart), three seconds or more.
 *
 * A few like pictures in a row prove nothing: two goals of a match share the goal mouth and the last camera for two seconds, and a
 * rule of "three alike in a row" merges them. That is why it is a share over a stretch, and why the caller asks how much of each
 * clip the stretch covers. Measured in bench/duplicates.
 */
import { countBits } from './count-bits.ts';
import { FINE_PER_SECOND, HASH_WORDS, PICTURES_PER_SECOND, type Hashes } from './picture-print.ts';

/** In seconds. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export interface Alignment {
  readonly first: Stretch;
  readonly second: Stretch;
  /** Pictures that are alike, of the first. */
  readonly alike: number;
  /** Of the pictures in the stretch that tell anything. */
  readonly share: number;
  /** Seconds of the second for each of the first: 2 where the second runs at half speed. */
  readonly pace: number;
}

/** Bits of 128. */
const ALIKE_BITS = 24;
const LEAST_SHARE = 0.6;
const LEAST_SECONDS = 3;
export const LEAST_PICTURES = LEAST_SECONDS * PICTURES_PER_SECOND;
const LEAST_ALIKE = Math.ceil(LEAST_SHARE * LEAST_PICTURES);

/** Fine pictures for each coarse one. */
export const FINENESS = FINE_PER_SECOND / PICTURES_PER_SECOND;

/** Copies run faster or slower to escape being found. Rounding covers what lies between. */
const PACES = [1, 1.05, 1 / 1.05, 1.1, 1 / 1.1, 1.25, 0.8, 1.5, 1 / 1.5, 2, 0.5];
/** Another pace has to explain so much more to be believed. */
const WORTH_IT = 1.1;
/** When so much of the shorter one is explained, no other pace is tried. */
const EXPLAINED = 0.85;

/** First every third picture is looked up (more of a short clip): where hardly any is found, there is no stretch of three seconds. */
const MOST_SAMPLED = 3;
const LEAST_FOUND = 2;

/** A picture that is not alike weighs so much that a stretch which goes on in spite of it keeps a share of 60 %. */
const MISS = LEAST_SHARE / (1 - LEAST_SHARE);

/** `coarse` and `fine`: `PICTURES_PER_SECOND` and `FINE_PER_SECOND` hashes. */
export function alignPictures(coarse: Hashes, fine: Hashes): Alignment | null {
  const rows = coarse.length / HASH_WORDS;
  const columns = fine.length / HASH_WORDS;
  const pictures = Math.min(rows, columns / FINENESS);
  if (pictures < LEAST_PICTURES || !isPromising(coarse, fine)) return null;
  const near = findNear(coarse, fine);
  let best: Alignment | null = null;
  for (const pace of PACES) {
    // No stretch can have more than there are.
    if (near.alikeRows < Math.max(LEAST_ALIKE, (best?.alike ?? 0) * WORTH_IT)) break;
    const found = bestAtPace(near, pace * FINENESS);
    if (found !== null && (best === null || found.alike > best.alike * WORTH_IT)) best = found;
    if (best !== null && best.alike >= EXPLAINED * pictures) break;
  }
  return best;
}

/** Of each pair of pictures, whether they are alike. */
interface Near {
  readonly cells: Uint8Array;
  readonly rows: number;
  readonly columns: number;
  /** Places of the alike ones in `cells`. */
  readonly alike: readonly number[];
  readonly alikeRows: number;
}

const ALIKE = 1;
/** One of the two is too plain. */
const TELLS_NOTHING = 2;

function findNear(coarse: Hashes, fine: Hashes): Near {
  const rows = coarse.length / HASH_WORDS;
  const columns = fine.length / HASH_WORDS;
  const cells = new Uint8Array(rows * columns);
  const alike: number[] = [];
  let alikeRows = 0;
  for (let row = 0; row < rows; row++) {
    const at = row * HASH_WORDS;
    const isPlain = isPlainAt(coarse, at);
    const before = alike.length;
    for (let column = 0; column < columns; column++) {
      const cell = row * columns + column;
      const other = column * HASH_WORDS;
      if (isPlain || isPlainAt(fine, other)) cells[cell] = TELLS_NOTHING;
      else if (isNear(coarse, at, fine, other, ALIKE_BITS)) {
        cells[cell] = ALIKE;
        alike.push(cell);
      }
    }
    if (alike.length > before) alikeRows++;
  }
  return { cells, rows, columns, alike, alikeRows };
}

/**
 * The shorter one is sampled, or too few of its pictures would be. Of the fine ones every other picture is looked at, by turns the
 * even and the odd ones: whichever lie nearer to the coarse ones.
 */
function isPromising(coarse: Hashes, fine: Hashes): boolean {
  const rows = coarse.length / HASH_WORDS;
  const columns = fine.length / HASH_WORDS;
  const pictures = Math.min(rows, Math.floor(columns / FINENESS));
  const step = Math.min(MOST_SAMPLED, Math.floor(pictures / LEAST_PICTURES));
  let found = 0;
  for (let sample = 0; sample * step < pictures && found < LEAST_FOUND; sample++) {
    const odd = sample % FINENESS;
    const picture = sample * step;
    const isFound =
      rows <= columns / FINENESS
        ? hasNear(coarse, picture, fine, odd, FINENESS)
        : hasNear(fine, picture * FINENESS + odd, coarse, 0, 1);
    if (isFound) found++;
  }
  return found >= LEAST_FOUND;
}

function hasNear(hashes: Hashes, picture: number, others: Hashes, from: number, step: number): boolean {
  const at = picture * HASH_WORDS;
  for (let other = from * HASH_WORDS; other < others.length; other += step * HASH_WORDS)
    if (isNear(hashes, at, others, other, ALIKE_BITS)) return true;
  return false;
}

/** The horizontal half decides most of the time: pictures of different things differ in half of its 64 bits. */
export function isNear(first: Hashes, at: number, second: Hashes, other: number, bits: number): boolean {
  const across =
    countBits((first[at] as number) ^ (second[other] as number)) +
    countBits((first[at + 1] as number) ^ (second[other + 1] as number));
  if (across > bits) return false;
  const down =
    countBits((first[at + 2] as number) ^ (second[other + 2] as number)) +
    countBits((first[at + 3] as number) ^ (second[other + 3] as number));
  return across + down <= bits;
}

export function isPlainAt(hashes: Hashes, at: number): boolean {
  return hashes[at] === 0 && hashes[at + 1] === 0 && hashes[at + 2] === 0 && hashes[at + 3] === 0;
}

/** `steps`: fine pictures for each coarse one. Only shifts with enough alike pictures are walked along. */
function bestAtPace(near: Near, steps: number): Alignment | null {
  const { rows, columns } = near;
  const furthest = Math.ceil(rows * steps);
  const counts = new Uint16Array(furthest + columns + 1);
  for (const cell of near.alike) {
    const row = Math.floor(cell / columns);
    const shift = cell - row * columns - Math.round(row * steps);
    counts[shift + furthest] = (counts[shift + furthest] as number) + 1;
  }
  let best: Alignment | null = null;
  for (const [place, count] of counts.entries()) {
    if (count < LEAST_ALIKE || count <= (best?.alike ?? 0)) continue;
    const found = bestAtShift(near, steps, place - furthest);
    if (found !== null && (best === null || found.alike > best.alike)) best = found;
  }
  return best;
}

/** The stretch with the highest score, one for an alike picture and a loss for another. */
function bestAtShift({ cells, rows, columns }: Near, steps: number, shift: number): Alignment | null {
  let score = 0;
  let from = 0;
  let alike = 0;
  let missed = 0;
  let best = { score: 0, from: 0, to: 0, alike: 0, missed: 0 };
  for (let row = 0; row < rows; row++) {
    const column = Math.round(row * steps) + shift;
    if (column < 0) continue;
    if (column >= columns) break;
    const cell = cells[row * columns + column];
    if (cell === TELLS_NOTHING) continue;
    if (score <= 0) {
      score = alike = missed = 0;
      from = row;
    }
    if (cell === ALIKE) {
      score++;
      alike++;
      if (score > best.score) best = { score, from, to: row + 1, alike, missed };
    } else {
      score -= MISS;
      missed++;
    }
  }
  return toAlignment(best, steps, shift);
}

function toAlignment(
  { from, to, alike, missed }: { from: number; to: number; alike: number; missed: number },
  steps: number,
  shift: number,
): Alignment | null {
  const pace = steps / FINENESS;
  // Three seconds of the one that shows it faster. A stretch with a score has the share as well: see MISS.
  if ((to - from) * Math.min(1, pace) < LEAST_PICTURES) return null;
  const first = { from: from / PICTURES_PER_SECOND, to: to / PICTURES_PER_SECOND };
  const second = {
    from: (from * steps + shift) / FINE_PER_SECOND,
    to: (to * steps + shift) / FINE_PER_SECOND,
  };
  return { first, second, alike, share: alike / (alike + missed), pace };
}
