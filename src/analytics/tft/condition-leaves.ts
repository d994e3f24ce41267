/**
 * What can be said of a board, one function each. A leaf is either told from the board's own columns, or from a list of boards that lies
 * sorted in another table.
 *
 * That a unit or an item is on a board at all, both can tell: its columns when boards are counted (they are read anyway), a list when
 * units or items are.
 */
import type { CountedThing, LeafCondition, Range } from '#/domain/tft/explore/filter.ts';
import type { BoundParameters } from './bound-parameters.ts';
import type { CodeBook } from './code-book.ts';
import type { CountedTable } from '#/domain/tft/explore/breakdown.ts';
import { isWithin, joinAll } from './filter-columns.ts';

/** `columns`: of a row of `tft_board`. `board`: of the column of that name, which every table has. */
export type Predicate =
  | { readonly on: 'columns'; readonly sql: string }
  | { readonly on: 'board'; readonly sql: string };

export interface LeafContext {
  readonly codes: CodeBook;
  readonly parameters: BoundParameters;
  /** Patch and LP, for lists of boards: no use to list others. */
  readonly scope: string;
}

type Leaf<Field extends string> = Extract<LeafCondition, Readonly<Record<Field, unknown>>>;

/** No id has this code: what nobody has ever played is asked for like everything else, and is found nowhere. */
export const NO_CODE = 65_535;
/** Of a composition without main trait, or without carry. */
const NONE = 0;

const COUNT_COLUMNS: Readonly<Record<CountedThing, string>> = {
  units: 'unit_count',
  'one-costs': 'cost_1',
  'two-costs': 'cost_2',
  'three-costs': 'cost_3',
  'four-costs': 'cost_4',
  'five-costs': 'cost_5',
  'three-stars': 'three_stars',
  emblems: 'emblems',
  artifacts: 'artifacts',
  radiants: 'radiants',
};

export function leafPredicate(leaf: LeafCondition, table: CountedTable, context: LeafContext): Predicate {
  const shown = table === 'tft_board' ? shownOnBoard(leaf, context) : undefined;
  if (shown !== undefined) return { on: 'columns', sql: shown };
  if ('unit' in leaf) return unitLeaf(leaf, context);
  if ('item' in leaf) return itemLeaf(leaf, context);
  if ('trait' in leaf) return traitLeaf(leaf, context);
  if ('count' in leaf) return countLeaf(leaf, context);
  return compositionLeaf(leaf, context);
}

/**
 * On rows of `tft_board`, where nothing more is asked than that it is there: its code is in a list, with the board's own place. Undefined
 * for everything else.
 */
export function shownOnBoard(leaf: LeafCondition, context: LeafContext): string | undefined {
  if ('unit' in leaf && isPlain(leaf))
    return hasPlaced('units', context.codes.code('unit', leaf.unit), context);
  if ('item' in leaf && isPlain(leaf))
    return hasPlaced('items', context.codes.code('item', leaf.item), context);
  return undefined;
}

const NO_MORE_SAID = new Set(['unit', 'item', 'copies']);

function isPlain(leaf: Leaf<'unit'> | Leaf<'item'>): boolean {
  const { min = 0, max } = leaf.copies ?? { min: 1 };
  return (
    min === 1 &&
    max === undefined &&
    Object.entries(leaf).every(([field, said]) => NO_MORE_SAID.has(field) || said === undefined)
  );
}

/** What nobody has ever played is on no board. */
function hasPlaced(column: 'units' | 'items', code: number | undefined, { parameters }: LeafContext): string {
  if (code === undefined) return '0';
  return `has(${column}, toUInt16(${parameters.bind('UInt16', code * 8)} + place - 1))`;
}

/** Copies are numbered from 1, so where nothing else is said of the unit, "at least three" is the same as "there is a third". */
function unitLeaf(leaf: Leaf<'unit'>, context: LeafContext): Predicate {
  const { parameters, scope } = context;
  return howMany('tft_unit', leaf.copies, (least) => {
    const ofUnit = `${scope} and unit = ${bindCode('unit', leaf.unit, context)}`;
    const said = unitColumns(leaf, context);
    return said.length === 0
      ? `${ofUnit} and copy = ${parameters.bindLimit(least)}`
      : atLeast(joinAll([ofUnit, ...said]), 'count()', least, parameters);
  });
}

/** On one and the same unit. */
function unitColumns({ stars, items, has = [], lacks = [] }: Leaf<'unit'>, context: LeafContext): string[] {
  const { parameters } = context;
  return [
    ...(stars === undefined ? [] : [isWithin('stars', stars, parameters)]),
    ...(items === undefined ? [] : [isWithin('length(items)', items, parameters)]),
    ...[...timesEach(has)].map(([item, times]) => {
      const code = bindCode('item', item, context);
      return times === 1
        ? `has(items, ${code})`
        : `countEqual(items, ${code}) >= ${parameters.bind('UInt8', times)}`;
    }),
    ...lacks.map((item) => `not has(items, ${bindCode('item', item, context)})`),
  ];
}

function itemLeaf({ item, copies }: Leaf<'item'>, context: LeafContext): Predicate {
  return howMany('tft_item', copies, (least) => {
    const held = `${context.scope} and item = ${bindCode('item', item, context)}`;
    return atLeast(held, 'sum(copies)', least, context.parameters);
  });
}

/** Codes of traits hold a place too, as everything in these arrays; which of the eight it is does not matter. */
function traitLeaf({ trait, tier = {} }: Leaf<'trait'>, { codes, parameters }: LeafContext): Predicate {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = tier;
  const wanted = codes.tiersOf(trait).filter((one) => one.tier >= min && one.tier <= max);
  const placed = wanted.flatMap(({ code }) => Array.from({ length: 8 }, (_, place) => code * 8 + place));
  const sql = `arrayExists(one -> one in ${parameters.bind('Array(UInt16)', placed)}, traits)`;
  return { on: 'columns', sql };
}

function countLeaf({ count, is }: Leaf<'count'>, { parameters }: LeafContext): Predicate {
  return { on: 'columns', sql: isWithin(COUNT_COLUMNS[count], is, parameters) };
}

function compositionLeaf({ composition }: Leaf<'composition'>, context: LeafContext): Predicate {
  const { trait, carry } = composition;
  const bindOrNone = (kind: 'trait' | 'unit', id: string) =>
    id === '' ? context.parameters.bind('UInt16', NONE) : bindCode(kind, id, context);
  const sql = `(main_trait = ${bindOrNone('trait', trait)} and carry = ${bindOrNone('unit', carry)})`;
  return { on: 'columns', sql };
}

/**
 * `rowsWith` tells the rows of the boards that have so many or more. Boards that have none are in no list, so a range that lets them
 * in can only be told by who is outside of it.
 */
function howMany(
  table: 'tft_unit' | 'tft_item',
  { min = 0, max }: Range = { min: 1 },
  rowsWith: (least: number) => string,
): Predicate {
  if (max !== undefined && max < 0) return { on: 'board', sql: '0' };
  const enough = min <= 0 ? [] : [isListed(table, rowsWith(min))];
  const notTooMany = max === undefined ? [] : [`not ${isListed(table, rowsWith(max + 1))}`];
  return { on: 'board', sql: joinAll([...enough, ...notTooMany]) };
}

/**
 * A long list of boards, looked up for each row. `identity` keeps the engine from holding the list against its index of the sorted
 * rows first, which finds nothing to leave out: with half a million boards that took four times as long as all the rest.
 */
export function isListed(table: 'tft_board' | 'tft_unit' | 'tft_item', where: string): string {
  return `identity(board) in (select board from ${table} where ${where})`;
}

function atLeast(rows: string, count: string, least: number, { bindLimit }: BoundParameters): string {
  return least === 1 ? rows : `${rows} group by board having ${count} >= ${bindLimit(least)}`;
}

function timesEach(items: readonly string[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const item of items) times.set(item, (times.get(item) ?? 0) + 1);
  return times;
}

function bindCode(kind: 'unit' | 'item' | 'trait', id: string, { codes, parameters }: LeafContext): string {
  return parameters.bind('UInt16', codes.code(kind, id) ?? NO_CODE);
}
