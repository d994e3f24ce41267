/** Rows → the block of an insert, for each table. Columns are found by their names; a test sends them to real tables. */
import { eachKind, type BoardRow, type RankColumns } from '#/domain/tft/rows.ts';
import type { BlockWriter } from '#/runtime/clickhouse/block-writer.ts';
import {
  i16,
  nativeBlock,
  sameText,
  sameU64,
  u16,
  u16s,
  u32,
  u64,
  u8,
  type BlockColumn,
  type NativeBlock,
} from '#/runtime/clickhouse/native-block.ts';

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
