import { expect, test } from 'vitest';

import { timeTicks } from './time-ticks.ts';

const at = (text: string) => Date.parse(`2026-11-${text}Z`);
const shown = (times: readonly number[]) => times.map((time) => new Date(time).toISOString().slice(8, 16));

test('an hour is labelled at round minutes', () => {
  const { times, areDays } = timeTicks({
    from: at('15T10:02'),
    to: at('15T11:02'),
    most: 4,
    offsetMinutes: 0,
  });

  expect(shown(times)).toEqual(['15T10:15', '15T10:30', '15T10:45', '15T11:00']);
  expect(areDays).toBe(false);
});

test('labels are round by the clock of the person, not by UTC', () => {
  const { times } = timeTicks({ from: at('15T10:00'), to: at('15T22:00'), most: 4, offsetMinutes: 330 });

  // 18:00 and midnight in a zone that is five and a half hours ahead.
  expect(shown(times)).toEqual(['15T12:30', '15T15:30', '15T18:30', '15T21:30']);
});

test('a week is labelled by days', () => {
  const { times, areDays } = timeTicks({
    from: at('08T12:00'),
    to: at('15T12:00'),
    most: 8,
    offsetMinutes: 0,
  });

  expect(times).toHaveLength(7);
  expect(areDays).toBe(true);
});

test.each([1, 2, 3, 5, 8])(
  'a range that begins at no round time has at most %i labels when asked for that many',
  (most) => {
    for (const hours of [0.1, 1, 6, 24, 168, 2_000]) {
      const from = at('01T00:07');
      const { times } = timeTicks({ from, to: from + hours * 3_600_000, most, offsetMinutes: -90 });
      expect(times.length).toBeLessThanOrEqual(most);
    }
  },
);

test('a moment without length has at most one label', () => {
  const from = at('15T10:02');

  expect(timeTicks({ from, to: from, most: 4, offsetMinutes: 0 }).times).toEqual([]);
});
