/** Kept for comparison: bitmaps of boards for everything but what is asked about one unit, also for LP, queue and day. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOWEST_LP, RANKED, UNKNOWN_LP } from '../deal-boards.ts';
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
/** What lies inside the hundred; both patches of a comparison are in it as well. */
const INSIDE_BAND = `(select groupBitmapState(board) from bitmaps_board
    where (${IN_PATCHES} or ${TWO_PATCHES}) and ${FROM_LP} and lp < (${BAND_OF_LP} + 1) * 100 + (${LOWEST_LP}))`;
const IS_RANKED: Leaf = `kind = 'queue' and token = ${RANKED}`;
const HAS_UNIT: Leaf = "kind = 'unit' and token = {unit:UInt16}";
const HAS_OTHER: Leaf = "kind = 'unit' and token = {other:UInt16}";
const HAS_ITEM: Leaf = "kind = 'item' and token = {item:UInt16}";
const HAS_TRAIT: Leaf = "kind = 'trait' and token > {trait:UInt16} * 4 and token < {trait:UInt16} * 4 + 4";
const HAS_SECOND_TIER: Leaf =
  "kind = 'trait' and token > {trait:UInt16} * 4 + 1 and token < {trait:UInt16} * 4 + 4";
const HAS_FOUR_FIVE_COSTS: Leaf = "kind = 'five_costs' and token >= 4";

/** Ranked ones: one pass over the tokens for all sets; `combine` gets their names. */
function boardsWhere(
  leaves: readonly Leaf[],
  combine: (...names: string[]) => string,
  where = IN_PATCHES,
): string {
  const all = [...leaves, IS_RANKED];
  const states = all.map((leaf) => `groupBitmapMergeStateIf(boards, ${leaf})`);
  return `(select (${states.join(', ')}, 0) from bitmaps_token where ${where} and nth = 1 and (${all.join(' or ')})) as leaf,
bitmapAnd(${combine(...leaves.map((_, at) => `leaf.${at + 1}`))}, leaf.${all.length}) as wanted`;
}

const withBand = (band: string) => `bitmapOr(${band}, ${INSIDE_BAND})`;
const BOARDS_FROM_LP = boardsWhere([HAS_LP_BAND], withBand);

/** Also the baseline: the token that every board has. */
function breakdown(kind: string, filter: string, token = 'token', where = IN_PATCHES): string {
  return `with ${filter}
select if(kind = 'board', 0, ${token}) as k1, 0 as k2, place, sum(bitmapAndCardinality(boards, wanted)) as n
from bitmaps_token where ${where} and kind in ('board', '${kind}') and nth = 1 group by k1, k2, place`;
}

const ONE_UNIT = `bitmaps_unit where unit = {unit:UInt16} and ${IN_PATCHES} and ${RANKED_ONLY}`;
const UNIT_FROM_LP = `${ONE_UNIT} and ${FROM_LP}`;
const WITH_UNIT = boardsWhere([HAS_UNIT], (unit) => unit);

export const bitmaps: Layout = {
  name: 'bitmaps',
  tables: ['bitmaps_unit', 'bitmaps_board', 'bitmaps_token'],
  create: readFileSync(join(import.meta.dirname, 'bitmaps.sql'), 'utf8').split(/;[ \t]*$/m),
  fill: FILL,
  settle: ['optimize table bitmaps_token final'],
  questions: {
    total: breakdown('board', BOARDS_FROM_LP),
    units: breakdown('unit', BOARDS_FROM_LP),
    // A missing item is 0, and so is the baseline.
    unitItems: `select arrayJoin(arrayDistinct([0, item_1, item_2, item_3])) as k1, 0 as k2, place, count() as n
from ${UNIT_FROM_LP} group by k1, k2, place`,
    unitBuilds:
      withBaseline(`select if(item_3 > 0, bitShiftLeft(toUInt64(item_1), 32) + item_2 * 65536 + item_3, 0) as k1, 0 as k2, place, count() as n
from ${UNIT_FROM_LP} group by k1, k2, place`),
    itemHolders: withBaseline(`with ${BOARDS_FROM_LP}
select token % 65536 as k1, 0 as k2, place, sum(bitmapAndCardinality(boards, wanted)) as n from bitmaps_token
where ${IN_PATCHES} and kind = 'holder' and token >= {item:UInt16} * 65536 and token < {item:UInt16} * 65536 + 65536 group by k1, k2, place`),
    traits: breakdown('trait', BOARDS_FROM_LP),
    unitsGiven: breakdown(
      'unit',
      boardsWhere(
        [HAS_SECOND_TIER],
        (trait) => `bitmapAnd((select groupBitmapState(board) from ${ONE_UNIT}
  and stars >= 2 and {item:UInt16} in (item_1, item_2, item_3)), ${trait})`,
      ),
    ),
    nested: breakdown(
      'unit',
      boardsWhere(
        [HAS_OTHER, HAS_ITEM, HAS_TRAIT],
        (unit, item, trait) => `bitmapAndnot(bitmapAnd(${unit}, bitmapOr(${item}, ${trait})),
  (select groupBitmapState(board) from bitmaps_unit where ${IN_PATCHES} and unit = {third:UInt16} and stars = 3))`,
      ),
    ),
    itemsGivenCount: breakdown(
      'item',
      boardsWhere([HAS_FOUR_FIVE_COSTS], (fiveCosts) => fiveCosts),
    ),
    trend: breakdown(
      'day',
      boardsWhere([HAS_LP_BAND, HAS_UNIT], (band, unit) => `bitmapAnd(${withBand(band)}, ${unit})`),
    ),
    patches: breakdown(
      'unit',
      boardsWhere([HAS_LP_BAND], withBand, TWO_PATCHES),
      'token',
      TWO_PATCHES,
    ).replaceAll('0 as k2', 'patch as k2'),
    compositions: breakdown('composition', BOARDS_FROM_LP, 'token + 1'),
    stars: withBaseline(`with ${boardsWhere([HAS_TRAIT], (trait) => trait)}
select stars as k1, 0 as k2, place, count() as n from ${ONE_UNIT} and bitmapContains(wanted, board) group by k1, k2, place`),
    levels: breakdown('level', BOARDS_FROM_LP),
    platforms: breakdown('region', WITH_UNIT),
  },
};
