/**
 * What the upstream's status codes mean for us: how they are shown, in which phase a fixture is, how often it is asked about, and
 * when nothing more is expected of it. Everything goes by the short code; the long words differ from code to code and over time.
 *
 * Traps: delays of a quarter of an hour are told as PST, so a postponed fixture is not over; ABD may still become a result; a
 * fixture of a badly covered league can stay in 2H for ever; AWD is spelt AWA in places. A code that nobody knows is in play:
 * asking once too often costs a call, not asking costs goals.
 */

export type StatusGroup = 'upcoming' | 'live' | 'break' | 'held-up' | 'finished' | 'not-played';
export type FixturePhase = 'staging' | 'active' | 'completed';

export interface FollowPace {
  /** Between two polls while it is in play, and while corrections may come. */
  readonly everyMs: number;
  /** So long before the kick-off it becomes active. */
  readonly activateBeforeMs: number;
  /** So long after its end corrections are waited for. */
  readonly graceMs: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const DEFAULT_FOLLOW_PACE: FollowPace = {
  everyMs: MINUTE,
  activateBeforeMs: 30 * MINUTE,
  graceMs: 20 * MINUTE,
};

const GROUPS: ReadonlyMap<string, StatusGroup> = new Map<string, StatusGroup>([
  ['TBD', 'upcoming'],
  ['NS', 'upcoming'],
  ['1H', 'live'],
  ['2H', 'live'],
  ['ET', 'live'],
  ['P', 'live'],
  ['LIVE', 'live'],
  ['HT', 'break'],
  ['BT', 'break'],
  ['INT', 'held-up'],
  ['SUSP', 'held-up'],
  ['PST', 'held-up'],
  ['FT', 'finished'],
  ['AET', 'finished'],
  ['PEN', 'finished'],
  ['CANC', 'not-played'],
  ['ABD', 'not-played'],
  ['AWD', 'not-played'],
  ['AWA', 'not-played'],
  ['WO', 'not-played'],
]);

/** No match lasts longer, breaks and extra time included; asked about more slowly after it. */
const LONGEST_MATCH_MS = 4 * HOUR;
/** After so long without an end, none is expected any more. */
const FORGOTTEN_MS = 2 * DAY;
/** The same of one that was put off: it keeps its id, and a new date is found by its day's list as well. */
const PUT_OFF_FORGOTTEN_MS = 30 * DAY;
const ABANDONED_GRACE_MS = DAY;
const BEFORE_KICKOFF_MS = 5 * MINUTE;
const SLOW_MS = 15 * MINUTE;
const SLOWEST_MS = 6 * HOUR;

export function statusGroupOf(code: string): StatusGroup {
  return GROUPS.get(code) ?? 'live';
}

/** False: somebody should be told, and it is taken for one that is in play. */
export function isKnownStatus(code: string): boolean {
  return GROUPS.has(code);
}

/** Where a fixture goes that is seen for the first time. One that is followed already leaves `active` by its completion alone. */
export function firstPhaseOf(code: string, kickoffAt: Date, now: Date, pace: FollowPace): FixturePhase {
  if (isOver(code, kickoffAt, now)) {
    const isAbandonedLately = code === 'ABD' && ageMs(kickoffAt, now) < LONGEST_MATCH_MS + ABANDONED_GRACE_MS;
    return isAbandonedLately ? 'active' : 'completed';
  }
  return isWaiting(code) && !isDue(kickoffAt, now, pace) ? 'staging' : 'active';
}

/** A fixture in `staging` becomes active. */
export function isDue(kickoffAt: Date, now: Date, { activateBeforeMs }: FollowPace): boolean {
  return ageMs(kickoffAt, now) >= -activateBeforeMs;
}

/** The upstream calls it over, or has had so much time to do so that nothing more is expected. */
export function isOver(code: string, kickoffAt: Date, now: Date): boolean {
  const group = statusGroupOf(code);
  if (group === 'finished' || group === 'not-played') return true;
  return ageMs(kickoffAt, now) >= (isPutOff(code) ? PUT_OFF_FORGOTTEN_MS : FORGOTTEN_MS);
}

/** About when a match ended that was over before anybody asked: breaks and added time included. */
export function estimateEnd(code: string, kickoffAt: Date): Date {
  const minutes = code === 'AET' ? 155 : code === 'PEN' ? 170 : 115;
  return new Date(kickoffAt.getTime() + minutes * MINUTE);
}

/** Corrections are no longer waited for. `overSince`: since when `isOver` has been true without a break. */
export function isGraceOver(
  code: string,
  overSince: Date | null,
  now: Date,
  { graceMs }: FollowPace,
): boolean {
  if (overSince === null) return false;
  return ageMs(overSince, now) >= (code === 'ABD' ? Math.max(graceMs, ABANDONED_GRACE_MS) : graceMs);
}

/** When a fixture that is not completed is asked about next. */
export function nextPollAt(code: string, kickoffAt: Date, now: Date, pace: FollowPace): Date {
  const dueAt = kickoffAt.getTime() - pace.activateBeforeMs;
  const at = now.getTime() + pauseMs(code, kickoffAt, now, pace);
  return new Date(isWaiting(code) ? Math.max(at, dueAt) : at);
}

function pauseMs(code: string, kickoffAt: Date, now: Date, { everyMs }: FollowPace): number {
  const age = ageMs(kickoffAt, now);
  const group = statusGroupOf(code);
  if (group === 'finished') return everyMs;
  if (isPutOff(code) || group === 'not-played')
    return Math.max(everyMs, age < LONGEST_MATCH_MS ? BEFORE_KICKOFF_MS : age < DAY ? SLOW_MS : SLOWEST_MS);
  if (age >= LONGEST_MATCH_MS) return Math.max(everyMs, SLOW_MS);
  // The first minute of play must not be slept through.
  if (age < 0) return Math.max(everyMs, Math.min(BEFORE_KICKOFF_MS, -age));
  return everyMs;
}

/** It waits for its kick-off, which may be days away. */
function isWaiting(code: string): boolean {
  return statusGroupOf(code) === 'upcoming' || code === 'PST';
}

function isPutOff(code: string): boolean {
  return code === 'PST' || code === 'SUSP';
}

function ageMs(from: Date, now: Date): number {
  return now.getTime() - from.getTime();
}
