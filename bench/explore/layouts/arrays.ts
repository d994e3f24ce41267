/**
 * Two layouts without sets of boards, kept for comparison: everything of a board repeated on each of its units, and boards alone, with
 * their units in arrays.
 */
import type { QuestionSql } from '../question.ts';
import {
  BOARD_NUMBER,
  FROM_LP,
  IN_PATCHES,
  PART_OF_SOURCE,
  RANKED_ONLY,
  TWO_PATCHES,
  withBaseline,
  type Layout,
} from './layout.ts';

const RANKED_HERE = `${IN_PATCHES} and ${RANKED_ONLY}`;
const RANKED_FROM_LP = `${RANKED_HERE} and ${FROM_LP}`;
const RANKED_IN_BOTH = `${TWO_PATCHES} and ${RANKED_ONLY} and ${FROM_LP}`;
const ANY_TIER = '[{trait:UInt16} * 4 + 1, {trait:UInt16} * 4 + 2, {trait:UInt16} * 4 + 3]';
const SECOND_TIER = '[{trait:UInt16} * 4 + 2, {trait:UInt16} * 4 + 3]';
const HAS_ITEM = '{item:UInt16} in (item_1, item_2, item_3)';
const BOARD_ARRAYS =
  'unit_set Array(UInt16), item_set Array(UInt16), three_stars Array(UInt16), tiers Array(UInt16), five_costs UInt8, composition UInt32';
const FILL_BOARD_ARRAYS = `arrayDistinct(units), arrayDistinct(arrayFilter(item -> item > 0, items)),
  arrayDistinct(arrayFilter((unit, star) -> star = 3, units, stars)), tiers, five_costs, composition`;
const NESTED_HERE = `has(unit_set, {other:UInt16}) and (has(item_set, {item:UInt16}) or hasAny(tiers, ${ANY_TIER})) and not has(three_stars, {third:UInt16})`;

function counted(key: string, table: string, filter: string): string {
  return `select ${key} as k1, 0 as k2, place, count() as n from ${table} where ${filter} group by k1, k2, place`;
}

/** A leading 0 in an array is the baseline. */
function joined(array: string, table: string, filter: string): string {
  return counted(`arrayJoin(arrayPushFront(${array}, 0))`, table, filter);
}

const fromBoards: Omit<QuestionSql, 'unitItems' | 'unitBuilds' | 'itemHolders' | 'unitsGiven' | 'stars'> = {
  total: counted('0', 'board_arrays', RANKED_FROM_LP),
  units: joined('unit_set', 'board_arrays', RANKED_FROM_LP),
  traits: joined('tiers', 'board_arrays', RANKED_FROM_LP),
  nested: joined('unit_set', 'board_arrays', `${RANKED_HERE} and ${NESTED_HERE}`),
  itemsGivenCount: joined('item_set', 'board_arrays', `five_costs >= 4 and ${RANKED_HERE}`),
  trend: withBaseline(
    counted('toRelativeDayNum(ended)', 'board_arrays', `${RANKED_FROM_LP} and has(unit_set, {unit:UInt16})`),
  ),
  patches: joined('unit_set', 'board_arrays', RANKED_IN_BOTH).replaceAll('0 as k2', 'patch as k2'),
  compositions: withBaseline(counted('composition + 1', 'board_arrays', RANKED_FROM_LP)),
  levels: withBaseline(counted('level', 'board_arrays', RANKED_FROM_LP)),
  platforms: withBaseline(
    counted('region', 'board_arrays', `${RANKED_HERE} and has(unit_set, {unit:UInt16})`),
  ),
};

const ONCE_A_BOARD = 'unit_no = 1';
const ONE_UNIT = 'unit = {unit:UInt16}';
const ITEMS_OF_UNIT = 'arrayJoin(arrayDistinct([0, item_1, item_2, item_3]))';
const BUILD = 'if(item_3 > 0, bitShiftLeft(toUInt64(item_1), 32) + item_2 * 65536 + item_3, 0)';

export const unitArrays: Layout = {
  name: 'unitArrays',
  tables: ['unit_arrays'],
  create: [
    `create table unit_arrays (patch UInt16, unit UInt16, lp Int16, board UInt32, place UInt8, unit_no UInt8, copy UInt8, stars UInt8,
  item_1 UInt16, item_2 UInt16, item_3 UInt16, level UInt8, region UInt8, queue UInt16, day UInt16, ${BOARD_ARRAYS})
engine = MergeTree partition by patch order by (unit, lp, board)`,
  ],
  fill: [
    `insert into unit_arrays select patch, units[k], lp, ${BOARD_NUMBER}, place, k, arrayEnumerateUniq(units)[k] - 1, stars[k],
  items[k * 3 - 2], items[k * 3 - 1], items[k * 3], level, region, queue, toRelativeDayNum(ended), ${FILL_BOARD_ARRAYS}
from source array join arrayEnumerate(units) as k where ${PART_OF_SOURCE}`,
  ],
  questions: {
    total: counted('0', 'unit_arrays', `${ONCE_A_BOARD} and ${RANKED_FROM_LP}`),
    units: `${counted('unit', 'unit_arrays', `copy = 0 and ${RANKED_FROM_LP}`)}
union all ${counted('0', 'unit_arrays', `${ONCE_A_BOARD} and ${RANKED_FROM_LP}`)}`,
    unitItems: counted(ITEMS_OF_UNIT, 'unit_arrays', `${ONE_UNIT} and ${RANKED_FROM_LP}`),
    unitBuilds: withBaseline(counted(BUILD, 'unit_arrays', `${ONE_UNIT} and ${RANKED_FROM_LP}`)),
    itemHolders: withBaseline(counted('unit', 'unit_arrays', `${HAS_ITEM} and ${RANKED_FROM_LP}`)),
    traits: joined('tiers', 'unit_arrays', `${ONCE_A_BOARD} and ${RANKED_FROM_LP}`),
    unitsGiven: joined(
      'unit_set',
      `(select board, place, unit_set from unit_arrays
  where ${ONE_UNIT} and ${RANKED_HERE} and stars >= 2 and ${HAS_ITEM} and hasAny(tiers, ${SECOND_TIER}) limit 1 by board)`,
      '1',
    ),
    nested: joined(
      'unit_set',
      'unit_arrays',
      `unit = {other:UInt16} and copy = 0 and ${RANKED_HERE} and ${NESTED_HERE}`,
    ),
    itemsGivenCount: joined(
      'item_set',
      'unit_arrays',
      `${ONCE_A_BOARD} and five_costs >= 4 and ${RANKED_HERE}`,
    ),
    trend: withBaseline(counted('day', 'unit_arrays', `${ONE_UNIT} and copy = 0 and ${RANKED_FROM_LP}`)),
    patches: joined('unit_set', 'unit_arrays', `${ONCE_A_BOARD} and ${RANKED_IN_BOTH}`).replaceAll(
      '0 as k2',
      'patch as k2',
    ),
    compositions: withBaseline(
      counted('composition + 1', 'unit_arrays', `${ONCE_A_BOARD} and ${RANKED_FROM_LP}`),
    ),
    stars: withBaseline(
      counted('stars', 'unit_arrays', `${ONE_UNIT} and ${RANKED_HERE} and hasAny(tiers, ${ANY_TIER})`),
    ),
    levels: withBaseline(counted('level', 'unit_arrays', `${ONCE_A_BOARD} and ${RANKED_FROM_LP}`)),
    platforms: withBaseline(counted('region', 'unit_arrays', `${ONE_UNIT} and copy = 0 and ${RANKED_HERE}`)),
  },
};

const UNIT_ON_BOARD = `(select place, lp, tiers, unit_set, stars[k] as stars, items[k * 3 - 2] as item_1, items[k * 3 - 1] as item_2, items[k * 3] as item_3
  from board_arrays array join arrayFilter((k, unit) -> unit = {unit:UInt16}, arrayEnumerate(units), units) as k
  where ${RANKED_HERE} and has(unit_set, {unit:UInt16}))`;

const CREATE_BOARD_ARRAYS = `create table board_arrays (patch UInt16, lp Int16, board UInt32, place UInt8, level UInt8, region UInt8, queue UInt16,
  ended DateTime('UTC'), units Array(UInt16), stars Array(UInt8), items Array(UInt16), ${BOARD_ARRAYS})
engine = MergeTree partition by patch order by (lp, board)`;
const FILL_BOARDS = `insert into board_arrays select patch, lp, ${BOARD_NUMBER}, place, level, region, queue, ended, units, stars, items, ${FILL_BOARD_ARRAYS}
from source where ${PART_OF_SOURCE}`;

export const boardArrays: Layout = {
  name: 'boardArrays',
  tables: ['board_arrays'],
  create: [CREATE_BOARD_ARRAYS],
  fill: [FILL_BOARDS],
  questions: {
    ...fromBoards,
    unitItems: counted(ITEMS_OF_UNIT, UNIT_ON_BOARD, FROM_LP),
    unitBuilds: withBaseline(counted(BUILD, UNIT_ON_BOARD, FROM_LP)),
    itemHolders:
      withBaseline(`select unit as k1, 0 as k2, place, count() as n from (select place, units[k] as unit
  from board_arrays array join arrayDistinct(arrayMap((at, item) -> intDiv(at, 3) + 1, arrayFilter((at, item) -> item = {item:UInt16}, range(length(items)), items) as found, found)) as k
  where has(item_set, {item:UInt16}) and ${RANKED_FROM_LP}) group by k1, k2, place`),
    unitsGiven: joined(
      'unit_set',
      'board_arrays',
      `${RANKED_HERE} and has(unit_set, {unit:UInt16}) and hasAny(tiers, ${SECOND_TIER}) and arrayExists((unit, star, k) -> unit = {unit:UInt16}
  and star >= 2 and has(arraySlice(items, k * 3 - 2, 3), {item:UInt16}), units, stars, arrayEnumerate(units))`,
    ),
    stars: withBaseline(counted('stars', UNIT_ON_BOARD, `hasAny(tiers, ${ANY_TIER})`)),
  },
};
