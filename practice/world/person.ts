/**
 * Everything that is true about one player: how good, when and what they play, and what moves their form. Most of it is hidden:
 * only the side door for tests may tell it.
 */
import { chance } from '../randomness.ts';
import type { PlantedEffects } from './planted-effects.ts';
import { hoursToSlots } from './slots.ts';
import type { GameKind, Player } from './world.ts';

export interface Habits {
  /** Wished for, over both kinds. A seat is found for about seven in ten: that makes once a week to ten a day. */
  readonly gamesPerDay: number;
  readonly sessionsPerDay: number;
  /** Mean number of games that a session is meant to have. */
  readonly gamesPerSession: number;
  /** Where in the day (in slots) sessions begin: the usual one, then those of days with more. */
  readonly favouriteSlots: readonly number[];
  /** How much more or less on each weekday, Sunday first. */
  readonly weekdayFactors: readonly number[];
  /** 0: only LoL, 1: only TFT. */
  readonly tftShare: number;
  readonly rankedShare: Readonly<Record<GameKind, number>>;
}

export interface Person {
  readonly player: Player;
  /** At the epoch, as a z-score among the platform's players. */
  readonly skill: Readonly<Record<GameKind, number>>;
  readonly driftPerYear: number;
  readonly habits: Habits;
  readonly effects: PlantedEffects;
}

/** Of players: never here, and here a few times a year. */
const ABSENT_SHARE = 0.01;
const RARE_SHARE = 0.03;
const RARE_GAMES_PER_DAY = 0.03;
const MOST_SESSIONS_A_DAY = 2.8;

/** Usual beginnings of sessions, in hours after 05:00, with the share of players who like them. */
const TIMES_OF_DAY = [
  { share: 0.08, hours: 4, spread: 2 },
  { share: 0.17, hours: 9, spread: 2 },
  { share: 0.6, hours: 14, spread: 2.5 },
  { share: 0.15, hours: 17.5, spread: 1.5 },
] as const;

/** Such a player joins the other game when there is no seat in the one that was meant. */
export function playsBoth({ tftShare }: Habits): boolean {
  return tftShare > 0 && tftShare < 1;
}

export function drawHabits(own: number): Habits {
  const tftLean = chance(own, 1);
  const gamesPerDay = drawGamesPerDay(own);
  const gamesPerSession = Math.max(1.3 + 3.2 * chance(own, 4), gamesPerDay / MOST_SESSIONS_A_DAY);
  return {
    gamesPerDay,
    gamesPerSession,
    sessionsPerDay: gamesPerDay / gamesPerSession,
    favouriteSlots: [5, 8, 11].map((question) => drawFavouriteSlot(own, question)),
    weekdayFactors: drawWeekdayFactors(own),
    tftShare: tftLean < 0.12 ? 0 : tftLean > 0.88 ? 1 : 0.1 + 0.8 * ((tftLean - 0.12) / 0.76),
    rankedShare: { tft: 0.5 + 0.48 * chance(own, 14), lol: 0.25 + 0.6 * chance(own, 19) },
  };
}

function drawGamesPerDay(own: number): number {
  const presence = chance(own, 2);
  if (presence < ABSENT_SHARE) return 0;
  return presence < ABSENT_SHARE + RARE_SHARE ? RARE_GAMES_PER_DAY : 0.2 + 13.8 * chance(own, 3) ** 0.9;
}

function drawFavouriteSlot(own: number, question: number): number {
  let left = chance(own, question);
  for (const time of TIMES_OF_DAY) {
    left -= time.share;
    if (left < 0) return hoursToSlots(time.hours + (2 * chance(own, question + 1) - 1) * time.spread);
  }
  return 0;
}

function drawWeekdayFactors(own: number): readonly number[] {
  const weekend = 0.7 + chance(own, 30);
  return Array.from({ length: 7 }, (_, weekday) => {
    const isWeekend = weekday === 0 || weekday === 6;
    return (isWeekend ? weekend : 1) * (0.75 + 0.5 * chance(own, 31 + weekday));
  });
}
