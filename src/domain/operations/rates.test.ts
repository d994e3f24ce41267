import { expect, test } from 'vitest';
import { perMinute } from './rates.ts';

test.each([
  [30, 30_000, 60],
  [0, 30_000, 0],
  [7, 60_000, 7],
  [1, 300_000, 0.2],
])('%i in %i ms are %d a minute', (grown, spanMs, rate) => {
  expect(perMinute(grown, spanMs)).toBe(rate);
});

test.each([
  ['a number that was begun anew', -1, 30_000],
  ['no time between two looks', 5, 0],
  ['a clock that went back', 5, -30_000],
  ['a look that is long past', 5, 300_001],
])('%s gives no rate', (_why, grown, spanMs) => {
  expect(perMinute(grown, spanMs)).toBeNull();
});
