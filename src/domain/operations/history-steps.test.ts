import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutHistory, MOST_STEPS, SLOT_SECONDS, untilNextSlotMs } from './history-steps.ts';

test.each([
  [1, 30, 120],
  [6, 60, 360],
  [24, 300, 288],
  [100, 900, 400],
  [101, 1_800, 202],
  [168, 1_800, 336],
])('%i hours are drawn in steps of %i s', (hours, step, count) => {
  const { stepSeconds, begins } = cutHistory(1_000_000_000, hours);
  expect(stepSeconds).toBe(step);
  expect(begins).toHaveLength(count);
});

test('whatever is asked for, steps are whole samples, follow each other, and the last one holds now', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 0, max: 4_000_000_000 }),
      (hours, now) => {
        const { stepSeconds, begins } = cutHistory(now, hours);
        expect(begins.length).toBeLessThanOrEqual(MOST_STEPS);
        expect(stepSeconds % SLOT_SECONDS).toBe(0);
        const first = begins[0] ?? Number.NaN;
        expect(first % stepSeconds === 0).toBe(true);
        expect(begins).toEqual(begins.map((_, at) => first + at * stepSeconds));
        const last = begins.at(-1) ?? Number.NaN;
        expect(last).toBeLessThanOrEqual(now);
        expect(last + stepSeconds).toBeGreaterThan(now);
        expect(now - first).toBeGreaterThanOrEqual(hours * 3_600 - stepSeconds);
      },
    ),
  );
});

test('the next look is in the middle of the next slot', () => {
  expect(untilNextSlotMs(60)).toBe(45_000);
  expect(untilNextSlotMs(75)).toBe(30_000);
  expect(untilNextSlotMs(89.5)).toBe(15_500);
});
