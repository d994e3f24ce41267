import { expect, test } from 'vitest';

import { READABLE_IDS } from '#/domain/tft/explore/word-lists.ts';
import type { Filter } from '#/domain/tft/explore/filter.ts';
import { DEFAULT_QUESTION } from '#/domain/tft/explore/question.ts';

import {
  filterChips,
  isDefaultFilter,
  isMasterOrHigher,
  patchLabel,
  toggleMasterOrHigher,
  withRank,
} from './filter-chips.ts';

const plain = DEFAULT_QUESTION.filter;
const labelsOf = (filter: Filter) => filterChips(filter, READABLE_IDS, '17.4').map(({ label }) => label);

function afterRemoving(filter: Filter, id: string): Filter | undefined {
  return filterChips(filter, READABLE_IDS).find((chip) => chip.id === id)?.without;
}

test('names a provisional patch as such', () => {
  const patch = { patch: '18.7', boards: 8, startsAt: null, newestGameAt: null };
  expect(patchLabel({ ...patch, isProvisional: true })).toBe('18.7 (provisional)');
  expect(patchLabel({ ...patch, isProvisional: false })).toBe('18.7');
});

test('defaults are shown too: newest patch, ranked games', () => {
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
    rank: 'strict',
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
    'Rank as of the match',
    'Level 8+',
    'Place ≤ 4',
    'Ahri 2 ★',
    'not Bow',
  ]);
  expect(isDefaultFilter(filter)).toBe(false);
});

test('Master or higher is switched on in place of other ranks, and off again', () => {
  const on = toggleMasterOrHigher({ ...plain, tiers: ['gold'], lp: { max: -400 }, level: { min: 8 } });

  expect(on).toEqual({ ...plain, lp: { min: 0 }, level: { min: 8 } });
  expect(isMasterOrHigher(on)).toBe(true);
  expect(labelsOf(on)).toEqual(labelsOf({ ...plain, level: { min: 8 } }));
  expect(isDefaultFilter(on)).toBe(false);
  expect(toggleMasterOrHigher(on)).toEqual({ ...plain, level: { min: 8 } });
});

test.each<Filter['lp']>([undefined, { min: 1 }, { min: 0, max: 500 }, { min: 0, unknown: 'include' }])(
  'LP %j is not Master or higher',
  (lp) => {
    expect(isMasterOrHigher(lp === undefined ? plain : { ...plain, lp })).toBe(false);
  },
);

test('the rank as of the match can be chosen and removed', () => {
  const strict = withRank(plain, 'strict');

  expect(strict.rank).toBe('strict');
  expect(isDefaultFilter(strict)).toBe(false);
  expect(withRank(strict, 'nearest')).toEqual(plain);
  expect(afterRemoving(strict, 'rank')).toEqual(plain);
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
