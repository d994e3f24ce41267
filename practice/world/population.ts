/**
 * All players of the world. Made once at the start, in order, from the seed alone: a world of more players begins with
 * the same ones.
 */
import { chance, createRandom, hashText, mix } from '../randomness.ts';
import { createNameBook } from './player-names.ts';
import { hoursToSlots, slotStartsAtHour } from './schedule.ts';
import type { GameKind, Platform, Player } from './world.ts';
import type { WallTime } from './local-time.ts';

/** Who plays where, roughly as in the real world. The smallest is still large enough for its own ladder. */
const PLATFORM_SHARES: readonly (readonly [Platform, number])[] = [
  ['euw1', 0.23],
  ['kr', 0.23],
  ['na1', 0.21],
  ['eun1', 0.11],
  ['br1', 0.09],
  ['jp1', 0.07],
  ['sg2', 0.06],
];

/** Correlation between the two games' skills: who is good at one is often good at the other. */
const SHARED_SKILL = 0.6;

export interface Population {
  readonly people: readonly Person[];
  find(gameName: string, tagLine: string): Person | undefined;
}

export function createPopulation(seed: number, count: number): Population {
  const platformSeed = mix(seed, hashText('platform'));
  const personSeed = mix(seed, hashText('person'));
  const platforms = Array.from({ length: count }, (_, index) => drawPlatform(platformSeed, index));
  const names = createNameBook(mix(seed, hashText('name')), platforms);
  const people = platforms.map((platform, index): Person => {
    const own = mix(personSeed, index);
    const { gameName, tagLine } = names.nameOf(index);
    const habits = drawHabits(mix(own, hashText('habits')));
    const { skill, driftPerYear } = drawSkill(mix(own, hashText('skill')));
    const usualHour = slotStartsAtHour(habits.favouriteSlots[0] ?? 0);
    return {
      player: { index, platform, gameName, tagLine },
      skill,
      driftPerYear,
      habits,
      effects: drawEffects(mix(own, hashText('effects')), usualHour),
    };
  });
  return {
    people,
    find(gameName, tagLine) {
      const index = names.find(gameName, tagLine);
      return index === undefined ? undefined : people[index];
    },
  };
}

function drawPlatform(seed: number, index: number): Platform {
  let left = chance(seed, index);
  for (const [platform, share] of PLATFORM_SHARES) {
    left -= share;
    if (left < 0) return platform;
  }
  return 'euw1';
}

function drawSkill(own: number): Pick<Person, 'skill' | 'driftPerYear'> {
  const random = createRandom(own);
  const shared = random.normal() * Math.sqrt(SHARED_SKILL);
  const apart = Math.sqrt(1 - SHARED_SKILL);
  return {
    skill: { tft: shared + apart * random.normal(), lol: shared + apart * random.normal() },
    driftPerYear: 0.05 + 0.15 * random.normal(),
  };
}

// Everything that is true about one player: how good, when and what they play, and what moves their form. Most of it is hidden:
// only the side door for tests may tell it.

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

function drawHabits(own: number): Habits {
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

// What makes a player better or worse at certain times. Each effect is planted in about a third of the players, independently,
// with a known size; the others have exactly none. So a test can count how many effects an analysis finds, and how many it
// makes up. They are large enough that most of them can be told from luck in a thousand games of League of Legends.
// Sizes are in z-points of form and hold for both kinds of game.

export interface PlantedEffects {
  /** Hours of the wall clock at the start of the game. */
  readonly hour: { readonly hours: readonly number[]; readonly size: number } | null;
  /** Weekdays of the wall clock at the start of the game, 0 is Sunday. */
  readonly weekday: { readonly weekdays: readonly number[]; readonly size: number } | null;
  /** For each game lost in a row within the session, games of the same kind only; counted up to `mostLosses`. */
  readonly tilt: { readonly perLoss: number; readonly mostLosses: number } | null;
}

const SHARE = 1 / 3;
const HOURS_AFFECTED = 4;
const MOST_LOSSES = 4;
/** One in four is better at the time, not worse. */
const BETTER_SHARE = 0.25;

/** `usualHour`: when the player's sessions mostly begin. The affected hours begin near it, so that they do see games. */
function drawEffects(own: number, usualHour: number): PlantedEffects {
  return {
    hour: chance(own, 1) < SHARE ? drawHourEffect(own, usualHour) : null,
    weekday: chance(own, 2) < SHARE ? drawWeekdayEffect(own) : null,
    tilt: chance(own, 3) < SHARE ? { perLoss: -(1.1 + 1.3 * chance(own, 4)), mostLosses: MOST_LOSSES } : null,
  };
}

/** What a time and the losses before it add to a player's form. */
export function effectOn(effects: PlantedEffects, wall: WallTime, lossesInARow: number): number {
  let sum = 0;
  if (effects.hour?.hours.includes(wall.hour)) sum += effects.hour.size;
  if (effects.weekday?.weekdays.includes(wall.weekday)) sum += effects.weekday.size;
  if (effects.tilt !== null) sum += effects.tilt.perLoss * Math.min(lossesInARow, effects.tilt.mostLosses);
  return sum;
}

function drawHourEffect(own: number, usualHour: number): PlantedEffects['hour'] {
  const first = Math.floor(usualHour) + 1 + Math.floor(chance(own, 5) * 2);
  const hours = Array.from({ length: HOURS_AFFECTED }, (_, place) => (first + place) % 24);
  return { hours, size: drawSign(own, 6) * (2 + 2.4 * chance(own, 7)) };
}

function drawWeekdayEffect(own: number): PlantedEffects['weekday'] {
  const first = Math.floor(chance(own, 8) * 7);
  const weekdays = chance(own, 9) < 0.5 ? [first] : [first, (first + 1) % 7];
  return { weekdays, size: drawSign(own, 10) * (2.5 + 2.5 * chance(own, 11)) };
}

function drawSign(own: number, question: number): number {
  return chance(own, question) < BETTER_SHARE ? 1 : -1;
}
