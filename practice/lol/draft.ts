/**
 * Who plays which champion, from the game's seed alone: the rules that decide the winner and the bodies that tell of the game both
 * ask here, and both get the same answer. No champion is twice in a game.
 */
import { type Random, createRandom, entry, mix } from '../randomness.ts';
import type { LolTruth } from './truth.ts';

const PICKS = 0x44_01;
const BANS = 0x44_02;

/** How much rarer a champion is in its second role. */
const SECOND_ROLE = 0.25;
/** One ban in so many is missed: the API shows -1. */
const MISSED_BAN = 0.03;

export interface Draft {
  /** Champion ids, one per seat. */
  picks(game: {
    readonly seed: number;
    readonly queue: number;
    readonly patch: number;
    readonly seatCount: number;
  }): number[];
  /** Champion ids or -1, one per seat; never one that was picked. Empty in queues without bans. */
  bans(seed: number, queue: number, patch: number, picks: readonly number[]): number[];
}

interface Choice {
  readonly champions: readonly Champion[];
  /** Running sum of weights, up to the total. */
  readonly upTo: Float64Array;
}

export function createDraft(truth: LolTruth): Draft {
  const tables = new Map<number, readonly Choice[]>();
  const tableOf = (patch: number): readonly Choice[] => {
    const known = tables.get(patch);
    if (known !== undefined) return known;
    const made = [...ROLES.keys()].map((role) => choiceFor(truth, patch, role));
    tables.set(patch, made);
    return made;
  };
  return {
    picks({ seed, queue, patch, seatCount }) {
      const random = createRandom(mix(seed, PICKS));
      const teamSize = teamSizeOf(seatCount);
      const anyChampion = isAram(queueOf(queue));
      const table = tableOf(patch);
      const taken: number[] = [];
      for (let seat = 0; seat < seatCount; seat++)
        taken.push(
          drawFree(random, anyChampion ? undefined : entry(table, roleOfSeat(seat, teamSize)), taken),
        );
      return taken;
    },
    bans(seed, queue, patch, picks) {
      if (isAram(queueOf(queue)) || queue === 430 || queue >= 800) return [];
      const random = createRandom(mix(seed, BANS));
      const table = tableOf(patch);
      return picks.map((_, seat) =>
        random.next() < MISSED_BAN
          ? -1
          : drawFree(random, entry(table, (seat + random.below(2)) % ROLES.length), picks),
      );
    },
  };
}

function choiceFor(truth: LolTruth, patch: number, role: number): Choice {
  const champions = CHAMPIONS.filter((champion) => champion.role === role || champion.secondRole === role);
  let sum = 0;
  const upTo = Float64Array.from(champions, (champion) => {
    sum += truth.popularity(patch, champion.id) * (champion.role === role ? 1 : SECOND_ROLE);
    return sum;
  });
  return { champions, upTo };
}

function drawFree(random: Random, choice: Choice | undefined, taken: readonly number[]): number {
  for (;;) {
    const champion =
      choice === undefined ? entry(CHAMPIONS, random.below(CHAMPIONS.length)) : draw(random, choice);
    if (!taken.includes(champion.id)) return champion.id;
  }
}

function draw(random: Random, { champions, upTo }: Choice): Champion {
  const last = upTo.length - 1;
  const aim = random.next() * (upTo[last] ?? 0);
  let place = 0;
  while (place < last && (upTo[place] ?? 0) <= aim) place++;
  return entry(champions, place);
}

// How a queue is played. Numbers, modes and maps are the real ones: a client filters by them.

export interface Queue {
  readonly mode: string;
  readonly map: number;
  /** What the length is drawn from, in seconds. */
  readonly length: {
    readonly mean: number;
    readonly spread: number;
    readonly least: number;
    readonly most: number;
  };
}

const RIFT: Queue = {
  mode: 'CLASSIC',
  map: 11,
  length: { mean: 1720, spread: 300, least: 900, most: 2400 },
};
const BRIDGE: Queue = {
  mode: 'ARAM',
  map: 12,
  length: { mean: 1150, spread: 180, least: 720, most: 1600 },
};

/** All but ARAM are played like a draft game. */
export function queueOf(id: number): Queue {
  return id === 450 ? BRIDGE : RIFT;
}

export function isAram(queue: Queue): boolean {
  return queue === BRIDGE;
}

/**
 * The five roles in the order in which a match lists a team. A seat's role is its place in its team: the first seat of either
 * team plays TOP, the fifth UTILITY. A world that wants players to have a main role seats them accordingly.
 */
export const ROLES = ['TOP', 'JUNGLE', 'MIDDLE', 'BOTTOM', 'UTILITY'] as const;

export const JUNGLE = 1;
export const UTILITY = 4;

export function teamSizeOf(seatCount: number): number {
  return Math.ceil(seatCount / 2);
}

/** Index in `ROLES` of a seat. */
export function roleOfSeat(seat: number, teamSize: number): number {
  return (seat % teamSize) % ROLES.length;
}

// The invented champions. None bears a name or a number of the real game, so that practice numbers cannot be taken for real ones:
// ids count up from 9001, far above the real ones.

export type ChampionClass = 'Fighter' | 'Tank' | 'Assassin' | 'Mage' | 'Marksman' | 'Support';

export interface Champion {
  readonly id: number;
  /** Place in `CHAMPIONS`. */
  readonly index: number;
  readonly name: string;
  readonly role: number;
  /** Played there too, less often. */
  readonly secondRole: number;
  readonly class: ChampionClass;
}

const FIRST_ID = 9001;

/** By role, as `ROLES` orders them; classes and second roles go round. */
const ROWS: readonly { readonly classes: readonly ChampionClass[]; readonly names: string }[] = [
  {
    classes: ['Fighter', 'Tank', 'Fighter'],
    names: `
      Gorrund Haldis Ironel Jorveth Karrow Lumgar Mordane Nethrik Orsolo Petrax Quillon Rookward Stonna
    Tarrasc Ulfgren Vardok
    `,
  },
  {
    classes: ['Assassin', 'Fighter', 'Tank', 'Assassin'],
    names: `
      Ashpelt Cindermaw Duskrun Eddavar Fenwick Grimsel Hollowfen Isfrith Jackdaw Kestrin Lycorin Murkwen
    Nightjar Oakhand Pyrrin Quarrel
    `,
  },
  {
    classes: ['Mage', 'Mage', 'Assassin'],
    names: `
      Aurelle Bellisar Corvane Drelmora Esmerine Fulgrin Glasswin Hexane Ilvane Jessamy Koralin Lanthorn
    Mirelle Noctaire Opaline Prismund
    `,
  },
  {
    classes: ['Marksman', 'Marksman', 'Marksman', 'Mage'],
    names: `
      Arrowyn Boltwick Cassowin Dartmore Emberlyn Flintara Gallowmere Hawkesbry Inkwell Javelle Kitewing
    Longbrook Marrowe Needle Orrery Pellander
    `,
  },
  {
    classes: ['Support', 'Tank', 'Support', 'Mage'],
    names: `
      Anthemia Brookwarden Calloway Dewbell Evenmoor Foglamp Gentian Hearthmoss Ivywright Juniper
    Kindlewick Larksong Mossbeard Nursling Oathbell Petalune
    `,
  },
];

export const CHAMPIONS: readonly Champion[] = ROWS.flatMap(({ classes, names }, role) => {
  const own = names.trim().split(/\s+/);
  return own.map((name, place) => {
    const index = role * own.length + place;
    return {
      id: FIRST_ID + index,
      index,
      name,
      role,
      secondRole: (role + place) % ROLES.length,
      class: entry(classes, place % classes.length),
    };
  });
});

/** Undefined: no champion of this world. */
export function championById(id: number): Champion | undefined {
  return CHAMPIONS[id - FIRST_ID];
}
