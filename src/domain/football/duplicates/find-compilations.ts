/**
 * A compilation shows two clips that have nothing in common, one after the other. It must not make one cluster of them, nor stand
 * for either: it says what it contains.
 */
import type { Stretch } from './align-pictures.ts';
import type { ClipFile, Link } from './link-clips.ts';
import type { OtherGoalClip } from './clip-copy.ts';

export function findCompilations(files: readonly ClipFile[]): ReadonlySet<ClipFile> {
  return new Set(files.filter(isCompilation));
}

/** All of the other one is in this one, and this one goes on. */
export function isInside(link: Link<unknown>): boolean {
  return link.shows && !link.isShown;
}

function isCompilation(file: ClipFile): boolean {
  const own = file.links.filter(isInside);
  const foreign = file.foreign.filter(isInside);
  return (
    own.some((one, index) =>
      own.slice(index + 1).some((two) => areApart(one, two) && !areLinked(one.to, two.to)),
    ) ||
    own.some((one) => foreign.some((two) => areApart(one, two) && !hasForeignLink(one.to, two.to))) ||
    foreign.some((one) => foreign.some((two) => areApart(one, two) && one.to.goalId !== two.to.goalId))
  );
}

function areLinked(one: ClipFile, two: ClipFile): boolean {
  return one.links.some((link) => link.to === two);
}

function hasForeignLink(one: ClipFile, two: OtherGoalClip): boolean {
  return one.foreign.some((link) => link.to === two);
}

/** They share less than half of the shorter one. */
function areApart(one: Link<unknown>, two: Link<unknown>): boolean {
  const shared = Math.min(one.at.to, two.at.to) - Math.max(one.at.from, two.at.from);
  return shared < Math.min(lengthOf(one.at), lengthOf(two.at)) / 2;
}

function lengthOf({ from, to }: Stretch): number {
  return to - from;
}
