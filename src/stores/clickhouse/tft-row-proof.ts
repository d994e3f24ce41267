/**
 * Sums up the fingerprints of a board's rows as ClickHouse does it with its columns (`projected-rows.ts`): those that all tables share
 * are mixed first, so that they cost nothing for the rows that follow.
 */
import { endHash, HASH_SEED, mixList, mixWord } from '#/domain/tft/row-hash.ts';
import type { BoardRow, RankColumns } from '#/domain/tft/rows.ts';

/** Of rows of one table; all but `rows` have 32 bits. */
export interface RowSums {
  rows: number;
  /** Fingerprints of all columns but the ranks, xored and summed. */
  xor: number;
  sum: number;
  /** Fingerprints of all columns, summed: the ranks may be looked up differently later. */
  ranks: number;
}

export interface TftRowSums {
  readonly board: RowSums;
  readonly unit: RowSums;
  readonly item: RowSums;
}

export function addProofs(sums: TftRowSums, board: BoardRow, rank: RankColumns): void {
  const shared = mixShared(board);
  addRow(sums.board, mixBoard(shared, board), rank);
  for (const { unit, copy, stars, items } of board.units) {
    const ofUnit = mixWord(shared, unit);
    addRow(sums.unit, mixList(mixWord(mixWord(ofUnit, copy), stars), items), rank);
    if (items.length > 0) addItems(sums.item, mixWord(ofUnit, stars), items, rank);
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

function addRow(sums: RowSums, hash: number, { lp, tier }: RankColumns): void {
  const row = endHash(hash);
  sums.rows += 1;
  sums.xor = (sums.xor ^ row) >>> 0;
  sums.sum = (sums.sum + row) >>> 0;
  sums.ranks = (sums.ranks + endHash(mixWord(mixWord(hash, lp), tier))) >>> 0;
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
