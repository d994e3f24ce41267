/**
 * What happened on a match day, against what the product stored. Pure, so that a test shows that each proof can fail.
 *
 * A goal is judged by what the upstream reported of it by a time before the end: what it changed between then and the silence may have been
 * seen three times or not, and is left open.
 */
import type { KeptClip, KeptGoal, KeptObject } from './kept-of-the-day.ts';
import type { TrueGoal, TrueMatch, TrueVideo } from './world-of-the-day.ts';

export interface Happened {
  readonly matches: readonly TrueMatch[];
  readonly videos: readonly TrueVideo[];
  /** The upstream was polled from then on, in the world's time. */
  readonly from: number;
  /** Every match in play was polled at this time or later, and none after the silence. */
  readonly until: number;
  readonly silentAt: number;
  /** What was reported for so long must have been seen. */
  readonly certainMs: number;
}

export interface Kept {
  readonly goals: readonly KeptGoal[];
  readonly clips: readonly KeptClip[];
  readonly objects: readonly KeptObject[];
}

export interface Comparison {
  readonly lost: readonly string[];
  readonly duplicated: readonly string[];
  /** Every other violation. */
  readonly strange: readonly string[];
  /** Keys of objects that belong to no row: a kill leaves them until they are swept. */
  readonly orphans: readonly string[];
  /** Goals that had to be found. */
  readonly certain: number;
  /** Videos that had to be found. */
  readonly certainVideos: number;
}

type Standing = 'counts' | 'does not count' | 'open';

const POLLED_OFTEN = new Set(['1H', 'HT', '2H', 'ET', 'BT', 'P', 'FT', 'AET', 'PEN']);
/** If a goal was seen so soon after its first report, nothing stood in the way. */
const SOON_MS = 60_000;

export function compareWithTruth(happened: Happened, kept: Kept): Comparison {
  const goals = compareGoals(happened, kept.goals);
  const clips = compareClips(happened, kept);
  const objects = compareObjects(kept);
  const originals = findOriginals(happened, kept.goals);
  return {
    lost: [
      ...goals.lost,
      ...kept.goals.flatMap(findUnsearched),
      ...clips.lost,
      ...findMissed(originals, kept.clips),
      ...objects.lost,
    ],
    duplicated: [...goals.duplicated, ...kept.goals.flatMap(findSearchedTwice), ...clips.duplicated],
    strange: [...clips.strange, ...objects.strange],
    orphans: objects.orphans,
    certain: goals.certain,
    certainVideos: originals.length,
  };
}

/** By what the upstream has reported for long enough. */
export function standingOf(
  goal: TrueGoal,
  { until, silentAt, certainMs }: Pick<Happened, 'until' | 'silentAt' | 'certainMs'>,
): Standing {
  const isFresh = goal.told.some(({ from }) => from > until - certainMs && from <= silentAt);
  if (isFresh) return 'open';
  const told = goal.told.findLast(({ from }) => from <= until);
  if (told === undefined) return 'does not count';
  // A row without a count is a goal whose count follows, or one that was disallowed and whose row was forgotten.
  const isGoal = told.counted !== null || (goal.stands && told.row !== null);
  return isGoal ? 'counts' : 'does not count';
}

export function compareGoals(happened: Omit<Happened, 'videos'>, goals: readonly KeptGoal[]) {
  const lost: string[] = [];
  const duplicated: string[] = [];
  let certain = 0;
  for (const match of happened.matches) {
    const { fixture } = match;
    const standing = Map.groupBy(match.goals, (goal) => standingOf(goal, happened));
    const counting = standing.get('counts')?.length ?? 0;
    // What is abandoned or postponed is polled so seldom that it may not have been seen three times.
    const phase = match.phases.findLast(({ startsAt }) => startsAt <= happened.until);
    const must = POLLED_OFTEN.has(phase?.code ?? '') ? counting : 0;
    const may = counting + (standing.get('open')?.length ?? 0);
    const there = goals.filter((goal) => goal.fixture === fixture && goal.state === 'stable');
    const what = `fixture ${fixture} has ${there.length} goals (${there.map(({ player }) => player).join(', ')}); expected ${must} to ${may}`;
    if (there.length < must) lost.push(what);
    if (there.length > may) duplicated.push(what);
    certain += must;
  }
  const known = new Set(happened.matches.map(({ fixture }) => fixture));
  for (const { id, fixture } of goals)
    if (!known.has(fixture))
      duplicated.push(`goal ${id} is of fixture ${fixture}, which was not played that day`);
  return { lost, duplicated, certain };
}

function findUnsearched({ id, state, searches, isSettled, observedLive }: KeptGoal): string[] {
  const isDone = isSettled && (searches > 0 || !observedLive);
  if (state !== 'stable' || isDone) return [];
  return [`goal ${id} counts, was searched for ${searches} times, settled: ${isSettled}`];
}

function findSearchedTwice({ id, searchJobs, reopened }: KeptGoal): string[] {
  if (searchJobs <= 1 + reopened) return [];
  return [`goal ${id} has ${searchJobs} searches; ${reopened} times there was a reason`];
}

function compareClips({ videos }: Happened, { goals, clips }: Kept) {
  const lost: string[] = [];
  const duplicated: string[] = [];
  const strange: string[] = [];
  const byName = new Map(videos.map((video) => [nameOf(video), video]));
  const stable = new Set(goals.flatMap(({ id, state }) => (state === 'stable' ? [id] : [])));
  for (const clip of clips) {
    const video = byName.get(nameOf(clip));
    const what = `clip ${nameOf(clip)} of goal ${clip.goalId} is ${clip.state} (${clip.reason})`;
    if (video === undefined) strange.push(`${what}, and was not posted`);
    else if (video.fate === 'good' && clip.state === 'failed') lost.push(`${what}, and was available`);
    else if (video.fate !== 'good' && ['kept', 'duplicate'].includes(clip.state))
      strange.push(`${what}, and was not available (${video.fate})`);
    if (stable.has(clip.goalId) && ['found', 'downloaded'].includes(clip.state))
      lost.push(`${what} for ever`);
  }
  for (const [goalId, ofGoal] of Map.groupBy(clips, (clip) => clip.goalId)) {
    const kept = ofGoal.filter(({ state }) => state === 'kept');
    const archived = kept.flatMap(({ md5 }) => md5 ?? []);
    if (new Set(archived).size < archived.length) duplicated.push(`goal ${goalId} has the same bytes twice`);
    if (kept.length === 0 && ofGoal.some(({ state }) => state === 'duplicate'))
      lost.push(`goal ${goalId} has copies and none that is kept`);
  }
  const names = clips.map((clip) => `${clip.goalId} ${clip.site} ${nameOf(clip)}`);
  if (new Set(names).size < names.length) duplicated.push('a video is there twice for one goal');
  return { lost, duplicated, strange };
}

interface Original {
  readonly goal: KeptGoal;
  readonly video: TrueVideo;
}

/**
 * The broadcast's own clip of every goal that was scored while it was watched, was seen soon enough for its posts to be young, and whose
 * scorer has no other goal in the match: the video is available, was posted in time, and names its goal.
 */
function findOriginals(happened: Happened, goals: readonly KeptGoal[]): Original[] {
  return happened.matches.flatMap(({ fixture, goals: trueGoals }) =>
    trueGoals.flatMap((truth) => {
      const toldAt = truth.told[0]?.from ?? Infinity;
      const isOnly = trueGoals.filter(({ scorer }) => scorer.name === truth.scorer.name).length === 1;
      if (toldAt < happened.from || !isOnly || standingOf(truth, happened) !== 'counts') return [];
      const goal = goals.find(
        (each) => each.state === 'stable' && each.fixture === fixture && each.player === truth.scorer.name,
      );
      const video = happened.videos.find((each) => each.goal === truth.key && each.kind === 'original');
      if (goal === undefined || video?.fate !== 'good') return [];
      const isInTime =
        goal.firstSeenAt - toldAt < SOON_MS &&
        goal.searchedUntil !== null &&
        video.postedAt < goal.searchedUntil - SOON_MS;
      return isInTime ? [{ goal, video }] : [];
    }),
  );
}

function findMissed(originals: readonly Original[], clips: readonly KeptClip[]): string[] {
  const there = new Map(clips.map((clip) => [`${clip.goalId} ${nameOf(clip)}`, clip]));
  return originals.flatMap(({ goal, video }) => {
    const clip = there.get(`${goal.id} ${nameOf(video)}`);
    if (clip !== undefined && ['kept', 'duplicate'].includes(clip.state)) return [];
    const found = clip === undefined ? 'not found' : `${clip.state} (${clip.reason})`;
    return [`the original ${nameOf(video)} of goal ${goal.id} (${goal.player}) is ${found}`];
  });
}

/** An object exists if and only if a row says so, and it is what the row says. */
function compareObjects({ goals, clips, objects }: Kept) {
  const lost: string[] = [];
  const strange: string[] = [];
  const byKey = new Map(objects.map((object) => [object.key, object]));
  // The work for a goal that was taken back stops where it is, and everything is kept.
  const stopped = new Set(goals.flatMap(({ id, state }) => (state === 'removed' ? [id] : [])));
  const claimed = clips.filter(({ objectState }) => objectState !== 'none');
  for (const { id, state, objectKey, objectState, md5, fixture, goalId } of claimed) {
    const object = byKey.get(objectKey ?? '');
    const what = `clip ${id} is ${state}, its object ${objectKey} ${objectState}`;
    const isStopped = stopped.has(goalId);
    if (objectState !== 'stored' && !isStopped) strange.push(`${what} at the end`);
    if (object === undefined) lost.push(`${what} and not there`);
    else if (object.md5 !== md5) strange.push(`${what} and has other bytes`);
    else if (isStopped) continue;
    else if (objectKey !== `${fixture}/${goalId}/${md5}.mp4`)
      strange.push(`${what} under a key of another form`);
  }
  for (const { id, state, objectState, goalId } of clips)
    if (state === 'kept' && objectState !== 'stored' && !stopped.has(goalId))
      lost.push(`clip ${id} is kept and not stored (${objectState})`);
  const keys = new Set(claimed.map(({ objectKey }) => objectKey));
  const orphans = objects.flatMap(({ key }) => (keys.has(key) ? [] : [key]));
  return { lost, strange, orphans };
}

function nameOf({ post, number }: { readonly post: string; readonly number: number }): string {
  return `${post}-${number}`;
}
