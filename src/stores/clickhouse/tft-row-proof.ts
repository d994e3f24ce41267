/**
 * The fingerprints of a board's rows, one for each row of each table, told as they come out of ClickHouse (`projected-rows.ts`): the
 * columns that all tables share are mixed first, so that they cost nothing for the rows that follow.
 */
import { endHash, HASH_SEED, mixList, mixWord } from '#/domain/tft/row-hash.ts';
import { eachKind, type BoardRow, type RankColumns } from '#/domain/tft/rows.ts';

/** `row` is over all columns but the ranks, `rank` over all of them. */
export type TakeProof = (table: 'board' | 'unit' | 'item', row: number, rank: number) => void;

export function proveBoard(board: BoardRow, { lp, tier }: RankColumns, take: TakeProof): void {
  const tell = (table: 'board' | 'unit' | 'item', hash: number): void =>
    take(table, endHash(hash), endHash(mixWord(mixWord(hash, lp), tier)));
  const shared = mixShared(board);
  tell('board', mixBoard(shared, board));
  for (const { unit, copy, stars, items } of board.units) {
    const ofUnit = mixWord(shared, unit);
    tell('unit', mixList(mixWord(mixWord(ofUnit, copy), stars), items));
    const held = mixWord(ofUnit, stars);
    eachKind(items, (item, copies) => tell('item', mixWord(mixWord(held, item), copies)));
  }
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
