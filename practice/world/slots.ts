/**
 * A day has 32 slots of 45 minutes, and a game fits in one with time to spare. So who plays when can be worked out without
 * knowing how long any game took, and no player is ever in two games at once.
 *
 * The last slot stays empty: every circle's day begins some minutes late, by another amount each day, and must not reach into
 * the next. (Without the shift, the hours of a player's games would show the grid.)
 */
import { DAY_BEGINS_AT_HOUR, HOUR_MS } from './local-time.ts';

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
