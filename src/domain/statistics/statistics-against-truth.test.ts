/**
 * Are the intervals as good as their word, and is the ranking nearer to the truth than plain averages? Asked of made-up rows whose
 * truth is known. Everything follows from a seed. Tiny rows are left out of the 93–97 %: with up to five boards the intervals of
 * averages are on the wide side.
 */
import { describe, expect, test } from 'vitest';
import { createRandom, type Random } from '../../../practice/randomness.ts';
import { rankCorrelation } from '../../../test/support/rank-correlation.ts';
import { addCounts, type PlacementCounts } from './placements.ts';
import { describePlacements, type Estimate } from './placement-estimate.ts';

/** Boards to draw from, so that a draw costs one look into a table and the truth of it is exact. */
const BAG_SIZE = 1_024;
const COLUMNS = ['average', 'top4', 'win', 'difference'] as const;
type Column = (typeof COLUMNS)[number];

interface Bag {
  readonly places: Uint8Array;
  readonly average: number;
  readonly top4: number;
  readonly win: number;
}

/** `tilt` makes good places likelier than bad ones, `bend` both ends likelier than the middle. */
function createBag(tilt: number, bend: number): Bag {
  const weights = Array.from({ length: 8 }, (_, index) => {
    const offset = (index - 3.5) / 3.5;
    return Math.exp(-tilt * offset + bend * offset ** 2);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const places = new Uint8Array(BAG_SIZE);
  let [filled, reached] = [0, 0];
  for (const [index, weight] of weights.entries()) {
    reached += weight / total;
    const end = index === 7 ? BAG_SIZE : Math.round(reached * BAG_SIZE);
    places.fill(index, filled, end);
    filled = end;
  }
  const shareOf = (isIn: (place: number) => boolean): number => places.filter(isIn).length / BAG_SIZE;
  return {
    places,
    average: places.reduce((sum, index) => sum + index + 1, 0) / BAG_SIZE,
    top4: shareOf((index) => index < 4),
    win: shareOf((index) => index === 0),
  };
}

function drawFrom({ places }: Bag, n: number, random: Random): PlacementCounts {
  const counts = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let board = 0; board < n; board++) countPlace(counts, places[random.below(BAG_SIZE)] ?? 0);
  return counts;
}

function countPlace(counts: number[], index: number): void {
  counts[index] = (counts[index] ?? 0) + 1;
}

/** As rows of an explorer are: averages from 3 to 6, some with many firsts and lasts, some with few. */
function createBags(count: number, random: Random): readonly Bag[] {
  return Array.from({ length: count }, () => createBag(random.normal() * 0.6, random.normal() * 0.3));
}

function pickFrom(bags: readonly Bag[], random: Random): Bag {
  const bag = bags[random.below(bags.length)];
  if (bag === undefined) throw new Error('there is no bag to draw from');
  return bag;
}

const holds = ({ low, high }: Estimate, truth: number): boolean => low <= truth && truth <= high;

/** How often each interval held the truth, for rows of `n` boards that are a quarter of their baseline. */
function coverageOf(n: number, repetitions: number): Record<Column, number> {
  const random = createRandom(n);
  const bags = createBags(64, random);
  const held = { average: 0, top4: 0, win: 0, difference: 0 };
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const [ofRow, ofRest] = [pickFrom(bags, random), pickFrom(bags, random)];
    const row = drawFrom(ofRow, n, random);
    const truth = { ...ofRow, difference: 0.75 * (ofRow.average - ofRest.average) };
    const [described] = describePlacements([row], addCounts(row, drawFrom(ofRest, 3 * n, random)));
    for (const column of COLUMNS)
      if (described !== undefined && holds(described[column], truth[column])) held[column] += 1;
  }
  const shareOf = (column: Column): number => held[column] / repetitions;
  return {
    average: shareOf('average'),
    top4: shareOf('top4'),
    win: shareOf('win'),
    difference: shareOf('difference'),
  };
}

describe('95 % intervals', () => {
  test.each([
    [20, 4_000],
    [50, 4_000],
    [200, 2_000],
    [2_000, 1_000],
  ])('hold the truth 93 to 97 times in a hundred: rows of %d boards', (n, repetitions) => {
    const coverage = coverageOf(n, repetitions);

    const isOff = (column: Column): boolean => coverage[column] < 0.93 || coverage[column] > 0.97;
    expect({ ...coverage, off: COLUMNS.filter(isOff) }).toEqual({ ...coverage, off: [] });
  });

  test.each([1, 2, 5, 10])('of averages hold the truth no less often in tiny rows: %d boards', (n) => {
    const { average, difference } = coverageOf(n, 3_000);

    expect(Math.min(average, difference)).toBeGreaterThan(0.935);
  });
});

/** Games in which the places of the row's boards are luck: `seats` says how many of the eight are the row's. */
function coverageInGames(seats: (random: Random) => number): { average: number; difference: number } {
  const random = createRandom(11);
  const [games, repetitions] = [60, 3_000];
  const held = { average: 0, difference: 0 };
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const row = [0, 0, 0, 0, 0, 0, 0, 0];
    for (let game = 0; game < games; game++) dealPlaces(seats(random), row, random);
    const [described] = describePlacements(
      [row],
      row.map(() => games),
    );
    if (described !== undefined && holds(described.average, 4.5)) held.average += 1;
    if (described !== undefined && holds(described.difference, 0)) held.difference += 1;
  }
  return { average: held.average / repetitions, difference: held.difference / repetitions };
}

/** Each place once, to the first seats. */
function dealPlaces(seats: number, counts: number[], random: Random): void {
  const places = [0, 1, 2, 3, 4, 5, 6, 7];
  for (let seat = 0; seat < seats; seat++)
    for (const place of places.splice(random.below(places.length), 1)) countPlace(counts, place);
}

describe('boards that share their games', () => {
  test('make intervals of averages too wide, and leave those of differences right, when each player chooses alone', () => {
    const { average, difference } = coverageInGames((random) =>
      [1, 2, 3, 4, 5, 6, 7, 8].reduce((seats) => seats + (random.next() < 0.3 ? 1 : 0), 0),
    );

    expect(average).toBeGreaterThan(0.965);
    expect(difference).toBeGreaterThan(0.94);
    expect(difference).toBeLessThan(0.96);
  });

  test('make intervals of differences too narrow by a fifteenth at worst, when each game has as many of them', () => {
    const { average, difference } = coverageInGames(() => 1);

    // 1.96 · √(7/8) standard errors hold 93.3 %.
    expect(difference).toBeGreaterThan(0.92);
    expect(difference).toBeLessThan(0.945);
    expect(average).toBeGreaterThan(0.94);
  });
});

/** A breakdown of rows with very different numbers of boards, whose centre lies 0.3 places from the baseline. */
function createBreakdown(seed: number) {
  const random = createRandom(seed);
  const rows = Array.from({ length: 60 }, () => {
    const bag = createBag(0.25 + random.normal() * 0.3, random.normal() * 0.1);
    return { truth: bag.average, counts: drawFrom(bag, Math.ceil(3 * 700 ** random.next()), random) };
  });
  const described = describePlacements(
    rows.map(({ counts }) => counts),
    drawFrom(createBag(0, 0), 50_000, random),
  );
  return {
    truth: rows.map(({ truth }) => truth),
    plain: described.map(({ average }) => average.value),
    shrunk: described.map(({ shrunk }) => shrunk),
  };
}

function meanSquaredError(truth: readonly number[], values: readonly number[]): number {
  return truth.reduce((sum, value, index) => sum + (value - (values[index] ?? 0)) ** 2, 0) / truth.length;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

describe('the shrunk average', () => {
  const breakdowns = Array.from({ length: 60 }, (_, index) => createBreakdown(100 + index));

  test('ranks rows nearer to the truth than the plain average does', () => {
    const gains = breakdowns.map(
      ({ truth, plain, shrunk }) => rankCorrelation(truth, shrunk) - rankCorrelation(truth, plain),
    );

    expect(meanOf(gains)).toBeGreaterThan(0.03);
    expect(gains.filter((gain) => gain > 0).length).toBeGreaterThan(0.85 * gains.length);
  });

  test('is off by less than half of what the plain average is, in squares', () => {
    const ofShrunk = meanOf(breakdowns.map(({ truth, shrunk }) => meanSquaredError(truth, shrunk)));
    const ofPlain = meanOf(breakdowns.map(({ truth, plain }) => meanSquaredError(truth, plain)));

    expect(ofShrunk).toBeLessThan(0.5 * ofPlain);
  });
});
