import { expect, test } from 'vitest';
import type { RankPoint } from './played-game.ts';
import { rankCurves } from './rank-curve.ts';

const DAY_MS = 86_400_000;

function rank(
  day: number,
  tier: string,
  division: string,
  leaguePoints: number,
  more: Partial<RankPoint> = {},
): RankPoint {
  return {
    at: day * DAY_MS,
    queue: 'RANKED_SOLO_5x5',
    tier,
    division,
    leaguePoints,
    wins: day,
    losses: 1,
    ...more,
  };
}

test('a curve goes through all ranks on one scale, oldest first, with ups and downs', () => {
  const [curve] = rankCurves([
    rank(3, 'DIAMOND', 'I', 75),
    rank(1, 'DIAMOND', 'II', 99),
    rank(2, 'DIAMOND', 'I', 1),
    rank(4, 'MASTER', 'I', 5),
    rank(5, 'CHALLENGER', 'I', 900),
    rank(6, 'DIAMOND', 'I', 75),
    rank(7, 'ORANGE', 'I', 10),
    rank(8, 'DIAMOND', 'I', 75),
  ]);
  expect(curve?.label).toBe('Ranked Solo/Duo');
  expect(curve?.points.map(({ label, ladderPoints, change }) => [label, ladderPoints, change])).toEqual([
    ['Diamond II 99 LP', -101, null],
    ['Diamond I 1 LP', -99, 'promotion'],
    ['Diamond I 75 LP', -25, null],
    ['Master 5 LP', 5, 'promotion'],
    ['Challenger 900 LP', 900, null],
    ['Diamond I 75 LP', -25, 'demotion'],
    ['Orange I 10 LP', null, null],
    ['Diamond I 75 LP', -25, null],
  ]);
  expect(curve?.points[0]).toMatchObject({
    at: '1970-01-02T00:00:00.000Z',
    tier: 'DIAMOND',
    wins: 1,
    losses: 1,
  });
});

test('each ladder has its own, the one with most points first', () => {
  const flex = { queue: 'RANKED_FLEX_SR' };
  const curves = rankCurves([
    rank(1, 'GOLD', 'I', 1),
    rank(1, 'GOLD', 'I', 1, flex),
    rank(2, 'GOLD', 'I', 2, flex),
    rank(1, 'GOLD', 'I', 1, { queue: 'NEXT' }),
    rank(1, 'GOLD', 'I', 1, { queue: 'AFTER' }),
    rank(1, 'GOLD', 'I', 1, { queue: 'ZEBRA' }),
  ]);
  expect(curves.map(({ label, points }) => [label, points.length])).toEqual([
    ['Ranked Flex', 2],
    ['AFTER', 1],
    ['NEXT', 1],
    ['Ranked Solo/Duo', 1],
    ['ZEBRA', 1],
  ]);
});
