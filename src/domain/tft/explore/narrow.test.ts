import { describe, expect, test } from 'vitest';
import { exclude, narrowTo } from './narrow.ts';
import { completeQuestion, type PartialQuestion } from './partial-question.ts';
import type { Filter, RowSubject } from './question.ts';

const DAY = Date.UTC(2026, 10, 1);
const HOUR_MS = 3_600_000;

function narrowed(partial: PartialQuestion, subject: RowSubject): Filter {
  return narrowTo(completeQuestion(partial), subject);
}
function excluded(partial: PartialQuestion, subject: RowSubject): Filter | undefined {
  return exclude(completeQuestion(partial), subject);
}

// That a row narrows to the boards that it counts is a property (question.property.test.ts); these are the forms that matter.
describe('the boards of a row', () => {
  test.each<[PartialQuestion, RowSubject, Partial<Filter>]>([
    [
      { by: 'unit-build-3', of: 'x' },
      { kind: 'build', items: ['a', 'a', 'b'] },
      { where: { unit: 'x', has: ['a', 'a', 'b'], items: { min: 3, max: 3 } } },
    ],
    [
      { by: 'composition' },
      {
        kind: 'composition',
        members: [
          { trait: 'z', carry: 'x' },
          { trait: 'z', carry: 'y' },
        ],
        units: [],
      },
      {
        where: {
          any: [{ composition: { trait: 'z', carry: 'x' } }, { composition: { trait: 'z', carry: 'y' } }],
        },
      },
    ],
    [{ by: 'lp' }, { kind: 'lp', from: 500 }, { lp: { min: 500, max: 599 } }],
    [{ by: 'lp' }, { kind: 'lp', from: -100 }, { lp: { min: -100, max: -1 } }],
    [{ by: 'lp' }, { kind: 'lp', from: null }, { lp: { unknown: 'only' } }],
    [{ by: 'day' }, { kind: 'day', day: '2026-11-01' }, { time: { from: DAY, until: DAY + 24 * HOUR_MS } }],
  ])('of %j in %j are %j', (partial, subject, change) => {
    const { filter } = completeQuestion(partial);
    expect(narrowed(partial, subject)).toEqual({ ...filter, ...change });
  });

  test('fulfil what was asked before, too', () => {
    const subject: RowSubject = { kind: 'unit', unit: 'x' };
    expect(narrowed({ filter: { where: { item: 'a' } } }, subject).where).toEqual({
      all: [{ item: 'a' }, { unit: 'x' }],
    });
    expect(narrowed({ filter: { where: { all: [{ item: 'a' }, { item: 'b' }] } } }, subject).where).toEqual({
      all: [{ item: 'a' }, { item: 'b' }, { unit: 'x' }],
    });
    expect(narrowed({ filter: { where: { any: [{ item: 'a' }] } } }, subject).where).toEqual({
      all: [{ any: [{ item: 'a' }] }, { unit: 'x' }],
    });
  });

  test('stay within the limits that were asked', () => {
    const lp = { min: 550, max: 580 };
    expect(narrowed({ filter: { lp } }, { kind: 'lp', from: 500 }).lp).toEqual(lp);
    const time = { from: DAY + HOUR_MS, until: DAY + 5 * HOUR_MS };
    expect(narrowed({ filter: { time } }, { kind: 'day', day: '2026-11-01' }).time).toEqual(time);
    const { places } = narrowed(
      { filter: { places: ['kr', 'euw1', 'tr1'] } },
      { kind: 'region', region: 'europe' },
    );
    expect(places).toEqual(['euw1', 'tr1']);
  });
});

describe('without a row', () => {
  test.each<[Partial<Filter>, RowSubject, Partial<Filter>]>([
    [{}, { kind: 'unit', unit: 'x' }, { where: { none: [{ unit: 'x' }] } }],
    [
      { where: { item: 'a' } },
      { kind: 'unit', unit: 'x' },
      { where: { all: [{ item: 'a' }, { none: [{ unit: 'x' }] }] } },
    ],
    [{ level: { min: 7, max: 9 } }, { kind: 'level', level: 7 }, { level: { min: 8, max: 9 } }],
    [{ level: { min: 7 } }, { kind: 'level', level: 7 }, { level: { min: 8 } }],
    [{ level: { max: 9 } }, { kind: 'level', level: 9 }, { level: { max: 8 } }],
    [{}, { kind: 'placement', placement: 1 }, { placement: { min: 2, max: 8 } }],
    [{ placement: { max: 4 } }, { kind: 'placement', placement: 4 }, { placement: { min: 1, max: 3 } }],
    [{}, { kind: 'platform', platform: 'jp1' }, { places: ['americas', 'europe', 'kr', 'sea'] }],
    [{ places: ['asia', 'ru'] }, { kind: 'region', region: 'asia' }, { places: ['ru'] }],
    [{ tiers: ['gold', 'master'] }, { kind: 'tier', tier: 'gold' }, { tiers: ['master'] }],
    [{ lp: { min: 550 } }, { kind: 'lp', from: 500 }, { lp: { min: 600 } }],
    [{ lp: { min: 500, max: 600 } }, { kind: 'lp', from: 500 }, { lp: { min: 600, max: 600 } }],
    [{ lp: { max: 500 } }, { kind: 'lp', from: 500 }, { lp: { max: 499 } }],
    [{ lp: { max: 599 } }, { kind: 'lp', from: 500 }, { lp: { max: 499 } }],
    [
      { lp: { max: 550, unknown: 'include' } },
      { kind: 'lp', from: 500 },
      { lp: { max: 499, unknown: 'include' } },
    ],
    [
      { lp: { min: 510, max: 580, unknown: 'include' } },
      { kind: 'lp', from: 500 },
      { lp: { unknown: 'only' } },
    ],
    [{}, { kind: 'lp', from: null }, { lp: { min: -2800 } }],
    [{ lp: { min: 5, unknown: 'include' } }, { kind: 'lp', from: null }, { lp: { min: 5 } }],
    [{ time: { from: DAY } }, { kind: 'day', day: '2026-11-01' }, { time: { from: DAY + 24 * HOUR_MS } }],
    [{ time: { until: DAY + HOUR_MS } }, { kind: 'day', day: '2026-11-01' }, { time: { until: DAY } }],
    [{ time: { until: DAY + 24 * HOUR_MS } }, { kind: 'day', day: '2026-11-01' }, { time: { until: DAY } }],
    [
      { time: { from: DAY + HOUR_MS, until: DAY + 25 * HOUR_MS } },
      { kind: 'day', day: '2026-11-01' },
      { time: { from: DAY + 24 * HOUR_MS, until: DAY + 25 * HOUR_MS } },
    ],
    [{ patches: ['17.4', '17.3'] }, { kind: 'patch', patch: '17.4' }, { patches: ['17.3'] }],
  ])('%j is, without %j, %j', (filter, subject, change) => {
    const question = completeQuestion({ filter });
    expect(exclude(question, subject)).toEqual({ ...question.filter, ...change });
  });

  test('of all tiers, unknown is one of those that are left', () => {
    const tiers = excluded({}, { kind: 'tier', tier: 'gold' })?.tiers;
    expect(tiers).toHaveLength(10);
    expect(tiers).toContain('unknown');
    expect(tiers).not.toContain('gold');
  });

  test.each<[Partial<Filter>, RowSubject]>([
    [{}, { kind: 'total' }],
    [{}, { kind: 'level', level: 8 }],
    [{ level: { min: 7, max: 9 } }, { kind: 'level', level: 8 }],
    [{ level: { min: 8, max: 8 } }, { kind: 'level', level: 8 }],
    [{ level: { max: 0 } }, { kind: 'level', level: 0 }],
    [{}, { kind: 'placement', placement: 4 }],
    [{ places: ['kr'] }, { kind: 'platform', platform: 'kr' }],
    [{ tiers: ['gold'] }, { kind: 'tier', tier: 'gold' }],
    [{}, { kind: 'lp', from: 500 }],
    [{ lp: { min: 510, max: 580 } }, { kind: 'lp', from: 500 }],
    [{ lp: { min: 300, max: 900 } }, { kind: 'lp', from: 500 }],
    [{ lp: { min: 600 } }, { kind: 'lp', from: 500 }],
    [{ lp: { max: 600 } }, { kind: 'lp', from: 500 }],
    [{ lp: { max: 499 } }, { kind: 'lp', from: 500 }],
    [{ lp: { unknown: 'only' } }, { kind: 'lp', from: null }],
    [{}, { kind: 'day', day: '2026-11-01' }],
    [{ time: { from: DAY, until: DAY + HOUR_MS } }, { kind: 'day', day: '2026-11-01' }],
    [{ time: { from: DAY + 24 * HOUR_MS } }, { kind: 'day', day: '2026-11-01' }],
    [{ time: { until: DAY } }, { kind: 'day', day: '2026-11-01' }],
    [{ time: { from: DAY, until: DAY + 24 * HOUR_MS } }, { kind: 'day', day: '2026-11-01' }],
    [{ patches: ['17.4'] }, { kind: 'patch', patch: '17.4' }],
  ])('%j cannot be said without %j', (filter, subject) => {
    expect(excluded({ filter }, subject)).toBeUndefined();
  });
});
