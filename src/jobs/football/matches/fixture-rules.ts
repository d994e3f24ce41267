/**
 * What an answer makes of a fixture's row. Pure. A list of a day tells of everything but the events; it must not push aside what polls
 * have told of a match in play, so there it changes names and dates alone.
 *
 * The pace between two polls is the monitor's own: each of its runs asks for everything that is due, so a match in play is due at once.
 */
import {
  DEFAULT_FOLLOW_PACE,
  firstPhaseOf,
  isGraceOver,
  isOver,
  nextPollAt,
  statusGroupOf,
  type FixturePhase,
  type FollowPace,
} from '#/domain/football/fixture-status.ts';
import type { FixtureReading } from '#/domain/football/fixture.ts';
import type { FixtureRow } from '#/stores/postgres/fixture.ts';

const DAY_MS = 86_400_000;
/** Once corrections are not waited for any more, and only clips are. */
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
  return toRow(known, reading, at, ingestedPhase(known, reading, at, pace), pace);
}

/** From a poll of a fixture that is followed. */
export function pollFixture(
  known: FixtureRow,
  reading: FixtureReading,
  at: Date,
  pace: FollowPace,
): FixtureRow {
  const wanted = firstPhaseOf(reading.status.code, reading.kickoffAt, at, pace);
  // It is completed by the monitor, when its grace is over and its goals are settled.
  return toRow(known, reading, at, wanted === 'staging' ? 'staging' : 'active', pace);
}

/** One that began and ended while nobody looked is asked about all the same: its goals can still be had. */
function ingestedPhase(
  known: FixtureRow | undefined,
  { status, kickoffAt }: FixtureReading,
  at: Date,
  pace: FollowPace,
): FixturePhase {
  const wanted = firstPhaseOf(status.code, kickoffAt, at, pace);
  const wasMissed =
    known?.phase === 'staging' &&
    statusGroupOf(status.code) === 'finished' &&
    at.getTime() - kickoffAt.getTime() < DAY_MS;
  return wanted === 'completed' && wasMissed ? 'active' : wanted;
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
