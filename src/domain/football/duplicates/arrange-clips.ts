/**
 * The clips of one goal, put in order: clusters of those that show the same with the best copy on top, what only repeats another
 * one, what contains others, and what belongs to another goal of the match. All clips of the goal are arranged anew whenever one
 * came, so a verdict may change: a better copy takes over, or a clip turns out to be a compilation.
 */
import type { ClipReason } from '../clip-state.ts';
import { findOtherGoal, type OtherGoal } from './belongs-elsewhere.ts';
import type { ClipCopy, OtherGoalClip } from './clip-copy.ts';
import { clipQuality } from './clip-quality.ts';
import { clusterFiles, type FileCluster } from './cluster-files.ts';
import { isInside } from './find-compilations.ts';
import { runAtOnce, runInTurns } from './in-turns.ts';
import { compareAge, linkClips, type ClipFile } from './link-clips.ts';
import { wordsForBest, wordsForCopy, wordsForOtherGoal, wordsForSameBytes } from './verdict-words.ts';

/** Clips that show the same. */
interface ClipCluster {
  /** The id of its member that was found first: it stays as long as that one is a member. */
  readonly id: string;
  readonly bestId: string;
  /** The best first. */
  readonly memberIds: readonly string[];
  readonly isVerified: boolean;
}

/** What is to become of one clip, and why. */
export interface ClipVerdict {
  readonly clipId: string;
  /** Null: it belongs to another goal and so to no cluster of this one. */
  readonly clusterId: string | null;
  readonly isBest: boolean;
  /** Null: it is the best of its cluster. */
  readonly reason: Extract<ClipReason, 'same-bytes' | 'same-picture' | 'other-goal'> | null;
  /** Why it is kept or not, for people. */
  readonly words: string;
  /** The clip that it is a copy of: the best of its cluster, or one of the other goal. Null: it is itself the best. */
  readonly sameAsId: string | null;
  /** Clips of other clusters or goals that it shows from beginning to end, and more than those. */
  readonly containsIds: readonly string[];
  /** Set without `reason`: it may show that goal as well as this one, and nothing tells which. */
  readonly otherGoalId: string | null;
}

export interface Arrangement {
  /** The best first: verified before unverified, then the one with most members, then quality. */
  readonly clusters: readonly ClipCluster[];
  /** One for each clip, in the order in which they were given. */
  readonly verdicts: readonly ClipVerdict[];
}

export interface ArrangeOptions {
  /** When this goal was first seen: what was posted well before shows another one. */
  readonly goalAt?: Date;
}

/** The same clips give the same arrangement, in whatever order they come. */
export function arrangeClips(
  clips: readonly ClipCopy[],
  others: readonly OtherGoalClip[],
  options: ArrangeOptions = {},
): Arrangement {
  return runAtOnce(arranging(clips, others, options));
}

/** The same, with a pause every few pairs, so that a server goes on answering. */
export function arrangeClipsGently(
  clips: readonly ClipCopy[],
  others: readonly OtherGoalClip[],
  pause: () => Promise<void>,
  options: ArrangeOptions = {},
): Promise<Arrangement> {
  return runInTurns(arranging(clips, others, options), pause);
}

function* arranging(
  clips: readonly ClipCopy[],
  others: readonly OtherGoalClip[],
  { goalAt }: ArrangeOptions,
): Generator<void, Arrangement> {
  const files = yield* linkClips(clips, others);
  const clusters: ClipCluster[] = [];
  const verdicts = new Map<string, ClipVerdict>();
  for (const cluster of clusterFiles(files).toSorted(compareClusters)) {
    const otherGoal = findOtherGoal(cluster, goalAt);
    const isElsewhere = otherGoal?.isCertain === true;
    const described = isElsewhere ? null : describe(cluster);
    if (described !== null) clusters.push(described);
    for (const file of cluster.files)
      for (const clip of file.posts) verdicts.set(clip.id, judge(clip, file, cluster, described, otherGoal));
  }
  return { clusters, verdicts: clips.map(({ id }) => verdicts.get(id) as ClipVerdict) };
}

function describe(cluster: FileCluster): ClipCluster {
  const posts = postsOf(cluster);
  return {
    id: (posts.toSorted(compareAge)[0] as ClipCopy).id,
    bestId: bestOf(cluster.files).clip.id,
    memberIds: posts.map(({ id }) => id),
    isVerified: isVerified(cluster),
  };
}

function judge(
  clip: ClipCopy,
  file: ClipFile,
  cluster: FileCluster,
  described: ClipCluster | null,
  otherGoal: OtherGoal | null,
): ClipVerdict {
  const best = bestOf(cluster.files);
  const common = {
    clipId: clip.id,
    clusterId: described?.id ?? null,
    isBest: false,
    sameAsId: best.clip.id,
    containsIds: containedBy(file, cluster),
    otherGoalId: otherGoal?.goalId ?? null,
  };
  if (described === null)
    return {
      ...common,
      reason: 'other-goal',
      sameAsId: (otherGoal as OtherGoal).clipId,
      words: wordsForOtherGoal(),
    };
  if (clip === best.clip)
    return { ...common, isBest: true, reason: null, sameAsId: null, words: wordsForBest(cluster) };
  return file.clip === best.clip
    ? { ...common, reason: 'same-bytes', words: wordsForSameBytes() }
    : { ...common, reason: 'same-picture', words: wordsForCopy(file, best) };
}

function containedBy(file: ClipFile, cluster: FileCluster): string[] {
  const own = file.links.filter((link) => isInside(link) && !cluster.files.includes(link.to));
  return [
    ...own.flatMap(({ to }) => to.posts.map(({ id }) => id)),
    ...file.foreign.filter(isInside).map(({ to }) => to.id),
  ].toSorted();
}

function bestOf(files: readonly ClipFile[]): ClipFile {
  return files[0] as ClipFile;
}

function compareClusters(a: FileCluster, b: FileCluster): number {
  const [bestA, bestB] = [bestOf(a.files).clip, bestOf(b.files).clip];
  return (
    Number(isVerified(b)) - Number(isVerified(a)) ||
    postsOf(b).length - postsOf(a).length ||
    clipQuality(bestB) - clipQuality(bestA) ||
    compareAge(bestA, bestB)
  );
}

function isVerified(cluster: FileCluster): boolean {
  return cluster.files.some(({ clip }) => clip.isVerified);
}

function postsOf(cluster: FileCluster): ClipCopy[] {
  return cluster.files.flatMap((file) => file.posts);
}
