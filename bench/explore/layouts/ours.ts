/**
 * The product's layout. What is asked about one unit is read from its units, who holds an item from items; boards under a filter of
 * LP, queue, counts and the like from boards; and conditions on what a board has are sets of boards from the tokens.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RANKED } from '../deal-boards.ts';
import { BOARD_NUMBER, PART_OF_SOURCE, type Layout } from './layout.ts';

const placed = (array: string) =>
  `arrayMap(code -> toUInt16(code * 8 + place - 1), arrayPushFront(${array}, 0))`;

const FILL = [
  `insert into tft_unit select 1, patch, units[k], lp, ${BOARD_NUMBER}, place, arrayEnumerateUniq(units)[k] - 1, stars[k],
  items[k * 3 - 2], items[k * 3 - 1], items[k * 3], level, region, queue, toRelativeDayNum(ended)
from source array join arrayEnumerate(units) as k where ${PART_OF_SOURCE}`,
  `insert into tft_item select 1, patch, arrayJoin(arrayDistinct(arrayFilter(item -> item > 0, arraySlice(items, k * 3 - 2, 3)))), units[k],
  lp, ${BOARD_NUMBER}, place, stars[k], queue
from source array join arrayEnumerate(units) as k where ${PART_OF_SOURCE}`,
  `insert into tft_board select 1, patch, lp, ${BOARD_NUMBER}, place, level, region, queue, ended, five_costs, composition,
  ${placed('arrayDistinct(source.units)')}, ${placed('arrayDistinct(arrayFilter(item -> item > 0, source.items))')}, ${placed('source.tiers')}
from source where ${PART_OF_SOURCE}`,
  `insert into tft_token with arrayFilter(item -> item > 0, items) as held
select patch, tokens.1, tokens.2, tokens.3, place, 1, groupBitmapState(${BOARD_NUMBER})
from source array join arrayConcat(
  [(0, toUInt16(0), toUInt32(1))],
  arrayMap((unit, nth) -> (1, unit, nth), units, arrayEnumerateUniq(units)),
  arrayMap((item, nth) -> (2, item, nth), held, arrayEnumerateUniq(held)),
  arrayMap(tier -> (3, tier, toUInt32(1)), tiers)) as tokens
where ${PART_OF_SOURCE} group by all`,
];

const FROM_LP = 'lp >= {lp:Int16}';
const RANKED_FROM_LP = `${FROM_LP} and queue = ${RANKED}`;
const ONE_UNIT = 'unit = {unit:UInt16}';

function counted(key: string, table: string, filter: string): string {
  return `select ${key} as k1, 0 as k2, place, count() as n from ${table} where ${filter} group by k1, k2, place`;
}

/** Of boards, under a filter on their own columns. The baseline is among the codes. */
function breakdown(array: string, filter: string): string {
  return `select intDiv(code, 8) as k1, 0 as k2, code % 8 + 1 as place, n
from (select arrayJoin(${array}) as code, count() as n from tft_board where ${filter} group by code)`;
}

/** Which tokens a set of boards is read from. */
type Leaf = string;
const HAS_OTHER: Leaf = "kind = 'unit' and token = {other:UInt16}";
const HAS_ITEM: Leaf = "kind = 'item' and token = {item:UInt16}";
const HAS_TRAIT: Leaf = "kind = 'trait' and token > {trait:UInt16} * 4 and token < {trait:UInt16} * 4 + 4";
const HAS_SECOND_TIER: Leaf =
  "kind = 'trait' and token > {trait:UInt16} * 4 + 1 and token < {trait:UInt16} * 4 + 4";

/** All sets of a question are read in one pass; `combine` gets their names. */
function wantedBoards(leaves: readonly Leaf[], combine: (...names: string[]) => string): string {
  const states = leaves.map((leaf) => `groupBitmapMergeStateIf(boards, ${leaf})`);
  return `(select (${states.join(', ')}, 0) from tft_token where nth = 1 and (${leaves.join(' or ')})) as leaf,
${combine(...leaves.map((_, at) => `leaf.${at + 1}`))} as wanted`;
}

/** Boards of one unit by its stars and items. */
function boardsOfUnit(filter: string): string {
  return `(select groupBitmapState(board) from tft_unit where ${filter})`;
}

/** Of boards, under conditions on what they have. */
function breakdownOfWanted(kind: string, wanted: string): string {
  return `with ${wanted}
select if(kind = 'board', 0, token) as k1, 0 as k2, place, sum(bitmapAndCardinality(boards, wanted)) as n
from tft_token where kind in ('board', '${kind}') and nth = 1 group by k1, k2, place`;
}

export const ours: Layout = {
  name: 'ours',
  tables: ['tft_unit', 'tft_item', 'tft_board', 'tft_token'],
  create: readFileSync(join(import.meta.dirname, 'ours.sql'), 'utf8').split(/;[ \t]*$/m),
  fill: FILL,
  settle: ['optimize table tft_token final'],
  questions: {
    total: counted('0', 'tft_board', RANKED_FROM_LP),
    units: breakdown('units', RANKED_FROM_LP),
    // A missing item is 0, and so is the baseline.
    unitItems: counted(
      'arrayJoin(arrayDistinct([0, item_1, item_2, item_3]))',
      'tft_unit',
      `${ONE_UNIT} and ${FROM_LP}`,
    ),
    unitBuilds: counted(
      'if(item_3 > 0, bitShiftLeft(toUInt64(item_1), 32) + item_2 * 65536 + item_3, 1)',
      'tft_unit',
      `${ONE_UNIT} and ${FROM_LP}`,
    ),
    itemHolders: counted('unit', 'tft_item', `item = {item:UInt16} and ${FROM_LP}`),
    traits: breakdown('tiers', RANKED_FROM_LP),
    unitsGiven: breakdownOfWanted(
      'unit',
      wantedBoards(
        [HAS_SECOND_TIER],
        (trait) =>
          `bitmapAnd(${boardsOfUnit(`${ONE_UNIT} and stars >= 2 and (item_1 = {item:UInt16} or item_2 = {item:UInt16} or item_3 = {item:UInt16})`)}, ${trait})`,
      ),
    ),
    nested: breakdownOfWanted(
      'unit',
      wantedBoards(
        [HAS_OTHER, HAS_ITEM, HAS_TRAIT],
        (unit, item, trait) =>
          `bitmapAndnot(bitmapAnd(${unit}, bitmapOr(${item}, ${trait})), ${boardsOfUnit('unit = {third:UInt16} and stars = 3')})`,
      ),
    ),
    itemsGivenCount: breakdown('items', `five_costs >= 4 and queue = ${RANKED}`),
    trend: counted('arrayJoin([0, day])', 'tft_unit', `${ONE_UNIT} and copy = 0 and ${FROM_LP}`),
    patches: `select intDiv(code, 8) as k1, patch as k2, code % 8 + 1 as place, n
from (select arrayJoin(units) as code, patch, count() as n from tft_board
  where patch in ({patch_a:UInt16}, {patch_b:UInt16}) and ${FROM_LP} group by patch, code)`,
    compositions: counted('arrayJoin([0, composition])', 'tft_board', FROM_LP),
    starsAndItemCount: `with ${wantedBoards([HAS_TRAIT], (trait) => trait)}
select stars as k1, (item_1 > 0) + (item_2 > 0) + (item_3 > 0) as k2, place, count() as n
from tft_unit where ${ONE_UNIT} and bitmapContains(wanted, board) group by k1, k2, place`,
    levels: counted('arrayJoin([0, level])', 'tft_board', RANKED_FROM_LP),
    regions: counted('arrayJoin([0, region])', 'tft_unit', `${ONE_UNIT} and copy = 0`),
  },
};
