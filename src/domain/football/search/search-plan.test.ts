import { expect, test } from 'vitest';
import { nextSearchAt, type SearchState } from './search-plan.ts';

const plan = { everySeconds: 60 };
const at = (seconds: number): Date => new Date(Date.UTC(2026, 2, 1, 15, 0, seconds));
const state: SearchState = {
  searches: 1,
  limit: 10,
  until: at(1_200),
  startedAt: at(0),
  now: at(4),
};

test('searches begin a minute apart, however long they take', () => {
  expect(nextSearchAt(plan, state)).toEqual(at(60));
  expect(nextSearchAt(plan, { ...state, now: at(59) })).toEqual(at(60));
});

test('after a search that took longer than a minute the next begins at once', () => {
  expect(nextSearchAt(plan, { ...state, now: at(140) })).toEqual(at(140));
});

test('it is over when there were enough searches', () => {
  expect(nextSearchAt(plan, { ...state, searches: 10 })).toBeNull();
});

test('it is over when the next one would begin after the window', () => {
  expect(nextSearchAt(plan, { ...state, until: at(60) })).toEqual(at(60));
  expect(nextSearchAt(plan, { ...state, until: at(59) })).toBeNull();
});
