import { expect, test } from 'vitest';
import { toRows } from '#/domain/tft/rows.ts';
import type { TftGame } from '#/domain/tft/game.ts';
import { BUCKETS, type BucketSum } from '#/stores/clickhouse/projected-rows.ts';
import { compareTally, createTally, type Tally } from './tally.ts';

function game(lp: number | null = null, level = 8): [TftGame, number | null] {
  return [
    {
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
    },
    lp,
  ];
}

function tallyOf(numbers: readonly number[], [one, lp] = game(), patch = '17.3'): Tally {
  const tally = createTally();
  for (const number of numbers) {
    const rankOf = () => (lp === null ? null : { tier: 'MASTER', ladderPoints: lp });
    const { boards, units } = toRows(one, number, { patch, version: 1, rankOf });
    tally.add(boards, units);
  }
  return tally;
}

/** As ClickHouse would answer for those rows. */
function answerFor(tally: Tally, table: string): BucketSum[] {
  return [...tally.sumsOf(table)].flatMap(([patch, buckets]) =>
    buckets.flatMap((sum, bucket) => (sum.rows === 0 ? [] : [Object.assign({ patch, bucket }, sum)])),
  );
}

const TABLE = 'tft_board';
const compare = (expected: Tally, found: Tally) =>
  compareTally(expected, TABLE, answerFor(found, TABLE)).map(({ bucket, kind }) => [bucket, kind]);

test('the same games in any order and in any pages are the same sums', () => {
  const pages = createTally();
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
  expect(compare(tallyOf([1]), tallyOf([1], game(), '17.4'))).toEqual([
    [1, 'missing'],
    [1, 'surplus'],
  ]);
});

test('a value that changed although the fingerprint did not shows, and a rank is told apart', () => {
  const expected = tallyOf([1]);
  const [found] = answerFor(expected, TABLE);
  if (found === undefined) throw new Error('there is one');
  expect(compareTally(expected, TABLE, [{ ...found, control: found.control + 1 }])).toMatchObject([
    { kind: 'other' },
  ]);
  expect(compare(expected, tallyOf([1], game(120)))).toEqual([[1, 'ranks']]);
});

test('a game twice and another one not at all is no agreement, though the rows are as many', () => {
  const expected = tallyOf([1, 1 + BUCKETS]);
  expect(compare(expected, tallyOf([1, 1]))).toEqual([[1, 'other']]);
});

test('a table that is not of the projection is a mistake', () => {
  expect(() => createTally().sumsOf('tft_nothing')).toThrow('tft_nothing is no table');
});
