/**
 * The table of League of Legends: one row is one seat of one game. Sorted by player, because it is asked for one player's whole
 * history; a season is a partition, so that a rebuild can be of one season alone.
 */
import type { ParticipantRow } from '#/domain/lol/rows/participant-rows.ts';
import { LOL_COLUMNS } from './lol-columns.ts';
import { createRowWriter, type RowWriter } from '#/runtime/clickhouse/row-writer.ts';
import type { TableShape } from '#/runtime/clickhouse/table-shape.ts';

const NAMES = LOL_COLUMNS.map(({ name }) => name);

export const LOL_PARTICIPANT: TableShape = {
  name: 'lol_participant',
  columns: [
    { name: 'season', type: 'LowCardinality(String)' },
    ...LOL_COLUMNS.map(({ name, type }) => ({ name, type })),
    { name: 'batch', type: 'UInt64' },
  ],
  partitionBy: 'season',
  orderBy: 'player, started_at, game',
  // A history is a few hundred rows: small pieces, so that few others are unpacked with them.
  settings: ['index_granularity = 1024', 'min_compress_block_size = 8192', 'max_compress_block_size = 65536'],
  bucketBy: 'game',
  game: 'game',
  // A timeline that comes after its game changes the game's rows, and thousands of them may.
  removal: 'mask',
  sent: ['season', 'batch', ...NAMES],
  proved: NAMES,
  ranks: [],
};

/** Real games with timelines have 374. */
const ROW_BYTES = 400;

export function createLolRowWriter(): RowWriter<ParticipantRow> {
  return createRowWriter({ partitionBy: 'season', columns: LOL_COLUMNS, rowBytes: ROW_BYTES });
}
