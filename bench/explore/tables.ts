/**
 * The product's tables, made by the product's own migrations and filled with the generated boards. Numbers of the source are the codes
 * here. What the invented set does not have (costs below five, emblems and the like) is 0, as it is on many real boards.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMPOSITION_BASE, UNKNOWN_LP } from '../deal-boards.ts';
import { BOARD_NUMBER, PART_OF_SOURCE, type Tables } from './layout.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations/clickhouse');
const TFT = ['0005-tft-ranks.sql'] as const;

const placed = (array: string) =>
  `arrayMap(code -> toUInt16(code * 8 + place - 1), arrayPushFront(${array}, 0))`;
const HOUR = 'intDiv(toUnixTimestamp(ended), 3600)';
const TIER = `multiIf(lp = ${UNKNOWN_LP}, 0, lp >= 900, 10, lp >= 400, 9, lp >= 0, 8, 7)`;
/** Ranks up to two days old; half an hour is a match. */
const RANK_HOURS = `if(lp = ${UNKNOWN_LP}, ${UNKNOWN_LP}, -toInt16(game % 49))`;
const PLAYER = 'cityHash64(game, place)';
/** Of the k-th unit. */
const HELD = 'arraySort(arrayFilter(item -> item > 0, arraySlice(source.items, k * 3 - 2, 3)))';

const FILL = [
  `insert into tft_board (patch, board, place, number, seat, level, platform, queue, lp, tier, rank_hours, hour, ended_at, seconds, player, unit_count, cost_5, three_stars,
  main_trait, carry, units, items, traits, batch)
select toString(patch), ${BOARD_NUMBER}, place, game, place, level, region, queue, lp, ${TIER}, ${RANK_HOURS}, ${HOUR}, ended, 2000, ${PLAYER}, length(source.units), five_costs,
  countEqual(stars, 3), intDiv(composition, ${COMPOSITION_BASE}), composition % ${COMPOSITION_BASE},
  ${placed('arrayDistinct(source.units)')}, ${placed('arrayDistinct(arrayFilter(item -> item > 0, source.items))')}, ${placed('tiers')}, {from:UInt32}
from source where ${PART_OF_SOURCE}`,
  `insert into tft_unit (patch, unit, board, place, copy, stars, items, level, platform, queue, lp, tier, rank_hours, hour, batch)
select toString(patch), units[k], ${BOARD_NUMBER}, place, arrayEnumerateUniq(units)[k], source.stars[k], ${HELD}, level, region, queue,
  lp, ${TIER}, ${RANK_HOURS}, ${HOUR}, {from:UInt32}
from source array join arrayEnumerate(units) as k where ${PART_OF_SOURCE}`,
  `insert into tft_item (patch, item, unit, board, place, copies, stars, level, platform, queue, lp, tier, rank_hours, hour, batch)
select toString(patch), kind, units[k], ${BOARD_NUMBER}, place, countEqual(${HELD}, kind), source.stars[k], level, region, queue,
  lp, ${TIER}, ${RANK_HOURS}, ${HOUR}, {from:UInt32}
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
