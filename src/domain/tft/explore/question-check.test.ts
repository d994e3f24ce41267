import { describe, expect, test } from 'vitest';
import { conditionOf, filterOf } from '../../../../test/support/tft-questions.ts';
import { nearestNames } from './faults.ts';
import type { PartialQuestion } from './partial-question.ts';
import { checkQuestion, type KnownIds } from './question-check.ts';
import type { Condition, Filter } from './filter.ts';
import { DEFAULT_QUESTION } from './question.ts';

const UNITS = ['tft_lyra', 'tft_bran'];
const ITEMS = new Set(['tft_item_blade', 'tft_item_bow']);
const KNOWN: KnownIds = {
  patches: ['101.4', '101.3b', '101.3', 'unknown'],
  hasUnit: (id) => UNITS.includes(id),
  hasItem: (id) => ITEMS.has(id),
  hasTrait: (id) => id === 'tft_sorcerer',
  nearest: (kind, id) => (kind === 'unit' ? nearestNames(id, UNITS, 1) : []),
};
const NOTHING_KNOWN: KnownIds = {
  patches: [],
  hasUnit: () => false,
  hasItem: () => false,
  hasTrait: () => false,
  nearest: () => [],
};

function accept(partial: PartialQuestion, known = KNOWN) {
  const checked = checkQuestion(partial, known);
  return checked.type === 'ok' ? checked.question : checked.faults;
}

function acceptFilter(filter: Partial<Filter>, known = KNOWN): unknown {
  const question = accept({ filter }, known);
  return 'filter' in question ? question.filter : question;
}

/** Where, and what was expected there. */
function refusals(partial: PartialQuestion, known = KNOWN): readonly (readonly [string, string])[] {
  const checked = checkQuestion(partial, known);
  return checked.type === 'ok' ? [] : checked.faults.map(({ where, expected }) => [where, expected]);
}

const refusalsOf = (where: Condition) => refusals({ filter: { where } });

describe('what was left out', () => {
  test('is filled in: the newest patch, ranked games, units', () => {
    expect(accept({})).toEqual({
      ...DEFAULT_QUESTION,
      filter: { ...DEFAULT_QUESTION.filter, patches: ['101.4'] },
    });
  });

  test('stays out when nothing was collected yet, and then no id is wrong', () => {
    expect(accept({}, NOTHING_KNOWN)).toEqual(DEFAULT_QUESTION);
    expect(
      acceptFilter({ patches: ['17.4B', 'Unknown', '17.4b'], where: { unit: 'TFT_New' } }, NOTHING_KNOWN),
    ).toMatchObject({ patches: ['17.4b', 'unknown'], where: { unit: 'tft_new' } });
    expect(refusals({ filter: { patches: ['newest'] } }, NOTHING_KNOWN)).toEqual([
      ['filter.patches[0]', 'the name of a patch, such as 17.4 or 17.4b'],
    ]);
  });
});

describe('equal questions have equal text', () => {
  test('with the default rank, said or not', () => {
    expect(acceptFilter({ rank: 'nearest' })).toEqual(acceptFilter({}));
    expect(acceptFilter({ rank: 'strict' })).toMatchObject({ rank: 'strict' });
  });

  test('whatever the order, the case and the doubles of their lists', () => {
    expect(
      acceptFilter({
        patches: ['101.3', '101.4', '101.3'],
        places: ['KR', 'euw1', 'Asia', 'eun1'],
        queues: [1160, 1100, 1160],
        tiers: ['unknown', 'Challenger', 'master', 'Master'],
      }),
    ).toEqual({
      patches: ['101.4', '101.3'],
      places: ['asia', 'eun1', 'euw1'],
      queues: [1100, 1160],
      tiers: ['master', 'challenger', 'unknown'],
    });
  });

  test('and all platforms of a region are that region', () => {
    const places = ['euw1', 'eun1', 'tr1', 'ru', 'me1'];
    expect(acceptFilter({ places })).toMatchObject({ places: ['europe'] });
    expect(acceptFilter({ places: ['sea'] })).toMatchObject({ places: ['sea'] });
  });

  test.each([
    ['none of one stays', 'none(unit(tft_lyra))', 'none(unit(tft_lyra))'],
    ['one or more goes without saying', 'unit(tft_lyra;copies=1..)', 'unit(tft_lyra)'],
    ['so does an active trait', 'trait(tft_sorcerer;tier=1..)', 'trait(tft_sorcerer)'],
    ['an item too', 'item(TFT_Item_Bow;copies=1..)', 'item(tft_item_bow)'],
    ['but not a higher tier', 'trait(TFT_Sorcerer;tier=2..)', 'trait(tft_sorcerer;tier=2..)'],
    ['but not two copies', 'unit(tft_lyra;copies=2..)', 'unit(tft_lyra;copies=2..)'],
    ['but not exactly one', 'item(tft_item_bow;copies=1)', 'item(tft_item_bow;copies=1)'],
    [
      'items that are held count as often as they are named, those that are not once',
      'unit(tft_lyra;has=tft_item_bow,tft_item_blade,tft_item_bow;lacks=tft_item_bow,tft_item_bow)',
      'unit(tft_lyra;has=tft_item_blade,tft_item_bow,tft_item_bow;lacks=tft_item_bow)',
    ],
    [
      'a composition is in lower case too',
      'composition(trait=TFT_Sorcerer)',
      'composition(trait=tft_sorcerer)',
    ],
  ])('in conditions: %s', (_, asked, canonical) => {
    const [where, expected] = [conditionOf(asked), conditionOf(canonical)];
    expect(acceptFilter({ where })).toMatchObject({ where: expected });
    expect(acceptFilter({ where: expected })).toEqual(acceptFilter({ where }));
  });

  test('in conditions: empty lists go', () => {
    const where = { unit: 'tft_lyra', has: [], lacks: [] };
    expect(acceptFilter({ where })).toMatchObject({ where: { unit: 'tft_lyra' } });
  });

  test('and every other field is kept as it was asked', () => {
    const filter = filterOf(
      'patch=101.4&versus=101.3&place=kr&queue=any&tier=diamond&lp=500..,unknown' +
        '&from=2026-11-01&until=2026-11-02&level=8..&placed=..4&where=count(emblems;is=1..)',
    );
    expect(acceptFilter(filter)).toEqual(filter);
  });

  test('times are held to whole hours, outward', () => {
    const [from, until] = [Date.UTC(2026, 10, 1, 5, 59), Date.UTC(2026, 10, 1, 6, 1)];
    expect(acceptFilter({ time: { from, until } })).toMatchObject({
      time: { from: Date.UTC(2026, 10, 1, 5), until: Date.UTC(2026, 10, 1, 7) },
    });
    expect(acceptFilter({ time: { until } })).toMatchObject({ time: { until: Date.UTC(2026, 10, 1, 7) } });
    expect(acceptFilter({ time: { from } })).toMatchObject({ time: { from: Date.UTC(2026, 10, 1, 5) } });
  });

  test('and league points of all players are no filter', () => {
    expect(acceptFilter({ lp: { unknown: 'include' } })).toEqual(acceptFilter({}));
    expect(acceptFilter({ lp: { unknown: 'only' } })).toMatchObject({ lp: { unknown: 'only' } });
  });
});

describe('a filter is refused, and it is said why', () => {
  test.each<[Partial<Filter>, string, RegExp]>([
    [{ patches: ['101.4', '101.5'] }, 'filter.patches[1]', /there is no '101\.5'; near: 101\.3/],
    [{ comparedPatch: '99.1' }, 'filter.comparedPatch', /there is no '99\.1'/],
    [{ places: ['kr', 'euw'] }, 'filter.places[1]', /^one of euw1, .*\bamericas\b/],
    [{ tiers: ['masters'] }, 'filter.tiers[0]', /^one of master, .*\bunknown\b/],
    [{ queues: [1100, -1] }, 'filter.queues[1]', /0 to 65535/],
    [{ queues: [1.5] }, 'filter.queues[0]', /0 to 65535/],
    [{ queues: Array.from({ length: 41 }, (_, index) => index) }, 'filter.queues', /at most 40 values/],
    [{ level: {} }, 'filter.level', /min, max or both/],
    [{ level: { min: 9, max: 8 } }, 'filter.level', /min not above max/],
    [{ level: { min: 300 } }, 'filter.level', /0 to 255/],
    [{ placement: { min: 0 } }, 'filter.placement', /1 to 8/],
    [{ placement: { max: 4.5 } }, 'filter.placement', /whole numbers/],
    [{ lp: {} }, 'filter.lp', /min, max or both/],
    [{ lp: { min: 40_000 } }, 'filter.lp', /-32767 to 32767/],
    [{ lp: { min: 100, unknown: 'only' } }, 'filter.lp', /no limits/],
    [{ time: {} }, 'filter.time', /from, until or both/],
    [{ time: { from: -1 } }, 'filter.time', /milliseconds since 1970/],
    [{ time: { until: 9e15 } }, 'filter.time', /milliseconds since 1970/],
    [{ time: { from: 7_200_000, until: 7_200_000 } }, 'filter.time', /from before until/],
  ])('%j at %s', (filter, where, expected) => {
    expect(refusals({ filter })).toEqual([[where, expect.stringMatching(expected)]]);
  });

  test.each<[string, string, RegExp]>([
    ['unit(tft_lyraa)', 'unit', /no unit 'tft_lyraa'; near: tft_lyra$/],
    [`item(${'x'.repeat(101)})`, 'item', /at most 100 letters/],
    ['item(nothing)', 'item', /no item 'nothing'$/],
    ['all(unit(tft_lyra),none(trait(x)))', 'all[1].none[0].trait', /no trait 'x'$/],
    ['unit(tft_lyra;has=tft_item_bow,x)', 'has[1]', /no item/],
    ['unit(tft_lyra;lacks=x)', 'lacks[0]', /no item/],
    ['unit(tft_lyra;stars=0..)', 'stars', /1 to 255/],
    ['unit(tft_lyra;items=..-1)', 'items', /0 to 255/],
    ['unit(tft_lyra;copies=2..1)', 'copies', /min not above max/],
    ['trait(tft_sorcerer;tier=0..)', 'tier', /1 to 255/],
    ['count(units;is=256..)', 'is', /0 to 255/],
    ['composition(trait=x)', 'composition.trait', /no trait/],
    ['composition(carry=x)', 'composition.carry', /no unit/],
  ])('condition %s at %s', (where, field, expected) => {
    expect(refusalsOf(conditionOf(where))).toEqual([
      [`filter.where.${field}`, expect.stringMatching(expected)],
    ]);
  });

  // What a link cannot say, and JSON can.
  test.each<[Condition, string, RegExp]>([
    [{ unit: '' }, 'filter.where.unit', /the unit's id/],
    [{ item: 'tft_item_bow', copies: {} }, 'filter.where.copies', /min, max or both/],
    [{ any: [] }, 'filter.where.any', /at least one condition/],
    [{ unit: 'tft_lyra', has: Array(41).fill('tft_item_bow') }, 'filter.where.has', /at most 40 items/],
    [
      { all: Array.from({ length: 41 }, () => ({ item: 'tft_item_bow' })) },
      'filter.where',
      /at most 40 conditions/,
    ],
  ])('condition %j at %s', (where, field, expected) => {
    expect(refusalsOf(where)).toEqual([[field, expect.stringMatching(expected)]]);
  });

  test('when groups lie deeper than six within each other, however deep', () => {
    const nested = (depth: number): Condition =>
      Array.from({ length: depth }).reduce<Condition>((inner) => ({ none: [inner] }), { unit: 'tft_lyra' });
    expect(refusalsOf(nested(6))).toEqual([]);
    expect(refusalsOf(nested(7))).toEqual([
      [expect.stringMatching(/(?:\.none\[0\]){6}$/), 'at most 6 groups within each other'],
    ]);
    expect(refusalsOf(nested(5_000))).toHaveLength(1);
  });

  test('when its text would be too long for an address', () => {
    const has = Array.from({ length: 40 }, () => 'tft_item_blade');
    const all = Array.from({ length: 10 }, (_, index) => ({
      unit: 'tft_lyra',
      has,
      stars: { max: index + 1 },
    }));
    expect(refusalsOf({ all })).toEqual([['filter.where', expect.stringMatching(/at most 3500 characters/)]]);
  });

  test('with ten faults at most, and no search for names beyond them', () => {
    let searches = 0;
    const counting: KnownIds = {
      ...KNOWN,
      nearest: () => {
        searches += 1;
        return [];
      },
    };
    const all = Array.from({ length: 40 }, (_, index) => ({ unit: `x${index}` }));
    expect(refusals({ filter: { where: { all } } }, counting)).toHaveLength(10);
    expect(searches).toBe(10);
  });
});

describe('a question is refused', () => {
  test.each<[PartialQuestion, string, RegExp]>([
    [{ by: 'unit-item' }, 'of', /the id of the unit that rows by 'unit-item' are about/],
    [{ by: 'item-holder' }, 'of', /the id of the item/],
    [{ by: 'unit-stars', of: 'tft_lyr' }, 'of', /near: tft_lyra/],
    [{ by: 'item-holder', of: 'tft_lyra' }, 'of', /no item 'tft_lyra'/],
    [{ by: 'unit', of: 'tft_lyra' }, 'of', /nothing: rows by 'unit'/],
    [{ sort: 'change' }, 'sort', /without filter\.comparedPatch/],
    [{ filter: { comparedPatch: '101.4' } }, 'filter.comparedPatch', /one other patch.*101\.4/],
    [
      { filter: { patches: ['101.4', '101.3b'], comparedPatch: '101.3' } },
      'filter.comparedPatch',
      /one other patch.*101\.4, 101\.3b/,
    ],
    [{ by: 'patch', filter: { comparedPatch: '101.3' } }, 'filter.comparedPatch', /with rows by 'patch'/],
    [{ by: 'day', filter: { comparedPatch: '101.3' } }, 'filter.comparedPatch', /no comparison/],
    [{ minN: -1 }, 'minN', /0 to 1000000000/],
    [{ pageSize: 0 }, 'pageSize', /1 to 500/],
    [{ pageSize: 501 }, 'pageSize', /1 to 500/],
    [{ page: -1 }, 'page', /0 to 99/],
    [{ page: 100 }, 'page', /0 to 99/],
    [{ page: 20, pageSize: 500 }, 'page', /0 to 19/],
  ])('%j at %s', (partial, where, expected) => {
    expect(refusals(partial)).toEqual([[where, expect.stringMatching(expected)]]);
  });

  test('when there is nothing to compare with yet', () => {
    expect(refusals({ filter: { comparedPatch: '17.4' } }, NOTHING_KNOWN)).toEqual([
      ['filter.comparedPatch', expect.stringMatching(/which has none/)],
    ]);
  });
});
