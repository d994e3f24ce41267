/**
 * The product's tables, made by the product's own migrations and filled with the generated boards. Numbers of the source are the codes
 * here. What the invented set does not have (costs below five, emblems and the like) is 0, as it is on many real boards.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMPOSITION_BASE, UNKNOWN_LP } from '../deal-boards.ts';
import { BOARD_NUMBER, PART_OF_SOURCE, type Tables } from './layout.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations/clickhouse');
const TFT = ['0002-tft-numbers.sql', '0003-tft-plain-lists.sql'] as const;

const placed = (array: string) =>
  `arrayMap(code -> toUInt16(code * 8 + place - 1), arrayPushFront(${array}, 0))`;
const HOUR = 'intDiv(toUnixTimestamp(ended), 3600)';
const TIER = `multiIf(lp = ${UNKNOWN_LP}, 0, lp >= 900, 10, lp >= 400, 9, lp >= 0, 8, 7)`;
/** Of the k-th unit. */
const HELD = 'arraySort(arrayFilter(item -> item > 0, arraySlice(source.items, k * 3 - 2, 3)))';

const FILL = [
  `insert into tft_board (patch, lp, board, place, number, seat, level, platform, queue, tier, hour, ended_at, unit_count, cost_5, three_stars,
  main_trait, carry, units, items, traits, batch)
select toString(patch), lp, ${BOARD_NUMBER}, place, game, place, level, region, queue, ${TIER}, ${HOUR}, ended, length(source.units), five_costs,
  countEqual(stars, 3), intDiv(composition, ${COMPOSITION_BASE}), composition % ${COMPOSITION_BASE},
  ${placed('arrayDistinct(source.units)')}, ${placed('arrayDistinct(arrayFilter(item -> item > 0, source.items))')}, ${placed('tiers')}, {from:UInt32}
from source where ${PART_OF_SOURCE}`,
  `insert into tft_unit (patch, unit, lp, board, place, copy, stars, items, level, platform, queue, tier, hour, batch)
select toString(patch), units[k], lp, ${BOARD_NUMBER}, place, arrayEnumerateUniq(units)[k], source.stars[k], ${HELD}, level, region, queue,
  ${TIER}, ${HOUR}, {from:UInt32}
from source array join arrayEnumerate(units) as k where ${PART_OF_SOURCE}`,
  `insert into tft_item (patch, item, unit, lp, board, place, copies, stars, level, platform, queue, tier, hour, batch)
select toString(patch), kind, units[k], lp, ${BOARD_NUMBER}, place, countEqual(${HELD}, kind), source.stars[k], level, region, queue,
  ${TIER}, ${HOUR}, {from:UInt32}
from source array join arrayEnumerate(units) as k array join arrayDistinct(${HELD}) as kind where ${PART_OF_SOURCE}`,
];

export function readOurTables(): Tables {
  return {
    name: 'ours',
    tables: ['tft_board', 'tft_unit', 'tft_item'],
    create: TFT.flatMap((file) => readFileSync(join(MIGRATIONS, file), 'utf8').split(/;[ \t]*$/m)),
    fill: FILL,
  };
}
