import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { learnRows, shrinkTowards, type RowModel } from './shrinkage.ts';

const sampleOf = (average: number, n: number) => ({ n, average, variance: 5, freedom: n + 3 });
const samples = fc.array(
  fc.record({
    n: fc.integer({ min: 0, max: 2 ** 43 }),
    average: fc.double({ min: 1, max: 8, noNaN: true }),
    variance: fc.double({ min: 1e-12, max: 12.25, noNaN: true }),
    freedom: fc.constant(4),
  }),
  { maxLength: 40 },
);
const place = fc.double({ min: 1, max: 8, noNaN: true });

/** Rows at equal distances, whose averages are as good as known. */
function evenlySpread(centre: number, standardDeviation: number, count: number) {
  const raw = Array.from({ length: count }, (_, index) => index - (count - 1) / 2);
  const size = Math.sqrt(raw.reduce((sum, step) => sum + step * step, 0) / count);
  return raw.map((step) => sampleOf(centre + (step / size) * standardDeviation, 1e9));
}

/** The likely spread, in places. */
function spreadOf(models: readonly RowModel[]): number {
  return Math.sqrt(models.reduce((sum, { weight, variance }) => sum + weight * variance, 0));
}

function centreOf(models: readonly RowModel[]): number {
  return models.reduce((sum, { weight, centre }) => sum + weight * centre, 0);
}

describe('what is learned from the rows of a breakdown', () => {
  test.each([0.1, 0.15, 0.4, 2])('is how far apart they are: %d places', (spread) => {
    const learned = spreadOf(learnRows(evenlySpread(4.5, spread, 200), 4.5));

    expect(learned / spread).toBeGreaterThan(0.9);
    expect(learned / spread).toBeLessThan(1.1);
  });

  test('is where their centre lies, even if far from the baseline, and that distance is not taken for spread', () => {
    const models = learnRows(evenlySpread(4.1, 0.15, 50), 4.8);

    expect(centreOf(models)).toBeCloseTo(4.1, 2);
    expect(spreadOf(models)).toBeLessThan(0.18);
  });

  test('is hardly any spread where averages differ no more than their sampling errors let them', () => {
    const standardError = Math.sqrt(5 / 200);
    const rows = evenlySpread(4.5, standardError, 100).map(({ average }) => sampleOf(average, 200));

    expect(spreadOf(learnRows(rows, 4.5))).toBeLessThan(0.08);
  });

  test('is not drowned by a long tail of rows with a board or two, even if these agree a little too well', () => {
    const frequent = evenlySpread(4.4, 0.3, 60);
    // Of two boards with the variance 5 each, averages have 2.5; these have 2.25.
    const tail = evenlySpread(4.4, 1.5, 3_000).map(({ average }) => sampleOf(average, 2));

    expect(spreadOf(learnRows([...frequent, ...tail], 4.5))).toBeCloseTo(0.3, 1);
  });

  test('does not depend on rows without boards', () => {
    const rows = evenlySpread(4.4, 0.3, 20);

    expect(learnRows([...rows, sampleOf(4.5, 0), sampleOf(1, 0)], 4.5)).toEqual(learnRows(rows, 4.5));
  });

  test('is the usual spread around the baseline when there is nothing to learn from', () => {
    const models = learnRows([], 4.2);
    const likeliest = models.toSorted((left, right) => right.weight - left.weight)[0];

    expect(centreOf(models)).toBeCloseTo(4.2, 12);
    expect(Math.sqrt(likeliest?.variance ?? 0)).toBeCloseTo(0.4, 12);
  });

  test('is believed by how likely each spread makes the averages seen, as worked out for two rows in full', () => {
    const rows = [sampleOf(3.2, 40), sampleOf(4.9, 100)] as const;
    // Both averages scatter around the baseline together (the centre, 0.5) and each alone (its truth and its sampling error).
    const beliefs = learnRows(rows, 4.5).map(({ variance }) => {
      const [left, right] = [0.25 + variance + 5 / 40, 0.25 + variance + 5 / 100];
      const determinant = left * right - 0.25 ** 2;
      const distance = (right * 1.3 ** 2 + 2 * 0.25 * 1.3 * 0.4 + left * 0.4 ** 2) / determinant;
      const octave = Math.log2(Math.sqrt(variance) / 0.4);
      return Math.exp(-(octave ** 2 + distance) / 2) / Math.sqrt(determinant);
    });
    const total = beliefs.reduce((sum, belief) => sum + belief, 0);

    for (const [index, { weight }] of learnRows(rows, 4.5).entries())
      expect(weight).toBeCloseTo((beliefs[index] ?? 0) / total, 10);
  });

  test('is believed in shares that add up to one, whatever the rows', () => {
    fc.assert(
      fc.property(samples, place, (rows, baseline) => {
        const models = learnRows(rows, baseline);
        expect(models.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9);
        for (const { centre, variance } of models) {
          expect(centre >= 1 - 1e-9 && centre <= 8 + 1e-9).toBe(true);
          expect(variance).toBeGreaterThan(0);
        }
      }),
    );
  });
});

describe('a shrunk average', () => {
  const models = [{ centre: 4.5, variance: 0.25, weight: 1 }];

  test('is half-way when the sampling error is as large as the spread', () => {
    // 5 / 20 = 0.25
    expect(shrinkTowards(models, sampleOf(3.5, 20))).toBeCloseTo(4, 12);
  });

  test('is the row’s own once enough boards are known, and the centre without any', () => {
    expect(shrinkTowards(models, sampleOf(3.5, 2 ** 43))).toBeCloseTo(3.5, 9);
    expect(shrinkTowards(models, sampleOf(3.5, 0))).toBe(4.5);
  });

  test('of a row that stands alone leans on the baseline while its boards are few', () => {
    const few = sampleOf(2.5, 10);
    const many = sampleOf(2.5, 2_000);

    expect(shrinkTowards(learnRows([few], 4.5), few)).toBeGreaterThan(3.2);
    expect(shrinkTowards(learnRows([many], 4.5), many)).toBeLessThan(2.55);
  });

  test('is drawn from several spreads as they are believed in', () => {
    const both = [
      { centre: 4.5, variance: 0.25, weight: 0.25 },
      { centre: 4.1, variance: 0.75, weight: 0.75 },
    ];

    // 4 from the one; 4.1 - 0.6 · 3/4 from the other.
    expect(shrinkTowards(both, sampleOf(3.5, 20))).toBeCloseTo(0.25 * 4 + 0.75 * 3.65, 12);
  });

  test('comes nearer to the row’s own with every board that confirms it', () => {
    fc.assert(
      fc.property(samples, place, place, fc.integer({ min: 1, max: 1e6 }), (rows, baseline, average, n) => {
        const learned = learnRows(rows, baseline);
        const [few, more] = [n, n + 1].map((boards) => shrinkTowards(learned, sampleOf(average, boards)));
        const nearest = centreOf(learned);
        // Models with centres on both sides of the average pull against each other.
        fc.pre(learned.every(({ centre }) => centre > average === nearest > average));
        expect(Math.abs((more ?? 0) - average)).toBeLessThanOrEqual(Math.abs((few ?? 9) - average) + 1e-12);
      }),
    );
  });
});
