/** Popular units of the newest patch, and the item and the trait that go with each most often: the questions are about these, because they have the most rows. */
import { NEWEST_PATCH } from './deal-boards.ts';
import { ask, type Engine } from './engine.ts';
import type { PopularUnit } from './question.ts';

const SHARE = 8;

export async function findPopular({ clickhouse }: Engine): Promise<PopularUnit[]> {
  const rows = await ask<[number, number, number]>(
    clickhouse,
    `select unit, argMaxIf(thing, n, kind = 'item'), argMaxIf(thing, n, kind = 'trait') from (
      select units[k] as unit, counted.1 as kind, counted.2 as thing, count() as n
      from source array join arrayEnumerate(units) as k
      array join arrayConcat([('unit', toUInt16(0)), ('item', items[k * 3 - 2])],
        arrayMap(tier -> ('trait', toUInt16(intDiv(tier, 4))), arrayFilter(tier -> tier % 4 = 2, tiers))) as counted
      where patch = ${NEWEST_PATCH} and game % ${SHARE} = 0 and items[k * 3 - 2] > 0 group by unit, kind, thing)
    group by unit order by sumIf(n, kind = 'unit') desc, unit limit 24`,
  );
  return rows.map(([unit, item, trait]) => ({ unit, item, trait }));
}
