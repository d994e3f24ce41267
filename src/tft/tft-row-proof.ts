/**
 * Sums up the fingerprints of a board's rows as ClickHouse does it with its columns (`projected-rows.ts`): those that all tables share
 * are mixed first, so that they cost nothing for the rows that follow.
 */
import { endHash, HASH_SEED, mixList, mixWord } from '#/domain/tft/row-hash.ts';
import type { BoardRow, RankColumns } from '#/domain/tft/rows.ts';
import type { RowSums } from '#/runtime/clickhouse/row-sums.ts';

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
