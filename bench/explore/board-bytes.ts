/** Rows of the table that all layouts are filled from, as the bytes that ClickHouse reads fastest (RowBinary). */
export const SOURCE_TABLE = `create table source (
  game UInt32, place UInt8, patch UInt16, region UInt8, ended DateTime('UTC'), lp Int16, queue UInt16, level UInt8,
  five_costs UInt8, composition UInt32,
  units Array(UInt16), stars Array(UInt8), items Array(UInt16), tiers Array(UInt16)
) engine = MergeTree partition by patch order by (game, place)`;

interface Board {
  readonly game: number;
  readonly place: number;
  readonly patch: number;
  readonly region: number;
  readonly endedAt: number;
  readonly lp: number;
  readonly queue: number;
  readonly level: number;
  readonly fiveCosts: number;
  readonly composition: number;
  readonly units: readonly Unit[];
  /** Active traits, as trait × 4 + tier. */
  readonly tiers: readonly number[];
}

export interface Unit {
  readonly unit: number;
  readonly stars: number;
  /** Three, in falling order; 0: none. */
  readonly items: readonly number[];
}

export interface BoardBytes {
  add(board: Board): void;
  toBuffer(): Buffer;
  readonly unitRows: () => number;
}

/** Fixed columns, four lengths of one byte, at most eleven units with three items each, at most 26 traits. */
const LARGEST_ROW = 23 + 4 + 11 * (2 + 1 + 6) + 26 * 2;

export function createBoardBytes(boards: number): BoardBytes {
  const buffer = Buffer.allocUnsafe(boards * LARGEST_ROW);
  let at = 0;
  let unitRows = 0;
  const byte = (value: number) => (at = buffer.writeUInt8(value, at));
  const short = (value: number) => (at = buffer.writeUInt16LE(value, at));
  const long = (value: number) => (at = buffer.writeUInt32LE(value, at));
  return {
    add({ units, tiers, ...board }) {
      long(board.game);
      byte(board.place);
      short(board.patch);
      byte(board.region);
      long(board.endedAt);
      at = buffer.writeInt16LE(board.lp, at);
      short(board.queue);
      byte(board.level);
      byte(board.fiveCosts);
      long(board.composition);
      byte(units.length);
      for (const { unit } of units) short(unit);
      byte(units.length);
      for (const { stars } of units) byte(stars);
      byte(units.length * 3);
      for (const { items } of units) for (const item of items) short(item);
      byte(tiers.length);
      for (const tier of tiers) short(tier);
      unitRows += units.length;
    },
    toBuffer: () => buffer.subarray(0, at),
    unitRows: () => unitRows,
  };
}
