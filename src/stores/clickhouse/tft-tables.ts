/**
 * The tables of Teamfight Tactics, each column said once: its name, its type, and how a row's value is written. The statements that
 * create a table and the bytes of an insert are made from this list; a test compares it with what the migrations create.
 * Whoever changes a column raises `PROJECTION_VERSION`: the projector then builds the tables anew beside the old ones.
 *
 * Plain MergeTree without anything that removes doubles: batches are written exactly once, and asking with FINAL was 40 to 150
 * times slower. `fsync` so that what was acknowledged survives a power cut.
 */
import type { BoardRow, UnitRow } from '#/domain/tft/rows.ts';
import { createRowBinaryWriter, type RowBinaryWriter } from './row-binary.ts';

interface TableColumn<Row> {
  readonly name: string;
  readonly type: string;
  write(out: RowBinaryWriter, row: Row): void;
}

export interface TableShape {
  readonly name: string;
  readonly columns: readonly Omit<TableColumn<never>, 'write'>[];
  readonly orderBy: string;
  /** Over real columns, to be summed: tells a value that stands in the wrong column. */
  readonly control: string;
}

const BOARD_FACTS: readonly TableColumn<BoardRow>[] = [
  { name: 'patch', type: 'LowCardinality(String)', write: (out, { patch }) => out.text(patch) },
  { name: 'platform', type: 'LowCardinality(String)', write: (out, { platform }) => out.text(platform) },
  { name: 'number', type: 'UInt64', write: (out, { number }) => out.u64(number) },
  { name: 'seat', type: 'UInt8', write: (out, { seat }) => out.u8(seat) },
  { name: 'queue', type: 'UInt16', write: (out, { queue }) => out.u16(queue) },
  { name: 'ended_at', type: "DateTime('UTC')", write: (out, { endedAt }) => out.u32(endedAt) },
  { name: 'placement', type: 'UInt8', write: (out, { placement }) => out.u8(placement) },
  { name: 'level', type: 'UInt8', write: (out, { level }) => out.u8(level) },
  { name: 'lp', type: 'Int16', write: (out, { lp }) => out.i16(lp) },
  { name: 'tier', type: 'LowCardinality(String)', write: (out, { tier }) => out.text(tier) },
  {
    name: 'traits',
    type: 'Array(LowCardinality(String))',
    write: (out, { traits }) => out.texts(traits),
  },
  { name: 'trait_tiers', type: 'Array(UInt8)', write: (out, { traitTiers }) => out.u8s(traitTiers) },
];

const BOARD_ALONE: readonly TableColumn<BoardRow>[] = [
  { name: 'units', type: 'Array(LowCardinality(String))', write: (out, { units }) => out.texts(units) },
  { name: 'unit_stars', type: 'Array(UInt8)', write: (out, { stars }) => out.u8s(stars) },
  { name: 'items', type: 'Array(LowCardinality(String))', write: (out, { items }) => out.texts(items) },
];

const UNIT_ALONE: readonly TableColumn<UnitRow>[] = [
  { name: 'unit', type: 'LowCardinality(String)', write: (out, { unit }) => out.text(unit) },
  { name: 'stars', type: 'UInt8', write: (out, { stars }) => out.u8(stars) },
  { name: 'rarity', type: 'UInt8', write: (out, { rarity }) => out.u8(rarity) },
  { name: 'items', type: 'Array(LowCardinality(String))', write: (out, { items }) => out.texts(items) },
  { name: 'item_count', type: 'UInt8', write: (out, { items }) => out.u8(items.length) },
  { name: 'copy', type: 'UInt16', write: (out, { copy }) => out.u16(copy) },
];

/** Last in every table: which batch brought the row, and its fingerprint. */
const PROOF = [
  { name: 'batch', type: 'UInt64' },
  { name: 'h', type: 'UInt64' },
];

export const TFT_BOARD: TableShape = {
  name: 'tft_board',
  columns: [...BOARD_FACTS, ...BOARD_ALONE, ...PROOF],
  orderBy: 'lp, ended_at',
  control: 'placement + 16 * level + 1024 * length(units) + 65536 * length(items)',
};

export const TFT_UNIT: TableShape = {
  name: 'tft_unit',
  columns: [...BOARD_FACTS, ...UNIT_ALONE, ...PROOF],
  orderBy: 'unit, lp, ended_at',
  control: 'placement + 16 * level + 1024 * stars + 65536 * item_count',
};

export const TFT_TABLES = [TFT_BOARD, TFT_UNIT] as const;

export function boardControl({ placement, level, units, items }: BoardRow): number {
  return placement + 16 * level + 1024 * units.length + 65_536 * items.length;
}

export function unitControl({ board, stars, items }: UnitRow): number {
  return board.placement + 16 * board.level + 1024 * stars + 65_536 * Math.min(items.length, 255);
}

export function createTableStatement(shape: TableShape, name: string): string {
  const columns = shape.columns.map((column) => `  ${column.name} ${column.type}`).join(',\n');
  return (
    `create table if not exists ${name} (\n${columns}\n)\n` +
    `engine = MergeTree partition by patch order by (${shape.orderBy})\n` +
    'settings fsync_after_insert = 1, fsync_part_directory = 1'
  );
}

/** Rows of one batch and one partition, on their way to both tables. */
export interface TftRowWriter {
  add(boards: readonly BoardRow[], units: readonly UnitRow[]): void;
  sizeBytes(): number;
  /** In the order of `TFT_TABLES`. */
  take(): readonly Uint8Array<ArrayBuffer>[];
}

export function createTftRowWriter(batch: number): TftRowWriter {
  const boards = createRowBinaryWriter();
  const units = createRowBinaryWriter();
  return {
    add(boardRows, unitRows) {
      for (const row of boardRows) {
        writeAll(boards, BOARD_FACTS, row);
        writeAll(boards, BOARD_ALONE, row);
        boards.u64(batch);
        boards.u64Halves(row.hash.high, row.hash.low);
      }
      addUnits(units, unitRows, batch);
    },
    sizeBytes: () => boards.position() + units.position(),
    take: () => [boards.take(), units.take()],
  };
}

/** The board's part is the same for all its units, and longer than their own: it is made once and copied. */
function addUnits(out: RowBinaryWriter, rows: readonly UnitRow[], batch: number): void {
  let board: BoardRow | null = null;
  let start = 0;
  let end = 0;
  for (const row of rows) {
    if (row.board === board) out.repeat(start, end);
    else {
      board = row.board;
      start = out.position();
      writeAll(out, BOARD_FACTS, board);
      end = out.position();
    }
    writeAll(out, UNIT_ALONE, row);
    out.u64(batch);
    out.u64Halves(row.hash.high, row.hash.low);
  }
}

function writeAll<Row>(out: RowBinaryWriter, columns: readonly TableColumn<Row>[], row: Row): void {
  for (const column of columns) column.write(out, row);
}
