/** Kept for comparison: bitmaps of boards for everything but what is asked about one unit, also for LP, queue and day. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOWEST_LP, RANKED, UNKNOWN_LP } from '../deal-boards.ts';
import { BOARD_NUMBER, PART_OF_SOURCE, type Layout } from './layout.ts';

/** Tokens tell LP to the hundred; what lies inside the hundred is looked up. */
const BAND = `intDiv(lp - (${LOWEST_LP}), 100)`;
const BAND_OF_LP = `intDiv({lp:Int16} - (${LOWEST_LP}), 100)`;

const HOLDERS = `arrayMap(
    pair -> toUInt32(pair % 4294967296),
    arrayDistinct(arrayFilter(
      pair -> bitAnd(bitShiftRight(pair, 16), 65535) > 0,
      arrayMap((item, at) -> bitShiftLeft(toUInt64(intDiv(at, 3)), 32) + item * 65536 + units[intDiv(at, 3) + 1],
        items, range(length(items)))))) as holders`;

const FILL = [
  `insert into bitmaps_unit select 1, patch, units[k], lp, ${BOARD_NUMBER}, place, arrayEnumerateUniq(units)[k] - 1, stars[k],
  items[k * 3 - 2], items[k * 3 - 1], items[k * 3], level, region, queue, toRelativeDayNum(ended)
from source array join arrayEnumerate(units) as k where ${PART_OF_SOURCE}`,
  `insert into bitmaps_board select 1, patch, lp, ${BOARD_NUMBER}, place, level, region, queue, ended from source where ${PART_OF_SOURCE}`,
  `insert into bitmaps_token
with arrayFilter(item -> item > 0, items) as held, ${HOLDERS}
select patch, tokens.1, tokens.2, tokens.3, place, 1, groupBitmapState(${BOARD_NUMBER})
from source array join arrayConcat(
  [(0, toUInt32(0), toUInt32(1)), (5, toUInt32(level), 1), (6, toUInt32(region), 1), (7, toUInt32(queue), 1),
   (8, toUInt32(toRelativeDayNum(ended)), 1), (10, toUInt32(five_costs), 1), (11, composition, 1)],
  if(lp = ${UNKNOWN_LP}, [], [(9, toUInt32(${BAND}), toUInt32(1))]),
  arrayMap((unit, nth) -> (1, toUInt32(unit), nth), units, arrayEnumerateUniq(units)),
  arrayMap((item, nth) -> (2, toUInt32(item), nth), held, arrayEnumerateUniq(held)),
  arrayMap((holder, nth) -> (3, holder, nth), holders, arrayEnumerateUniq(holders)),
  arrayMap(tier -> (4, toUInt32(tier), toUInt32(1)), tiers)) as tokens
where ${PART_OF_SOURCE} group by all`,
];

/** A set of boards, to be read from the tokens together with the other sets of the same question. */
type Leaf = string;

const HAS_LP_BAND: Leaf = `kind = 'lp_band' and token > ${BAND_OF_LP}`;
const INSIDE_BAND = `(select groupBitmapState(board) from bitmaps_board
    where lp >= {lp:Int16} and lp < (${BAND_OF_LP} + 1) * 100 + (${LOWEST_LP}))`;
const IS_RANKED: Leaf = `kind = 'queue' and token = ${RANKED}`;
const HAS_UNIT: Leaf = "kind = 'unit' and token = {unit:UInt16}";
const HAS_OTHER: Leaf = "kind = 'unit' and token = {other:UInt16}";
const HAS_ITEM: Leaf = "kind = 'item' and token = {item:UInt16}";
const HAS_TRAIT: Leaf = "kind = 'trait' and token > {trait:UInt16} * 4 and token < {trait:UInt16} * 4 + 4";
const HAS_SECOND_TIER: Leaf =
  "kind = 'trait' and token > {trait:UInt16} * 4 + 1 and token < {trait:UInt16} * 4 + 4";
const HAS_FOUR_FIVE_COSTS: Leaf = "kind = 'five_costs' and token >= 4";
const TWO_PATCHES = 'patch in ({patch_a:UInt16}, {patch_b:UInt16})';

/** One pass over the tokens for all sets; `combine` gets their names. */
function boardsWhere(leaves: readonly Leaf[], combine: (...names: string[]) => string, where = '1'): string {
  const states = leaves.map((leaf) => `groupBitmapMergeStateIf(boards, ${leaf})`);
  return `(select (${states.join(', ')}, 0) from bitmaps_token where ${where} and nth = 1 and (${leaves.join(' or ')})) as leaf,
${combine(...leaves.map((_, at) => `leaf.${at + 1}`))} as wanted`;
}

const FROM_LP = boardsWhere([HAS_LP_BAND], (band) => `bitmapOr(${band}, ${INSIDE_BAND})`);
const RANKED_FROM_LP = boardsWhere(
  [HAS_LP_BAND, IS_RANKED],
  (band, ranked) => `bitmapAnd(bitmapOr(${band}, ${INSIDE_BAND}), ${ranked})`,
);

/** Also the baseline: the token that every board has. */
function breakdown(kind: string, filter: string): string {
  return `with ${filter}
select if(kind = 'board', 0, token) as k1, 0 as k2, place, sum(bitmapAndCardinality(boards, wanted)) as n
from bitmaps_token where kind in ('board', '${kind}') and nth = 1 group by k1, k2, place`;
}

export const bitmaps: Layout = {
  name: 'bitmaps',
  tables: ['bitmaps_unit', 'bitmaps_board', 'bitmaps_token'],
  create: readFileSync(join(import.meta.dirname, 'bitmaps.sql'), 'utf8').split(/;[ \t]*$/m),
  fill: FILL,
  settle: ['optimize table bitmaps_token final'],
  questions: {
    total: breakdown('board', RANKED_FROM_LP),
    units: breakdown('unit', RANKED_FROM_LP),
    // A missing item is 0, and so is the baseline.
    unitItems: `select arrayJoin(arrayDistinct([0, item_1, item_2, item_3])) as k1, 0 as k2, place, count() as n
from bitmaps_unit where unit = {unit:UInt16} and lp >= {lp:Int16} group by k1, k2, place`,
    unitBuilds: `select if(item_3 > 0, bitShiftLeft(toUInt64(item_1), 32) + item_2 * 65536 + item_3, 1) as k1, 0 as k2, place, count() as n
from bitmaps_unit where unit = {unit:UInt16} and lp >= {lp:Int16} group by k1, k2, place`,
    itemHolders: `with ${FROM_LP}
select token % 65536 as k1, 0 as k2, place, sum(bitmapAndCardinality(boards, wanted)) as n from bitmaps_token
where kind = 'holder' and token >= {item:UInt16} * 65536 and token < {item:UInt16} * 65536 + 65536 group by k1, k2, place`,
    traits: breakdown('trait', RANKED_FROM_LP),
    unitsGiven: breakdown(
      'unit',
      boardsWhere(
        [HAS_SECOND_TIER],
        (trait) => `bitmapAnd((select groupBitmapState(board) from bitmaps_unit
  where unit = {unit:UInt16} and stars >= 2 and {item:UInt16} in (item_1, item_2, item_3)), ${trait})`,
      ),
    ),
    nested: breakdown(
      'unit',
      boardsWhere(
        [HAS_OTHER, HAS_ITEM, HAS_TRAIT],
        (unit, item, trait) => `bitmapAndnot(bitmapAnd(${unit}, bitmapOr(${item}, ${trait})),
  (select groupBitmapState(board) from bitmaps_unit where unit = {third:UInt16} and stars = 3))`,
      ),
    ),
    itemsGivenCount: breakdown('item', boardsWhere([HAS_FOUR_FIVE_COSTS, IS_RANKED], bitmapAnd)),
    trend: breakdown(
      'day',
      boardsWhere(
        [HAS_LP_BAND, HAS_UNIT],
        (band, unit) => `bitmapAnd(bitmapOr(${band}, ${INSIDE_BAND}), ${unit})`,
      ),
    ),
    patches: `with ${boardsWhere([HAS_LP_BAND], (band) => `bitmapOr(${band}, ${INSIDE_BAND})`, TWO_PATCHES)}
select if(kind = 'board', 0, token) as k1, patch as k2, place, sum(bitmapAndCardinality(boards, wanted)) as n
from bitmaps_token where ${TWO_PATCHES} and kind in ('board', 'unit') and nth = 1 group by k1, k2, place`,
    compositions: breakdown('composition', FROM_LP),
    starsAndItemCount: `with ${boardsWhere([HAS_TRAIT], (trait) => trait)}
select stars as k1, (item_1 > 0) + (item_2 > 0) + (item_3 > 0) as k2, place, count() as n
from bitmaps_unit where unit = {unit:UInt16} and bitmapContains(wanted, board) group by k1, k2, place`,
    levels: breakdown('level', RANKED_FROM_LP),
    regions: breakdown(
      'region',
      boardsWhere([HAS_UNIT], (unit) => unit),
    ),
  },
};

function bitmapAnd(one: string, other: string): string {
  return `bitmapAnd(${one}, ${other})`;
}
