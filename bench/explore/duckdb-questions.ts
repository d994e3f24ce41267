/** The questions in DuckDB's SQL, each in the quicker of the ways that were tried. */
import { RANKED } from './boards.ts';
import type { QuestionSql } from './questions.ts';

const IN_PATCHES = 'patch in ($patches)';
const RANKED_HERE = `${IN_PATCHES} and queue = ${RANKED}`;
const RANKED_FROM_LP = `${RANKED_HERE} and lp >= $lp`;
const RANKED_IN_BOTH = `patch in ($patch_a, $patch_b) and queue = ${RANKED} and lp >= $lp`;
const ANY_TIER = '[$trait * 4 + 1, $trait * 4 + 2, $trait * 4 + 3]';
const HAS_ITEM = '(item_1 = $item or item_2 = $item or item_3 = $item)';

function counted(key: string, table: string, filter: string): string {
  return `select ${key} as k1, 0 as k2, place, count(*) as n from ${table} where ${filter} group by all`;
}

/** Adds the baseline where each unit or board has one key: it is their sum. */
function withBaseline(inner: string): string {
  return `with each_key as materialized (${inner}) select k1, k2, place, n from each_key where k1 > 0
union all select 0 as k1, 0 as k2, place, sum(n)::bigint as n from each_key group by all`;
}

/** With the baseline. */
function unnested(list: string, filter: string): string {
  return `select k1, 0 as k2, place, count(*) as n from (select unnest(${list}) as k1, place from boards where ${filter}) group by all
union all ${counted('0', 'boards', filter)}`;
}

const ITEMS_OF_UNIT = `(with mine as materialized (select item_1, item_2, item_3, place from units where unit = $unit and ${RANKED_FROM_LP})
  select 0 as item, place from mine
  union all select item_1, place from mine where item_1 > 0
  union all select item_2, place from mine where item_2 > 0 and item_2 <> item_1
  union all select item_3, place from mine where item_3 > 0 and item_3 <> item_2)`;

export const DUCKDB_QUESTIONS: QuestionSql = {
  units: `${counted('unit', 'units', `copy = 0 and ${RANKED_FROM_LP}`)} union all ${counted('0', 'boards', RANKED_FROM_LP)}`,
  unitItems: counted('item', ITEMS_OF_UNIT, 'true'),
  unitBuilds: withBaseline(
    counted(
      'if(item_3 > 0, item_1::ubigint * 4294967296 + item_2::ubigint * 65536 + item_3, 0)',
      'units',
      `unit = $unit and ${RANKED_FROM_LP}`,
    ),
  ),
  itemHolders: withBaseline(counted('unit', 'units', `${HAS_ITEM} and ${RANKED_FROM_LP}`)),
  traits: unnested('tiers', RANKED_FROM_LP),
  unitsGiven: unnested(
    'unit_set',
    `${RANKED_HERE} and board in (select board from units where ${IN_PATCHES} and unit = $unit and stars >= 2 and ${HAS_ITEM})
  and list_has_any(tiers, [$trait * 4 + 2, $trait * 4 + 3])`,
  ),
  nested: unnested(
    'unit_set',
    `${RANKED_HERE} and list_contains(unit_set, $other) and (list_contains(item_set, $item) or list_has_any(tiers, ${ANY_TIER}))
  and board not in (select board from units where ${IN_PATCHES} and unit = $third and stars = 3)`,
  ),
  patches: `${counted('unit', 'units', `copy = 0 and ${RANKED_IN_BOTH}`)}
union all ${counted('0', 'boards', RANKED_IN_BOTH)}`.replaceAll('0 as k2', 'patch as k2'),
  compositions: withBaseline(counted('composition + 1', 'boards', RANKED_FROM_LP)),
};
