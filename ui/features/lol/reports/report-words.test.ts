import { expect, test } from 'vitest';

import {
  dayWords,
  differenceWithInterval,
  hoursWords,
  hourWords,
  momentWords,
  playedWords,
  rateWithInterval,
  signedCount,
  wonWords,
} from './report-words.ts';

const estimate = { value: 0.538, low: 0.381, high: 0.694 };

test.each([
  [0, '±0'],
  [1_204, '+1,204'],
  [-7, '−7'],
])('%d to the week before reads %s', (value, words) => {
  expect(signedCount(value)).toBe(words);
});

test('a share has its interval beside it, and where there is none it says so', () => {
  expect(rateWithInterval(estimate)).toBe('53.8 % (38–69 %)');
  expect(rateWithInterval(null)).toBe('–');
  expect(differenceWithInterval({ value: 0.031, low: -0.098, high: 0.16 })).toBe(
    '+3.1 points (−9.8 to +16.0)',
  );
  expect(differenceWithInterval(null)).toBe('–');
});

test('games and wins', () => {
  expect(wonWords({ games: 13, wins: 7 })).toBe('7 of 13 won');
  expect(wonWords({ games: 0, wins: 0 })).toBe('no games');
});

test('hours and days of the calendar', () => {
  expect(hourWords(5)).toBe('05:00');
  expect(dayWords('2026-11-09')).toBe('Mon 9 Nov');
});

test('a moment is told by the clock of the report, whatever the clock of the reader', () => {
  expect(momentWords('2026-11-09T23:30:00Z', 'Asia/Tokyo')).toBe('10 Nov 2026, 08:30');
});

test.each([
  [2_520, '42 min'],
  [3_600, '1 h 0 min'],
  [11_130, '3 h 6 min'],
])('%d seconds of play are %s', (seconds, words) => {
  expect(playedWords(seconds)).toBe(words);
});

test('the hours that stand out, or that none do', () => {
  const hour = { hour: 21, games: 4, wins: 3, winRate: estimate, isLowSample: true };

  expect(hoursWords([hour])).toBe('21:00 (3 of 4 won)');
  expect(hoursWords([])).toBe('none with two games or more');
});
