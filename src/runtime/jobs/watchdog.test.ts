import { expect, test } from 'vitest';
import { createWatchdog } from './watchdog.ts';

const still = { kind: 'a/b', hasDueJobs: true, running: 0, lastProgressAt: 0 };

function watch(sights: readonly (Partial<typeof still> & { at: number })[]): number[] {
  const stuckAt: number[] = [];
  let now = 0;
  const watchdog = createWatchdog({ stuckAfterMs: 30_000, onStuck: () => stuckAt.push(now) });
  for (const { at, ...sight } of sights) {
    now = at;
    watchdog.look([{ ...still, ...sight }], at);
  }
  return stuckAt;
}

test('due jobs that nobody touches for longer than allowed are a stuck worker', () => {
  expect(watch([{ at: 1_000 }, { at: 31_000 }, { at: 31_001 }])).toEqual([31_001]);
});

test('a stuck worker is reported again only after the same time', () => {
  const everySecond = Array.from({ length: 100 }, (_, second) => ({ at: second * 1_000 }));
  expect(watch(everySecond)).toEqual([31_000, 62_000, 93_000]);
});

test.each([
  ['a job that runs', { running: 1 }, 0],
  ['an empty queue', { hasDueJobs: false }, 0],
  ['progress', { lastProgressAt: 20_000 }, 20_000],
])('%s in between begins the wait anew', (_, between, lastProgressAt) => {
  expect(watch([{ at: 0 }, { at: 20_000, ...between }, { at: 45_000, lastProgressAt }])).toEqual([]);
});
