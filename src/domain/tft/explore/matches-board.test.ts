import { describe, expect, test } from 'vitest';
import { matchesFilter, type BoardFacts } from './matches-board.ts';
import { DEFAULT_QUESTION, RANKED_QUEUE, type Condition, type Filter } from './question.ts';

const BOARD: BoardFacts = {
  patch: '101.4',
  platform: 'euw1',
  region: 'europe',
  queue: RANKED_QUEUE,
  tier: 'master',
  lp: 300,
  isRankStrict: true,
  endedAt: 5_000,
  level: 8,
  placement: 2,
  units: [
    { id: 'lyra', stars: 2, items: ['bow', 'bow', 'orb'] },
    { id: 'lyra', stars: 1, items: [] },
    { id: 'bran', stars: 3, items: ['orb'] },
  ],
  traits: new Map([['knight', 2]]),
  counts: {
    units: 3,
    'one-costs': 1,
    'two-costs': 0,
    'three-costs': 0,
    'four-costs': 2,
    'five-costs': 0,
    'three-stars': 1,
    emblems: 0,
    artifacts: 0,
    radiants: 0,
  },
  composition: { trait: 'knight', carry: 'lyra' },
};

function lets(filter: Partial<Filter>, board: Partial<BoardFacts> = {}): boolean {
  return matchesFilter({ ...DEFAULT_QUESTION.filter, ...filter }, { ...BOARD, ...board });
}

describe('a filter lets a board through', () => {
  test('by every field that it has, and by none that it has not', () => {
    expect(lets({})).toBe(true);
    expect(lets({}, { queue: 1090 })).toBe(false);
    expect(lets({ patches: ['101.3', '101.4'] })).toBe(true);
    expect(lets({ patches: ['101.3'] })).toBe(false);
    expect(lets({ places: ['kr', 'euw1'] })).toBe(true);
    expect(lets({ places: ['europe'] })).toBe(true);
    expect(lets({ places: ['asia'] })).toBe(false);
    expect(lets({ tiers: ['gold'] })).toBe(false);
    expect(lets({ level: { min: 9 } })).toBe(false);
    expect(lets({ placement: { max: 1 } })).toBe(false);
  });

  test('from the first moment on, and up to but not at the last', () => {
    expect(lets({ time: { from: 5_000 } })).toBe(true);
    expect(lets({ time: { from: 5_001 } })).toBe(false);
    expect(lets({ time: { until: 5_001 } })).toBe(true);
    expect(lets({ time: { until: 5_000 } })).toBe(false);
  });

  test('of unknown rank only when it says so', () => {
    expect(lets({ lp: { min: 300 } })).toBe(true);
    expect(lets({ lp: { min: 301 } })).toBe(false);
    expect(lets({ lp: { min: 0 } }, { lp: null })).toBe(false);
    expect(lets({ lp: { min: 0, unknown: 'include' } }, { lp: null })).toBe(true);
    expect(lets({ lp: { unknown: 'only' } }, { lp: null })).toBe(true);
    expect(lets({ lp: { unknown: 'only' } })).toBe(false);
  });

  test('by its nearest rank, or as of unknown rank if only ranks as of the match count', () => {
    const later = { isRankStrict: false };
    for (const filter of [{ lp: { min: 300 } }, { tiers: ['master'] }]) {
      expect(lets(filter, later)).toBe(true);
      expect(lets({ ...filter, rank: 'nearest' }, later)).toBe(true);
      expect(lets({ ...filter, rank: 'strict' }, later)).toBe(false);
      expect(lets({ ...filter, rank: 'strict' })).toBe(true);
    }
    for (const filter of [{ lp: { unknown: 'only' as const } }, { tiers: ['unknown'] }]) {
      expect(lets(filter, later)).toBe(false);
      expect(lets({ ...filter, rank: 'strict' }, later)).toBe(true);
    }
    expect(lets({ rank: 'strict' }, later)).toBe(true);
  });
});

test.each<[Condition, boolean]>([
  [{ unit: 'lyra' }, true],
  [{ unit: 'cole' }, false],
  [{ unit: 'lyra', stars: { min: 3 } }, false],
  [{ unit: 'lyra', items: { min: 0, max: 0 } }, true],
  [{ unit: 'bran', items: { min: 2 } }, false],
  [{ unit: 'lyra', has: ['bow', 'bow'] }, true],
  [{ unit: 'lyra', has: ['orb', 'orb'] }, false],
  // One copy has what the other lacks.
  [{ unit: 'lyra', lacks: ['orb'] }, true],
  [{ unit: 'bran', lacks: ['orb'] }, false],
  // No copy does both.
  [{ unit: 'lyra', has: ['bow'], stars: { max: 1 } }, false],
  [{ unit: 'lyra', copies: { min: 2 } }, true],
  [{ unit: 'lyra', copies: { min: 2 }, stars: { min: 2 } }, false],
  [{ unit: 'cole', copies: { max: 2 } }, true],
  [{ item: 'orb' }, true],
  [{ item: 'orb', copies: { min: 2, max: 2 } }, true],
  [{ item: 'sword' }, false],
  [{ item: 'sword', copies: { max: 0 } }, true],
  [{ trait: 'knight' }, true],
  [{ trait: 'knight', tier: { min: 3 } }, false],
  [{ trait: 'mage', tier: { max: 3 } }, false],
  [{ count: 'four-costs', is: { min: 2, max: 2 } }, true],
  [{ count: 'emblems', is: { min: 1 } }, false],
  [{ composition: { trait: 'knight', carry: 'lyra' } }, true],
  [{ composition: { trait: 'knight', carry: '' } }, false],
  [{ composition: { trait: '', carry: 'lyra' } }, false],
  [{ all: [{ unit: 'lyra' }, { unit: 'bran' }] }, true],
  [{ all: [{ unit: 'lyra' }, { unit: 'cole' }] }, false],
  [{ any: [{ unit: 'cole' }, { unit: 'bran' }] }, true],
  [{ any: [{ unit: 'cole' }] }, false],
  [{ none: [{ unit: 'cole' }, { item: 'sword' }] }, true],
  [{ none: [{ unit: 'cole' }, { unit: 'lyra' }] }, false],
])('%j is %s of the board', (where, isTrue) => {
  expect(lets({ where })).toBe(isTrue);
});
