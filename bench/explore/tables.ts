/**
 * The tables of the contenders that run in ClickHouse, filled from one source in the same pieces. Ours are created by the product's own
 * definition; what the generated set lacks (emblems, costs below five) is 0, as on many real boards.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Figures } from '../benchmark.ts';
import type { ClickHouse } from '../../src/runtime/clickhouse/clickhouse.ts';
import { createTableStatements } from '../../src/runtime/clickhouse/projected-tables.ts';
import { TFT_TABLES } from '../../src/tft/tables.ts';
import { round } from '../harness/statistics.ts';
import { COMPOSITION_BASE, DEAL, SOURCE_TABLE, UNKNOWN_LP } from './boards.ts';

export interface Tables {
  readonly name: string;
  readonly tables: readonly string[];
  readonly create: readonly string[];
  /** Each statement reads `PART_OF_SOURCE`. */
  readonly fill: readonly string[];
}

export const PART_OF_SOURCE = 'patch = {patch:UInt16} and game >= {from:UInt32} and game < {until:UInt32}';
/** The place is in the bits above those of the game. */
export const BOARD_NUMBER = 'toUInt32(bitShiftLeft(toUInt32(place - 1), 29) + game)';

const placed = (array: string) =>
  `arrayMap(code -> toUInt16(code * 8 + place - 1), arrayPushFront(${array}, 0))`;
const HOUR = 'intDiv(toUnixTimestamp(ended), 3600)';
const TIER = `multiIf(lp = ${UNKNOWN_LP}, 0, lp >= 900, 10, lp >= 400, 9, lp >= 0, 8, 7)`;
/** Ranks that are up to two days old. */
const RANK_HOURS = `if(lp = ${UNKNOWN_LP}, ${UNKNOWN_LP}, -toInt16(game % 49))`;
/** Of the unit k. */
const HELD = 'arraySort(arrayFilter(item -> item > 0, arraySlice(source.items, k * 3 - 2, 3)))';
const COMMON = 'level, platform, queue, lp, tier, rank_hours, hour, batch';
const COMMON_VALUES = `level, region, queue, lp, ${TIER}, ${RANK_HOURS}, ${HOUR}, {from:UInt32}`;

export const OURS: Tables = {
  name: 'ours',
  tables: ['tft_board', 'tft_unit', 'tft_item'],
  create: TFT_TABLES.flatMap((shape) =>
    createTableStatements({ cluster: undefined, database: 'default' }, { shape, name: shape.name }),
  ),
  fill: [
    `insert into tft_board (patch, board, place, number, seat, ended_at, seconds, player, unit_count, cost_5, three_stars,
  main_trait, carry, units, items, traits, ${COMMON})
select toString(patch), ${BOARD_NUMBER}, place, game, place, ended, 2000, cityHash64(game, place), length(source.units), five_costs,
  countEqual(stars, 3), intDiv(composition, ${COMPOSITION_BASE}), composition % ${COMPOSITION_BASE},
  ${placed('arrayDistinct(source.units)')}, ${placed('arrayDistinct(arrayFilter(item -> item > 0, source.items))')},
  ${placed('tiers')}, ${COMMON_VALUES}
from source where ${PART_OF_SOURCE}`,
    `insert into tft_unit (patch, unit, board, place, copy, stars, items, ${COMMON})
select toString(patch), units[k], ${BOARD_NUMBER}, place, arrayEnumerateUniq(units)[k], source.stars[k], ${HELD}, ${COMMON_VALUES}
from source array join arrayEnumerate(units) as k where ${PART_OF_SOURCE}`,
    `insert into tft_item (patch, item, unit, board, place, copies, stars, ${COMMON})
select toString(patch), kind, units[k], ${BOARD_NUMBER}, place, countEqual(${HELD}, kind), source.stars[k], ${COMMON_VALUES}
from source array join arrayEnumerate(units) as k array join arrayDistinct(${HELD}) as kind where ${PART_OF_SOURCE}`,
  ],
};

const GAMES_AT_ONCE = 10_000;
const UNITS_A_GAME = 70.7;

export interface Source {
  readonly rows: number;
  readonly boards: number;
  /** Each of one patch. */
  readonly pieces: readonly { readonly patch: number; readonly from: number; readonly until: number }[];
}

export async function dealSource(clickhouse: ClickHouse, wantedRows: number): Promise<Source> {
  const games = Math.round(wantedRows / UNITS_A_GAME);
  await clickhouse.writer.command(SOURCE_TABLE);
  for (let from = 0; from < games; from += GAMES_AT_ONCE) {
    const until = Math.min(games, from + GAMES_AT_ONCE);
    await clickhouse.writer.command(DEAL, { from, until, games });
  }
  const patches = await ask<[number, number, number, number]>(
    clickhouse,
    'select patch, min(game), max(game) + 1, toUInt32(sum(length(units))) from source group by patch order by patch',
  );
  const pieces = patches.flatMap(([patch, first, end]) =>
    Array.from({ length: Math.ceil((end - first) / GAMES_AT_ONCE) }, (_, nth) => {
      const from = first + nth * GAMES_AT_ONCE;
      return { patch, from, until: Math.min(end, from + GAMES_AT_ONCE) };
    }),
  );
  return { rows: patches.reduce((sum, [, , , rows]) => sum + rows, 0), boards: games * 8, pieces };
}

/** The engine merges in the background; no contender gets a final merge. */
export async function fillTables(
  clickhouse: ClickHouse,
  tables: Tables,
  { pieces }: Source,
): Promise<Figures> {
  const startedAt = performance.now();
  for (const query of tables.create) if (query.trim() !== '') await clickhouse.writer.command(query);
  for (const piece of pieces) for (const query of tables.fill) await clickhouse.writer.command(query, piece);
  const fillSeconds = round((performance.now() - startedAt) / 1000);
  for (let quiet = 0; quiet < 3; await delay(300)) {
    const [merges] = await ask<[string]>(clickhouse, 'select count() from system.merges');
    quiet = Number(merges?.[0]) === 0 ? quiet + 1 : 0;
  }
  const [size] = await ask<[number, number]>(
    clickhouse,
    `select sum(bytes_on_disk) / 1e6, toUInt32(count()) from system.parts where active and table in {tables:Array(String)}`,
    { tables: tables.tables },
  );
  return { fillSeconds, megabytes: Math.round(size?.[0] ?? 0), parts: size?.[1] ?? 0 };
}

export async function ask<Row>(
  { reader }: ClickHouse,
  query: string,
  parameters: Readonly<Record<string, unknown>> = {},
): Promise<Row[]> {
  return reader.query<Row>(query, { params: parameters, asArrays: true });
}
