import { describe, expect, test } from 'vitest';
import { DEFAULT_QUESTION, type Condition, type Filter } from './question.ts';
import { widerFilters } from './wider.ts';

const PATCHES = ['101.4', '101.3', '101.2', 'unknown'];
const BASE: Filter = { ...DEFAULT_QUESTION.filter, patches: ['101.4'] };

function changes(filter: Partial<Filter>): readonly string[] {
  return widerFilters({ ...BASE, ...filter }, PATCHES).map(({ change }) => change);
}
function changesOf(where: Condition): readonly (readonly [string, Condition | undefined])[] {
  return widerFilters({ ...BASE, comparedPatch: '101.3', where }, PATCHES).map(({ change, filter }) => [
    change,
    filter.where,
  ]);
}

describe('nearest first', () => {
  test('conditions, then league points, the patch before, places, and all the rest as a whole', () => {
    expect(
      changes({
        where: { all: [{ unit: 'tft_lyra', has: ['tft_item_deathblade'] }, { trait: 'tft_sorcerer' }] },
        lp: { min: 500 },
        rank: 'strict',
        places: ['euw1'],
        tiers: ['master'],
        time: { from: 0 },
        level: { min: 8 },
        placement: { max: 4 },
      }),
    ).toEqual([
      "'Lyra' instead of 'Lyra holding Deathblade'",
      "without 'Lyra holding Deathblade'",
      "without 'Sorcerer active'",
      'nearest known ranks instead of ranks as of the match',
      'from 300 LP instead of 500',
      'from 100 LP instead of 500',
      'also patch 101.3',
      'in all of Europe instead of Europe West',
      'in all regions instead of Europe West',
      'players of every tier',
      'players with any LP, or of unknown rank',
      'games of any time',
      'boards of any level',
      'boards of any placement',
      'without any condition on the board',
    ]);
  });

  test('nothing, when nothing is in the way but the oldest patch', () => {
    expect(changes({ patches: ['101.2'] })).toEqual([]);
    expect(changes({ patches: [] })).toEqual([]);
    expect(changes({ patches: ['unknown'] })).toEqual([]);
    expect(changes({ patches: ['99.1'] })).toEqual([]);
    expect(changes({ comparedPatch: '101.3' })).toEqual([]);
  });

  test('the patch before the oldest of several', () => {
    const [wider] = widerFilters({ ...BASE, patches: ['101.4', '101.3'] }, PATCHES);
    expect(wider).toEqual({
      filter: { ...BASE, patches: ['101.4', '101.3', '101.2'] },
      change: 'also patch 101.2',
    });
  });

  test('below Master a tier at a time, and not below the lowest', () => {
    expect(changes({ patches: [], lp: { min: 50 } }).slice(0, 2)).toEqual([
      'from 0 LP instead of 50',
      'from Diamond IV 0 LP instead of Master+ 50 LP',
    ]);
    expect(changes({ patches: [], lp: { min: -2500 } })).toEqual(['players with any LP, or of unknown rank']);
    expect(changes({ patches: [], lp: { max: 200 } })).toEqual(['players with any LP, or of unknown rank']);
  });

  test('not the nearest rank where unknown ranks are asked for', () => {
    const everyTier = 'players of every tier';
    expect(changes({ patches: [], rank: 'strict' })).toEqual([]);
    expect(changes({ patches: [], rank: 'strict', tiers: ['gold', 'unknown'] })).toEqual([everyTier]);
    expect(changes({ patches: [], rank: 'strict', lp: { unknown: 'only' } })).toHaveLength(1);
    expect(changes({ patches: [], tiers: ['gold'] })).toEqual([everyTier]);
  });

  test('of several places their regions, and of regions everywhere', () => {
    expect(changes({ patches: [], places: ['asia'] })).toEqual(['in all regions instead of Asia']);
    const [inRegions] = widerFilters({ ...BASE, patches: [], places: ['kr', 'euw1', 'asia'] }, PATCHES);
    expect(inRegions?.filter.places).toEqual(['asia', 'europe']);
  });
});

describe('conditions become wider', () => {
  test('by each of their details', () => {
    const unit = {
      unit: 'a',
      stars: { min: 2 },
      items: { min: 3 },
      has: ['x', 'y'],
      lacks: ['z'],
      copies: { min: 2 },
    };
    expect(changesOf(unit).map(([, where]) => where)).toEqual([
      { unit: 'a', items: { min: 3 }, has: ['x', 'y'], lacks: ['z'], copies: { min: 2 } },
      { unit: 'a', stars: { min: 2 }, has: ['x', 'y'], lacks: ['z'], copies: { min: 2 } },
      { unit: 'a', stars: { min: 2 }, items: { min: 3 }, has: ['x', 'y'], copies: { min: 2 } },
      { unit: 'a', stars: { min: 2 }, items: { min: 3 }, has: ['y'], lacks: ['z'], copies: { min: 2 } },
      { unit: 'a', stars: { min: 2 }, items: { min: 3 }, has: ['x'], lacks: ['z'], copies: { min: 2 } },
      { unit: 'a', stars: { min: 2 }, items: { min: 3 }, has: ['x', 'y'], lacks: ['z'] },
      undefined,
    ]);
  });

  test.each<[Condition, readonly (readonly [string, Condition | undefined])[]]>([
    [
      { trait: 'b', tier: { min: 2 } },
      [
        ["'B active' instead of 'B at tier 2 or more'", { trait: 'b' }],
        ["without 'B at tier 2 or more'", undefined],
      ],
    ],
    [
      { item: 'b', copies: { min: 2 } },
      [
        ["'B on any unit' instead of '2 or more copies of B'", { item: 'b' }],
        ["without '2 or more copies of B'", undefined],
      ],
    ],
    // None is enough, so one would be less.
    [{ item: 'b', copies: { max: 2 } }, [["without 'at most 2 copies of B'", undefined]]],
    [
      { unit: 'b', stars: { min: 2 }, copies: { max: 1 } },
      [["without 'at most 1 copy of B at 2 stars or more'", undefined]],
    ],
    [{ count: 'units', is: { min: 9 } }, [["without '9 or more units'", undefined]]],
    [{ none: [{ unit: 'b' }] }, [["also with 'B'", undefined]]],
    [
      { none: [{ unit: 'b', stars: { min: 2 } }, { unit: 'c' }] },
      [
        ["also with 'B at 2 stars or more'", { none: [{ unit: 'c' }] }],
        ["also with 'C'", { none: [{ unit: 'b', stars: { min: 2 } }] }],
        ["also with 'B at 2 stars or more or C'", undefined],
      ],
    ],
    // One alternative less would be narrower.
    [{ any: [{ unit: 'b' }, { unit: 'c' }] }, [['without any condition on the board', undefined]]],
    [
      { all: [{ unit: 'a' }, { any: [{ unit: 'b' }, { unit: 'c' }] }] },
      [
        ["without 'A'", { any: [{ unit: 'b' }, { unit: 'c' }] }],
        ["without 'either B or C'", { unit: 'a' }],
        ['without any condition on the board', undefined],
      ],
    ],
    // Within none, it is the other way round.
    [
      { none: [{ all: [{ unit: 'b' }, { unit: 'c' }] }, { none: [{ unit: 'd' }, { unit: 'e' }] }] },
      [
        ["also with 'both B and C'", { none: [{ none: [{ unit: 'd' }, { unit: 'e' }] }] }],
        ["also with 'neither D nor E'", { none: [{ all: [{ unit: 'b' }, { unit: 'c' }] }] }],
        ["also with 'both B and C or neither D nor E'", undefined],
      ],
    ],
  ])('%j', (where, expected) => {
    expect(changesOf(where)).toEqual(expected);
  });

  test('in twenty ways at most', () => {
    const all = Array.from({ length: 40 }, (_, index) => ({ unit: `u${index}`, stars: { min: 2 } }));
    expect(changesOf({ all })).toHaveLength(21);
  });

  test('with the names that are given', () => {
    const names = { unit: () => 'Lyra the Great', item: String, trait: String };
    const [wider] = widerFilters({ ...BASE, where: { unit: 'tft_lyra' } }, [], names);
    expect(wider?.change).toBe("without 'Lyra the Great'");
  });
});
