import { describe, expect, test } from 'vitest';
import { parseCondition, printCondition } from './condition-text.ts';
import { completeQuestion } from './partial-question.ts';
import { parseQuestion, printQuestion } from './question-text.ts';
import type { Condition } from './filter.ts';
import { DEFAULT_QUESTION } from './question.ts';

/** What was expected of each parameter that was refused. */
function refusals(query: Record<string, string>): Record<string, string> {
  const read = parseQuestion(query);
  const faults = read.type === 'ok' ? [] : read.faults;
  return Object.fromEntries(faults.map(({ where, expected }) => [where, expected]));
}

describe('a question is printed', () => {
  test('as nothing when nothing was chosen', () => {
    expect(printQuestion(DEFAULT_QUESTION)).toBe('');
  });

  test('with every field that there is, and read back', () => {
    const question = completeQuestion({
      filter: {
        patches: ['17.4b'],
        comparedPatch: '17.4',
        places: ['euw1', 'asia'],
        queues: [1100, 1160],
        lp: { min: -100, max: 300, unknown: 'include' },
        rank: 'strict',
        time: { from: Date.UTC(2026, 10, 1), until: Date.UTC(2026, 10, 2, 5) },
        level: { min: 8, max: 8 },
        placement: { max: 4 },
        tiers: ['gold'],
        where: { item: 'a' },
      },
      by: 'unit-stars',
      of: 'x',
      sort: 'n',
      order: 'desc',
      minN: 50,
      page: 2,
      pageSize: 20,
    });
    const text = printQuestion(question);
    const read = parseQuestion(Object.fromEntries(new URLSearchParams(text)));
    expect(read.type === 'ok' && completeQuestion(read.question)).toEqual(question);
    expect(text).toBe(
      'patch=17.4b&versus=17.4&place=euw1,asia&queue=1100,1160&tier=gold&lp=-100..300,unknown' +
        '&rank=strict&from=2026-11-01&until=2026-11-02T05&level=8&placed=..4&by=unit-stars&of=x&sort=n&order=desc&min=50&page=2&size=20&where=item(a)',
    );
  });

  test.each([
    [{ unknown: 'only' as const }, 'lp=unknown'],
    [{ max: 200 }, 'lp=..200'],
    [{ min: 500 }, 'lp=500..'],
    // All players: the same as no filter.
    [{ unknown: 'include' as const }, ''],
  ])('with league points %j as %s', (lp, text) => {
    expect(printQuestion(completeQuestion({ filter: { lp } }))).toBe(text);
  });

  test('with every queue as any, and with the order whenever the sort is not the usual one', () => {
    const question = completeQuestion({ filter: { queues: [] }, sort: 'average' });
    expect(printQuestion(question)).toBe('queue=any&sort=average&order=asc');
    expect(printQuestion({ ...DEFAULT_QUESTION, order: 'desc' })).toBe('order=desc');
  });

  test('even with ids that no address could hold', () => {
    const where: Condition = { unit: 'a,(b)=%\u{1F525}!', has: ['\ud800'] };
    expect(printQuestion(completeQuestion({ filter: { where } }))).toBe(
      'where=unit(a%252C%2528b%2529%253D%2525%25F0%259F%2594%25A5%2521;has=%25EF%25BF%25BD)',
    );
  });
});

describe('a question is read', () => {
  test('with what was said, and nothing else', () => {
    expect(parseQuestion({})).toEqual({ type: 'ok', question: {} });
    expect(parseQuestion({ lp: 'unknown', level: '8..' })).toEqual({
      type: 'ok',
      question: { filter: { lp: { unknown: 'only' }, level: { min: 8 } } },
    });
    expect(parseQuestion({ until: '2026-11-02T05', by: 'day', from: '2026-11-01', queue: 'any' })).toEqual({
      type: 'ok',
      question: {
        by: 'day',
        filter: { queues: [], time: { from: Date.UTC(2026, 10, 1), until: Date.UTC(2026, 10, 2, 5) } },
      },
    });
  });

  test('and completed with an order that puts the best first', () => {
    for (const sort of ['n', 'win-low', 'top4', 'top4-low'] as const)
      expect(completeQuestion({ sort }).order).toBe('desc');
    expect(completeQuestion({ sort: 'average' }).order).toBe('asc');
    expect(completeQuestion({ sort: 'n', order: 'asc' }).order).toBe('asc');
    expect(completeQuestion({})).toEqual(DEFAULT_QUESTION);
  });

  test('or a parameter that there is not is refused, with the nearest ones first', () => {
    expect(refusals({ ptch: '17.4' })['ptch']).toMatch(/^one of the parameters patch, .*\bwhere\b/);
    expect(Object.keys(refusals({ toString: 'x' }))).toEqual(['toString']);
  });

  test('or everything that is wrong with it is said at once', () => {
    const faults = refusals({
      patch: '17.4,',
      versus: '',
      place: 'euw 1',
      queue: '1100,x',
      tier: '',
      lp: 'high',
      from: 'yesterday',
      until: '2026-02-30',
      level: '..',
    });
    expect(Object.keys(faults).join(' ')).toBe('patch versus place queue tier lp from until level');
    expect(faults['lp']).toContain('500..,unknown');
    expect(faults['until']).toContain('2026-11-01T05');
  });

  test.each([
    ['lp', 'much,unknown', /500\.\./],
    ['rank', 'exact', /^one of (nearest, strict|strict, nearest)$/],
    ['placed', '1-4', /2\.\.3/],
    ['by', 'units', /^one of unit, .*, item-holder$/],
    ['sort', 'avg', /average/],
    ['order', 'up', /asc, desc|desc, asc/],
    ['min', '-1', /up to 1000000000/],
    ['page', '1.5', /up to 10000/],
    ['size', '501', /up to 500/],
    ['of', 'x'.repeat(101), /id of a unit or an item/],
    ['patch', Array.from({ length: 41 }, () => '17.4').join(','), /names of patches/],
    ['queue', '70000', /numbers of queues/],
    ['where', 'x'.repeat(3_501), /at most 3500 characters/],
  ])('or %s=%s is refused', (name, text, expected) => {
    expect(refusals({ [name]: text })[name]).toMatch(expected);
  });

  test('or at most ten faults are told', () => {
    const query = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`x${index}`, '']));
    expect(Object.keys(refusals(query))).toHaveLength(10);
  });

  test('or the value in the message is cut short', () => {
    const read = parseQuestion({ by: 'y'.repeat(1000) });
    expect(read.type === 'refused' && read.faults[0]?.value).toBe(`${'y'.repeat(80)}…`);
  });
});

describe('conditions', () => {
  test.each([
    ['unit(tft_x)', { unit: 'tft_x' }],
    [
      "unit(Tft.x-1@'b;stars=2;items=..3;has=a,b,a;lacks=c;copies=2..)",
      {
        unit: "Tft.x-1@'b",
        stars: { min: 2, max: 2 },
        items: { max: 3 },
        has: ['a', 'b', 'a'],
        lacks: ['c'],
        copies: { min: 2 },
      },
    ],
    ['item(y;copies=2..3)', { item: 'y', copies: { min: 2, max: 3 } }],
    ['trait(z;tier=1)', { trait: 'z', tier: { min: 1, max: 1 } }],
    ['count(emblems;is=1..)', { count: 'emblems', is: { min: 1 } }],
    ['composition(trait=z;carry=x)', { composition: { trait: 'z', carry: 'x' } }],
    ['composition(carry=x)', { composition: { trait: '', carry: 'x' } }],
    ['composition()', { composition: { trait: '', carry: '' } }],
    ['unit(a%2Cb)', { unit: 'a,b' }],
    [
      'any(all(item(a),item(b)),none(item(c)))',
      { any: [{ all: [{ item: 'a' }, { item: 'b' }] }, { none: [{ item: 'c' }] }] },
    ],
  ] satisfies [string, Condition][])('%s is read and printed', (text, condition) => {
    expect(parseCondition(text)).toEqual(condition);
    expect(printCondition(condition)).toBe(text);
  });

  test('may be written by hand, with space between', () => {
    expect(parseCondition(' all( unit( x ; has = a , b ) , item(y) ) ')).toEqual({
      all: [{ unit: 'x', has: ['a', 'b'] }, { item: 'y' }],
    });
  });

  test.each([
    ['', 1, /^a condition/],
    ['unit', 5, /^\( after 'unit'/],
    ['unit(x', 7, /^; or \)/],
    ['unit(x) y', 9, /^the end/],
    ['all()', 5, /^a condition/],
    ['all(unit(x)', 12, /^, or \)/],
    ['all(unit(x),)', 13, /^a condition/],
    ['unti(x)', 1, /^one of unit, .* instead of 'unti'/],
    ['hasOwnProperty(x)', 1, /^one of .* instead of 'hasOwnProperty'/],
    ['unit()', 1, /^the unit's id/],
    ['unit(%)', 1, /^the unit's id/],
    ['unit(x;y)', 9, /^= after 'y'/],
    ['unit(x;star=2)', 1, /^one of stars, .* instead of 'star' in unit/],
    ['unit(x;stars=2;stars=3)', 22, /^'stars' only once/],
    ['unit(x;stars=2,3)', 1, /2\.\.3.* after 'stars=' in unit/],
    ['unit(x;stars=..)', 1, /2\.\.3/],
    ['unit(x;has=)', 1, /^1 to 40 ids.* after 'has='/],
    ['unit(x;has=a,,b)', 1, /^1 to 40 ids/],
    [`unit(x;has=${Array.from({ length: 41 }, () => 'a').join(',')})`, 1, /^1 to 40 ids/],
    ['composition(x)', 1, /^composition\(trait=…;carry=…\)/],
    ['composition(trait=a,b)', 1, /^one id/],
    ['count(emblem;is=1)', 1, /^one of emblems, /],
    ['count(emblems)', 1, /^count\(emblems;is=…\)/],
    ['all(unit(x),none(item()))', 18, /^the item's id/],
    ['all('.repeat(7), 29, /^at most 6 groups/],
    [`all(${'unit(x),'.repeat(41)}`, 330, /^at most 40 conditions/],
    ['unit(x)☃', 8, /^the end/],
  ])('%s is refused at character %i', (text, character, expected) => {
    expect(parseCondition(text)).toMatchObject({
      at: character - 1,
      expected: expect.stringMatching(expected),
    });
    expect(refusals({ where: text })['where']).toContain(`at character ${character}`);
  });

  test.each([
    ['all(unit(x),none(item()))', "at character 18 ('item()))')"],
    ['unit(x) abcdefghijklmnopqrstuvwxyz', "at character 9 ('abcdefghijklmnopqrst')"],
    ['unit(x', 'at character 7'],
  ])('%s is refused with what stands there: %s', (text, expected) => {
    expect(refusals({ where: text })['where']?.slice(-expected.length)).toBe(expected);
  });
});
