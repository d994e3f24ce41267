/**
 * The games of one circle's one day: slot, queue and seats of each, without who won. Packed into bytes, one array for a day:
 * thousands of days are in memory at once, and as objects they would take ten times as much.
 */
import type { Circle } from './circles.ts';
import { QUEUES } from './queues.ts';

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
