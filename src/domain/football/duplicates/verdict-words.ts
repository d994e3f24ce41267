/** Why a clip is kept or not, as the page shows it. */
import type { FileCluster } from './cluster-files.ts';
import type { ClipFile } from './link-clips.ts';
import type { Way } from './match-pictures.ts';

export function wordsForBest({ files, isCompilation }: FileCluster): string {
  const copies = files.flatMap((file) => file.posts).length;
  const what = isCompilation
    ? 'A compilation that contains other clips'
    : 'Shows what no other clip shows so far';
  return copies === 1 ? `${what}.` : `The best of ${copies} copies.`;
}

export function wordsForSameBytes(): string {
  return 'The very same file as the copy that is kept.';
}

export function wordsForOtherGoal(): string {
  return 'Shows another goal of this match: the same was found for that one, with better evidence.';
}

const WAYS: Readonly<Record<Way, string>> = {
  straight: '',
  mirrored: ', mirrored',
  part: ', of whose picture it is a part',
  whole: ', which is a part of its picture',
};

/** A member need not be like the best one itself: it may be like another member. */
export function wordsForCopy(file: ClipFile, best: ClipFile): string {
  const link = file.links.find(({ to }) => to === best);
  if (link === undefined) return 'Shows the same as a copy of the one that is kept.';
  const sound = link.by === 'picture-and-sound' ? ', told by the sound' : '';
  const much = `${Math.round(link.share * 100)} % of the pictures are alike`;
  return link.shows
    ? `Shows the same as the copy that is kept${WAYS[link.way]} (${much}${sound}).`
    : `A shorter part of the copy that is kept${WAYS[link.way]} (${much}${sound}).`;
}
