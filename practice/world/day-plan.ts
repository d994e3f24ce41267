/**
 * When one player means to be at the screen on one day, and for which game. It depends on no other player, so it also says quickly
 * that a player cannot have played on a day; whether there were enough others for a lobby is the circle's matter.
 */
import { chance, mix } from '../randomness.ts';
import type { Person } from './person.ts';
import { SLOTS_IN_USE } from './slots.ts';

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
