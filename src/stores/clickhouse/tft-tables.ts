/**
 * The tables of Teamfight Tactics, each column said once: its name and its type. The statements that create a table, the columns of an
 * insert and the expression that proves its rows are made from these lists; a test compares them with what the migrations create.
 * Whoever changes a column raises `PROJECTION_VERSION`: the projector then builds the tables anew beside the old ones.
 *
 * Plain MergeTree without anything that removes doubles: batches are written exactly once, and asking with FINAL was 40 to 150
 * times slower. `fsync` so that what was acknowledged survives a power cut.
 */
export interface TableColumn {
  readonly name: string;
  readonly type: string;
  /** Where the engine's own is not the best. */
  readonly codec?: string;
}

export interface TableShape {
  readonly name: string;
  /** In the order in which the migrations create them. */
  readonly columns: readonly TableColumn[];
  readonly orderBy: string;
  /** In the order in which they are sent (`tft-row-writer.ts`) and proved (`tft-row-proof.ts`), after `SHARED`. */
  readonly own: readonly string[];
}

/** What every table says of a board and proves first, in this order. */
export const SHARED = ['board', 'place', 'level', 'platform', 'queue', 'hour'] as const;
/** Looked up anew whenever rows are made: a snapshot that came late is no damage. */
export const RANKS = ['lp', 'tier'] as const;
/** The partition proves itself, and a row may come in any batch. */
export const UNPROVED = ['patch', 'batch'] as const;

export const TFT_BOARD: TableShape = {
  name: 'tft_board',
  columns: [
    { name: 'patch', type: 'LowCardinality(String)' },
    { name: 'lp', type: 'Int16' },
    { name: 'board', type: 'UInt32' },
    { name: 'place', type: 'UInt8' },
    { name: 'number', type: 'UInt64' },
    { name: 'seat', type: 'UInt8' },
    { name: 'level', type: 'UInt8' },
    { name: 'platform', type: 'UInt8' },
    { name: 'queue', type: 'UInt16' },
    { name: 'tier', type: 'UInt8' },
    { name: 'hour', type: 'UInt32' },
    { name: 'ended_at', type: "DateTime('UTC')" },
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
  orderBy: 'lp, board',
  own: [
    'number',
    'seat',
    'ended_at',
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
};

export const TFT_UNIT: TableShape = {
  name: 'tft_unit',
  columns: [
    { name: 'patch', type: 'LowCardinality(String)' },
    { name: 'unit', type: 'UInt16' },
    { name: 'lp', type: 'Int16' },
    { name: 'board', type: 'UInt32' },
    { name: 'place', type: 'UInt8' },
    { name: 'copy', type: 'UInt8' },
    { name: 'stars', type: 'UInt8' },
    { name: 'items', type: 'Array(UInt16)' },
    { name: 'level', type: 'UInt8' },
    { name: 'platform', type: 'UInt8' },
    { name: 'queue', type: 'UInt16' },
    { name: 'tier', type: 'UInt8' },
    { name: 'hour', type: 'UInt32' },
    { name: 'batch', type: 'UInt64' },
  ],
  orderBy: 'unit, lp, board',
  own: ['unit', 'copy', 'stars', 'items'],
};

export const TFT_ITEM: TableShape = {
  name: 'tft_item',
  columns: [
    { name: 'patch', type: 'LowCardinality(String)' },
    { name: 'item', type: 'UInt16' },
    { name: 'unit', type: 'UInt16' },
    { name: 'lp', type: 'Int16' },
    { name: 'board', type: 'UInt32' },
    { name: 'place', type: 'UInt8' },
    { name: 'copies', type: 'UInt8' },
    { name: 'stars', type: 'UInt8' },
    { name: 'level', type: 'UInt8' },
    { name: 'platform', type: 'UInt8' },
    { name: 'queue', type: 'UInt16' },
    { name: 'tier', type: 'UInt8' },
    { name: 'hour', type: 'UInt32' },
    { name: 'batch', type: 'UInt64' },
  ],
  orderBy: 'item, unit, lp, board',
  own: ['unit', 'stars', 'item', 'copies'],
};

export const TFT_TABLES = [TFT_BOARD, TFT_UNIT, TFT_ITEM] as const;

/** As they are sent: what a board's rows have in common stands in front, so that it is written once and copied. */
export function sentColumns({ own }: TableShape): readonly string[] {
  return [...UNPROVED, ...RANKS, ...SHARED, ...own];
}

export function columnsOf({ name, columns }: TableShape, names: readonly string[]): TableColumn[] {
  return names.map((wanted) => {
    const column = columns.find((one) => one.name === wanted);
    if (column === undefined) throw new Error(`${name} has no column ${wanted}`);
    return column;
  });
}

function columnStatement({ name, type, codec }: TableColumn): string {
  return `  ${name} ${type}${codec === undefined ? '' : ` codec(${codec})`}`;
}

export function createTableStatement(shape: TableShape, name: string): string {
  const columns = shape.columns.map(columnStatement).join(',\n');
  return (
    `create table if not exists ${name} (\n${columns}\n)\n` +
    `engine = MergeTree partition by patch order by (${shape.orderBy})\n` +
    'settings fsync_after_insert = 1, fsync_part_directory = 1'
  );
}
