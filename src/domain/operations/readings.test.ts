import { expect, test } from 'vitest';
import { isReadingName, READINGS, tidyLabel, toldOf } from './readings.ts';

test('every name is known, and nothing that only every object has', () => {
  for (const name of Object.keys(READINGS)) expect(isReadingName(name)).toBe(true);
  for (const name of ['', 'games', 'toString', '__proto__']) expect(isReadingName(name)).toBe(false);
});

test('a label is printed in the order of its kind, and what is missing is empty', () => {
  const label = { host: 'europe', upstream: 'riot-tft', colour: 'red' };
  expect(Object.entries(tidyLabel('upstream-calls', label))).toEqual([
    ['upstream', 'riot-tft'],
    ['host', 'europe'],
  ]);
  expect(tidyLabel('games-stored', {})).toEqual({ source: '' });
  expect(tidyLabel('processes', label)).toEqual({});
});

test('of a step the worst counts, and of rates the average', () => {
  expect([toldOf('jobs-ended'), toldOf('jobs-waiting'), toldOf('free-disk')]).toEqual([
    'mean',
    'highest',
    'lowest',
  ]);
});
