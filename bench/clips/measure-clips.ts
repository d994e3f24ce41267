/** What was archived, judged by what really happened: seconds to the first clip, goals with a clip, clips of the right goal. */
import type { TrueGoal, TrueMatch, TrueVideo } from '../../test/football/world-of-the-day.ts';
import type { Figures } from '../benchmark.ts';
import { quantile } from '../harness/statistics.ts';

export interface MeasuredGoal {
  readonly id: string;
  readonly fixture: number;
  readonly player: string | null;
  readonly minute: number;
}

export interface MeasuredClip {
  readonly goalId: string;
  readonly site: string;
  readonly post: string;
  readonly number: number;
  readonly state: string;
  /** The time of the first upload, in ms; null: it was never archived. */
  readonly archivedAt: number | null;
}

export interface Happened {
  readonly matches: readonly TrueMatch[];
  readonly videos: readonly TrueVideo[];
  readonly from: number;
  readonly until: number;
}

/** A goal counts when its search had this long before the end. */
const SEARCHED_MS = 5 * 60_000;

export function measureClips(
  { matches, videos, from, until }: Happened,
  { goals, clips }: { readonly goals: readonly MeasuredGoal[]; readonly clips: readonly MeasuredClip[] },
): { ours: Figures; floor: Figures; sites: Record<string, Figures> } {
  const truthOf = new Map(goals.flatMap((goal) => pair(goal, findTruth(matches, goal))));
  const videoOf = new Map(videos.map((video) => [`${video.post}-${video.number}`, video]));
  // Every goal that stands in a followed match counts, also one that the product did not find.
  const measured = matches
    .flatMap((match) => match.goals)
    .filter(({ stands, happenedAt }) => stands && happenedAt >= from && happenedAt <= until - SEARCHED_MS);
  const archived = clips.filter(({ archivedAt }) => archivedAt !== null);
  const isRight = ({ goalId, post, number }: MeasuredClip): boolean => {
    const truth = truthOf.get(goalId);
    return truth !== undefined && (videoOf.get(`${post}-${number}`)?.shows.includes(truth.key) ?? false);
  };
  const right = archived.filter(isRight);
  const delays = measured.flatMap((goal) =>
    secondsToFirst(
      goal,
      right
        .filter(({ goalId }) => truthOf.get(goalId)?.key === goal.key)
        .map(({ archivedAt }) => archivedAt ?? 0),
    ),
  );
  const posted = measured.flatMap((goal) =>
    secondsToFirst(
      goal,
      videos
        .filter(({ shows, fate }) => fate === 'good' && shows.includes(goal.key))
        .map(({ postedAt }) => postedAt),
    ),
  );
  const found = new Set([...truthOf.values()].map(({ key }) => key));
  const judged = archived.filter(({ goalId }) => truthOf.has(goalId));
  return {
    ours: {
      goals: measured.length,
      shareFound: share(measured.filter(({ key }) => found.has(key)).length, measured.length),
      shareWithClip: share(delays.length, measured.length),
      firstClipSecondsMedian: Math.round(quantile(delays, 0.5)),
      firstClipSecondsP90: Math.round(quantile(delays, 0.9)),
      archivedClips: judged.length,
      precision: share(judged.filter(isRight).length, judged.length),
    },
    floor: {
      shareWithPost: share(posted.length, measured.length),
      firstPostSecondsMedian: Math.round(quantile(posted, 0.5)),
      firstPostSecondsP90: Math.round(quantile(posted, 0.9)),
    },
    sites: Object.fromEntries(
      [...Map.groupBy(judged, ({ site }) => site)].map(([site, ofSite]) => [
        site,
        { archivedClips: ofSite.length, precision: share(ofSite.filter(isRight).length, ofSite.length) },
      ]),
    ),
  };
}

/** The goal of the world that a kept goal is. A scorer with two goals in a match is identified by the minute. */
function findTruth(matches: readonly TrueMatch[], goal: MeasuredGoal): TrueGoal | undefined {
  const candidates = (matches.find(({ fixture }) => fixture === goal.fixture)?.goals ?? []).filter(
    ({ scorer }) => scorer.name === goal.player,
  );
  return candidates.toSorted(
    (a, b) => Math.abs(a.minute - goal.minute) - Math.abs(b.minute - goal.minute),
  )[0];
}

function pair({ id }: MeasuredGoal, truth: TrueGoal | undefined): [string, TrueGoal][] {
  return truth === undefined ? [] : [[id, truth]];
}

/** Empty when there is none. */
function secondsToFirst({ happenedAt }: TrueGoal, times: readonly number[]): number[] {
  return times.length === 0 ? [] : [(Math.min(...times) - happenedAt) / 1_000];
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((1_000 * part) / whole) / 1_000;
}
