import { expect, test } from 'vitest';
import { toldMinutes, toldScores } from './told-numbers.ts';

test.each([
  ["Salah 45'", [45]],
  ["Salah 45+3' and 90’ +2’", [48, 92]],
  ['in the 23rd minute', [23]],
  ['in the 23. minute', [23]],
  ['67 min, what a goal', [67]],
  ['minute of silence for 2024', []],
  ['at 15:30 on 2024-11-05', []],
  ["400' tall", []],
])('%s has the minutes %j', (text, minutes) => {
  expect(toldMinutes(text)).toEqual(minutes);
});

test.each([
  ['Liverpool 2-1 Chelsea', ['2-1']],
  ['Liverpool [2] - 1 Chelsea', ['2-1']],
  ['Liverpool 0 – [1] Chelsea', ['0-1']],
  ['2:0 already', ['2-0']],
  ['season 2024-25', []],
  ['kick-off 15:30', []],
  ['kick-off 9-30 pm', []],
  ['10:15', []],
  ['12-11-2024', []],
  ['a 4-3-3 formation', []],
  ['20-20 vision', []],
])('%s has the scores %j', (text, scores) => {
  expect(toldScores(text).map(({ home, away }) => `${home}-${away}`)).toEqual(scores);
});
