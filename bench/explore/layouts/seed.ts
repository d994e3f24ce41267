/**
 * The layout that the first design named: one flat row a unit, names as text, sorted by (lp, unit_name), partitioned by patch. It is
 * treated kindly: a number tells boards apart, `unit_no` and `copy` save it from counting distinct boards, and the number of
 * five-costs and the composition stand on every row. Counting by place and adding up afterwards is given to it as well.
 */
import { RANKED } from '../deal-boards.ts';
import { BOARD_NUMBER, PART_OF_SOURCE, type Layout } from './layout.ts';

function named(prefix: string, code: string): string {
  return `concat('${prefix}_', leftPad(toString(${code}), 4, '0'))`;
}

const UNIT = named('TFT17_Unit', '{unit:UInt16}');
const OTHER = named('TFT17_Unit', '{other:UInt16}');
const THIRD = named('TFT17_Unit', '{third:UInt16}');
const ITEM = named('TFT_Item', '{item:UInt16}');
const tier = (number: number) => named('TFT17_Trait', `{trait:UInt16} * 4 + ${number}`);
const ANY_TIER = `[${[1, 2, 3].map(tier).join(', ')}]`;
const SECOND_TIER = `[${[2, 3].map(tier).join(', ')}]`;
const FROM_LP = 'lp >= {lp:Int16}';
const RANKED_ONLY = `queue = ${RANKED}`;

/** `once` picks one row of each board. */
function breakdown(key: string, filter: string, once = 'copy = 0', counted = 'count()'): string {
  return `select ${key} as k1, 0 as k2, placement as place, ${counted} as n from seed where ${once} and ${filter} group by k1, k2, place
union all select '' as k1, 0 as k2, placement as place, count() as n from seed where unit_no = 1 and ${filter} group by k1, k2, place`;
}

const ONCE_A_BOARD = 'unit_no = 1';
const GIVEN = `board in (select board from seed where unit_name = ${UNIT} and stars >= 2 and has(items, ${ITEM}) and hasAny(traits, ${SECOND_TIER}))`;
const NESTED = `board in (select board from seed where unit_name = ${OTHER})
  and (hasAny(traits, ${ANY_TIER}) or board in (select board from seed where has(items, ${ITEM})))
  and board not in (select board from seed where unit_name = ${THIRD} and stars = 3)`;

export const seed: Layout = {
  name: 'seedSchema',
  tables: ['seed'],
  create: [
    `create table seed (
  board UInt32, unit_no UInt8, copy UInt8, patch String, lp Int16, region String, queue UInt16, ended DateTime('UTC'), level UInt8,
  placement UInt8, unit_name String, stars UInt8, items Array(String), traits Array(String), five_costs UInt8, composition UInt32
) engine = MergeTree partition by patch order by (lp, unit_name)`,
  ],
  fill: [
    `insert into seed select ${BOARD_NUMBER}, k, arrayEnumerateUniq(units)[k] - 1, toString(patch), lp, ${named('REGION', 'region')}, queue, ended,
  level, place, ${named('TFT17_Unit', 'units[k]')}, stars[k],
  arrayMap(item -> ${named('TFT_Item', 'item')}, arrayFilter(item -> item > 0, arraySlice(items, k * 3 - 2, 3))),
  arrayMap(tier -> ${named('TFT17_Trait', 'tier')}, tiers), five_costs, composition
from source array join arrayEnumerate(units) as k where ${PART_OF_SOURCE}`,
  ],
  questions: {
    total: `select '' as k1, 0 as k2, placement as place, count() as n from seed where unit_no = 1 and ${FROM_LP} and ${RANKED_ONLY} group by k1, k2, place`,
    units: breakdown('unit_name', `${FROM_LP} and ${RANKED_ONLY}`),
    unitItems: `select arrayJoin(arrayDistinct(arrayConcat([''], items))) as k1, 0 as k2, placement as place, count() as n
from seed where unit_name = ${UNIT} and ${FROM_LP} group by k1, k2, place`,
    unitBuilds: `select if(length(items) = 3, arrayStringConcat(items, '|'), '1') as k1, 0 as k2, placement as place, count() as n
from seed where unit_name = ${UNIT} and ${FROM_LP} group by k1, k2, place`,
    itemHolders: `select unit_name as k1, 0 as k2, placement as place, count() as n from seed where has(items, ${ITEM}) and ${FROM_LP} group by k1, k2, place`,
    traits: breakdown('arrayJoin(traits)', `${FROM_LP} and ${RANKED_ONLY}`, ONCE_A_BOARD),
    unitsGiven: breakdown('unit_name', GIVEN),
    nested: breakdown('unit_name', NESTED),
    itemsGivenCount: breakdown(
      'arrayJoin(items)',
      `five_costs >= 4 and ${RANKED_ONLY}`,
      '1',
      'uniqExact(board)',
    ),
    trend: `select toRelativeDayNum(ended) as k1, 0 as k2, placement as place, count() as n from seed where unit_name = ${UNIT} and copy = 0 and ${FROM_LP} group by k1, k2, place
union all select 0 as k1, 0 as k2, placement as place, count() as n from seed where unit_name = ${UNIT} and copy = 0 and ${FROM_LP} group by k1, k2, place`,
    patches: breakdown(
      'unit_name',
      `patch in (toString({patch_a:UInt16}), toString({patch_b:UInt16})) and ${FROM_LP}`,
    ).replaceAll('0 as k2', 'toUInt16(patch) as k2'),
    compositions: `select arrayJoin([0, composition]) as k1, 0 as k2, placement as place, count() as n from seed where unit_no = 1 and ${FROM_LP} group by k1, k2, place`,
    starsAndItemCount: `select stars as k1, length(items) as k2, placement as place, count() as n
from seed where unit_name = ${UNIT} and hasAny(traits, ${ANY_TIER}) group by k1, k2, place`,
    levels: `select arrayJoin([0, level]) as k1, 0 as k2, placement as place, count() as n from seed where unit_no = 1 and ${FROM_LP} and ${RANKED_ONLY} group by k1, k2, place`,
    regions: `select arrayJoin(['', region]) as k1, 0 as k2, placement as place, count() as n from seed where unit_name = ${UNIT} and copy = 0 group by k1, k2, place`,
  },
};
