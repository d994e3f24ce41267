/** The questions in DuckDB's SQL, each in the quicker of the ways that were tried. */
import { RANKED } from './deal-boards.ts';
import type { QuestionSql } from './question.ts';

const RANKED_FROM_LP = `lp >= $lp and queue = ${RANKED}`;
const ANY_TIER = '[$trait * 4 + 1, $trait * 4 + 2, $trait * 4 + 3]';
const HAS_ITEM = '(item_1 = $item or item_2 = $item or item_3 = $item)';

function counted(key: string, table: string, filter: string): string {
  return `select ${key} as k1, 0 as k2, place, count(*) as n from ${table} where ${filter} group by all`;
}

/** With the baseline. */
function unnested(list: string, filter: string, k2 = '0'): string {
  return `select k1, k2, place, count(*) as n from (select unnest(${list}) as k1, ${k2} as k2, place from boards where ${filter}) group by all
union all select 0 as k1, ${k2} as k2, place, count(*) as n from boards where ${filter} group by all`;
}

const ITEMS_OF_UNIT = `(with mine as materialized (select item_1, item_2, item_3, place from units where unit = $unit and lp >= $lp)
  select 0 as item, place from mine
  union all select item_1, place from mine where item_1 > 0
  union all select item_2, place from mine where item_2 > 0 and item_2 <> item_1
  union all select item_3, place from mine where item_3 > 0 and item_3 <> item_2)`;

export const duckdbQuestions: QuestionSql = {
  total: counted('0', 'boards', RANKED_FROM_LP),
  units: `${counted('unit', 'units', `copy = 0 and ${RANKED_FROM_LP}`)} union all ${counted('0', 'boards', RANKED_FROM_LP)}`,
  unitItems: counted('item', ITEMS_OF_UNIT, 'true'),
  unitBuilds: counted(
    'if(item_3 > 0, item_1::ubigint * 4294967296 + item_2::ubigint * 65536 + item_3, 1)',
    'units',
    'unit = $unit and lp >= $lp',
  ),
  itemHolders: counted('unit', 'units', `${HAS_ITEM} and lp >= $lp`),
  traits: unnested('tiers', RANKED_FROM_LP),
  unitsGiven: unnested(
    'unit_set',
    `board in (select board from units where unit = $unit and stars >= 2 and ${HAS_ITEM}) and list_has_any(tiers, [$trait * 4 + 2, $trait * 4 + 3])`,
  ),
  nested: unnested(
    'unit_set',
    `list_contains(unit_set, $other) and (list_contains(item_set, $item) or list_has_any(tiers, ${ANY_TIER}))
  and board not in (select board from units where unit = $third and stars = 3)`,
  ),
  itemsGivenCount: unnested('item_set', `five_costs >= 4 and queue = ${RANKED}`),
  trend: `${counted('day', 'units', 'unit = $unit and copy = 0 and lp >= $lp')}
union all ${counted('0', 'units', 'unit = $unit and copy = 0 and lp >= $lp')}`,
  patches: `select unit as k1, patch as k2, place, count(*) as n from units where copy = 0 and lp >= $lp and patch in ($patch_a, $patch_b) group by all
union all select 0 as k1, patch as k2, place, count(*) as n from boards where lp >= $lp and patch in ($patch_a, $patch_b) group by all`,
  compositions: `${counted('composition', 'boards', 'lp >= $lp')} union all ${counted('0', 'boards', 'lp >= $lp')}`,
  starsAndItemCount: `select stars as k1, (item_1 > 0)::int + (item_2 > 0)::int + (item_3 > 0)::int as k2, place, count(*) as n from units
where unit = $unit and board in (select board from boards where list_has_any(tiers, ${ANY_TIER})) group by all`,
  levels: `${counted('level', 'boards', RANKED_FROM_LP)} union all ${counted('0', 'boards', RANKED_FROM_LP)}`,
  regions: `${counted('region', 'units', 'unit = $unit and copy = 0')} union all ${counted('0', 'units', 'unit = $unit and copy = 0')}`,
};
