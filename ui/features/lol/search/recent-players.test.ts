import { expect, test } from 'vitest';

import { readStoredList } from '../../../lib/stored-list.ts';
import { addRecent, isNewest, isRecent, removeRecent } from './recent-players.ts';

const ana = { gameName: 'Ana', tagLine: 'EUW', platform: 'euw1' };
const bo = { gameName: 'Bo', tagLine: 'KR1', platform: null };

const again = { ...ana, gameName: 'ANA', tagLine: 'euw' };
const elsewhere = { ...ana, tagLine: 'NA1' };
const many = Array.from({ length: 12 }, (_, index) => ({ ...bo, gameName: `Bo ${index}` }));

test.each([
  ['who was opened last stands first, and only once', addRecent([bo, ana], again), [again, bo]],
  ['the same name with another tag is another player', addRecent([ana], elsewhere), [elsewhere, ana]],
  ['twelve are kept', addRecent(many, ana), [ana, ...many.slice(0, 11)]],
  ['who is removed is gone', removeRecent([ana, bo], { gameName: 'ana', tagLine: 'EUW' }), [bo]],
])('%s', (_, changed, expected) => {
  expect(changed).toEqual(expected);
});

test('only the newest, spelt the same, need not be added', () => {
  expect(isNewest([ana, bo], ana)).toBe(true);
  expect(isNewest([ana, bo], bo)).toBe(false);
  expect(isNewest([ana], { ...ana, gameName: 'ana' })).toBe(false);
  expect(isNewest([], ana)).toBe(false);
});

test('what is stored comes back, and what is no player is left out', () => {
  const stored = JSON.stringify([ana, null, 1, { gameName: 'x' }, { ...bo, platform: 7 }, bo]);

  expect(readStoredList(stored, isRecent)).toEqual([ana, bo]);
});
