/**
 * Every club of every competition with its squad: names and numbers that follow from the seed. Numbers have the size that the
 * upstream's have. A town has one club, so that a name means one club wherever it is read.
 */
import { chance, hashText, mix } from '../randomness.ts';
import {
  CLUB_ENDINGS,
  COMPETITIONS,
  type Competition,
  FAMILY_NAMES,
  INITIALS,
  PARTICLES,
  TOWN_BEGINNINGS,
  TOWN_ENDINGS,
} from './names.ts';

export interface Footballer {
  readonly id: number;
  /** As the upstream writes it: `E. Lindqvist`. */
  readonly name: string;
  readonly familyName: string;
}

export interface Club {
  readonly id: number;
  readonly name: string;
  /** 18 of them; the first is the goalkeeper, later ones score more often. */
  readonly squad: readonly Footballer[];
}

export interface League extends Competition {
  readonly id: number;
  readonly clubs: readonly Club[];
}

export const CLUBS_OF_LEAGUE = 18;
const SQUAD = 18;
const FIRST_LEAGUE_ID = 9001;
const FIRST_CLUB_ID = 31_000;
const FIRST_PLAYER_ID = 410_000;
const ACCENTED_SHARE = 0.12;
const PARTICLE_SHARE = 0.06;

export function createLeagues(seed: number): readonly League[] {
  const own = mix(seed, hashText('football clubs'));
  const taken = new Set<string>();
  return COMPETITIONS.map(({ name, country, coverage, isCup }, number) => ({
    name,
    country,
    coverage,
    isCup,
    id: FIRST_LEAGUE_ID + number,
    clubs: Array.from({ length: CLUBS_OF_LEAGUE }, (_, place) =>
      createClub(own, number * CLUBS_OF_LEAGUE + place, taken),
    ),
  }));
}

function createClub(own: number, number: number, taken: Set<string>): Club {
  let town: string;
  let attempt = 0;
  do {
    const roll = mix(own, number, attempt++);
    town = pick(TOWN_BEGINNINGS, roll, 1) + pick(TOWN_ENDINGS, roll, 2);
  } while (taken.has(town));
  taken.add(town);
  const ending = pick(CLUB_ENDINGS, mix(own, number), 3);
  return {
    id: FIRST_CLUB_ID + number,
    name: ending === '' ? town : `${town} ${ending}`,
    squad: createSquad(own, number),
  };
}

function createSquad(own: number, club: number): Footballer[] {
  const taken = new Set<string>();
  return Array.from({ length: SQUAD }, (_, place) => {
    const id = FIRST_PLAYER_ID + club * SQUAD + place;
    let familyName: string;
    let attempt = 0;
    do familyName = inventFamilyName(mix(own, id, attempt++));
    while (taken.has(familyName));
    taken.add(familyName);
    return { id, familyName, name: `${pick(INITIALS, mix(own, id), 9)}. ${familyName}` };
  });
}

export function inventReferee(roll: number): string {
  return `${pick(INITIALS, roll, 9)}. ${inventFamilyName(roll)}`;
}

function inventFamilyName(roll: number): string {
  const { beginnings, endings } =
    chance(roll, 1) < ACCENTED_SHARE ? FAMILY_NAMES.accented : FAMILY_NAMES.plain;
  const name = pick(beginnings, roll, 2) + pick(endings, roll, 3);
  if (chance(roll, 4) >= PARTICLE_SHARE) return name;
  const particle = pick(PARTICLES, roll, 5);
  return particle.endsWith("'") ? particle + name : `${particle} ${name}`;
}

export function pick<T>(list: readonly T[], roll: number, question: number): T {
  const picked = list[Math.floor(chance(roll, question) * list.length)];
  if (picked === undefined) throw new Error('there is nothing to pick from: the list is empty');
  return picked;
}
