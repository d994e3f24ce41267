/**
 * All players of the world. Made once at the start, in order, from the seed alone: a world of more players begins with
 * the same ones.
 */
import { chance, createRandom, hashText, mix } from '../randomness.ts';
import { drawEffects } from './planted-effects.ts';
import { drawHabits, type Person } from './person.ts';
import { createNameBook } from './player-names.ts';
import { slotStartsAtHour } from './slots.ts';
import type { Platform } from './world.ts';

/** Who plays where, roughly as in the real world. The smallest is still large enough for a ladder of its own. */
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
