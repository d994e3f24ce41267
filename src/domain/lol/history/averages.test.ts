import { describe, expect, test } from 'vitest';
import { averagesOf, earlyGame, median } from './averages.ts';
import { inventGame } from './fixtures/invented-games.ts';
import type { GameTimeline, MinuteMark } from './played-game.ts';

const MARK: MinuteMark = {
  gold: 3_000,
  minions: 70,
  xp: 4_000,
  goldDifference: null,
  minionsDifference: null,
  xpDifference: null,
};
const TIMELINE: GameTimeline = { at10: null, at15: null, firstDeath: null, firstKill: null, firstItem: null };

test('averages are over all games, and rates over all of their time', () => {
  const games = [
    inventGame({
      kills: 10,
      deaths: 0,
      assists: 4,
      minions: 100,
      seconds: 600,
      gold: 5_000,
      damage: 6_000,
      vision: 10,
    }),
    inventGame({
      kills: 2,
      deaths: 4,
      assists: 8,
      minions: 200,
      seconds: 2_400,
      gold: 10_000,
      damage: 9_000,
      vision: 40,
    }),
  ];
  expect(averagesOf(games)).toEqual({
    kills: 6,
    deaths: 2,
    assists: 6,
    kda: 6,
    minionsPerMinute: 6,
    goldPerMinute: 300,
    damagePerMinute: 300,
    visionPerMinute: 1,
    seconds: 1_500,
  });
});

test('a player who never died has a number, and so has one who never played', () => {
  expect(averagesOf([inventGame({ kills: 3, assists: 4, deaths: 0 })]).kda).toBe(7);
  expect(Object.values(averagesOf([]))).toEqual(Array.from({ length: 9 }, () => 0));
});

test('the median is in the middle, or between the two that are', () => {
  expect([median([]), median([3]), median([9, 1, 5]), median([1, 2, 10, 20])]).toEqual([null, 3, 5, 6]);
});

describe('what timelines say', () => {
  test('is nothing where there are none', () => {
    expect(earlyGame([inventGame()])).toEqual(TIMELINE);
  });

  test('is the average at a minute, of games that lasted so long, and medians of what happened first', () => {
    const games = [
      inventGame({ timeline: { ...TIMELINE, at10: MARK, at15: { ...MARK, gold: 6_000 }, firstDeath: 100 } }),
      inventGame({
        timeline: { ...TIMELINE, at10: { ...MARK, gold: 4_000, minions: 90, xp: 5_000 }, firstDeath: 300 },
      }),
      inventGame({ timeline: { ...TIMELINE, firstKill: 50, firstItem: 700 } }),
    ];
    const { at10, at15, firstDeath, firstKill, firstItem } = earlyGame(games);
    expect(at10).toMatchObject({
      n: 2,
      gold: 3_500,
      minions: 80,
      xp: 4_500,
      nDifference: 0,
      goldDifference: null,
    });
    expect(at15).toMatchObject({ n: 1, gold: 6_000 });
    expect([firstDeath, firstKill, firstItem]).toEqual([200, 50, 700]);
  });

  test('is a difference with Student’s interval from five games on', () => {
    const differing = (values: readonly number[]) =>
      earlyGame(
        values.map((value) => {
          const differences = { goldDifference: value, minionsDifference: value / 10, xpDifference: -value };
          return inventGame({ timeline: { ...TIMELINE, at10: { ...MARK, ...differences } } });
        }),
      ).at10;
    expect(differing([1, 2, 3, 4])).toMatchObject({ nDifference: 4, goldDifference: null });
    // Mean 300, standard deviation √25,000, t of 4 degrees 2.776.
    const { goldDifference, minionsDifference, xpDifference } = differing([100, 200, 300, 400, 500]) ?? {};
    expect(goldDifference?.value).toBe(300);
    expect(Number(goldDifference?.high) - 300).toBeCloseTo(2.776 * Math.sqrt(25_000 / 5), 0);
    expect([minionsDifference?.value, xpDifference?.value]).toEqual([30, -300]);
  });
});
