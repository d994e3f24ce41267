/** Rows as they travel: fixtures, goals, clips and time lines in the words of the contract. Pure. */
import type {
  FootballClip,
  FootballCoverage,
  FootballFixture,
  FootballGoal,
  FootballTimeline,
} from '#/contract/football.ts';
import { statusGroupOf } from '#/domain/football/fixture-status.ts';
import type { Score } from '#/domain/football/fixture.ts';
import type { GoalChange } from '#/domain/football/goal.ts';
import type { ClipRow } from '#/football/clip.ts';
import type { FixtureRow } from '#/football/fixture.ts';
import type { CoverageRow, DroppedRow, FixtureCounts } from '#/football/coverage.ts';
import type { GoalStepRow } from '#/football/steps.ts';
import type { GoalRow } from '#/football/goal.ts';

const NOTHING: FixtureCounts = { stable: 0, detected: 0, removed: 0, clips: 0 };

export function toFixture(row: FixtureRow, counts: FixtureCounts = NOTHING): FootballFixture {
  const { clips, ...goals } = counts;
  return {
    id: row.id,
    competition: row.league,
    home: row.home,
    away: row.away,
    kickoffAt: row.kickoffAt.toISOString(),
    phase: row.phase,
    status: row.status.code,
    statusGroup: statusGroupOf(row.status.code),
    minute: row.status.minute,
    extraMinute: row.status.extraMinute,
    score: toScoreLine(row.goals),
    penalties: toScoreLine(row.penalties),
    polledAt: toTime(row.polledAt),
    followedAt: toTime(row.followedAt),
    trouble: row.trouble,
    goals,
    clips,
  };
}

export function toCoverage(row: CoverageRow, dropped: readonly DroppedRow[]): FootballCoverage {
  const { medianSeconds, slowestSeconds, ...counts } = row;
  return {
    ...counts,
    dropped: [...dropped],
    secondsToFirstClip: { median: medianSeconds, slowest: slowestSeconds },
  };
}

export function toGoal(
  row: GoalRow,
  changes: readonly GoalChange[],
  clips: readonly ClipRow[],
): FootballGoal {
  const { id, label, side, kind, minute, extraMinute, state, sightings, misses, byHand, searches } = row;
  return {
    id,
    label,
    side,
    team: { id: row.teamId, name: row.teamName },
    player: { id: row.playerId, name: row.playerName },
    assist: { id: row.assistId, name: row.assistName },
    kind,
    minute,
    extraMinute,
    state,
    sightings,
    misses,
    scoreBefore: row.scoreBefore,
    scoreAfter: row.scoreAfter,
    observedLive: row.observedLive,
    firstSeenAt: row.firstSeenAt.toISOString(),
    stableAt: toTime(row.stableAt),
    removedAt: toTime(row.removedAt),
    restoredAt: toTime(row.restoredAt),
    byHand,
    searches,
    searchUntil: toTime(row.searchUntil),
    settledAt: toTime(row.settledAt),
    settledReason: row.settledReason,
    secondsToFirstClip: secondsToFirstClip(row, clips),
    changes: changes.map(({ at, kind, before, after }) => ({ at: at.toISOString(), kind, before, after })),
    clips: clips.map((clip) => toClip(clip, row.state === 'removed')),
  };
}

/** Of a goal that does not count nothing is shown, whatever is archived. */
function toClip(row: ClipRow, isHidden: boolean): FootballClip {
  const { id, site, author, caption, pageUrl, sightings, relevance, isVerified, state, reasonCode, reason } =
    row;
  return {
    id,
    site,
    author,
    caption,
    pageUrl,
    postedAt: toTime(row.postedAt),
    foundAt: row.foundAt.toISOString(),
    sightings,
    relevance,
    isVerified,
    state,
    reasonCode,
    reason,
    media: toMedia(row),
    cluster: row.cluster,
    isBest: row.isBest,
    copies: row.copies,
    containsClips: [...row.containsClips],
    otherGoalId: row.otherGoalId,
    videoUrl:
      row.isBest && row.objectState === 'stored' && !isHidden ? `/api/football/clips/${id}/video` : null,
  };
}

function toMedia({ bytes, seconds, width, height, hasAudio, md5 }: ClipRow): FootballClip['media'] {
  if (bytes === null || seconds === null || width === null || height === null || md5 === null) return null;
  return { bytes, seconds, width, height, hasAudio: hasAudio === true, md5 };
}

export function toTimeline(goalId: string, steps: readonly GoalStepRow[]): FootballTimeline {
  return {
    goalId,
    steps: steps.map(({ startedAt, endedAt, ...step }) => ({
      ...step,
      startedAt: startedAt.toISOString(),
      endedAt: toTime(endedAt),
    })),
  };
}

function secondsToFirstClip({ firstSeenAt }: GoalRow, clips: readonly ClipRow[]): number | null {
  const archived = clips.flatMap(({ archivedAt }) => archivedAt?.getTime() ?? []);
  return archived.length === 0 ? null : (Math.min(...archived) - firstSeenAt.getTime()) / 1_000;
}

/** A score of which one half is unknown is none. */
function toScoreLine({ home, away }: Score): FootballFixture['score'] {
  return home === null || away === null ? null : { home, away };
}

function toTime(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
