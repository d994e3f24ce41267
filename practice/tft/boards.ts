/**
 * The eight final boards of a game, from its seed: the one place where they are drawn. Who wins is decided by
 * these boards and the match body shows these boards, so what statistics see is what decided.
 *
 * A better form plays a slightly better board (levels, stars, items, choice of composition) besides counting
 * by itself.
 */
import { type Random, createRandom, entry, mix, numberAt } from '../randomness.ts';
import type { Patch } from '../world/world.ts';
import { type Meta, SLOTS, createMeta } from './meta.ts';
import type { Roster } from './roster.ts';
import { MOST_TIERS, type PatchStrengths, STARS, type TftTruth } from './truth.ts';

interface GameToDraw {
  readonly seed: number;
  readonly patch: Patch;
  readonly forms: readonly number[];
}

export interface BoardGenerator {
  draw(game: GameToDraw): readonly Board[];
}

/** Drawn last. A game is mostly told right after it was played, so it need not be drawn again. */
interface Latest {
  readonly game: GameToDraw;
  readonly boards: readonly Board[];
}

const FORM_IN_FORTUNE = 0.35;
const LEAST_LEVEL = 5;
const MOST_LEVEL = 10;
/** Chance of a unit of cost 1 to 5 among those that fill a board up. */
const FILLER_COST_BOUNDS = [0.14, 0.32, 0.52, 0.82, 1] as const;
/** Chances of one star and of three, by cost. */
const ONE_STAR = [0.1, 0.12, 0.18, 0.27, 0.62] as const;
const THREE_STARS = [0.16, 0.12, 0.09, 0.015, 0.004] as const;
const REROLLED_THREE_STARS = 0.62;

/** One for each truth, so that the rules that play a game and its body share what was drawn. */
const generators = new WeakMap<TftTruth, BoardGenerator>();

export function boardGeneratorOf(truth: TftTruth): BoardGenerator {
  const known = generators.get(truth);
  if (known !== undefined) return known;
  const made = createBoardGenerator(truth);
  generators.set(truth, made);
  return made;
}

export function createBoardGenerator(truth: TftTruth): BoardGenerator {
  const metas = new Map<PatchStrengths, Meta>();
  let latest: Latest | undefined;
  return {
    draw({ seed, patch, forms }) {
      if (latest !== undefined && isSame(latest.game, { seed, patch, forms })) return latest.boards;
      const strengths = truth.strengths(patch);
      const meta = metas.get(strengths) ?? createMeta(truth.seed, strengths);
      metas.set(strengths, meta);
      const boards = forms.map((form, seat) =>
        drawBoard(createRandom(mix(seed, seat)), form, strengths, meta),
      );
      latest = { game: { seed, patch, forms: [...forms] }, boards };
      return boards;
    },
  };
}

function isSame(one: GameToDraw, other: GameToDraw): boolean {
  return (
    one.seed === other.seed &&
    one.patch.number === other.patch.number &&
    one.patch.set === other.patch.set &&
    one.forms.length === other.forms.length &&
    one.forms.every((form, seat) => form === other.forms[seat])
  );
}

function drawBoard(random: Random, form: number, strengths: PatchStrengths, meta: Meta): Board {
  // How the game went for this player: gold, luck in the shop, care.
  const fortune = FORM_IN_FORTUNE * form + random.normal();
  const comp = chooseComp(random, form, meta);
  const { rerollCost, wanted, holders } = entry(strengths.comps, comp);
  const richness = rerollCost === 0 ? 8.9 : 8.2 + 0.1 * (rerollCost - 1);
  const level = clamp(Math.round(richness + 0.55 * fortune + 0.4 * random.normal()), LEAST_LEVEL, MOST_LEVEL);
  const chosen = chooseUnits(random, level, wanted, strengths);
  const units = chosen.map((unit): BoardUnit => {
    const { cost } = entry(strengths.roster.units, unit);
    return {
      unit,
      star: drawStar(random, cost, fortune, cost === rerollCost && wanted.includes(unit)),
      items: [],
    };
  });
  const traitCounts = countTraits(units, strengths);
  equip(random, { units, traitCounts, holders, fortune, roster: strengths.roster, meta });
  return { comp, level, units, traitCounts, strength: boardStrength(strengths, units, traitCounts) };
}

/** Two ideas; the more promising one is taken more often the better the player. */
function chooseComp(random: Random, form: number, meta: Meta): number {
  const first = numberAt(meta.comps, random.below(SLOTS));
  const second = numberAt(meta.comps, random.below(SLOTS));
  const [better, worse] =
    numberAt(meta.promise, first) >= numberAt(meta.promise, second) ? [first, second] : [second, first];
  return random.next() < clamp(0.5 + 0.08 * form, 0.2, 0.8) ? better : worse;
}

function chooseUnits(
  random: Random,
  level: number,
  wanted: readonly number[],
  { roster }: PatchStrengths,
): number[] {
  const size = level + (random.next() < 0.12 ? 1 : 0);
  const fromWanted = size - random.below(3);
  const isTaken = new Uint8Array(roster.units.length);
  const hasTrait = new Uint8Array(roster.traits.length);
  let count = 0;
  for (let place = 0; place < wanted.length && count < fromWanted; place++) {
    if (random.next() >= (place < 8 ? 0.93 : 0.65)) continue;
    take(numberAt(wanted, place), roster, isTaken, hasTrait);
    count++;
  }
  while (count < size) {
    const first = drawFiller(random, roster.firstOfCost);
    const second = drawFiller(random, roster.firstOfCost);
    const filler =
      sharedTraits(second, roster, hasTrait) > sharedTraits(first, roster, hasTrait) ? second : first;
    if (isTaken[filler] === 1) continue;
    take(filler, roster, isTaken, hasTrait);
    count++;
  }
  const chosen: number[] = [];
  for (let unit = 0; unit < isTaken.length; unit++) if (isTaken[unit] === 1) chosen.push(unit);
  return chosen;
}

function take(unit: number, { units }: Roster, isTaken: Uint8Array, hasTrait: Uint8Array): void {
  isTaken[unit] = 1;
  for (const trait of entry(units, unit).traits) hasTrait[trait] = 1;
}

function sharedTraits(unit: number, { units }: Roster, hasTrait: Uint8Array): number {
  let shared = 0;
  for (const trait of entry(units, unit).traits) shared += numberAt(hasTrait, trait);
  return shared;
}

function drawFiller(random: Random, firstOfCost: readonly number[]): number {
  const draw = random.next();
  let cost = 0;
  while (draw >= numberAt(FILLER_COST_BOUNDS, cost)) cost++;
  const first = numberAt(firstOfCost, cost);
  return first + random.below(numberAt(firstOfCost, cost + 1) - first);
}

function drawStar(random: Random, cost: number, fortune: number, isRerolled: boolean): number {
  const better = 2 ** (0.5 * fortune);
  const three = isRerolled ? REROLLED_THREE_STARS + 0.12 * fortune : numberAt(THREE_STARS, cost - 1) * better;
  const draw = random.next();
  if (draw < three) return 3;
  return draw > 1 - numberAt(ONE_STAR, cost - 1) / better ? 1 : 2;
}

function countTraits(units: readonly BoardUnit[], { roster }: PatchStrengths): Uint8Array {
  const counts = new Uint8Array(roster.traits.length);
  for (const { unit } of units)
    for (const trait of entry(roster.units, unit).traits) counts[trait] = numberAt(counts, trait) + 1;
  return counts;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** A final board as indexes into a roster: what is drawn, weighed and rendered. */
interface BoardUnit {
  /** Index into the roster's units. */
  readonly unit: number;
  readonly star: number;
  /** Indexes into the roster's items, up to three. */
  readonly items: number[];
}

export interface Board {
  readonly comp: number;
  readonly level: number;
  /** No unit twice, in the roster's order. */
  readonly units: readonly BoardUnit[];
  /** Units per trait, emblems included. */
  readonly traitCounts: Uint8Array;
  readonly strength: number;
}

// How strong a board is by the hidden truth: units by star, items, items on the right holder, tiers of traits.

/** A unit with items fights for the board; one without mostly stands there. */
const BARE_UNIT_SHARE = 0.65;

function boardStrength(
  { roster, unit: unitStrength, item: itemStrength, pair, traitTier }: PatchStrengths,
  units: readonly BoardUnit[],
  traitCounts: Uint8Array,
): number {
  let strength = 0;
  for (const { unit, star, items } of units) {
    const own = numberAt(unitStrength, unit * (STARS + 1) + star);
    strength += items.length === 0 ? own * BARE_UNIT_SHARE : own;
    for (const item of items)
      strength += numberAt(itemStrength, item) + numberAt(pair, unit * roster.items.length + item);
  }
  for (let trait = 0; trait < traitCounts.length; trait++) {
    const tier = tierReached(entry(roster.traits, trait).thresholds, numberAt(traitCounts, trait));
    strength += numberAt(traitTier, trait * (MOST_TIERS + 1) + tier);
  }
  return strength;
}

export function tierReached(thresholds: readonly number[], count: number): number {
  let tier = 0;
  while (tier < thresholds.length && count >= numberAt(thresholds, tier)) tier++;
  return tier;
}

// Hands out items: three each to the holders that the composition names, then what is left, then loose
// components.

const ITEMS_OF_A_UNIT = 3;
const RADIANT_SHARE = 0.015;
const ARTIFACT_SHARE = 0.02;
const EMBLEM_SHARE = 0.14;

interface Bench {
  readonly units: readonly BoardUnit[];
  /** An emblem adds to it. */
  readonly traitCounts: Uint8Array;
  readonly holders: readonly number[];
  readonly fortune: number;
  readonly roster: Roster;
  readonly meta: Meta;
}

function equip(random: Random, bench: Bench): void {
  const { units, holders, fortune, meta } = bench;
  let left = Math.max(4, Math.round(11.2 + 1.7 * fortune + 1.2 * random.normal()));
  for (let place = 0; place < holders.length && left > 0; place++) {
    const holder = find(units, numberAt(holders, place));
    if (holder === undefined) continue;
    // The main holders are filled up; others get the odd one.
    const wish = left >= 4 || random.next() < 0.6 ? ITEMS_OF_A_UNIT : 1;
    for (let count = Math.min(wish, left); count > 0; count--, left--)
      holder.items.push(drawItem(random, holder.unit, meta));
  }
  if (random.next() < EMBLEM_SHARE) addEmblem(random, bench);
  for (let loose = random.below(3); loose > 0; loose--) {
    const unit = entry(units, random.below(units.length));
    if (unit.items.length < ITEMS_OF_A_UNIT)
      unit.items.push(numberAt(meta.components, random.below(meta.components.length)));
  }
}

function drawItem(random: Random, unit: number, meta: Meta): number {
  const draw = random.next();
  if (draw < ARTIFACT_SHARE) return numberAt(meta.artifacts, random.below(meta.artifacts.length));
  const completed = numberAt(meta.items, unit * SLOTS + random.below(SLOTS));
  if (draw > 1 - RADIANT_SHARE) {
    const radiant = numberAt(meta.radiantOf, completed);
    if (radiant >= 0) return radiant;
  }
  return completed;
}

/** An emblem goes to the first unit that has room and not the trait. */
function addEmblem(random: Random, { units, traitCounts, roster, meta }: Bench): void {
  const emblem = numberAt(meta.emblems, random.below(meta.emblems.length));
  const { trait } = entry(roster.items, emblem);
  if (trait === undefined) return;
  for (const { unit, items } of units) {
    if (items.length >= ITEMS_OF_A_UNIT || entry(roster.units, unit).traits.includes(trait)) continue;
    items.push(emblem);
    traitCounts[trait] = numberAt(traitCounts, trait) + 1;
    return;
  }
}

function find(units: readonly BoardUnit[], wanted: number): BoardUnit | undefined {
  for (const one of units) if (one.unit === wanted) return one;
  return undefined;
}
