/**
 * The row of a fixture after an answer. Pure. The list of a day has no events, so for a match in play it updates only names and dates; polls
 * know more. A match that is over and was never polled becomes active once more, so that its goals are read.
 *
 * Each run of the monitor polls everything that is due, so a match in play is always due.
 */
import {
  DEFAULT_FOLLOW_PACE,
  estimateEnd,
  firstPhaseOf,
  isGraceOver,
  isOver,
  nextPollAt,
  statusGroupOf,
  type FixturePhase,
  type FollowPace,
} from '#/domain/football/fixture-status.ts';
import type { FixtureReading } from '#/domain/football/fixture.ts';
import type { FixtureRow } from './fixture.ts';

/** After the grace for corrections, while only clips are open. */
const AFTER_GRACE_MS = 15 * 60_000;

export function toPace(choices: Partial<Omit<FollowPace, 'everyMs'>> = {}): FollowPace {
  return { ...DEFAULT_FOLLOW_PACE, ...choices, everyMs: 0 };
}

/** From the list of a day. */
export function ingestFixture(
  known: FixtureRow | undefined,
  reading: FixtureReading,
  at: Date,
  pace: FollowPace,
): FixtureRow {
  const { league, home, away, kickoffAt } = reading;
  if (known?.phase === 'active') return { ...known, league, home, away, kickoffAt };
  const phase = firstPhaseOf(reading.status.code, kickoffAt, at, pace);
  if (phase === 'completed' && hasUnreadGoals(known, reading))
    return { ...toRow(known, reading, at, 'active', pace), nextPollAt: at, finalSince: at };
  return toRow(known, reading, at, phase, pace);
}

/** From a poll of a fixture that is followed. */
export function pollFixture(
  known: FixtureRow,
  reading: FixtureReading,
  at: Date,
  pace: FollowPace,
): FixtureRow {
  const { code } = reading.status;
  const first = firstPhaseOf(code, reading.kickoffAt, at, pace);
  // The grace for corrections starts at the real end of the match, not at its first poll.
  const end = estimateEnd(code, reading.kickoffAt);
  const isLate = known.followedAt === null && statusGroupOf(code) === 'finished' && end < at;
  const before = isLate ? { ...known, finalSince: end } : known;
  // The monitor completes it when its grace is over and its goals are settled.
  const row = toRow(before, reading, at, first === 'staging' ? 'staging' : 'active', pace);
  return { ...row, followedAt: known.followedAt ?? at };
}

/** The score has goals, or is unknown, and no poll has read them: there was none, or only before the match was postponed. */
function hasUnreadGoals(known: FixtureRow | undefined, { status, goals }: FixtureReading): boolean {
  const isUnread = known === undefined || known.followedAt === null || known.phase === 'staging';
  return isUnread && statusGroupOf(status.code) === 'finished' && (goals.home !== 0 || goals.away !== 0);
}

function toRow(
  known: FixtureRow | undefined,
  reading: FixtureReading,
  at: Date,
  phase: FixturePhase,
  pace: FollowPace,
): FixtureRow {
  const { events: _, ...told } = reading;
  const { code } = reading.status;
  const finalSince = isOver(code, reading.kickoffAt, at) ? (known?.finalSince ?? at) : null;
  return {
    ...told,
    phase,
    nextPollAt: phase === 'active' ? dueAt(reading, finalSince, at, pace) : null,
    polledAt: at,
    trouble: null,
    troubleSince: null,
    finalSince,
    completedAt: phase === 'completed' ? (known?.completedAt ?? at) : null,
    followedAt: known?.followedAt ?? null,
  };
}

function dueAt(
  { status, kickoffAt }: FixtureReading,
  finalSince: Date | null,
  at: Date,
  pace: FollowPace,
): Date {
  if (isGraceOver(status.code, finalSince, at, pace)) return new Date(at.getTime() + AFTER_GRACE_MS);
  return nextPollAt(status.code, kickoffAt, at, pace);
}
