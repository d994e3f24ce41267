/**
 * Who meets whom. A platform's players are ordered by skill, shuffled a little, and cut into circles; a circle's people play
 * with each other only. The shuffle gives lobbies a spread of skill: without it, the best would play only the best, and nobody
 * would place better than the middle.
 *
 * A few players moved here from another platform of the region: until some day their place was in a circle there. The day of
 * the move itself is spent on neither, because the days of two platforms do not begin at the same time.
 */
import { chance, createRandom, hashText, mix } from '../randomness.ts';
import { MOST_CIRCLES } from './match-number.ts';
import type { Person } from './person.ts';
import { PLATFORM_REGIONS, type Platform } from './world.ts';

export interface Member {
  readonly person: Person;
  readonly fromDay: number;
  /** The first day on which they are no longer here. */
  readonly untilDay: number;
}

export interface Circle {
  /** Over all platforms. */
  readonly number: number;
  readonly platform: Platform;
  /** A member's place in this list is its name in everything that is worked out for the circle. */
  readonly members: readonly Member[];
}

/** Where a player's games of some days are found. */
export interface Home {
  readonly circle: Circle;
  /** Among the circle's members. */
  readonly place: number;
  readonly fromDay: number;
  readonly untilDay: number;
}

export interface Circles {
  readonly all: readonly Circle[];
  ofPlatform(platform: Platform): readonly Circle[];
  /** Latest first. */
  homesOf(index: number): readonly Home[];
}

const CIRCLE_SIZE = 80;
const SHUFFLE = 0.7;
const MOVED_SHARE = 0.005;
const EARLIEST_MOVE_DAY = 60;
const LATEST_MOVE_DAY = 360;

interface OpenCircle extends Circle {
  readonly members: Member[];
}

export function createCircles(seed: number, people: readonly Person[]): Circles {
  const all: OpenCircle[] = [];
  const byPlatform = new Map<Platform, OpenCircle[]>();
  const homes: Home[][] = people.map(() => []);
  const moveSeed = mix(seed, hashText('move'));
  const moveDayOf = (person: Person): number | undefined => drawMoveDay(moveSeed, person);

  function join(circle: OpenCircle, person: Person, fromDay: number, untilDay: number): void {
    homes[person.player.index]?.push({ circle, place: circle.members.length, fromDay, untilDay });
    circle.members.push({ person, fromDay, untilDay });
  }

  for (const platform of Object.keys(PLATFORM_REGIONS) as Platform[]) {
    const ordered = orderBySkill(
      mix(seed, hashText('circle')),
      people.filter((person) => person.player.platform === platform),
    );
    const count = Math.max(1, Math.round(ordered.length / CIRCLE_SIZE));
    const here = Array.from({ length: count }, (_, place) => ({
      number: all.length + place,
      platform,
      members: [] as Member[],
    }));
    for (const [place, person] of ordered.entries()) {
      const movedOn = moveDayOf(person);
      const circle = here[Math.floor((place * count) / ordered.length)];
      if (circle !== undefined) join(circle, person, movedOn === undefined ? 0 : movedOn + 1, Infinity);
    }
    all.push(...here);
    byPlatform.set(platform, here);
  }
  if (all.length > MOST_CIRCLES)
    throw new Error(
      `${people.length} players make ${all.length} circles; match numbers have room for ${MOST_CIRCLES}`,
    );

  for (const person of people) {
    const movedOn = moveDayOf(person);
    const circle = movedOn === undefined ? undefined : findFormerCircle(moveSeed, person, byPlatform, homes);
    if (circle !== undefined && movedOn !== undefined) join(circle, person, 0, movedOn);
  }

  return {
    all,
    ofPlatform: (platform) => byPlatform.get(platform) ?? [],
    homesOf: (index) => homes[index] ?? [],
  };
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

function siblingsOf(platform: Platform): Platform[] {
  const names = Object.keys(PLATFORM_REGIONS) as Platform[];
  return names.filter((name) => name !== platform && PLATFORM_REGIONS[name] === PLATFORM_REGIONS[platform]);
}

function drawMoveDay(seed: number, { player }: Person): number | undefined {
  if (siblingsOf(player.platform).length === 0 || chance(seed, player.index, 1) >= MOVED_SHARE)
    return undefined;
  const days = LATEST_MOVE_DAY - EARLIEST_MOVE_DAY;
  return EARLIEST_MOVE_DAY + Math.floor(chance(seed, player.index, 2) * days);
}

/** Among players of the same standing: as far from the top there as the circle of today is here. */
function findFormerCircle(
  seed: number,
  { player }: Person,
  byPlatform: ReadonlyMap<Platform, OpenCircle[]>,
  homes: readonly Home[][],
): OpenCircle | undefined {
  const siblings = siblingsOf(player.platform);
  const former = siblings[Math.floor(chance(seed, player.index, 3) * siblings.length)];
  const here = byPlatform.get(player.platform) ?? [];
  const there = former === undefined ? [] : (byPlatform.get(former) ?? []);
  const place = here.findIndex((circle) => circle === homes[player.index]?.[0]?.circle);
  return there[Math.floor((place * there.length) / here.length)];
}
