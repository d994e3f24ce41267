/**
 * The schema that the project began with, as its author would write it: one flat row per unit, names as `LowCardinality(String)`, sorted
 * by (lp, unit_name), partitioned by patch. A board number, `unit_no` and `copy` spare it the counting of distinct boards, the number
 * of five-costs and the composition stand on every row, and its answers are counted by place as ours are.
 */
import { RANKED } from './boards.ts';
import type { QuestionSql } from './questions.ts';
import { BOARD_NUMBER, PART_OF_SOURCE, type Tables } from './tables.ts';

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
const IN_PATCHES = 'patch in {patch_names:Array(String)}';
const RANKED_HERE = `${IN_PATCHES} and queue = ${RANKED}`;
const FROM_LP = 'lp >= {lp:Int16}';
const RANKED_FROM_LP = `${RANKED_HERE} and ${FROM_LP}`;
const ONCE_A_BOARD = 'unit_no = 1';

/** Adds the baseline where each unit or board has one key: it is their sum. */
function withBaseline(inner: string, none = '0'): string {
  return `select arrayJoin(if(counted.k1 = ${none}, [${none}], [${none}, counted.k1])) as k1, k2, place, n from (${inner}) as counted`;
}

function counted(key: string, filter: string, count = 'count()'): string {
  return `select ${key} as k1, 0 as k2, placement as place, ${count} as n from seed where ${filter} group by k1, k2, place`;
}

/** With the baseline; `once` picks the rows that have a key of their own. */
function breakdown(key: string, filter: string, once = 'copy = 0', count = 'count()'): string {
  return `${counted(key, `${once} and ${filter}`, count)}
union all ${counted("''", `${ONCE_A_BOARD} and ${filter}`)}`;
}

const BOARDS = `select board from seed where ${IN_PATCHES} and`;
const GIVEN = `board in (${BOARDS} unit_name = ${UNIT} and stars >= 2 and has(items, ${ITEM}) and hasAny(traits, ${SECOND_TIER}))`;
const NESTED = `board in (${BOARDS} unit_name = ${OTHER})
  and (hasAny(traits, ${ANY_TIER}) or board in (${BOARDS} has(items, ${ITEM})))
  and board not in (${BOARDS} unit_name = ${THIRD} and stars = 3)`;

export const SEED: Tables = {
  name: 'seedSchema',
  tables: ['seed'],
  create: [
    `create table seed (
  board UInt32, unit_no UInt8, copy UInt8, patch LowCardinality(String), lp Int16, region LowCardinality(String), queue UInt16, ended DateTime('UTC'), level UInt8,
  placement UInt8, unit_name LowCardinality(String), stars UInt8, items Array(LowCardinality(String)), traits Array(LowCardinality(String)), five_costs UInt8, composition UInt32
) engine = MergeTree partition by patch order by (lp, unit_name)`,
  ],
  fill: [
    `insert into seed select ${BOARD_NUMBER}, k, arrayEnumerateUniq(units)[k] - 1, toString(patch), lp, ${named('REGION', 'region')}, queue, ended,
  level, place, ${named('TFT17_Unit', 'units[k]')}, stars[k],
  arrayMap(item -> ${named('TFT_Item', 'item')}, arrayFilter(item -> item > 0, arraySlice(items, k * 3 - 2, 3))),
  arrayMap(tier -> ${named('TFT17_Trait', 'tier')}, tiers), five_costs, composition
from source array join arrayEnumerate(units) as k where ${PART_OF_SOURCE}`,
  ],
};

export const SEED_QUESTIONS: QuestionSql = {
  units: breakdown('unit_name', RANKED_FROM_LP),
  unitItems: counted(
    "arrayJoin(arrayDistinct(arrayConcat([''], items)))",
    `unit_name = ${UNIT} and ${RANKED_FROM_LP}`,
  ),
  unitBuilds: withBaseline(
    counted(
      "if(length(items) = 3, arrayStringConcat(items, '|'), '')",
      `unit_name = ${UNIT} and ${RANKED_FROM_LP}`,
    ),
    "''",
  ),
  itemHolders: withBaseline(counted('unit_name', `has(items, ${ITEM}) and ${RANKED_FROM_LP}`), "''"),
  traits: breakdown('arrayJoin(traits)', RANKED_FROM_LP, ONCE_A_BOARD),
  unitsGiven: breakdown('unit_name', `${RANKED_HERE} and ${GIVEN}`),
  nested: breakdown('unit_name', `${RANKED_HERE} and ${NESTED}`),
  patches: breakdown(
    'unit_name',
    `patch in (toString({patch_a:UInt16}), toString({patch_b:UInt16})) and queue = ${RANKED} and ${FROM_LP}`,
  ).replaceAll('0 as k2', 'toUInt16(patch) as k2'),
  compositions: withBaseline(counted('composition + 1', `${ONCE_A_BOARD} and ${RANKED_FROM_LP}`)),
};
