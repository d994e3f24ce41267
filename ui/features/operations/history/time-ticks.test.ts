import { expect, test } from 'vitest';

import { timeTicks } from './time-ticks.ts';

const at = (text: string) => Date.parse(`2026-11-${text}Z`);
const ticks = (from: string, to: string, most: number, offsetMinutes = 0) => {
  const { times, areDays } = timeTicks({ from: at(from), to: at(to), most, offsetMinutes });
  return { areDays, times: times.map((time) => new Date(time).toISOString().slice(8, 16)) };
};

test('labels an hour at round minutes, a week by days, and a moment without length not at all', () => {
  expect(ticks('15T10:02', '15T11:02', 4)).toEqual({
    areDays: false,
    times: ['15T10:15', '15T10:30', '15T10:45', '15T11:00'],
  });
  expect(ticks('08T12:00', '15T12:00', 8)).toMatchObject({ areDays: true, times: { length: 7 } });
  expect(ticks('15T10:02', '15T10:02', 4).times).toEqual([]);
});

test('labels are round by the clock of the person, not by UTC', () => {
  // 18:00 and midnight in a zone that is five and a half hours ahead.
  const { times } = ticks('15T10:00', '15T22:00', 4, 330);
  expect(times).toEqual(['15T12:30', '15T15:30', '15T18:30', '15T21:30']);
});

test.each([1, 2, 3, 5, 8])('any range has at most %i labels when asked for that many', (most) => {
  for (const hours of [0.1, 1, 6, 24, 168, 2_000]) {
    const from = at('01T00:07');
    const { times } = timeTicks({ from, to: from + hours * 3_600_000, most, offsetMinutes: -90 });
    expect(times.length).toBeLessThanOrEqual(most);
  }
});
