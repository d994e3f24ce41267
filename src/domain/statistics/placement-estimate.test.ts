import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boardsIn, type PlacementCounts } from './placements.ts';
import {
  describeBaseline,
  describePlacements,
  LOW_SAMPLE_BOARDS,
  LOW_SAMPLE_WIDTH,
  type Estimate,
  type PlacementStatistics,
} from './placement-estimate.ts';

const NOTHING = [0, 0, 0, 0, 0, 0, 0, 0];
const EVEN = [1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000];

const anyCount = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 2 ** 40 }));
const anyHistogram = fc.oneof(
  fc.array(anyCount, { minLength: 8, maxLength: 8 }),
  // All in one place, where variances vanish.
  fc
    .tuple(fc.nat(7), anyCount)
    .map(([place, count]) => NOTHING.map((_, index) => (index === place ? count : 0))),
);

function describeOne(row: PlacementCounts, baseline: PlacementCounts): PlacementStatistics {
  const [described] = describePlacements([row], baseline);
  if (described === undefined) throw new Error('one row was asked for and none came back');
  return described;
}

function isSound({ value, low, high }: Estimate, least: number, most: number): boolean {
  return least <= low && low <= value && value <= high && high <= most;
}

const widthOf = ({ low, high }: Estimate): number => high - low;

describe('rows of a breakdown', () => {
  test('have finite, ordered numbers in their ranges, whatever the counts', () => {
    fc.assert(
      fc.property(fc.array(anyHistogram, { maxLength: 6 }), anyHistogram, (rows, baseline) => {
        const described = describePlacements(rows, baseline);
        expect(described.map(({ n }) => n)).toEqual(rows.map(boardsIn));
        for (const row of [...described, describeBaseline(baseline)]) {
          expect(isSound(row.average, 1, 8)).toBe(true);
          expect(isSound(row.top4, 0, 1)).toBe(true);
          expect(isSound(row.win, 0, 1)).toBe(true);
          expect(isSound(row.difference, -7, 7)).toBe(true);
          expect(row.shrunk >= 1 && row.shrunk <= 8).toBe(true);
          expect(Math.min(widthOf(row.average), widthOf(row.top4), widthOf(row.win))).toBeGreaterThan(0);
        }
      }),
    );
  });

  test('say what their counts say', () => {
    // 400 boards: places 1 × 100, 2 × 80, 4 × 120, 8 × 100; average (100 + 160 + 480 + 800) / 400.
    const row = [100, 80, 0, 120, 0, 0, 0, 100];

    const { n, average, top4, win, difference } = describeOne(row, EVEN);

    expect([n, average.value, top4.value, win.value]).toEqual([400, 3.85, 0.75, 0.25]);
    expect(difference.value).toBeCloseTo(3.85 - 4.5, 12);
    // Squares: 100 · 8.1225 + 80 · 3.4225 + 120 · 0.0225 + 100 · 17.2225; the four imagined boards hardly count.
    const standardError = Math.sqrt(2811 / 399 / 400);
    expect(widthOf(average)).toBeCloseTo(2 * 1.966 * standardError, 2);
  });

  test('of one board leave nearly everything open', () => {
    for (const place of NOTHING.keys()) {
      const { average, isLowSample } = describeOne(
        NOTHING.map((_, index) => (index === place ? 1 : 0)),
        EVEN,
      );
      expect(isSound(average, 1, 8)).toBe(true);
      expect(widthOf(average)).toBeGreaterThan(6);
      expect(isLowSample).toBe(true);
    }
  });

  test('without boards take the baseline’s values and know nothing else', () => {
    const baseline = [200, 100, 100, 100, 100, 100, 50, 50];

    const [row] = describePlacements([NOTHING], baseline);

    expect(row).toEqual({
      n: 0,
      average: { value: 3.6875, low: 1, high: 8 },
      top4: { value: 0.625, low: 0, high: 1 },
      win: { value: 0.25, low: 0, high: 1 },
      difference: { value: 0, low: -7, high: 7 },
      shrunk: expect.closeTo(3.6875, 9),
      isLowSample: true,
    });
  });

  test('are ranked by what is known: two lucky boards do not pass a row that is good for sure', () => {
    const ordinary = Array.from({ length: 10 }, () => EVEN);
    const good = [300, 250, 200, 150, 120, 100, 80, 60];
    const lucky = [2, 0, 0, 0, 0, 0, 0, 0];

    const described = describePlacements(
      [...ordinary, good, lucky],
      EVEN.map((count) => count * 20),
    );

    const [ofGood, ofLucky] = described.slice(-2);
    expect(ofLucky?.average.value).toBeLessThan(ofGood?.average.value ?? 0);
    expect(ofLucky?.shrunk).toBeGreaterThan(ofGood?.shrunk ?? 8);
  });
});

describe('the low-sample mark', () => {
  // All first: so sure that only the number of boards can mark it.
  test('is set below 30 boards, however sure they seem', () => {
    const wins = (count: number) => [count, 0, 0, 0, 0, 0, 0, 0];
    const baseline = wins(10_000);

    expect(describeOne(wins(29), baseline).isLowSample).toBe(true);
    expect(describeOne(wins(30), baseline).isLowSample).toBe(false);
    expect(LOW_SAMPLE_BOARDS).toBe(30);
  });

  test('is set while the average’s interval is wider than 0.6 places', () => {
    const marks = [20, 27, 29, 40].map((each) => {
      const { isLowSample, average } = describeOne(
        EVEN.map(() => each),
        EVEN,
      );
      expect(isLowSample).toBe(widthOf(average) > LOW_SAMPLE_WIDTH);
      return isLowSample;
    });

    // 2 · 1.96 · √(5.25 / n) = 0.6 at 224 boards, which is 28 of each place.
    expect(marks).toEqual([true, true, false, false]);
    expect(LOW_SAMPLE_WIDTH).toBe(0.6);
  });
});

describe('the baseline', () => {
  test('differs from itself by nothing and is pulled nowhere', () => {
    const baseline = [200, 100, 100, 100, 100, 100, 50, 50];

    const { n, average, difference, shrunk, isLowSample } = describeBaseline(baseline);

    expect([n, average.value, shrunk, isLowSample]).toEqual([800, 3.6875, 3.6875, false]);
    expect(difference).toEqual({ value: 0, low: 0, high: 0 });
  });

  test('without boards is taken to be even', () => {
    expect(describeBaseline(NOTHING)).toEqual({
      n: 0,
      average: { value: 4.5, low: 1, high: 8 },
      top4: { value: 0.5, low: 0, high: 1 },
      win: { value: 0.125, low: 0, high: 1 },
      difference: { value: 0, low: 0, high: 0 },
      shrunk: 4.5,
      isLowSample: true,
    });
  });

  test('is described as it would be as the only row of a breakdown', () => {
    fc.assert(
      fc.property(anyHistogram, (baseline) => {
        const [asRow, asBaseline] = [describeOne(baseline, baseline), describeBaseline(baseline)];
        expect(asRow.shrunk).toBeCloseTo(asBaseline.shrunk, 9);
        expect({ ...asRow, shrunk: 0 }).toEqual({ ...asBaseline, shrunk: 0 });
      }),
    );
  });
});
