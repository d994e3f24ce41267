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
const hour = { hour: 21, games: 4, wins: 3, winRate: estimate, isLowSample: true };

test.each([
  [signedCount(0), '±0'],
  [signedCount(1_204), '+1,204'],
  [signedCount(-7), '−7'],
  [rateWithInterval(estimate), '53.8 % (38–69 %)'],
  [rateWithInterval(null), '–'],
  [differenceWithInterval({ value: 0.031, low: -0.098, high: 0.16 }), '+3.1 points (−9.8 to +16.0)'],
  [differenceWithInterval(null), '–'],
  [wonWords({ games: 13, wins: 7 }), '7 of 13 won'],
  [wonWords({ games: 0, wins: 0 }), 'no games'],
  [hourWords(5), '05:00'],
  [dayWords('2026-11-09'), 'Mon 9 Nov'],
  // By the clock of the report, whatever the clock of the reader.
  [momentWords('2026-11-09T23:30:00Z', 'Asia/Tokyo'), '10 Nov 2026, 08:30'],
  [playedWords(2_520), '42 min'],
  [playedWords(3_600), '1 h 0 min'],
  [playedWords(11_130), '3 h 6 min'],
  [hoursWords([hour]), '21:00 (3 of 4 won)'],
  [hoursWords([]), 'none with two games or more'],
])('%j', (words, expected) => {
  expect(words).toBe(expected);
});
