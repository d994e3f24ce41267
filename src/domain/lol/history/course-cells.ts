/** The cells that follow each other: place in the session, games of the day, results in a row, break before, length of the game. */
import type { CellName } from './cell-list.ts';
import type { GameInContext } from './game-context.ts';
import type { Streak } from './streak.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const LAST_POSITION = 8;
const LONGEST_STREAK = 5;

/** A cell goes from its beginning to that of the next. */
interface Step extends CellName {
  readonly from: number;
}

const VOLUMES: readonly Step[] = [
  { key: '1', label: '1 game that day', from: 1 },
  { key: '2', label: '2 games that day', from: 2 },
  { key: '3', label: '3 games that day', from: 3 },
  { key: '4-5', label: '4 or 5 games that day', from: 4 },
  { key: '6-8', label: '6 to 8 games that day', from: 6 },
  { key: '9+', label: '9 or more games that day', from: 9 },
];

/** In seconds. */
const BREAKS: readonly Step[] = [
  { key: '0-5m', label: 'Under 5 minutes', from: 0 },
  { key: '5-15m', label: '5 to 15 minutes', from: 5 * MINUTE },
  { key: '15-30m', label: '15 to 30 minutes', from: 15 * MINUTE },
  { key: '30-60m', label: '30 to 60 minutes', from: 30 * MINUTE },
  { key: '1-3h', label: '1 to 3 hours', from: HOUR },
  { key: '3-12h', label: '3 to 12 hours', from: 3 * HOUR },
  { key: '12-36h', label: '12 to 36 hours', from: 12 * HOUR },
  { key: '36h-7d', label: '36 hours to 7 days', from: 36 * HOUR },
  { key: '7d+', label: '7 days or more', from: 7 * DAY },
];

/** In seconds. */
const DURATIONS: readonly Step[] = [
  { key: '0-20m', label: 'Under 20 minutes', from: 0 },
  { key: '20-25m', label: '20 to 25 minutes', from: 20 * MINUTE },
  { key: '25-30m', label: '25 to 30 minutes', from: 25 * MINUTE },
  { key: '30-35m', label: '30 to 35 minutes', from: 30 * MINUTE },
  { key: '35-40m', label: '35 to 40 minutes', from: 35 * MINUTE },
  { key: '40m+', label: '40 minutes or more', from: 40 * MINUTE },
];

function placeAmong(steps: readonly Step[], value: number): number {
  return steps.findLastIndex(({ from }) => value >= from);
}

export const VOLUME_CELLS: readonly CellName[] = toNames(VOLUMES);
export const BREAK_CELLS: readonly CellName[] = toNames(BREAKS);
export const DURATION_CELLS: readonly CellName[] = toNames(DURATIONS);

export function volumePlace(gamesOfTheDay: number): number {
  return placeAmong(VOLUMES, gamesOfTheDay);
}

/** -1: nobody knows. */
export function breakPlace({ breakMs }: GameInContext): number {
  return breakMs === null ? -1 : placeAmong(BREAKS, breakMs / 1_000);
}

export function durationPlace({ game }: GameInContext): number {
  return placeAmong(DURATIONS, game.seconds);
}

export const POSITION_CELLS: readonly CellName[] = Array.from({ length: LAST_POSITION }, (_, index) =>
  index + 1 < LAST_POSITION
    ? { key: String(index + 1), label: `Game ${index + 1} of a session` }
    : { key: `${LAST_POSITION}+`, label: `Game ${LAST_POSITION} or later of a session` },
);

export function positionPlace({ position }: GameInContext): number {
  return Math.min(position, LAST_POSITION) - 1;
}

/** From most losses to most wins. */
export const STREAK_CELLS: readonly CellName[] = [
  ...lengths()
    .map((length) => streakName('losses', length))
    .toReversed(),
  ...lengths().map((length) => streakName('wins', length)),
];

/** -1: there is no row. */
export function streakPlace({ length, isWin }: Streak): number {
  if (length === 0) return -1;
  const capped = Math.min(length, LONGEST_STREAK);
  return isWin ? LONGEST_STREAK + capped - 1 : LONGEST_STREAK - capped;
}

function lengths(): number[] {
  return Array.from({ length: LONGEST_STREAK }, (_, index) => index + 1);
}

function streakName(kind: 'wins' | 'losses', length: number): CellName {
  if (length === 1) return { key: `${kind}-1`, label: kind === 'wins' ? 'After a win' : 'After a loss' };
  if (length < LONGEST_STREAK) return { key: `${kind}-${length}`, label: `After ${length} ${kind} in a row` };
  return { key: `${kind}-${length}+`, label: `After ${length} or more ${kind} in a row` };
}

function toNames(steps: readonly Step[]): CellName[] {
  return steps.map(({ key, label }) => ({ key, label }));
}
