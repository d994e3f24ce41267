/**
 * One circle's one day: which games were played, when, in which queue and by whom, without who won. Cheap (see README), because
 * a player's history of a year asks for hundreds of them.
 *
 * Slot after slot, those who are at the screen are put together, one kind after the other; who found no seat in the first may
 * join the second. A lobby that is one or two short sometimes starts with bots; otherwise there is no game.
 */
import { chance, createRandom, hashText, mix } from '../randomness.ts';
import { type Person, playsBoth } from './population.ts';
import {
  BOT,
  type Lobby,
  SLOTS_IN_USE,
  type Schedule,
  drawQueue,
  packSchedule,
  planDay,
} from './schedule.ts';
import { type GameKind, PLATFORM_REGIONS, type Platform } from './world.ts';

const LOBBY_SIZES: Readonly<Record<GameKind, number>> = { tft: 8, lol: 10 };
/** How often a lobby that lacks one player, or two, starts nevertheless. */
const BOT_CHANCES = [0.12, 0.05] as const;

export function workOutCircleDay(seed: number, circle: Circle, day: number, weekday: number): Schedule {
  const lobbies: Lobby[] = [];
  const plans = circle.members.map((person) => planDay(seed, person, day, weekday));
  const daySeed = mix(seed, circle.number, day);
  for (let slot = 0; slot < SLOTS_IN_USE; slot++) {
    const bit = 1 << slot;
    const lol: number[] = [];
    const tft: number[] = [];
    for (let place = 0; place < plans.length; place++) {
      const plan = plans[place];
      if (plan === undefined || ((plan.tft | plan.lol) & bit) === 0) continue;
      ((plan.lol & bit) === 0 ? tft : lol).push(place);
    }
    if (lol.length + tft.length < LOBBY_SIZES.tft - BOT_CHANCES.length) continue;
    formSlot({ lobbies, circle, slot, seed: mix(daySeed, slot) }, { tft, lol });
  }
  if (lobbies.length > MOST_GAMES_A_DAY)
    throw new Error(
      `circle ${circle.number} has ${lobbies.length} games on day ${day}; match numbers have room for ${MOST_GAMES_A_DAY}`,
    );
  return packSchedule(circle, day, lobbies);
}

interface Slot {
  readonly lobbies: Lobby[];
  readonly circle: Circle;
  readonly slot: number;
  readonly seed: number;
}

/** Which kind forms its lobbies first, and so passes on those who are left, changes from slot to slot. */
function formSlot(slot: Slot, waiting: Readonly<Record<GameKind, number[]>>): void {
  const first: GameKind = chance(slot.seed, 1) < 0.5 ? 'lol' : 'tft';
  const second: GameKind = first === 'lol' ? 'tft' : 'lol';
  for (const place of formLobbies(slot, first, waiting[first])) {
    const habits = slot.circle.members[place]?.habits;
    if (habits !== undefined && playsBoth(habits)) waiting[second].push(place);
  }
  formLobbies(slot, second, waiting[second]);
}

/** Returns the places of those who found no seat. */
function formLobbies(slot: Slot, kind: GameKind, waiting: readonly number[]): readonly number[] {
  const { lobbies, circle } = slot;
  const seed = mix(slot.seed, kind === 'lol' ? 2 : 3);
  const size = LOBBY_SIZES[kind];
  if (waiting.length < size - BOT_CHANCES.length) return waiting;
  const order = orderWaiting(circle, kind, waiting, seed);
  let seated = 0;
  for (let lobby = 0; seated < order.length; lobby++) {
    const lobbySeed = mix(seed, lobby, 3);
    const missing = size - (order.length - seated);
    if (missing > 0 && !(chance(lobbySeed, 1) < (BOT_CHANCES[missing - 1] ?? 0))) break;
    const here = order.slice(seated, seated + size);
    seated += size;
    const isRanked = wishesRanked(circle, here[here.length >> 1] ?? 0, kind, seed);
    const queue = drawQueue(kind, isRanked, chance(lobbySeed, 2));
    while (here.length < size) here.splice(Math.floor(chance(lobbySeed, 3) * (here.length + 1)), 0, BOT);
    lobbies.push({ slot: slot.slot, queue, seats: here });
  }
  return order.slice(seated);
}

/**
 * By chance, but those who wish for ranked stand together, so that most get what they wish for; who stands at the end and may
 * find no seat changes from slot to slot.
 */
function orderWaiting(circle: Circle, kind: GameKind, waiting: readonly number[], seed: number): number[] {
  const isRankedFirst = (seed & 1) === 0;
  // One number that sorts by group, then by chance, and holds the place in its last byte.
  const keys = Float64Array.from(waiting, (place) => {
    const group = wishesRanked(circle, place, kind, seed) === isRankedFirst ? 0 : 1;
    return (group * 2 ** 32 + mix(seed, place)) * 256 + place;
  });
  return Array.from(keys.sort(), (key) => key % 256);
}

function wishesRanked(circle: Circle, place: number, kind: GameKind, seed: number): boolean {
  return chance(seed, place, 4) < (circle.members[place]?.habits.rankedShare[kind] ?? 0);
}

// Who meets whom. A platform's players are ordered by skill, shuffled a little, and cut into circles; a circle's people play
// with each other only. The shuffle gives lobbies a spread of skill: without it, the best would play only the best, and no player
// would place better than the middle.

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

// A match number says where its game is found: day, circle and place in the circle's day. So a game is looked up without any
// index, a later day has larger numbers, and TFT and LoL never share one. Ten digits, beginning with 5 to 7, as real ones have.
//
// Circles are numbered over all platforms, so a number belongs to one platform only: that of its circle.

export interface GameAddress {
  /** Of the circle's platform, counted from the world's epoch. */
  readonly day: number;
  readonly circle: number;
  /** Games of both kinds together, in order of time. */
  readonly index: number;
}

const FIRST = 5_000_000_000;
const BEYOND_LAST = 8_000_000_000;
export const MOST_CIRCLES = 2048;
const MOST_GAMES_A_DAY = 256;

export function toMatchNumber({ day, circle, index }: GameAddress): number {
  const number = FIRST + (day * MOST_CIRCLES + circle) * MOST_GAMES_A_DAY + index;
  if (number >= BEYOND_LAST)
    throw new Error(
      `the world's day ${day} is beyond its match numbers, which last for fifteen years after the epoch`,
    );
  return number;
}

/** Undefined: no game can have this number. That one has it is not said. */
export function parseMatchNumber(number: number): GameAddress | undefined {
  if (!Number.isSafeInteger(number) || number < FIRST || number >= BEYOND_LAST) return undefined;
  const place = number - FIRST;
  const circleDay = Math.floor(place / MOST_GAMES_A_DAY);
  return {
    day: Math.floor(circleDay / MOST_CIRCLES),
    circle: circleDay % MOST_CIRCLES,
    index: place % MOST_GAMES_A_DAY,
  };
}
