import { describe, expect, test } from 'vitest';
import { filterOf, questionOf, rowOf } from '../../../../test/support/tft-questions.ts';
import { READABLE_IDS } from './word-lists.ts';
import {
  breakdownOf,
  exclude,
  narrowTo,
  parseRowKey,
  printRowKey,
  subjectIcons,
  subjectWords,
  type BreakdownId,
  type RowSubject,
} from './breakdowns.ts';

test.each<[BreakdownId, RowSubject, string]>([
  ['total', { kind: 'total' }, 'total'],
  ['unit', { kind: 'unit', unit: 'tft_x' }, 'unit:tft_x'],
  ['item-holder', { kind: 'unit', unit: 'tft_x' }, 'unit:tft_x'],
  ['item', { kind: 'item', item: 'a' }, 'item:a'],
  ['unit-item', { kind: 'item', item: 'a' }, 'item:a'],
  ['trait', { kind: 'trait', trait: 'tft_y', tier: 2 }, 'trait:tft_y@2'],
  ['unit-build-2', { kind: 'build', items: ['a', 'a'] }, 'build:a+a'],
  ['unit-build-3', { kind: 'build', items: ['a', 'b', 'c'] }, 'build:a+b+c'],
  ['unit-stars', { kind: 'stars', stars: 2 }, 'stars:2'],
  ['unit-items', { kind: 'item-count', count: 0 }, 'item-count:0'],
  ['level', { kind: 'level', level: 10 }, 'level:10'],
  ['placement', { kind: 'placement', placement: 1 }, 'placement:1'],
  ['platform', { kind: 'platform', platform: 'euw1' }, 'platform:euw1'],
  ['region', { kind: 'region', region: 'europe' }, 'region:europe'],
  ['tier', { kind: 'tier', tier: 'unknown' }, 'tier:unknown'],
  ['lp', { kind: 'lp', from: -100 }, 'lp:-100'],
  ['lp', { kind: 'lp', from: 0 }, 'lp:0'],
  ['lp', { kind: 'lp', from: null }, 'lp:unknown'],
  ['day', { kind: 'day', day: '2026-11-01' }, 'day:2026-11-01'],
  ['patch', { kind: 'patch', patch: '17.4b' }, 'patch:17.4b'],
  [
    'composition',
    {
      kind: 'composition',
      members: [
        { trait: 'y', carry: 'x' },
        { trait: '', carry: 'z' },
      ],
      units: [],
    },
    'composition:y@x+@z',
  ],
  ['unit', { kind: 'unit', unit: 'a+b@c:d' }, 'unit:a%2Bb%40c%3Ad'],
])('by %s, %j is called %s', (by, subject, key) => {
  expect(printRowKey(subject)).toBe(key);
  expect(parseRowKey(by, key)).toEqual(subject);
});

test.each<[BreakdownId, string]>([
  ['unit', 'item:a'],
  ['unit', 'unit'],
  ['unit', 'unit:'],
  ['unit', 'unit:a b'],
  ['unit', 'units:a'],
  ['unit', `unit:${'a'.repeat(4_000)}`],
  ['total', 'unit:a'],
  ['total', 'total:x'],
  ['item', ''],
  ['trait', 'trait:y'],
  ['trait', 'trait:@2'],
  ['trait', 'trait:y@two'],
  ['trait', 'trait:y@2@3'],
  ['unit-build-2', 'build:a+b+c'],
  ['unit-build-3', 'build:a+b'],
  ['unit-build-2', 'build:a+'],
  ['level', 'level:08'],
  ['level', 'level:-1'],
  ['lp', 'lp:-0'],
  ['lp', 'lp:'],
  ['lp', 'lp:500.5'],
  ['day', 'day:2026-11-01T05'],
  ['day', 'day:2026-02-30'],
  ['composition', 'composition'],
  ['composition', 'composition:y'],
  ['composition', 'composition:y@x@z'],
  ['composition', 'composition:y@x+'],
  ['composition', 'composition:%@x'],
])('by %s there is no row %s', (by, key) => {
  expect(parseRowKey(by, key)).toBeUndefined();
});

// That a row narrows to the boards that it counts is a property (question.property.test.ts); these are the forms that matter.
test.each([
  ['by=composition', 'composition:z@x', 'where=any(composition(trait=z;carry=x))'],
  [
    'by=composition',
    'composition:z@x+z@y',
    'where=any(composition(trait=z;carry=x),composition(trait=z;carry=y))',
  ],
  ['by=total&tier=gold', 'total:', 'tier=gold'],
  ['by=level', 'level:7', 'level=7'],
  ['by=placement', 'placement:3', 'placed=3'],
  ['by=platform&place=asia', 'platform:kr', 'place=kr'],
  ['by=tier', 'tier:gold', 'tier=gold'],
  ['by=patch', 'patch:17.4', 'patch=17.4'],
  ['by=item', 'item:a', 'where=item(a)'],
  ['by=item-holder&of=a', 'unit:x', 'where=unit(x;has=a)'],
  ['by=unit-item&of=x', 'item:a', 'where=unit(x;has=a)'],
  ['by=lp', 'lp:500', 'lp=500..599'],
  ['by=lp', 'lp:-100', 'lp=-100..-1'],
  ['by=lp', 'lp:unknown', 'lp=unknown'],
  ['by=day', 'day:2026-11-01', 'from=2026-11-01&until=2026-11-02'],
  // What was asked before has to be fulfilled, too.
  ['where=item(a)', 'unit:x', 'where=all(item(a),unit(x))'],
  ['where=all(item(a),item(b))', 'unit:x', 'where=all(item(a),item(b),unit(x))'],
  ['where=any(item(a))', 'unit:x', 'where=all(any(item(a)),unit(x))'],
  // And its limits are kept.
  ['lp=550..580', 'lp:500', 'lp=550..580'],
  ['from=2026-11-01T01&until=2026-11-01T05', 'day:2026-11-01', 'from=2026-11-01T01&until=2026-11-01T05'],
  ['place=kr,euw1,tr1', 'region:europe', 'place=euw1,tr1'],
])('the boards of %s in the row %s are %s', (asked, row, narrowed) => {
  expect(narrowTo(questionOf(asked), rowOf(row))).toEqual(filterOf(narrowed));
});

test.each([
  ['by=trait', { kind: 'trait', trait: 'y', tier: 2 }, 'where=trait(y;tier=2)'],
  ['by=unit-build-2&of=x', { kind: 'build', items: ['a', 'b'] }, 'where=unit(x;has=a,b)'],
  ['by=unit-stars&of=x', { kind: 'stars', stars: 2 }, 'where=unit(x;stars=2)'],
  ['by=unit-items&of=x', { kind: 'item-count', count: 1 }, 'where=unit(x;items=1)'],
] as const)('the boards of %s in the row %j are %s', (asked, row, narrowed) => {
  expect(narrowTo(questionOf(asked), row)).toEqual(filterOf(narrowed));
});

test('the boards of a build have these items and no others', () => {
  const narrowed = narrowTo(questionOf('by=unit-build-3&of=x'), { kind: 'build', items: ['a', 'a', 'b'] });
  expect(narrowed).toEqual(filterOf('where=unit(x;items=3;has=a,a,b)'));
});

describe('without a row', () => {
  test.each([
    ['', 'unit:x', 'where=none(unit(x))'],
    ['where=item(a)', 'unit:x', 'where=all(item(a),none(unit(x)))'],
    ['level=7..9', 'level:7', 'level=8..9'],
    ['level=7..', 'level:7', 'level=8..'],
    ['level=..9', 'level:9', 'level=..8'],
    ['', 'placement:1', 'placed=2..8'],
    ['placed=..4', 'placement:4', 'placed=1..3'],
    ['', 'platform:jp1', 'place=americas,europe,kr,sea'],
    ['place=asia,ru', 'region:asia', 'place=ru'],
    ['tier=gold,master', 'tier:gold', 'tier=master'],
    ['lp=550..', 'lp:500', 'lp=600..'],
    ['lp=500..600', 'lp:500', 'lp=600'],
    ['lp=..500', 'lp:500', 'lp=..499'],
    ['lp=..599', 'lp:500', 'lp=..499'],
    ['lp=..550,unknown', 'lp:500', 'lp=..499,unknown'],
    ['lp=510..580,unknown', 'lp:500', 'lp=unknown'],
    ['', 'lp:unknown', 'lp=-2800..'],
    ['lp=5..,unknown', 'lp:unknown', 'lp=5..'],
    ['from=2026-11-01', 'day:2026-11-01', 'from=2026-11-02'],
    ['until=2026-11-01T01', 'day:2026-11-01', 'until=2026-11-01'],
    ['until=2026-11-02', 'day:2026-11-01', 'until=2026-11-01'],
    ['from=2026-11-01T01&until=2026-11-02T01', 'day:2026-11-01', 'from=2026-11-02&until=2026-11-02T01'],
    ['patch=17.4,17.3', 'patch:17.4', 'patch=17.3'],
  ])('the boards of %s, without %s, are %s', (asked, row, rest) => {
    expect(exclude(questionOf(asked), rowOf(row))).toEqual(filterOf(rest));
  });

  test('of all tiers, unknown is one of those that are left', () => {
    const tiers = exclude(questionOf(''), rowOf('tier:gold'))?.tiers;
    expect(tiers).toHaveLength(10);
    expect(tiers).toContain('unknown');
    expect(tiers).not.toContain('gold');
  });

  test.each([
    ['', 'total'],
    ['', 'level:8'],
    ['level=7..9', 'level:8'],
    ['level=8', 'level:8'],
    ['level=..0', 'level:0'],
    ['', 'placement:4'],
    ['place=kr', 'platform:kr'],
    ['tier=gold', 'tier:gold'],
    ['', 'lp:500'],
    ['lp=510..580', 'lp:500'],
    ['lp=300..900', 'lp:500'],
    ['lp=600..', 'lp:500'],
    ['lp=..600', 'lp:500'],
    ['lp=..499', 'lp:500'],
    ['lp=unknown', 'lp:unknown'],
    ['', 'day:2026-11-01'],
    ['from=2026-11-01&until=2026-11-01T01', 'day:2026-11-01'],
    ['from=2026-11-02', 'day:2026-11-01'],
    ['until=2026-11-01', 'day:2026-11-01'],
    ['from=2026-11-01&until=2026-11-02', 'day:2026-11-01'],
    ['patch=17.4', 'patch:17.4'],
  ])('no filter says %s without %s', (asked, row) => {
    expect(exclude(questionOf(asked), rowOf(row))).toBeUndefined();
  });
});

describe('the key of a row in ClickHouse', () => {
  const codes = {
    id: (kind: string, code: number) => (code < 100 ? `${kind}_${code}` : undefined),
    traitTier: (code: number) => (code === 9 ? { trait: 'y', tier: 2 } : undefined),
  };
  const [first, second] = [65_536 ** 2, 65_536];

  test.each<[BreakdownId, string | number, RowSubject | undefined]>([
    ['unit', 7, { kind: 'unit', unit: 'unit_7' }],
    ['unit', 500, undefined],
    ['item-holder', 8, { kind: 'unit', unit: 'unit_8' }],
    ['item', 7, { kind: 'item', item: 'item_7' }],
    ['unit-item', 500, undefined],
    ['trait', 9, { kind: 'trait', trait: 'y', tier: 2 }],
    ['trait', 10, undefined],
    ['unit-build-2', 7 * second + 3, { kind: 'build', items: ['item_3', 'item_7'] }],
    ['unit-build-3', 7 * first + 3 * second + 5, { kind: 'build', items: ['item_3', 'item_5', 'item_7'] }],
    ['unit-build-3', 7 * first + 300 * second + 5, undefined],
    ['composition', 1, undefined],
    ['level', '8', { kind: 'level', level: 8 }],
    ['placement', 3, { kind: 'placement', placement: 3 }],
    ['day', 20_758, { kind: 'day', day: '2026-11-01' }],
    ['patch', '17.4b', { kind: 'patch', patch: '17.4b' }],
    ['region', 0, { kind: 'region', region: 'unknown' }],
    ['region', 250, { kind: 'region', region: 'unknown' }],
    ['platform', 1, { kind: 'platform', platform: 'na1' }],
    ['tier', 8, { kind: 'tier', tier: 'master' }],
    ['lp', -32_768, { kind: 'lp', from: null }],
    ['lp', 500, { kind: 'lp', from: 500 }],
    ['total', 0, { kind: 'total' }],
    ['unit-stars', 2, { kind: 'stars', stars: 2 }],
    ['unit-items', 0, { kind: 'item-count', count: 0 }],
  ])('of %s, %s is decoded as %j', (by, key, subject) => {
    expect(breakdownOf(by).decode(key, codes)).toEqual(subject);
  });

  test.each<[BreakdownId, string]>([
    ['level', 'level'],
    ['tier', 'rank(tier)'],
    ['lp', 'if(rank(lp) = -32768, -32768, intDiv(rank(lp) + 32800, 100) * 100 - 32800)'],
    ['region', 'region()'],
    ['unit-build-3', 'if(items[3] > 0, (toUInt64(items[1]) * 65536 + items[2]) * 65536 + items[3], 0)'],
  ])('of %s is %s', (by, sql) => {
    const { key } = breakdownOf(by).sql;
    const columns = { rank: (column: string) => `rank(${column})`, region: () => 'region()' };
    expect(typeof key === 'string' ? key : key(columns)).toBe(sql);
  });
});

test.each<[RowSubject, readonly string[], string]>([
  [{ kind: 'unit', unit: 'x' }, ['unit x'], 'X'],
  [{ kind: 'item', item: 'a' }, ['item a'], 'A'],
  [{ kind: 'trait', trait: 'y', tier: 2 }, ['trait y'], 'Y at tier 2'],
  [{ kind: 'build', items: ['a', 'a'] }, ['item a', 'item a'], 'A + A'],
  [{ kind: 'composition', members: [], units: ['x', 'z'] }, ['unit x', 'unit z'], 'No composition'],
  [{ kind: 'level', level: 8 }, [], 'Level 8'],
])('%j has the icons %j and the words %s', (subject, icons, words) => {
  expect(subjectIcons(subject).map(({ kind, id }) => `${kind} ${id}`)).toEqual(icons);
  expect(subjectWords(subject, READABLE_IDS)).toBe(words);
});

test('a row of an unknown kind is an error of the program', () => {
  expect(() => printRowKey({ kind: 'nonsense' } as never)).toThrow(
    'no breakdown has rows of the kind nonsense',
  );
});
