/** That the proof about leads can say no. */
import { expect, test } from 'vitest';
import { findOverlaps, readTerms } from './leads.ts';

const line = (time: number, msg: string): string => JSON.stringify({ level: 30, time, msg });

test('a term lasts from the first word to the last, or to the end of the process, or until now', () => {
  const log = [
    line(100, 'projector leads'),
    line(150, 'scheduler leads'),
    line(200, 'projector no longer leads'),
    line(300, 'projector leads'),
    '{"level":30,"ti',
  ].join('\n');

  expect(readTerms('projector', 'a', log, 400)).toEqual([
    { who: 'a', from: 100, to: 200 },
    { who: 'a', from: 300, to: 400 },
  ]);
  expect(readTerms('scheduler', 'a', log, undefined)).toEqual([{ who: 'a', from: 150, to: Infinity }]);
});

test('terms that follow each other are in order, and two at a time are told', () => {
  const first = { who: 'a', from: 100, to: 200 };
  const second = { who: 'b', from: 200, to: 300 };
  const tooEarly = { who: 'c', from: 250, to: Infinity };

  expect(findOverlaps('projector', [second, first])).toEqual([]);
  expect(findOverlaps('projector', [first, tooEarly, second])).toEqual([
    'c led as projector from 250, while b led until 300',
  ]);
});
