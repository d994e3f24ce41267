/** What is written into the document: each fault once, its newest run, and nothing that people wrote is touched. */
import { describe, expect, test } from 'vitest';
import { updateDrillTable, type RunFacts } from './drill-table.ts';
import { toResult, type FaultResult, type Findings } from './fault.ts';

const DOCUMENT = '# Before\n\n<!-- drill: begin -->\n<!-- drill: end -->\n\nAfter\n';
const facts: RunFacts = {
  session: { startedAt: '2026-01-02T03:04:05.000Z', seed: 7, version: '1.0 abc', machine: '2 cores' },
  size: 'short',
  parts: 'PostgreSQL 18',
};
const held: Findings = {
  times: 3,
  acknowledged: 40,
  lost: [],
  duplicated: [],
  recoveriesMs: [900, 100, 200, 40_000],
  wrong: [],
  detail: 'a | b',
};
const of = (id: string, found: Partial<Findings> = {}): FaultResult =>
  toResult({ id, name: `fault ${id}` }, { ...held, ...found });
const rowsOf = (document: string): string[] => document.split('\n').filter((line) => line.startsWith('| F'));

test('a fault has one line, with the median and the longest recovery', () => {
  const rows = rowsOf(updateDrillTable(DOCUMENT, [of('F2')], facts));

  expect(rows).toEqual([
    '| F2 | fault F2 | yes | 3 | 40 | 0 | 0 | 0.2 / 40 s | a / b | short, seed 7, 2026-01-02, 1.0 abc |',
  ]);
});

test('faults stand in the order of their numbers, and those that were not run keep their line', () => {
  const first = updateDrillTable(DOCUMENT, [of('F10'), of('F2')], facts);
  const second = updateDrillTable(first, [of('F2', { lost: ['KR_1'] }), of('F1')], facts);
  const rows = rowsOf(second);

  expect(rows.map((row) => row.split(' | ').slice(0, 3).join(' '))).toEqual([
    '| F1 fault F1 yes',
    '| F2 fault F2 **no**',
    '| F10 fault F10 yes',
  ]);
  expect(rows[2]).toBe(rowsOf(first)[1]);
});

test('what stands around the table is not touched, however often it is written', () => {
  const once = updateDrillTable(DOCUMENT, [of('F2')], facts);
  const twice = updateDrillTable(once, [of('F2')], facts);

  expect(twice).toBe(once);
  expect(once.startsWith('# Before\n\n')).toBe(true);
  expect(once.endsWith('\n\nAfter\n')).toBe(true);
});

test('a document without the markers is refused', () => {
  expect(() => updateDrillTable('# Reliability\n', [], facts)).toThrow(/has no <!-- drill: begin -->/);
});

describe('a fault', () => {
  test.each<[string, Partial<Findings>]>([
    ['something is lost', { lost: ['KR_1'] }],
    ['something is there twice', { duplicated: ['KR_1'] }],
    ['anything else is wrong', { wrong: ['memory'] }],
  ])('did not hold when %s', (_what, found) => {
    expect(of('F1', found).held).toBe(false);
  });

  test('that could not be caused says why, and was caused 0 times', () => {
    expect(toResult({ id: 'F12', name: 'disk' }, { skipped: 'needs root' })).toMatchObject({
      times: 0,
      recoveryMs: null,
      detail: 'not run: needs root',
    });
  });
});
