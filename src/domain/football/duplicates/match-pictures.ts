/**
 * Two picture prints, compared in every way in which one may be an edit of the other: as they are, mirrored, and each as a part of
 * the other (cropped, cut to a square or a tall picture, or shown in the middle of a tall one).
 */
import {
  alignPictures,
  FINENESS,
  isNear,
  isPlainAt,
  LEAST_PICTURES,
  type Alignment,
} from './align-pictures.ts';
import {
  FINE_PER_SECOND,
  HASH_WORDS,
  PICTURES_PER_SECOND,
  VIEWS,
  type Hashes,
  type PicturePrint,
} from './picture-print.ts';

/** How the first one shows what the second one shows. */
export type Way = 'straight' | 'mirrored' | 'part' | 'whole';

export interface PictureMatch extends Alignment {
  /** part: the first is a part of the second's picture. whole: the second is a part of the first's. */
  readonly way: Way;
}

interface Look {
  readonly way: Way;
  /** Coarse hashes of one print, fine ones of the other. */
  readonly coarse: Hashes;
  readonly fine: Hashes;
  /** The coarse ones are the second print's. */
  readonly isTurned: boolean;
}

function* looksAt(first: PicturePrint, second: PicturePrint): Generator<Look> {
  yield { way: 'straight', coarse: first.whole, fine: second.fine, isTurned: false };
  yield { way: 'mirrored', coarse: first.views.mirrored, fine: second.fine, isTurned: false };
  for (const view of VIEWS) {
    if (view === 'mirrored') continue;
    yield { way: 'whole', coarse: first.views[view], fine: second.fine, isTurned: false };
    yield { way: 'part', coarse: second.views[view], fine: first.fine, isTurned: true };
  }
}

/** A match that explains this much of the shorter one needs no better. */
const ENOUGH = 0.8;

export function matchPictures(first: PicturePrint, second: PicturePrint): PictureMatch | null {
  let best: PictureMatch | null = null;
  const enough = ENOUGH * PICTURES_PER_SECOND * Math.min(first.seconds, second.seconds);
  for (const { way, coarse, fine, isTurned } of looksAt(first, second)) {
    const found = alignPictures(coarse, fine);
    if (found === null || (best !== null && best.alike >= found.alike)) continue;
    best = { ...(isTurned ? turn(found) : found), way };
    if (found.alike >= enough) break;
  }
  return best;
}

function turn(alignment: Alignment): Alignment {
  return { ...alignment, first: alignment.second, second: alignment.first, pace: 1 / alignment.pace };
}

/** With a shift that something else has told, less is enough to say "this may well be it". */
const VAGUE_BITS = 40;
const VAGUE_SHARE = 0.6;
/** Sound and picture of a copy need not begin at once. In fine pictures. */
const SLACK = 4;

/** The sound says that the second begins at `shiftSeconds` of the first: do the pictures bear it out? */
export function matchPicturesVaguely(
  first: PicturePrint,
  second: PicturePrint,
  shiftSeconds: number,
): PictureMatch | null {
  let best: PictureMatch | null = null;
  for (const { way, coarse, fine, isTurned } of looksAt(first, second)) {
    // Where the first coarse picture lies among the fine ones.
    const told = Math.round((isTurned ? shiftSeconds : -shiftSeconds) * FINE_PER_SECOND);
    for (let shift = told - SLACK; shift <= told + SLACK; shift++) {
      const found = lookAtShift(coarse, fine, shift);
      if (found !== null && (best === null || found.share > best.share))
        best = { ...(isTurned ? turn(found) : found), way };
    }
  }
  return best;
}

function lookAtShift(coarse: Hashes, fine: Hashes, shift: number): Alignment | null {
  const from = Math.max(0, Math.ceil(-shift / FINENESS));
  const columns = fine.length / HASH_WORDS;
  const to = Math.min(coarse.length / HASH_WORDS, Math.ceil((columns - shift) / FINENESS));
  let telling = 0;
  let alike = 0;
  for (let picture = from; picture < to; picture++) {
    const at = picture * HASH_WORDS;
    const other = (picture * FINENESS + shift) * HASH_WORDS;
    if (isPlainAt(coarse, at) || isPlainAt(fine, other)) continue;
    telling++;
    if (isNear(coarse, at, fine, other, VAGUE_BITS)) alike++;
  }
  if (telling < LEAST_PICTURES || alike < telling * VAGUE_SHARE) return null;
  const later = shift / FINE_PER_SECOND;
  const first = { from: from / PICTURES_PER_SECOND, to: to / PICTURES_PER_SECOND };
  const second = { from: first.from + later, to: first.to + later };
  return { first, second, alike, share: alike / telling, pace: 1 };
}
