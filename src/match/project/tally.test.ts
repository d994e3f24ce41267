import { expect, test } from 'vitest';
import { createCodeBook } from '#/domain/tft/code-book.ts';
import type { TftGame } from '#/domain/tft/game.ts';
import { createRowMaker, rankColumns } from '#/domain/tft/rows.ts';
import type { BucketSum } from '#/runtime/clickhouse/projected-rows.ts';
import { BUCKETS } from '#/runtime/clickhouse/row-proof.ts';
import { TFT_TABLES } from '#/tft/tables.ts';
import { compareTally, createTally, type Tally } from './tally.ts';

function game(level = 8): TftGame {
  return {
    id: 'EUW1_1',
    platform: 'euw1',
    queue: 1100,
    setNumber: 17,
    version: null,
    endedAt: 1_000_000,
    lengthSeconds: 1,
    boards: [0, 1].map((seat) => ({
      seat,
      puuid: 'x',
      gameName: null,
      tagLine: null,
      placement: seat + 1,
      level,
      goldLeft: null,
      lastRound: null,
      damage: null,
      eliminated: null,
      partnerGroup: null,
      units: [{ id: 'u', stars: 1, rarity: 1, items: ['i'] }],
      traits: [],
    })),
  };
}

const codes = createCodeBook([
  { kind: 'unit', code: 1, id: 'u' },
  { kind: 'item', code: 1, id: 'i' },
]);
const toRows = createRowMaker(codes);

const TABLES = ['tft_board', 'tft_unit', 'tft_item'];

interface Changes {
  readonly level?: number;
  readonly lp?: number;
  readonly patch?: string;
}

function tallyOf(games: readonly number[], { level, lp, patch = '17.3' }: Changes = {}): Tally {
  const tally = createTally(TABLES);
  const ranked = { tier: 'MASTER', division: 'I', leaguePoints: lp ?? 0, takenAt: 0 };
  const rank = rankColumns(lp === undefined ? null : ranked, 0);
  const boards = games.flatMap((one) => toRows(game(level), { game: one, number: 7 }));
  for (const table of TFT_TABLES) {
    const writer = table.openWriter();
    for (const board of boards) writer.add({ board, rank });
    writer.prove(tally.sumsAt(table.name, patch));
  }
  return tally;
}

/** As ClickHouse would answer for those rows. */
function answerFor(tally: Tally, table: string): BucketSum[] {
  return [...tally.sumsOf(table)].flatMap(([partition, buckets]) =>
    buckets.flatMap((sum, bucket) => (sum.rows === 0 ? [] : [Object.assign({ partition, bucket }, sum)])),
  );
}

/** The same in every table. */
function compare(expected: Tally, found: Tally): [number, string][] {
  const [first, ...others] = TABLES.map((table) =>
    compareTally(expected, table, answerFor(found, table)).map(({ bucket, kind }): [number, string] => [
      bucket,
      kind,
    ]),
  );
  for (const other of others) expect(other).toEqual(first);
  return first ?? [];
}

test('the same games in any order and in any pages are the same sums', () => {
  const pages = createTally(TABLES);
  pages.merge(tallyOf([3, 1]));
  pages.merge(tallyOf([2 + BUCKETS]));
  expect(compare(tallyOf([1, 2 + BUCKETS, 3]), pages)).toEqual([]);
});

test('a game that is missing, too many, another or elsewhere shows in its bucket', () => {
  const expected = tallyOf([1, 2, 3]);
  expect(compare(expected, tallyOf([1, 3]))).toEqual([[2, 'missing']]);
  expect(compare(expected, tallyOf([1, 2, 3, 3]))).toEqual([[3, 'surplus']]);
  expect(compare(expected, tallyOf([1, 2, 3, 4]))).toEqual([[4, 'surplus']]);
  expect(compare(expected, tallyOf([1, 2, 3 + BUCKETS]))).toEqual([[3, 'other']]);
  expect(compare(tallyOf([1]), tallyOf([1], { patch: '17.4' }))).toEqual([
    [1, 'missing'],
    [1, 'surplus'],
  ]);
});

test('a value that changed shows, and a rank is told apart', () => {
  const expected = tallyOf([1], { lp: 120 });
  expect(compare(expected, tallyOf([1], { lp: 120, level: 9 }))).toEqual([[1, 'other']]);
  expect(compare(expected, tallyOf([1], { lp: 121 }))).toEqual([[1, 'ranks']]);
  expect(compare(expected, tallyOf([1]))).toEqual([[1, 'ranks']]);
});

test('a game twice and another one not at all is no agreement, though the rows are as many', () => {
  const expected = tallyOf([1, 1 + BUCKETS]);
  expect(compare(expected, tallyOf([1, 1]))).toEqual([[1, 'other']]);
});

test('a table that is not of the projection is a mistake', () => {
  expect(() => createTally(TABLES).sumsOf('tft_nothing')).toThrow('tft_nothing is not a table');
});
