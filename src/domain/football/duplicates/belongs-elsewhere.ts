/**
 * Whether what a cluster shows is another goal of the match: searches for two goals of one player find the same posts. Only clips
 * that show the same are asked: one that merely contains it may be a compilation of both goals.
 *
 * What was posted well before a goal does not show it. Otherwise the goal with a verified copy has it, then the one for which more
 * posts were found. It stays in both when nothing tells them apart; and never does each of two goals give it to the other.
 */
import type { ClipCopy, OtherGoalClip, PrintedClip } from './clip-copy.ts';
import type { FileCluster } from './cluster-files.ts';

export interface OtherGoal {
  readonly goalId: string;
  /** The clip there that shows the same. */
  readonly clipId: string;
  /** False: it may be either. */
  readonly isCertain: boolean;
}

/** The upstream tells of a goal some minutes after it fell, and people are faster. */
const EARLY_MS = 5 * 60_000;

export function findOtherGoal(
  { files, isCompilation }: FileCluster,
  goalAt: Date | undefined,
): OtherGoal | null {
  if (isCompilation) return null;
  const copies = files.flatMap(({ foreign }) =>
    foreign.filter((link) => link.shows && link.isShown).map(({ to }) => to),
  );
  const posts = files.flatMap((file) => file.posts);
  const goals = [...Map.groupBy(new Set(copies), ({ goalId }) => goalId).values()];
  const [strongest] = goals.toSorted(compareEvidence);
  if (strongest === undefined) return null;
  const [{ goalId, id }] = strongest as [OtherGoalClip];
  return { goalId, clipId: id, isCertain: isTheirs(posts, strongest, goalAt) };
}

function isTheirs(
  ours: readonly ClipCopy[],
  theirs: readonly OtherGoalClip[],
  goalAt: Date | undefined,
): boolean {
  if (goalAt !== undefined && [...ours, ...theirs].some(({ postedAt }) => isEarly(postedAt, goalAt)))
    return true;
  const isTheirsVerified = isAnyVerified(theirs);
  return isAnyVerified(ours) === isTheirsVerified ? theirs.length > ours.length : isTheirsVerified;
}

function isEarly(postedAt: Date | null, goalAt: Date): boolean {
  return postedAt !== null && postedAt.getTime() < goalAt.getTime() - EARLY_MS;
}

function compareEvidence(a: readonly OtherGoalClip[], b: readonly OtherGoalClip[]): number {
  return (
    Number(isAnyVerified(b)) - Number(isAnyVerified(a)) ||
    b.length - a.length ||
    (goalOf(a) < goalOf(b) ? -1 : 1)
  );
}

function isAnyVerified(clips: readonly PrintedClip[]): boolean {
  return clips.some(({ isVerified }) => isVerified);
}

function goalOf(clips: readonly OtherGoalClip[]): string {
  return (clips[0] as OtherGoalClip).goalId;
}
