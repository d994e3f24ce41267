import { expect, test } from 'vitest';

import { clockText, clockWords, isInPlay, minuteText, statusWords } from './match-clock.ts';

test.each([
  [67, null, '67′'],
  [45, 3, '45+3′'],
  [90, 0, '90′'],
  [null, null, ''],
])('minute %s and %s more are written %s', (minute, extra, text) => {
  expect(minuteText(minute, extra)).toBe(text);
});

const at = (
  status: string,
  statusGroup: 'upcoming' | 'live' | 'break' | 'held-up' | 'finished',
  minute: number | null = null,
) => ({ status, statusGroup, minute, extraMinute: null }) as const;

test.each([
  [at('2H', 'live', 67), '67′', 'Second half, 67′'],
  [at('LIVE', 'live'), 'In play', 'In play'],
  [at('P', 'live', 120), 'Penalty shoot-out', 'Penalty shoot-out, 120′'],
  [at('HT', 'break', 45), 'Half-time', 'Half-time'],
  [at('FT', 'finished', 90), 'Full time', 'Full time'],
  [at('INT', 'held-up', 30), 'Interrupted', 'Interrupted'],
])('%o is %s in a row and %s in a head', (fixture, short, long) => {
  expect(clockText(fixture)).toBe(short);
  expect(clockWords(fixture)).toBe(long);
});

test('an unknown code is shown as it came', () => {
  expect(statusWords('XYZ')).toBe('Status XYZ');
});

test('a match in its break is in play, one that is held up is not', () => {
  expect(isInPlay(at('HT', 'break'))).toBe(true);
  expect(isInPlay(at('1H', 'live', 3))).toBe(true);
  expect(isInPlay(at('INT', 'held-up', 30))).toBe(false);
  expect(isInPlay(at('FT', 'finished', 90))).toBe(false);
});
