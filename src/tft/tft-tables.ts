/**
 * The tables of Teamfight Tactics. Whoever changes a column raises `PROJECTION_VERSION`: the projector then builds the tables anew
 * beside the old ones.
 */
import type { TableColumn, TableShape } from '#/runtime/clickhouse/table-shape.ts';

/** What every table says of a board and proves first, in this order. */
const SHARED = ['board', 'place', 'level', 'platform', 'queue', 'hour'] as const;
const RANKS = ['lp', 'tier', 'rank_hours'] as const;
const UNPROVED = ['patch', 'batch'] as const;

const TFT_BOARD = tftTable({
  name: 'tft_board',
  columns: [
    { name: 'patch', type: 'LowCardinality(String)' },
    { name: 'board', type: 'UInt32' },
    { name: 'place', type: 'UInt8' },
    { name: 'number', type: 'UInt64' },
    { name: 'seat', type: 'UInt8' },
    { name: 'level', type: 'UInt8' },
    { name: 'platform', type: 'UInt8' },
    { name: 'queue', type: 'UInt16' },
    { name: 'lp', type: 'Int16' },
    { name: 'tier', type: 'UInt8' },
    { name: 'rank_hours', type: 'Int16' },
    { name: 'hour', type: 'UInt32' },
    { name: 'ended_at', type: "DateTime('UTC')" },
    { name: 'seconds', type: 'UInt16' },
    { name: 'player', type: 'UInt64' },
    { name: 'unit_count', type: 'UInt8' },
    { name: 'cost_1', type: 'UInt8' },
    { name: 'cost_2', type: 'UInt8' },
    { name: 'cost_3', type: 'UInt8' },
    { name: 'cost_4', type: 'UInt8' },
    { name: 'cost_5', type: 'UInt8' },
    { name: 'three_stars', type: 'UInt8' },
    { name: 'emblems', type: 'UInt8' },
    { name: 'artifacts', type: 'UInt8' },
    { name: 'radiants', type: 'UInt8' },
    { name: 'main_trait', type: 'UInt16' },
    { name: 'carry', type: 'UInt16' },
    { name: 'units', type: 'Array(UInt16)', codec: 'NONE' },
    { name: 'items', type: 'Array(UInt16)', codec: 'NONE' },
    { name: 'traits', type: 'Array(UInt16)', codec: 'NONE' },
    { name: 'batch', type: 'UInt64' },
  ],
  orderBy: 'board',
  own: [
    'number',
    'seat',
    'ended_at',
    'seconds',
    'player',
    'unit_count',
    'cost_1',
    'cost_2',
    'cost_3',
    'cost_4',
    'cost_5',
    'three_stars',
    'emblems',
    'artifacts',
    'radiants',
    'main_trait',
    'carry',
    'units',
    'items',
    'traits',
  ],
});

export const TFT_UNIT = tftTable({
  name: 'tft_unit',
  columns: [
    { name: 'patch', type: 'LowCardinality(String)' },
    { name: 'unit', type: 'UInt16' },
    { name: 'board', type: 'UInt32' },
    { name: 'place', type: 'UInt8' },
    { name: 'copy', type: 'UInt8' },
    { name: 'stars', type: 'UInt8' },
    { name: 'items', type: 'Array(UInt16)' },
    { name: 'level', type: 'UInt8' },
    { name: 'platform', type: 'UInt8' },
    { name: 'queue', type: 'UInt16' },
    { name: 'lp', type: 'Int16' },
    { name: 'tier', type: 'UInt8' },
    { name: 'rank_hours', type: 'Int16' },
    { name: 'hour', type: 'UInt32' },
    { name: 'batch', type: 'UInt64' },
  ],
  orderBy: 'unit, board',
  own: ['unit', 'copy', 'stars', 'items'],
});

const TFT_ITEM = tftTable({
  name: 'tft_item',
  columns: [
    { name: 'patch', type: 'LowCardinality(String)' },
    { name: 'item', type: 'UInt16' },
    { name: 'unit', type: 'UInt16' },
    { name: 'board', type: 'UInt32' },
    { name: 'place', type: 'UInt8' },
    { name: 'copies', type: 'UInt8' },
    { name: 'stars', type: 'UInt8' },
    { name: 'level', type: 'UInt8' },
    { name: 'platform', type: 'UInt8' },
    { name: 'queue', type: 'UInt16' },
    { name: 'lp', type: 'Int16' },
    { name: 'tier', type: 'UInt8' },
    { name: 'rank_hours', type: 'Int16' },
    { name: 'hour', type: 'UInt32' },
    { name: 'batch', type: 'UInt64' },
  ],
  orderBy: 'item, unit, board',
  own: ['unit', 'stars', 'item', 'copies'],
});

export const TFT_TABLES = [TFT_BOARD, TFT_UNIT, TFT_ITEM] as const;

interface OwnShape {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly orderBy: string;
  /** In the order in which they are sent (`tft-row-writer.ts`) and proved (`tft-row-proof.ts`), after `SHARED`. */
  readonly own: readonly string[];
}

/** What a board's rows have in common stands in front, so that it is written once and copied. */
function tftTable({ own, ...shape }: OwnShape): TableShape {
  return {
    ...shape,
    partitionBy: 'patch',
    bucketBy: 'board',
    // The lower end of a board's number (`domain/tft/board-number.ts`).
    game: `bitAnd(board, ${2 ** 29 - 1})`,
    removal: 'rewrite',
    // Updates of ranks list their boards, and each finished mutation that is kept holds its text in memory.
    settings: ['finished_mutations_to_keep = 4'],
    sent: [...UNPROVED, ...RANKS, ...SHARED, ...own],
    proved: [...SHARED, ...own],
    ranks: RANKS,
  };
}
