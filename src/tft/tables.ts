/**
 * The tables of Teamfight Tactics: boards, units on boards, items on units. A change of a column requires a
 * new `PROJECTION_VERSION`: the projector then builds the tables again.
 *
 * Codes of units, items and traits are in `gamekeeper.tft_code`, those of platforms and tiers in
 * `domain/tft/stored-codes.ts`. Columns can be updated unless they are in the sort key, so `lp` is not:
 * boards get their rank later (`late-ranks.ts`).
 */
import { eachKind, type BoardRow, type RankColumns, type UnitRow } from '#/domain/tft/rows.ts';
import { dateTime, i16, u16, u16s, u32, u64, u8 } from '#/runtime/clickhouse/native-block.ts';
import { BUCKETS } from '#/runtime/clickhouse/row-proof.ts';
import {
  column,
  defineTable,
  sharedColumn,
  type RowTable,
  type TableDefinition,
} from '#/runtime/clickhouse/row-table.ts';

export interface RankedBoard {
  readonly board: BoardRow;
  readonly rank: RankColumns;
}

interface HeldItem {
  readonly item: number;
  /** How many of it the unit holds. */
  readonly copies: number;
  readonly unit: UnitRow;
}

/** The lower bits of a board's number (`domain/tft/board-number.ts`). */
const GAME_OF_BOARD = `bitAnd(board, ${2 ** 29 - 1})`;

/** One row is one board. */
const TFT_BOARD = tftTable<BoardRow>({
  name: 'tft_board',
  orderBy: 'board',
  rowsOf: ({ board }) => [board],
  own: [
    column('number', u64, (row) => row.number),
    column('seat', u8, (row) => row.seat),
    column('ended_at', dateTime, (row) => row.endedAt),
    // Length of the match; `ended_at` minus `seconds` is its start.
    column('seconds', u16, (row) => row.seconds),
    // Made from the puuid (`domain/tft/player-number.ts`); 0 is a bot.
    column('player', u64, (row) => row.player),
    column('unit_count', u8, (row) => row.unitCount),
    column('cost_1', u8, (row) => row.costs[0]),
    column('cost_2', u8, (row) => row.costs[1]),
    column('cost_3', u8, (row) => row.costs[2]),
    column('cost_4', u8, (row) => row.costs[3]),
    column('cost_5', u8, (row) => row.costs[4]),
    column('three_stars', u8, (row) => row.threeStars),
    column('emblems', u8, (row) => row.emblems),
    column('artifacts', u8, (row) => row.artifacts),
    column('radiants', u8, (row) => row.radiants),
    column('main_trait', u16, (row) => row.mainTrait),
    column('carry', u16, (row) => row.carry),
    // Each kind once, as code * 8 + place - 1, so that a breakdown groups by one number; code 0 is the first
    // in each and is the baseline. Uncompressed: nearly every question reads these lists, and decompressing
    // them was a third of its work. Without compression all tables together are a tenth larger.
    column('units', u16s, (row) => row.unitKinds, 'NONE'),
    column('items', u16s, (row) => row.itemKinds, 'NONE'),
    column('traits', u16s, (row) => row.traitKinds, 'NONE'),
  ],
});

/** One row is one unit on one board. */
export const TFT_UNIT = tftTable<UnitRow>({
  name: 'tft_unit',
  orderBy: 'unit, board',
  rowsOf: ({ board }) => board.units,
  own: [
    column('unit', u16, (row) => row.unit),
    // 1 for the first of its kind on the board: counting only those counts boards.
    column('copy', u8, (row) => row.copy),
    column('stars', u8, (row) => row.stars),
    // Sorted, so that a build is always the same list.
    column('items', u16s, (row) => row.items),
  ],
});

/** One row is one kind of item on one unit. */
const TFT_ITEM = tftTable<HeldItem>({
  name: 'tft_item',
  orderBy: 'item, unit, board',
  rowsOf: ({ board }) => heldItems(board),
  own: [
    column('item', u16, (row) => row.item),
    column('unit', u16, (row) => row.unit.unit),
    column('copies', u8, (row) => row.copies),
    column('stars', u8, (row) => row.unit.stars),
  ],
});

export const TFT_TABLES = [TFT_BOARD, TFT_UNIT, TFT_ITEM] as const;

function tftTable<Row>(
  definition: Pick<TableDefinition<RankedBoard, Row>, 'name' | 'orderBy' | 'own' | 'rowsOf'>,
): RowTable<RankedBoard> {
  return defineTable({
    ...definition,
    partitionBy: 'patch',
    shared: [
      // The place is in the highest three bits (a free place if two boards share one), the match's number in
      // the other 29.
      sharedColumn('board', u32, ({ board }) => board.board),
      sharedColumn('place', u8, ({ board }) => board.place),
      sharedColumn('level', u8, ({ board }) => board.level),
      sharedColumn('platform', u8, ({ board }) => board.platform),
      sharedColumn('queue', u16, ({ board }) => board.queue),
      // Of the end of the match, since 1970, in UTC.
      sharedColumn('hour', u32, ({ board }) => board.hour),
    ],
    // The last rank at or before the start of the match, otherwise the first one after; -32768 and tier 0 are
    // unknown.
    ranks: [
      sharedColumn('lp', i16, ({ rank }) => rank.lp),
      sharedColumn('tier', u8, ({ rank }) => rank.tier),
      // 0, -1, …: whole hours before the start. 1, 2, …: within so many hours after it. See
      // `domain/tft/match-rank.ts`.
      sharedColumn('rank_hours', i16, ({ rank }) => rank.rankHours),
    ],
    bucketBy: 'board',
    bucketOf: ({ board }) => board.board % BUCKETS,
    game: GAME_OF_BOARD,
    removal: 'rewrite',
    // Updates of ranks list their boards, and each finished mutation that is kept holds its text in memory.
    settings: ['finished_mutations_to_keep = 4'],
  });
}

function heldItems({ units }: BoardRow): HeldItem[] {
  const held: HeldItem[] = [];
  for (const unit of units) eachKind(unit.items, (item, copies) => held.push({ item, copies, unit }));
  return held;
}
