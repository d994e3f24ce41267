import { expect, test } from 'vitest';
import { changedSearch } from './changed-search.ts';

type Search = Record<string, string | undefined>;
const shown: Search = { zone: 'Asia/Tokyo', queue: '420', page: '3' };

test.each<[string, Search, Search, Search]>([
  ['nothing happened meanwhile', shown, { zone: 'UTC', queue: '420' }, { zone: 'UTC', queue: '420' }],
  [
    'another key was set',
    { ...shown, role: 'TOP' },
    { ...shown, gap: '30' },
    { ...shown, gap: '30', role: 'TOP' },
  ],
  [
    'another key was changed',
    { ...shown, zone: 'UTC' },
    { ...shown, gap: '30' },
    { ...shown, zone: 'UTC', gap: '30' },
  ],
  [
    'another key was taken away',
    { zone: 'Asia/Tokyo', page: '3' },
    { ...shown, gap: '30' },
    { zone: 'Asia/Tokyo', page: '3', gap: '30' },
  ],
  [
    'the same key was changed',
    { ...shown, zone: 'UTC' },
    { ...shown, zone: 'Europe/Oslo' },
    { ...shown, zone: 'Europe/Oslo' },
  ],
  [
    'the key to be taken away was changed',
    { ...shown, queue: '440' },
    { ...shown, queue: undefined },
    { zone: 'Asia/Tokyo', page: '3' },
  ],
])('a change is laid over the newest address: %s', (_, latest, wanted, expected) => {
  expect(changedSearch({ latest, shown, wanted })).toEqual(expected);
});

test('the address reads as the control wrote it', () => {
  const wanted = { by: 'unit', sort: 'n' };
  expect(
    Object.keys(
      changedSearch({ latest: { sort: 'avg', by: 'unit' }, shown: { sort: 'avg', by: 'unit' }, wanted }),
    ),
  ).toEqual(['by', 'sort']);
});

test('a page that was turned meanwhile is not that of another question', () => {
  const latest: Search = { by: 'unit', page: '1' };
  expect(changedSearch({ latest, shown: { by: 'unit' }, wanted: { by: 'item' } }, ['page'])).toEqual({
    by: 'item',
  });
  expect(
    changedSearch({ latest, shown: { by: 'unit' }, wanted: { by: 'unit', page: '2' } }, ['page']),
  ).toEqual({ by: 'unit', page: '2' });
});
