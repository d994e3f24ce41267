/** Deals the boards into one table, and fills each layout from it in pieces, as a projector would: the same pieces for everybody. */
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClickHouse } from '../../src/stores/clickhouse/clickhouse.ts';
import { SOURCE_TABLE } from './board-bytes.ts';
import { dealBoards } from './deal-boards.ts';
import { ask } from './engine.ts';
import type { Tables } from './layouts/layout.ts';
import { inventSet } from './set.ts';

const GAMES_AT_ONCE = 10_000;
const UNITS_A_GAME = 70.7;

export interface Source {
  readonly unitRows: number;
  readonly boards: number;
  /** Pieces of one patch each. */
  readonly pieces: readonly Piece[];
}

interface Piece extends Record<string, number> {
  readonly patch: number;
  readonly from: number;
  readonly until: number;
}

export interface Filled {
  readonly seconds: number;
  readonly megabytes: number;
  readonly parts: number;
}

export async function dealSource(clickhouse: ClickHouse, wantedRows: number): Promise<Source> {
  const games = Math.round(wantedRows / UNITS_A_GAME);
  const set = inventSet();
  await clickhouse.writer.command({ query: SOURCE_TABLE });
  let unitRows = 0;
  for (let from = 0; from < games; from += GAMES_AT_ONCE) {
    const bytes = dealBoards(set, from, Math.min(games, from + GAMES_AT_ONCE), games);
    unitRows += bytes.unitRows();
    const { stream } = await clickhouse.writer.exec({
      query: 'insert into source format RowBinary',
      values: Readable.from([bytes.toBuffer()]),
    });
    stream.resume();
  }
  return { unitRows, boards: games * 8, pieces: await cutByPatch(clickhouse) };
}

export async function fill(clickhouse: ClickHouse, layout: Tables, { pieces }: Source): Promise<Filled> {
  const startedAt = performance.now();
  for (const query of layout.create) if (query.trim() !== '') await clickhouse.writer.command({ query });
  for (const piece of pieces)
    for (const query of layout.fill) await clickhouse.writer.command({ query, query_params: piece });
  for (const query of layout.settle ?? []) await clickhouse.writer.command({ query });
  const seconds = (performance.now() - startedAt) / 1000;
  await untilMerged(clickhouse);
  const [size] = await ask<[number, number]>(
    clickhouse,
    `select sum(bytes_on_disk) / 1e6, toUInt32(count()) from system.parts where active and table in {tables:Array(String)}`,
    { tables: layout.tables },
  );
  return { seconds, megabytes: size?.[0] ?? 0, parts: size?.[1] ?? 0 };
}

async function cutByPatch(clickhouse: ClickHouse): Promise<Piece[]> {
  const patches = await ask<[number, number, number]>(
    clickhouse,
    'select patch, min(game), max(game) + 1 from source group by patch order by patch',
  );
  return patches.flatMap(([patch, first, end]) => {
    const pieces: Piece[] = [];
    for (let from = first; from < end; from += GAMES_AT_ONCE)
      pieces.push({ patch, from, until: Math.min(end, from + GAMES_AT_ONCE) });
    return pieces;
  });
}

/** What the engine merges by itself; nobody gets a final merge that the product would not do. */
async function untilMerged(clickhouse: ClickHouse): Promise<void> {
  for (let quiet = 0; quiet < 3;) {
    const [merges] = await ask<[string]>(clickhouse, 'select count() from system.merges');
    quiet = Number(merges?.[0]) === 0 ? quiet + 1 : 0;
    await delay(300);
  }
}
