import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ladderPoints, ladderWords, LOWEST_LADDER_POINTS, standingOf, tierBand } from './ladder-points.ts';

const points = (tier: string, division: string, leaguePoints: number): number | null =>
  ladderPoints({ tier, division, leaguePoints });

describe('a rank as a number', () => {
  test.each([
    ['MASTER', 'I', 0, 0],
    ['MASTER', 'I', 312, 312],
    ['GRANDMASTER', 'I', 700, 700],
    ['CHALLENGER', 'I', 1_834, 1_834],
    ['DIAMOND', 'I', 75, -25],
    ['DIAMOND', 'I', 0, -100],
    ['DIAMOND', 'IV', 0, -400],
    ['EMERALD', 'I', 99, -401],
    ['IRON', 'IV', 0, -2_800],
    ['gold', 'ii', 50, -1_350],
    // Held to the division's ends.
    ['DIAMOND', 'I', 100, -1],
    ['DIAMOND', 'I', 130, -1],
    ['IRON', 'IV', -5, -2_800],
    ['MASTER', 'I', -3, 0],
  ])('%s %s %i LP is %i', (tier, division, leaguePoints, expected) => {
    expect(points(tier, division, leaguePoints)).toBe(expected);
  });

  test.each([
    ['ORANGE', 'I', 10],
    ['', '', 0],
    ['DIAMOND', 'V', 10],
    ['DIAMOND', 'I', Number.NaN],
    ['MASTER', 'I', 1.5],
  ])('%s %s %d LP is unknown, and not 0', (tier, division, leaguePoints) => {
    expect(points(tier, division, leaguePoints)).toBeNull();
  });
});

const below = fc.record({
  tier: fc.constantFrom('IRON', 'BRONZE', 'SILVER', 'GOLD', 'PLATINUM', 'EMERALD', 'DIAMOND'),
  division: fc.constantFrom('I', 'II', 'III', 'IV'),
  leaguePoints: fc.integer({ min: 0, max: 99 }),
});

test('every rank below Master comes back as it was, lies below Master, and within its tier', () => {
  fc.assert(
    fc.property(below, (standing) => {
      const value = ladderPoints(standing) ?? Number.NaN;
      expect(standingOf(value)).toEqual(standing);
      expect(value).toBeGreaterThanOrEqual(LOWEST_LADDER_POINTS);
      expect(value).toBeLessThan(0);
      const band = tierBand(standing.tier);
      expect(band !== null && band.from <= value && value < band.below).toBe(true);
    }),
  );
});

test('every number is the number of some rank', () => {
  fc.assert(
    fc.property(fc.integer({ min: LOWEST_LADDER_POINTS, max: 3_000 }), (value) => {
      expect(ladderPoints(standingOf(value))).toBe(value);
    }),
  );
});

test.each([
  [312, 'Master+ 312 LP'],
  [0, 'Master+ 0 LP'],
  [-25, 'Diamond I 75 LP'],
  [-2_800, 'Iron IV 0 LP'],
  [-9_999, 'Iron IV 0 LP'],
  [null, 'unknown rank'],
])('%s reads %s', (value, words) => {
  expect(ladderWords(value)).toBe(words);
});

test('tiers lie one above the other without a gap', () => {
  const tiers = ['IRON', 'BRONZE', 'SILVER', 'GOLD', 'PLATINUM', 'EMERALD', 'DIAMOND', 'MASTER'];
  const bands = tiers.map(tierBand);
  expect(bands.slice(1).map((band) => band?.from)).toEqual(bands.slice(0, -1).map((band) => band?.below));
  expect(tierBand('challenger')).toEqual({ from: 0, below: Number.POSITIVE_INFINITY });
  expect(tierBand('HYPER')).toBeNull();
});
