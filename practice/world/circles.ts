/**
 * Who meets whom. A platform's players are ordered by skill, shuffled a little, and cut into circles; a circle's people play
 * with each other only. The shuffle gives lobbies a spread of skill: without it, the best would play only the best, and no player
 * would place better than the middle.
 */
import { createRandom, hashText, mix } from '../randomness.ts';
import { MOST_CIRCLES } from './match-number.ts';
import type { Person } from './person.ts';
import { PLATFORM_REGIONS, type Platform } from './world.ts';

export interface Circle {
  /** Over all platforms. */
  readonly number: number;
  readonly platform: Platform;
  /** A member's place in this list is its name in everything that is worked out for the circle. */
  readonly members: readonly Person[];
}

/** Where a player's games are found: the circle, and the place among its members. */
export interface Home {
  readonly circle: Circle;
  readonly place: number;
}

export interface Circles {
  readonly all: readonly Circle[];
  homeOf(index: number): Home | undefined;
}

const CIRCLE_SIZE = 80;
const SHUFFLE = 0.7;

export function createCircles(seed: number, people: readonly Person[]): Circles {
  const all: Circle[] = [];
  const homes: Home[] = [];
  for (const platform of Object.keys(PLATFORM_REGIONS) as Platform[]) {
    const ordered = orderBySkill(
      mix(seed, hashText('circle')),
      people.filter(({ player }) => player.platform === platform),
    );
    const count = Math.max(1, Math.round(ordered.length / CIRCLE_SIZE));
    const members = Array.from({ length: count }, (): Person[] => []);
    for (const [place, person] of ordered.entries())
      members[Math.floor((place * count) / ordered.length)]?.push(person);
    all.push(...members.map((list, place) => ({ number: all.length + place, platform, members: list })));
  }
  for (const circle of all)
    for (const [place, { player }] of circle.members.entries()) homes[player.index] = { circle, place };
  if (all.length > MOST_CIRCLES)
    throw new Error(
      `${people.length} players make ${all.length} circles; match numbers have room for ${MOST_CIRCLES}`,
    );
  return { all, homeOf: (index) => homes[index] };
}

function orderBySkill(seed: number, people: readonly Person[]): Person[] {
  return people
    .map((person) => {
      const { skill, player } = person;
      const luck = createRandom(mix(seed, player.index)).normal();
      return { person, key: (skill.tft + skill.lol) / 2 + SHUFFLE * luck };
    })
    .sort((one, other) => other.key - one.key || one.person.player.index - other.person.player.index)
    .map(({ person }) => person);
}
