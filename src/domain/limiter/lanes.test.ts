import { expect, test } from 'vitest';
import { nextLane, noCalls } from './lanes.ts';

test('with all lanes waiting, people have most turns, and each lane has some', () => {
  const credits = noCalls();
  const turns = Array.from({ length: 160 }, () => nextLane(credits, { person: 1, live: 1, backfill: 1 }));
  const count = (lane: string): number => turns.filter((turn) => turn === lane).length;

  expect(turns[0]).toBe('person');
  expect([count('person'), count('live'), count('backfill')]).toEqual([120, 30, 10]);
});

test('a lane that waits alone has every turn, and none has one when none waits', () => {
  const credits = noCalls();

  expect(nextLane(credits, { ...noCalls(), backfill: 3 })).toBe('backfill');
  expect(nextLane(credits, { ...noCalls(), backfill: 2 })).toBe('backfill');
  expect(nextLane(credits, noCalls())).toBeUndefined();
});
