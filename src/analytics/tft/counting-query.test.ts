import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BREAKDOWN_IDS } from '#/domain/tft/explore/breakdowns.ts';
import type { Condition, Filter } from '#/domain/tft/explore/filter.ts';
import { DEFAULT_QUESTION, type Question } from '#/domain/tft/explore/question.ts';
import { createCodeBook } from './code-book.ts';
import { unitsQuery } from './counted-compositions.ts';
import type { Statement } from '../ask.ts';
import { countingQuery, totalQuery } from './counting-query.ts';
import { ranksQuery } from './filter-ranks.ts';
import { arbitraryQuestion } from './fixtures/arbitrary-question.ts';

const HOSTILE = [
  "'; drop table tft_board; --",
  '") union all select * from system.users --',
  '{p1:String}',
  '\\',
  '`x`',
  '0) or 1 = 1',
  "\u0000') format TSV",
] as const;
const ODD_NUMBER = 48_151_623;

const context = {
  strictHours: 24,
  codes: createCodeBook([
    { kind: 'unit', code: 1, id: HOSTILE[0] },
    { kind: 'item', code: 2, id: HOSTILE[1] },
    { kind: 'trait', code: 3, id: `${HOSTILE[2]}@2` },
  ]),
};

function statementsOf(question: Question): Statement[] {
  return [
    countingQuery(question, context, { minN: question.minN, maxKeys: 5_000 }),
    totalQuery(question, context),
    unitsQuery(question.filter, [{ key: ODD_NUMBER }], context),
    ranksQuery(question.filter, context),
  ];
}

function hostileFilter(text: string): Filter {
  const range = { min: ODD_NUMBER, max: ODD_NUMBER };
  const conditions: readonly Condition[] = [
    { unit: text, stars: range, items: range, has: [text, text], lacks: [text], copies: range },
    { item: text, copies: range },
    { trait: text, tier: range },
    { count: 'units', is: range },
    { composition: { trait: text, carry: text } },
  ];
  return {
    patches: [text],
    comparedPatch: text,
    places: [text],
    queues: [ODD_NUMBER],
    tiers: [text],
    lp: { ...range, unknown: 'include' },
    rank: 'strict',
    time: { from: ODD_NUMBER * 3_600_000, until: ODD_NUMBER * 3_600_000 },
    level: range,
    placement: range,
    where: { all: [...conditions, { any: conditions }, { none: conditions }] },
  };
}

test.each(BREAKDOWN_IDS)('by %s, nothing that was asked for is in the text of a statement', (by) => {
  for (const text of HOSTILE) {
    const question: Question = {
      ...DEFAULT_QUESTION,
      by,
      of: text,
      minN: ODD_NUMBER,
      filter: hostileFilter(text),
    };
    for (const { query, parameters } of statementsOf(question)) {
      expect(query.replaceAll(/\{p\d+:[A-Za-z0-9()]+\}/g, '?')).not.toContain(text);
      expect(query).not.toContain(String(ODD_NUMBER));
      expect(Object.values(parameters).flat()).toContain(text);
    }
  }
});

test('every parameter of a statement is bound, and none is bound in vain', () => {
  fc.assert(
    fc.property(arbitraryQuestion, (question) => {
      for (const { query, parameters } of statementsOf(question)) {
        const named = [...query.matchAll(/\{(p\d+):/g)].map(([, name]) => name);
        expect(new Set(named)).toEqual(new Set(Object.keys(parameters)));
      }
    }),
    { numRuns: 200 },
  );
});

test('questions of one shape have one text, whatever they ask for', () => {
  const [first, second] = ['pra_ape', 'pra_bee'].map((unit) =>
    countingQuery(
      { by: 'unit-item', of: unit, filter: { ...hostileFilter(unit), where: { unit, has: [unit] } } },
      context,
      { minN: 5, maxKeys: 10 },
    ),
  );
  expect(first?.query).toBe(second?.query);
});
