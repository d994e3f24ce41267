/**
 * The games of one circle's one day: slot, queue and seats of each, without who won. Packed into bytes, one array for a day:
 * thousands of days are in memory at once, and as objects they would take ten times as much.
 */
import { chance, mix } from '../randomness.ts';
import type { Circle } from './circle-day.ts';
import { DAY_BEGINS_AT_HOUR, HOUR_MS } from './local-time.ts';
import type { Person } from './population.ts';
import type { GameKind } from './world.ts';

export interface Schedule {
  readonly circle: Circle;
  readonly day: number;
  /** Games are numbered from 0 in order of time, both kinds together. */
  readonly gameCount: number;
  readonly cells: Uint8Array;
}

/** A game while the day is worked out; seats hold members' places in the circle, or `BOT`. */
export interface Lobby {
  readonly slot: number;
  readonly queue: number;
  readonly seats: readonly number[];
}

export const SEATS_A_GAME = 10;
export const BOT = 254;
/** TFT has eight seats; the last two are none. */
export const NO_SEAT = 255;
const SEATS_FROM = 2;
const CELLS_A_GAME = SEATS_FROM + SEATS_A_GAME;

export function packSchedule(circle: Circle, day: number, lobbies: readonly Lobby[]): Schedule {
  const cells = new Uint8Array(lobbies.length * CELLS_A_GAME).fill(NO_SEAT);
  for (const [game, { slot, queue, seats }] of lobbies.entries()) {
    const from = game * CELLS_A_GAME;
    cells[from] = slot;
    cells[from + 1] = QUEUES.indexOf(queue);
    cells.set(seats, from + SEATS_FROM);
  }
  return { circle, day, gameCount: lobbies.length, cells };
}

export function slotOf({ cells }: Schedule, game: number): number {
  return cells[game * CELLS_A_GAME] ?? 0;
}

export function queueOf({ cells }: Schedule, game: number): number {
  return QUEUES[cells[game * CELLS_A_GAME + 1] ?? 0] ?? 0;
}

/** The place in the circle of the player in that seat, `BOT` or `NO_SEAT`. */
export function memberAt({ cells }: Schedule, game: number, seat: number): number {
  return cells[game * CELLS_A_GAME + SEATS_FROM + seat] ?? NO_SEAT;
}

/** The seat of a member in a game, or -1. */
export function seatOf({ cells }: Schedule, game: number, member: number): number {
  const from = game * CELLS_A_GAME + SEATS_FROM;
  for (let seat = 0; seat < SEATS_A_GAME; seat++) if (cells[from + seat] === member) return seat;
  return -1;
}

// A day has 32 slots of 45 minutes, and a game fits in one with time to spare. So who plays when can be worked out without
// knowing how long any game took, and no player is ever in two games at once.
// The last slot stays empty: every circle's day begins some minutes late, by another amount each day, and must not reach into
// the next. (Without the shift, the hours of a player's games would show the grid.)

export const SLOT_MS = 45 * 60_000;
export const SLOTS_IN_USE = 31;
export const LATEST_SHIFT_MS = SLOT_MS - 1;
/** Lobbies of one slot do not begin in the same second. */
export const LATEST_START_MS = 150_000;
/** Longer ones are over by then; the minute that is left is the least that lies between two games. */
export const LONGEST_GAME_SECONDS = (SLOT_MS - LATEST_START_MS - 60_000) / 1000;

/** The hour in [0, 24) at which a slot begins, in standard time; slots may be broken. */
export function slotStartsAtHour(slot: number): number {
  return (DAY_BEGINS_AT_HOUR + (slot * SLOT_MS) / HOUR_MS) % 24;
}

/** Hours after the day's beginning as a place among its slots. */
export function hoursToSlots(hours: number): number {
  return (hours * HOUR_MS) / SLOT_MS;
}

// When one player means to be at the screen on one day, and for which game. It depends on no other player, so it also says quickly
// that a player cannot have played on a day; whether there were enough others for a lobby is the circle's matter.

export interface DayPlan {
  /** One bit for each slot of the day. A slot is never in both. */
  readonly tft: number;
  readonly lol: number;
}

const NOTHING: DayPlan = { tft: 0, lol: 0 };
const ALL_SLOTS = 2 ** SLOTS_IN_USE - 1;
const MOST_SESSIONS = 4;
const LONGEST_SESSION = 12;
/** Sessions begin within this many slots of the favourite time, the middle more often than the ends. */
const START_SPREAD = 3;

export function planDay(seed: number, person: Person, day: number, weekday: number): DayPlan {
  const { habits, player } = person;
  const own = mix(seed, player.index, day);
  const wanted = habits.sessionsPerDay * (habits.weekdayFactors[weekday] ?? 1);
  const sessions = Math.min(MOST_SESSIONS, Math.floor(wanted + chance(own, 0)));
  if (sessions === 0) return NOTHING;

  let tft = 0;
  let lol = 0;
  for (let session = 0; session < sessions; session++) {
    const question = 1 + session * 5;
    const favourite = habits.favouriteSlots[session % habits.favouriteSlots.length] ?? 0;
    const away = START_SPREAD * (chance(own, question) + chance(own, question + 1) - 1);
    const first = Math.min(SLOTS_IN_USE - 1, Math.max(0, Math.round(favourite + away)));
    const games = 1 + Math.floor(-Math.log(1 - chance(own, question + 2)) * (habits.gamesPerSession - 0.5));
    const slots = ((2 ** Math.min(games, LONGEST_SESSION) - 1) << first) & ALL_SLOTS & ~(tft | lol);
    if (chance(own, question + 3) < habits.tftShare) tft |= slots;
    else lol |= slots;
  }
  return { tft, lol };
}

// The queues that are played, and how often. The two that make a ladder are TFT's 1100 and LoL's 420.

const QUEUES: readonly number[] = [420, 440, 400, 450, 1100, 1090, 1160, 1130];

type Shares = readonly (readonly [queue: number, share: number])[];

const RANKED: Readonly<Record<GameKind, Shares>> = {
  tft: [[1100, 1]],
  lol: [
    [420, 0.85],
    [440, 0.15],
  ],
};

const OTHER: Readonly<Record<GameKind, Shares>> = {
  tft: [
    [1090, 0.5],
    [1160, 0.3],
    [1130, 0.2],
  ],
  lol: [
    [450, 0.55],
    [400, 0.45],
  ],
};

/** A lobby's queue, for a number in [0, 1). */
export function drawQueue(kind: GameKind, isRanked: boolean, luck: number): number {
  const shares = (isRanked ? RANKED : OTHER)[kind];
  let left = luck;
  let last = 0;
  for (const [queue, share] of shares) {
    last = queue;
    left -= share;
    if (left < 0) break;
  }
  return last;
}

export function kindOfQueue(queue: number): GameKind {
  return queue >= 1000 ? 'tft' : 'lol';
}

export function isRankedQueue(queue: number): boolean {
  return queue === 1100 || queue === 420 || queue === 440;
}

/** How much of a player's ranked games are in the queue of the ladder. */
export function ladderShareOfRanked(kind: GameKind): number {
  return RANKED[kind][0]?.[1] ?? 0;
}
