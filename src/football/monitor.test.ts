import { expect, test } from 'vitest';
import { pollCron } from './monitor.ts';

test.each([
  [1, '*/1 * * * * *'],
  [5, '*/5 * * * * *'],
  [7, '*/10 * * * * *'],
  [15, '*/15 * * * * *'],
  [30, '*/30 * * * * *'],
  [31, '*/1 * * * *'],
  [45, '*/1 * * * *'],
  [60, '*/1 * * * *'],
  [61, '*/2 * * * *'],
  [300, '*/5 * * * *'],
  [420, '*/10 * * * *'],
  [600, '*/10 * * * *'],
  [3_600, '0 * * * *'],
  [9_999, '0 * * * *'],
])('polls at most every %i seconds: %s', (seconds, cron) => {
  expect(pollCron(seconds)).toBe(cron);
});
