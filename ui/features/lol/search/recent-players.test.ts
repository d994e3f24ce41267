import { expect, test } from 'vitest';

import { readStoredList } from '../../../lib/stored-list.ts';
import { addRecent, isNewest, isRecent, removeRecent } from './recent-players.ts';

const ana = { gameName: 'Ana', tagLine: 'EUW', platform: 'euw1' };
const bo = { gameName: 'Bo', tagLine: 'KR1', platform: null };

test('who was opened last stands first, and only once', () => {
  const again = { gameName: 'ANA', tagLine: 'euw', platform: 'euw1' };

  expect(addRecent([bo, ana], again)).toEqual([again, bo]);
});

test('the same name with another tag is somebody else', () => {
  const other = { ...ana, tagLine: 'NA1' };

  expect(addRecent([ana], other)).toEqual([other, ana]);
});

test('twelve are kept', () => {
  const many = Array.from({ length: 12 }, (_, index) => ({ ...bo, gameName: `Bo ${index}` }));

  expect(addRecent(many, ana)).toEqual([ana, ...many.slice(0, 11)]);
});

test('who is removed is gone', () => {
  expect(removeRecent([ana, bo], { gameName: 'ana', tagLine: 'EUW' })).toEqual([bo]);
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
