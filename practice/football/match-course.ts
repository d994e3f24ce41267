/**
 * The course of a match in time: which status it has from when to when, and which minute is shown. Stoppage, half-time, a late
 * start and interruptions are in it; who scores is not.
 *
 *   NS ─► 1H ─► HT ─► 2H ─► FT                       PST … ─► 1H (a late start)
 *                      ├─► BT ─► ET ─► BT ─► ET ─► AET             2H ─► INT ─► 2H
 *                      │                            └─► P ─► PEN    2H ─► SUSP ─► ABD
 *   NS ─► PST, CANC, AWD, WO (it never begins)
 */
import { chance, hashText, mix } from '../randomness.ts';
import { MINUTE_MS, type ScheduledFixture } from './fixture-calendar.ts';
import type { Quirks } from './quirks.ts';

export interface Phase {
  readonly code: string;
  readonly startsAt: number;
  /** Infinity: it stays so. */
  readonly endsAt: number;
  /** Minutes played before it, and the one at which the shown minute stops. Null: the ball is not in play. */
  readonly playing: { readonly from: number; readonly cap: number } | null;
  /** What is shown while the ball is not in play. */
  readonly minute: number | null;
}

const HALF_TIME_MS = 15 * MINUTE_MS;
const BREAK_MS = 3 * MINUTE_MS;
const KICK_MS = 40_000;
const NEVER_BEGUN = [
  ['postponed', 'PST'],
  ['cancelled', 'CANC'],
  ['awarded', 'AWD'],
  ['walkover', 'WO'],
] as const;

/** The first 90 minutes, or why they never come to an end. The last phase is open: it is the next one's beginning. */
export function regularTime({ id, kickoffAt }: ScheduledFixture, seed: number, quirks: Quirks): Phase[] {
  const own = mix(seed, hashText('course'), id);
  const between = (question: number, low: number, high: number): number =>
    Math.round((low + chance(own, question) * (high - low)) * MINUTE_MS);
  const never = NEVER_BEGUN.find(([quirk]) => quirks.has(quirk, id));
  if (never !== undefined) {
    const knownAt = kickoffAt - between(1, 20, 300);
    return [still('NS', 0, knownAt), still(never[1], knownAt, Infinity)];
  }
  const isLate = quirks.has('lateStart', id);
  const startsAt = kickoffAt + (isLate ? between(2, 15, 30) : between(2, 0, 3));
  const phases = isLate
    ? [still('NS', 0, kickoffAt), still('PST', kickoffAt, startsAt)]
    : [still('NS', 0, startsAt)];
  const firstEnds = startsAt + 45 * MINUTE_MS + between(3, 1, 5);
  const secondStarts = firstEnds + HALF_TIME_MS + between(4, 0, 2);
  phases.push(play('1H', startsAt, firstEnds, 0, 45), still('HT', firstEnds, secondStarts, 45));
  const stop = secondStarts + between(5, 5, 38);
  const minutesUntilStop = (stop - secondStarts) / MINUTE_MS;
  if (quirks.has('abandoned', id)) {
    const given = stop + between(6, 20, 60);
    const minute = 46 + Math.floor(minutesUntilStop);
    phases.push(play('2H', secondStarts, stop, 45, 90), still('SUSP', stop, given, minute));
    return [...phases, still('ABD', given, Infinity, minute)];
  }
  const pause = quirks.has('interrupted', id) ? between(6, 8, 20) : 0;
  const secondEnds = secondStarts + 45 * MINUTE_MS + between(7, 2, 8) + pause;
  if (pause === 0) phases.push(play('2H', secondStarts, secondEnds, 45, 90));
  else
    phases.push(
      play('2H', secondStarts, stop, 45, 90),
      still('INT', stop, stop + pause, 46 + Math.floor(minutesUntilStop)),
      play('2H', stop + pause, secondEnds, 45 + minutesUntilStop, 90),
    );
  return phases;
}

export function extraTime(from: number, id: number, seed: number): Phase[] {
  const own = mix(seed, hashText('extra time'), id);
  const starts = from + BREAK_MS;
  const middle = starts + 15 * MINUTE_MS + Math.round(chance(own, 1) * MINUTE_MS);
  const again = middle + MINUTE_MS;
  return [
    still('BT', from, starts, 90),
    play('ET', starts, middle, 90, 105),
    still('BT', middle, again, 105),
    play('ET', again, again + 15 * MINUTE_MS + Math.round(chance(own, 2) * 2 * MINUTE_MS), 105, 120),
  ];
}

export function shootOut(from: number, kicks: number): Phase {
  return still('P', from, kickAt(from, kicks) + KICK_MS, 120);
}

/** Kicks are numbered from 0. */
export function kickAt(shootOutStartsAt: number, kick: number): number {
  return shootOutStartsAt + BREAK_MS + kick * KICK_MS;
}

export function over(code: 'FT' | 'AET' | 'PEN', from: number): Phase {
  return still(code, from, Infinity, code === 'FT' ? 90 : 120);
}

export function phaseAt(phases: readonly Phase[], at: number): Phase {
  const phase = phases.findLast(({ startsAt }) => startsAt <= at) ?? phases[0];
  if (phase === undefined) throw new Error('a match has no phases');
  return phase;
}

/** What the board shows: `45`, `45+2`. */
export function minuteAt({ playing, startsAt, minute }: Phase, at: number) {
  if (playing === null) return { minute, extra: null };
  const played = playing.from + (at - startsAt) / MINUTE_MS;
  return played < playing.cap
    ? { minute: Math.floor(played) + 1, extra: null }
    : { minute: playing.cap, extra: Math.floor(played - playing.cap) + 1 };
}

function play(code: string, startsAt: number, endsAt: number, from: number, cap: number): Phase {
  return { code, startsAt, endsAt, playing: { from, cap }, minute: null };
}

function still(code: string, startsAt: number, endsAt: number, minute: number | null = null): Phase {
  return { code, startsAt, endsAt, playing: null, minute };
}
