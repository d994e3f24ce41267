/**
 * The tables of Teamfight Tactics, how their rows are sent, and how they are proved. A change of a column
 * requires a new `PROJECTION_VERSION`: the projector then builds the tables again beside the old ones.
 */
import { endHash, HASH_SEED, mixList, mixWord } from '#/domain/tft/row-hash.ts';
import { type BoardRow, eachKind, type RankColumns } from '#/domain/tft/rows.ts';
import {
  type BlockColumn,
  i16,
  nativeBlock,
  type NativeBlock,
  sameText,
  sameU64,
  u16,
  u16s,
  u32,
  u64,
  u8,
} from '#/runtime/clickhouse/native-block.ts';
import type { TableColumn, TableShape } from '#/runtime/clickhouse/projected-tables.ts';
import type { BlockWriter } from '#/runtime/clickhouse/row-columns.ts';
import type { RowSums } from '#/runtime/clickhouse/row-proof.ts';

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
  /**
   * In the order in which they are sent and proved, after
   * `SHARED`.
   */
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

/** Its blocks are in the order of `TFT_TABLES`. */
export interface TftRowWriter extends BlockWriter {
  add(board: BoardRow, rank: RankColumns): void;
}

interface TableWriter {
  add(board: BoardRow, rank: RankColumns): void;
  rows(): number;
  block(partition: readonly BlockColumn[]): NativeBlock;
  clear(): void;
}

/** About as many, of a row of any table. */
const ROW_BYTES = 40;
const FIRST_ROWS = 4_096;

export function createTftRowWriter(): TftRowWriter {
  const tables = [createBoards(), createUnits(), createItems()];
  return {
    add(board, rank) {
      for (const table of tables) table.add(board, rank);
    },
    sizeBytes: () => tables.reduce((sum, table) => sum + table.rows() * ROW_BYTES, 0),
    blocks(patch, batch) {
      const partition = [sameText('patch', patch), sameU64('batch', batch)];
      return tables.map((table) => (table.rows() === 0 ? null : table.block(partition)));
    },
    clear() {
      for (const table of tables) table.clear();
    },
  };
}

/** What all tables say of a board, repeated on as many rows as it has there. */
function createShared() {
  const [lp, tier, rankHours] = [i16('lp'), u8('tier'), i16('rank_hours')];
  const [board, place] = [u32('board'), u8('place')];
  const [level, platform, queue, hour] = [u8('level'), u8('platform'), u16('queue'), u32('hour')];
  return {
    columns: [lp, tier, rankHours, board, place, level, platform, queue, hour],
    put(row: BoardRow, rank: RankColumns, from: number, until: number): void {
      for (let at = from; at < until; at++) {
        lp.values[at] = rank.lp;
        tier.values[at] = rank.tier;
        rankHours.values[at] = rank.rankHours;
        board.values[at] = row.board;
        place.values[at] = row.place;
        level.values[at] = row.level;
        platform.values[at] = row.platform;
        queue.values[at] = row.queue;
        hour.values[at] = row.hour;
      }
    },
  };
}

function createTable(
  columns: readonly BlockColumn[],
  /** Writes from this row on, and returns the one after its last. */
  write: (board: BoardRow, rank: RankColumns, from: number) => number,
  rowsOf: (board: BoardRow) => number,
): TableWriter {
  let rows = 0;
  let room = 0;
  return {
    add(board, rank) {
      const wanted = rows + rowsOf(board);
      if (wanted > room) {
        room = Math.max(wanted, 2 * room, FIRST_ROWS);
        for (const column of columns) column.reserve(room);
      }
      rows = write(board, rank, rows);
    },
    rows: () => rows,
    block: (partition) => nativeBlock([...partition, ...columns], rows),
    clear: () => void (rows = 0),
  };
}

function createBoards(): TableWriter {
  const shared = createShared();
  const [number, seat, endedAt] = [u64('number'), u8('seat'), u32('ended_at', "DateTime('UTC')")];
  const [seconds, player, unitCount] = [u16('seconds'), u64('player'), u8('unit_count')];
  const [one, two, three, four, five] = [
    u8('cost_1'),
    u8('cost_2'),
    u8('cost_3'),
    u8('cost_4'),
    u8('cost_5'),
  ];
  const [threeStars, emblems] = [u8('three_stars'), u8('emblems')];
  const [artifacts, radiants] = [u8('artifacts'), u8('radiants')];
  const [mainTrait, carry] = [u16('main_trait'), u16('carry')];
  const [units, items, traits] = [u16s('units'), u16s('items'), u16s('traits')];
  const costs = [one, two, three, four, five];
  const counts = [
    seat,
    endedAt,
    seconds,
    player,
    unitCount,
    ...costs,
    threeStars,
    emblems,
    artifacts,
    radiants,
  ];
  const columns = [...shared.columns, number, ...counts, mainTrait, carry, units, items, traits];
  const write = (row: BoardRow, rank: RankColumns, at: number): number => {
    shared.put(row, rank, at, at + 1);
    number.put(at, row.number);
    seat.values[at] = row.seat;
    endedAt.values[at] = row.endedAt;
    seconds.values[at] = row.seconds;
    player.put(at, row.player);
    unitCount.values[at] = row.unitCount;
    [one.values[at], two.values[at], three.values[at], four.values[at], five.values[at]] = row.costs;
    threeStars.values[at] = row.threeStars;
    emblems.values[at] = row.emblems;
    artifacts.values[at] = row.artifacts;
    radiants.values[at] = row.radiants;
    mainTrait.values[at] = row.mainTrait;
    carry.values[at] = row.carry;
    units.put(at, row.unitKinds);
    items.put(at, row.itemKinds);
    traits.put(at, row.traitKinds);
    return at + 1;
  };
  return createTable(columns, write, () => 1);
}

function createUnits(): TableWriter {
  const shared = createShared();
  const [unit, copy, stars, items] = [u16('unit'), u8('copy'), u8('stars'), u16s('items')];
  const write = (board: BoardRow, rank: RankColumns, from: number): number => {
    let at = from;
    for (const row of board.units) {
      unit.values[at] = row.unit;
      copy.values[at] = row.copy;
      stars.values[at] = row.stars;
      items.put(at, row.items);
      at += 1;
    }
    shared.put(board, rank, from, at);
    return at;
  };
  return createTable([...shared.columns, unit, copy, stars, items], write, ({ units }) => units.length);
}

function createItems(): TableWriter {
  const shared = createShared();
  const [item, unit, copies, stars] = [u16('item'), u16('unit'), u8('copies'), u8('stars')];
  const write = (board: BoardRow, rank: RankColumns, from: number): number => {
    let at = from;
    for (const row of board.units) {
      eachKind(row.items, (code, count) => {
        item.values[at] = code;
        unit.values[at] = row.unit;
        copies.values[at] = count;
        stars.values[at] = row.stars;
        at += 1;
      });
    }
    shared.put(board, rank, from, at);
    return at;
  };
  return createTable([...shared.columns, item, unit, copies, stars], write, itemsOn);
}

/** Or fewer rows, where a unit has two of one kind. */
function itemsOn({ units }: BoardRow): number {
  let count = 0;
  for (const { items } of units) count += items.length;
  return count;
}

/** `sums` are those of the tables, in the order of `TFT_TABLES`. */
export function addProofs(sums: readonly RowSums[], board: BoardRow, rank: RankColumns): void {
  const [boards, units, held] = sums;
  if (boards === undefined || units === undefined || held === undefined)
    throw new Error(`there are sums of ${sums.length} tables; expected boards, units and items`);
  const shared = mixShared(board);
  addRow(boards, mixBoard(shared, board), rank);
  for (const { unit, copy, stars, items } of board.units) {
    const ofUnit = mixWord(shared, unit);
    addRow(units, mixList(mixWord(mixWord(ofUnit, copy), stars), items), rank);
    if (items.length > 0) addItems(held, mixWord(ofUnit, stars), items, rank);
  }
}

/** The same walk as `eachKind`, without a call for each: there are many. */
function addItems(sums: RowSums, held: number, items: readonly number[], rank: RankColumns): void {
  let item = -1;
  let copies = 0;
  for (const code of items) {
    if (code !== item && copies > 0) {
      addRow(sums, mixWord(mixWord(held, item), Math.min(copies, 255)), rank);
      copies = 0;
    }
    item = code;
    copies += 1;
  }
  addRow(sums, mixWord(mixWord(held, item), Math.min(copies, 255)), rank);
}

function addRow(sums: RowSums, hash: number, { lp, tier, rankHours }: RankColumns): void {
  const row = endHash(hash);
  sums.rows += 1;
  sums.xor = (sums.xor ^ row) >>> 0;
  sums.sum = (sums.sum + row) >>> 0;
  sums.ranks = (sums.ranks + endHash(mixWord(mixWord(mixWord(hash, lp), tier), rankHours))) >>> 0;
}

function mixShared({ board, place, level, platform, queue, hour }: BoardRow): number {
  let hash = mixWord(HASH_SEED, board);
  hash = mixWord(hash, place);
  hash = mixWord(hash, level);
  hash = mixWord(hash, platform);
  hash = mixWord(hash, queue);
  return mixWord(hash, hour);
}

function mixBoard(shared: number, row: BoardRow): number {
  let hash = mixWord(shared, row.number);
  hash = mixWord(hash, Math.floor(row.number / 0x1_0000_0000));
  hash = mixWord(hash, row.seat);
  hash = mixWord(hash, row.endedAt);
  hash = mixWord(hash, row.seconds);
  hash = mixWord(hash, row.player);
  hash = mixWord(hash, Math.floor(row.player / 0x1_0000_0000));
  hash = mixWord(hash, row.unitCount);
  for (const count of row.costs) hash = mixWord(hash, count);
  hash = mixWord(hash, row.threeStars);
  hash = mixWord(hash, row.emblems);
  hash = mixWord(hash, row.artifacts);
  hash = mixWord(hash, row.radiants);
  hash = mixWord(hash, row.mainTrait);
  hash = mixWord(hash, row.carry);
  hash = mixList(hash, row.unitKinds);
  hash = mixList(hash, row.itemKinds);
  return mixList(hash, row.traitKinds);
}
