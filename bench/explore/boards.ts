/**
 * Games of the invented set as rows of bytes (ClickHouse's RowBinary), one row a board: half a million boards a second. Every game
 * has a random stream of its own, so that the same number of games always gives the same boards, however they are cut.
 * Shares follow real games: 8.8 units, 5.7 active traits and 13 items a board, a quarter of the units at one star and a tenth
 * at three, no items on two fifths of them, the most popular unit on a third of the boards.
 */
import { createBoardBytes, type BoardBytes, type Unit } from './board-bytes.ts';
import {
  COMPOSITIONS,
  ITEMS,
  TRAITS,
  UNITS,
  commonItem,
  createRandom,
  isFiveCost,
  type InventedSet,
  type Random,
} from './set.ts';

export const EVERY_PATCH: readonly number[] = [1, 2, 3, 4];
const PATCHES = EVERY_PATCH.length;
export const NEWEST_PATCH = PATCHES;
const SEATS = 8;
export const RANKED = 1100;
export const UNKNOWN_LP = -32_768;
export const LOWEST_LP = -2800;
const REGIONS = 16;
const DAYS = 56;
/** A composition is the code of its main trait times this, and its carry. */
export const COMPOSITION_BASE = 128;
const FIRST_DAY = Date.UTC(2026, 8, 1) / 1000;

interface Game {
  readonly game: number;
  readonly patch: number;
  readonly region: number;
  readonly queue: number;
  readonly endedAt: number;
}

/** Games `from` to `until` of `all`. */
export function dealBoards(set: InventedSet, from: number, until: number, all: number): BoardBytes {
  const bytes = createBoardBytes((until - from) * SEATS);
  for (let number = from; number < until; number++) {
    const random = createRandom(Math.imul(number, 2_654_435_761) + 17);
    const queue = random();
    const game: Game = {
      game: number,
      patch: Math.min(PATCHES, 1 + Math.floor((PATCHES * number) / all)),
      region: 1 + Math.floor(REGIONS * random() ** 1.6),
      queue: queue < 0.92 ? RANKED : queue < 0.98 ? 1090 : 1160,
      endedAt: FIRST_DAY + Math.floor((number / all) * DAYS * 86_400),
    };
    dealGame(set, game, random, bytes);
  }
  return bytes;
}

function dealGame(set: InventedSet, game: Game, random: Random, bytes: BoardBytes): void {
  const seats = Array.from({ length: SEATS }, () => {
    const at = (Math.floor(COMPOSITIONS * random() ** 1.7) + game.patch * 5) % COMPOSITIONS;
    return { core: set.compositions[at] ?? [], luck: random() + ((at * 37) % 29) / 45 };
  });
  for (const { core, luck } of seats) {
    const place = 1 + seats.filter((other) => other.luck > luck).length;
    const level = pickLevel(random());
    const lp = pickLp(random);
    const units = dealUnits(set, core, level, random);
    const tiers = toTiers(set, units);
    bytes.add({
      ...game,
      place,
      lp,
      level,
      units,
      tiers,
      fiveCosts: countFiveCosts(units),
      composition: toComposition(units, tiers),
    });
  }
}

function pickLevel(share: number): number {
  if (share < 0.01) return 6;
  if (share < 0.095) return 7;
  if (share < 0.445) return 8;
  return share < 0.91 ? 9 : 10;
}

/** A third of the players was never seen on a ladder before that game. */
function pickLp(random: Random): number {
  if (random() > 0.68) return UNKNOWN_LP;
  return random() < 0.75 ? Math.floor(1800 * random() ** 2.5) : -Math.floor(2800 * random() ** 2);
}

function dealUnits(set: InventedSet, core: readonly number[], level: number, random: Random): Unit[] {
  const size = level + (random() < 0.3 ? 1 : 0);
  const mayRepeat = random() < 0.4;
  const chosen: number[] = [];
  for (const unit of core) if (chosen.length < size && random() < 0.86) chosen.push(unit);
  for (let tries = 0; chosen.length < size && tries < 20; tries++) {
    const unit = 1 + Math.floor(UNITS * random() ** 1.25);
    if (mayRepeat || !chosen.includes(unit)) chosen.push(unit);
  }
  return chosen.map((unit, at) => ({
    unit,
    stars: pickStars(random()),
    items: dealItems(set, unit, at, random),
  }));
}

function pickStars(share: number): number {
  if (share < 0.25) return 1;
  if (share < 0.9) return 2;
  return share < 0.997 ? 3 : 4;
}

function dealItems(set: InventedSet, unit: number, at: number, random: Random): Unit['items'] {
  const share = random();
  const count = at < 3 ? (share < 0.9 ? 3 : share < 0.95 ? 2 : 0) : pickItemCount(share);
  const pick = (wanted: number): number => (count >= wanted ? pickItem(set, unit, random) : 0);
  return [pick(1), pick(2), pick(3)].sort((a, b) => b - a);
}

function pickItemCount(share: number): number {
  if (share < 0.58) return 0;
  if (share < 0.74) return 1;
  return share < 0.84 ? 2 : 3;
}

function pickItem(set: InventedSet, unit: number, random: Random): number {
  const share = random();
  if (share < 0.6) return set.favouritesOf[unit]?.[Math.floor(6 * random() ** 1.5)] ?? 1;
  return share < 0.95 ? commonItem(random) : 1 + Math.floor(ITEMS * random());
}

/** Active traits alone, as trait × 4 + tier; a unit counts once, however many copies are there. */
function toTiers(set: InventedSet, units: readonly Unit[]): number[] {
  const counts = new Uint8Array(TRAITS + 1);
  for (const unit of new Set(units.map((each) => each.unit)))
    for (const trait of set.traitsOf[unit] ?? []) counts[trait] = (counts[trait] ?? 0) + 1;
  const tiers: number[] = [];
  for (let trait = 1; trait <= TRAITS; trait++) {
    const tier = (set.breakpointsOf[trait] ?? []).filter((needed) => (counts[trait] ?? 0) >= needed).length;
    if (tier > 0) tiers.push(trait * 4 + tier);
  }
  return tiers;
}

function countFiveCosts(units: readonly Unit[]): number {
  return new Set(units.map(({ unit }) => unit).filter(isFiveCost)).size;
}

/** The strongest trait and the first unit with three items: enough to group boards that were played alike. */
function toComposition(units: readonly Unit[], tiers: readonly number[]): number {
  const main = tiers.toSorted((a, b) => (b % 4) - (a % 4) || a - b)[0] ?? 0;
  const carry = units.find(({ items }) => (items[2] ?? 0) > 0)?.unit ?? 0;
  return main * COMPOSITION_BASE + carry;
}
