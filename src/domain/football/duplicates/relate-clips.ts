/**
 * How two clips relate: they show the same, or one shows all of the other and more, or nothing that counts. The bytes decide first,
 * then the pictures; where those are not sure, the sound may vote for "the same", and never against it.
 */
import { alignSounds } from './align-sounds.ts';
import type { Stretch } from './align-pictures.ts';
import type { PrintedClip } from './clip-copy.ts';
import { matchPictures, matchPicturesVaguely, type PictureMatch, type Way } from './match-pictures.ts';

export interface ClipRelation {
  /** first-inside: the second shows all of the first, and more. */
  readonly kind: 'same' | 'first-inside' | 'second-inside';
  readonly by: 'bytes' | 'picture' | 'picture-and-sound';
  readonly way: Way;
  /** Which part of each clip it is. */
  readonly first: Stretch;
  readonly second: Stretch;
  readonly share: number;
}

/** A clip is shown by another one when so much of it is. */
const SHOWN = 0.6;

/** Null: they have nothing in common, or too little to say that one can stand for the other. */
export function relateClips(first: PrintedClip, second: PrintedClip): ClipRelation | null {
  if (first.sha256 === second.sha256) return sameBytes(first, second);
  if (first.picture === null || second.picture === null) return null;
  const match = matchPictures(first.picture, second.picture);
  const relation = match && toRelation(match, first.picture.seconds, second.picture.seconds, 'picture');
  if (relation !== null || first.sound === null || second.sound === null) return relation;
  const sound = alignSounds(first.sound, second.sound);
  if (sound === null) return null;
  const vague = matchPicturesVaguely(first.picture, second.picture, sound.shiftSeconds);
  return vague && toRelation(vague, first.picture.seconds, second.picture.seconds, 'picture-and-sound');
}

function sameBytes(first: PrintedClip, second: PrintedClip): ClipRelation {
  return {
    kind: 'same',
    by: 'bytes',
    way: 'straight',
    first: { from: 0, to: first.seconds },
    second: { from: 0, to: second.seconds },
    share: 1,
  };
}

function toRelation(
  { first, second, way, share }: PictureMatch,
  firstSeconds: number,
  secondSeconds: number,
  by: ClipRelation['by'],
): ClipRelation | null {
  const isFirstShown = first.to - first.from >= SHOWN * firstSeconds;
  const isSecondShown = second.to - second.from >= SHOWN * secondSeconds;
  if (!isFirstShown && !isSecondShown) return null;
  const inside = isFirstShown ? 'first-inside' : 'second-inside';
  const kind = isFirstShown && isSecondShown ? 'same' : inside;
  return { kind, by, way, first, second, share };
}
