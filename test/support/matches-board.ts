/**
 * Whether one board is among those that a filter asks for: the meaning of every filter, spelt out. The explorer asks ClickHouse instead;
 * this is what its SQL, narrower filters and wider ones are held against.
 */
import { UNKNOWN } from '#/domain/tft/stored-codes.ts';
import type { Condition, CountedThing, Filter, LpFilter, Range } from '#/domain/tft/explore/filter.ts';

export interface BoardFacts {
  readonly patch: string;
  readonly platform: string;
  readonly region: string;
  readonly queue: number;
  /** Nearest known rank: `unknown` and null if there is none. */
  readonly tier: string;
  readonly lp: number | null;
  /** The rank is the one as of the match. */
  readonly isRankStrict: boolean;
  readonly endedAt: number;
  readonly level: number;
  readonly placement: number;
  readonly units: readonly UnitFacts[];
  /** Active ones, with their tier. */
  readonly traits: ReadonlyMap<string, number>;
  readonly counts: Readonly<Record<CountedThing, number>>;
  readonly composition: { readonly trait: string; readonly carry: string };
}

export interface UnitFacts {
  readonly id: string;
  readonly stars: number;
  readonly items: readonly string[];
}

type UnitCondition = Extract<Condition, { readonly unit: string }>;

const AT_LEAST_ONE: Range = { min: 1 };

/** The compared patch is another question and not part of this one. No patch in the filter: none is known, and all are let in. */
export function matchesFilter(filter: Filter, board: BoardFacts): boolean {
  const { tier, lp } = rankFor(filter, board);
  return (
    allows(filter.patches, board.patch) &&
    (allows(filter.places, board.platform) || allows(filter.places, board.region)) &&
    allows(filter.queues, board.queue) &&
    allows(filter.tiers, tier) &&
    (filter.lp === undefined || matchesLp(filter.lp, lp)) &&
    board.endedAt >= (filter.time?.from ?? Number.NEGATIVE_INFINITY) &&
    board.endedAt < (filter.time?.until ?? Number.POSITIVE_INFINITY) &&
    isWithin(board.level, filter.level) &&
    isWithin(board.placement, filter.placement) &&
    (filter.where === undefined || matchesCondition(filter.where, board))
  );
}

/** The rank that the filter sees. */
export function rankFor({ rank }: Filter, board: BoardFacts): Pick<BoardFacts, 'tier' | 'lp'> {
  return rank === 'strict' && !board.isRankStrict ? { tier: UNKNOWN, lp: null } : board;
}

function matchesCondition(condition: Condition, board: BoardFacts): boolean {
  if ('all' in condition) return condition.all.every((one) => matchesCondition(one, board));
  if ('any' in condition) return condition.any.some((one) => matchesCondition(one, board));
  if ('none' in condition) return !condition.none.some((one) => matchesCondition(one, board));
  if ('unit' in condition) {
    const matching = board.units.filter((unit) => matchesUnit(condition, unit));
    return isWithin(matching.length, condition.copies ?? AT_LEAST_ONE);
  }
  if ('item' in condition) {
    const held = board.units.flatMap(({ items }) => items);
    return isWithin(countOf(condition.item, held), condition.copies ?? AT_LEAST_ONE);
  }
  if ('trait' in condition) {
    const tier = board.traits.get(condition.trait);
    return tier !== undefined && isWithin(tier, condition.tier);
  }
  if ('count' in condition) return isWithin(board.counts[condition.count], condition.is);
  const { trait, carry } = condition.composition;
  return board.composition.trait === trait && board.composition.carry === carry;
}

function matchesUnit(condition: UnitCondition, unit: UnitFacts): boolean {
  const { has = [], lacks = [] } = condition;
  return (
    unit.id === condition.unit &&
    isWithin(unit.stars, condition.stars) &&
    isWithin(unit.items.length, condition.items) &&
    has.every((item) => countOf(item, unit.items) >= countOf(item, has)) &&
    !lacks.some((item) => unit.items.includes(item))
  );
}

function matchesLp(filter: LpFilter, lp: number | null): boolean {
  if (filter.unknown === 'only') return lp === null;
  return lp === null ? filter.unknown === 'include' : isWithin(lp, filter);
}

function isWithin(value: number, range: Range | undefined): boolean {
  return (
    value >= (range?.min ?? Number.NEGATIVE_INFINITY) && value <= (range?.max ?? Number.POSITIVE_INFINITY)
  );
}

/** An empty list does not restrict. */
function allows<Value>(list: readonly Value[], value: Value): boolean {
  return list.length === 0 || list.includes(value);
}

function countOf(item: string, items: readonly string[]): number {
  return items.filter((one) => one === item).length;
}
