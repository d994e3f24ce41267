import { expect, test } from 'vitest';

import { READABLE_IDS } from '#/domain/tft/explore/name-lookup.ts';
import { DEFAULT_QUESTION, type Filter } from '#/domain/tft/explore/question.ts';

import { filterChips, isDefaultFilter } from './filter-chips.ts';

const plain = DEFAULT_QUESTION.filter;
const labelsOf = (filter: Filter) => filterChips(filter, READABLE_IDS, '17.4').map(({ label }) => label);

function afterRemoving(filter: Filter, id: string): Filter | undefined {
  return filterChips(filter, READABLE_IDS).find((chip) => chip.id === id)?.without;
}

test('what nobody chose is said too: newest patch, ranked games', () => {
  expect(labelsOf(plain)).toEqual(['Patch 17.4 (newest)', 'Ranked']);
  expect(isDefaultFilter(plain)).toBe(true);
});

test('each part of a filter has its chip', () => {
  const filter: Filter = {
    patches: ['17.4'],
    comparedPatch: '17.3',
    places: ['europe', 'kr'],
    queues: [1100, 1160],
    tiers: ['master', 'unknown'],
    lp: { min: 500, unknown: 'include' },
    time: { from: Date.UTC(2026, 10, 1), until: Date.UTC(2026, 10, 2, 6) },
    level: { min: 8 },
    placement: { max: 4 },
    where: { all: [{ unit: 'tft_ahri', stars: { min: 2, max: 2 } }, { none: [{ item: 'tft_item_bow' }] }] },
  };

  expect(labelsOf(filter)).toEqual([
    'Patch 17.4',
    'Compared with 17.3',
    'Ranked, Double Up',
    'Europe, Korea',
    'from 2026-11-01 until 2026-11-02 06:00 UTC',
    'Master, Unknown',
    '500+ LP or unknown',
    'Level 8+',
    'Place ≤ 4',
    'Ahri 2 ★',
    'not Bow',
  ]);
  expect(isDefaultFilter(filter)).toBe(false);
});

test('a removed chip leaves the others', () => {
  const filter: Filter = { ...plain, lp: { min: 500 }, level: { min: 8 } };

  expect(afterRemoving(filter, 'lp')).toEqual({ ...plain, level: { min: 8 } });
});

test('without a first patch there is nothing to compare', () => {
  expect(afterRemoving({ ...plain, patches: ['17.4'], comparedPatch: '17.3' }, 'patch')).toEqual(plain);
});

test('removing one of two conditions keeps the other, removing the last leaves none', () => {
  const filter: Filter = { ...plain, where: { all: [{ unit: 'a' }, { unit: 'b' }] } };
  const one = afterRemoving(filter, 'where-0');

  expect(one?.where).toEqual({ unit: 'b' });
  expect(afterRemoving(one ?? filter, 'where-0')).toEqual(plain);
});

test('alternatives are one chip, since each alone would mean another question', () => {
  const filter: Filter = {
    ...plain,
    where: { any: [{ unit: 'tft_ahri' }, { trait: 'tft_mage', tier: { min: 3 } }] },
  };

  expect(labelsOf(filter).slice(2)).toEqual(['Ahri or Mage tier 3+']);
  expect(afterRemoving(filter, 'where')).toEqual(plain);
});

test('a unit says all that is asked of it', () => {
  const where = {
    unit: 'tft_ahri',
    stars: { min: 3 },
    items: { max: 2 },
    has: ['tft_item_bow', 'tft_item_bow'],
    lacks: ['tft_item_rod'],
    copies: { min: 2 },
  };

  expect(labelsOf({ ...plain, where }).at(-1)).toBe('Ahri 3+ ★ ≤ 2 items with Bow + Bow without Rod × 2+');
});

test('groups within groups keep their brackets', () => {
  const where = {
    all: [
      { any: [{ unit: 'a' }, { all: [{ unit: 'b' }, { unit: 'c' }] }] },
      { none: [{ unit: 'd' }, { unit: 'e' }] },
    ],
  };

  expect(labelsOf({ ...plain, where }).slice(2)).toEqual(['A or (B and C)', 'not (D or E)']);
});
