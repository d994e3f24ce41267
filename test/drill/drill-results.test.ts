/** What a run leaves behind: its line in the history, and the table that is made of all lines. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { appendRun, readRuns, toRuns, updateDrillTable, type DrillRun } from './drill-results.ts';
import { root } from '../support/product.ts';
import { ALL_FAULTS } from './faults/all-groups.ts';
import { failed, findViolations, toResult, type FaultResult, type Findings } from './fault.ts';

const DOCUMENT = '# Before\n\n<!-- drill: begin -->\n<!-- drill: end -->\n\nAfter\n';
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
const ran = (result: FaultResult, facts: Partial<DrillRun> = {}): DrillRun => ({
  ...result,
  startedAt: '2026-01-02T03:04:05.000Z',
  seconds: 12,
  size: 'short',
  seed: 7,
  commit: 'abc1234',
  isClean: true,
  machine: '2 cores',
  parts: 'PostgreSQL 18',
  violations: [],
  ...facts,
});
const FAULTS = ['F1', 'F2', 'F10'].map((id) => ({ id, name: `fault ${id}` }));
const rowsOf = (runs: readonly DrillRun[]): string[] =>
  updateDrillTable(DOCUMENT, FAULTS, runs)
    .split('\n')
    .filter((line) => line.startsWith('| F'));

test('a fault has one line: its newest run, with the median and the longest recovery, the commit and the state of the tree', () => {
  const rows = rowsOf([ran(of('F2'), { commit: 'old' }), ran(of('F2')), ran(of('F10'), { isClean: false })]);

  expect(rows).toEqual([
    `| F1 | fault F1 | never run${' | –'.repeat(8)} |`,
    '| F2 | fault F2 | yes | 3 | 40 | 0 | 0 | 0.2 / 40 s | a / b | short, seed 7, 12 s, 2026-01-02, abc1234 | 2 of 2 |',
    expect.stringMatching(/^\| F10 .* abc1234 with uncommitted changes \| 1 of 1 \|$/),
  ]);
});

test('a run that did not hold stays in the document after one that held', () => {
  const lossy = ran(of('F2', { lost: ['KR_1'] }), { commit: 'bad', violations: ['KR_1 is lost', 'more'] });
  const rows = rowsOf([lossy, ran(of('F2'))]);

  expect(rows[1]).toMatch(/^\| F2 \| fault F2 \| yes \|.* \| 1 of 2 \|$/);
  expect(rows.slice(3)).toEqual([
    '| F2 fault F2 | short, seed 7, 12 s, 2026-01-02, bad | 3 | 1 | 0 | KR_1 is lost; more |',
  ]);
});

test('the length of the short form is the sum of the newest short runs', () => {
  const runs = [
    ran(of('F1'), { seconds: 500 }),
    ran(of('F1'), { seconds: 60 }),
    ran(of('F2'), { seconds: 900, size: 'long' }),
    ran(of('F10'), { seconds: 30 }),
  ];

  expect(updateDrillTable(DOCUMENT, FAULTS, runs)).toContain(
    'The newest short runs of 2 of 3 faults took 1.5 minutes together; the last was on 2 cores; PostgreSQL 18.',
  );
});

test('what stands around the table is not touched, however often it is written', () => {
  const once = updateDrillTable(DOCUMENT, FAULTS, [ran(of('F2'))]);
  const twice = updateDrillTable(once, FAULTS, [ran(of('F2'))]);

  expect(twice).toBe(once);
  expect(once.startsWith('# Before\n\n')).toBe(true);
  expect(once.endsWith('\n\nAfter\n')).toBe(true);
});

test('docs/reliability.md has the table of the kept results', () => {
  const document = readFileSync(join(root, 'docs/reliability.md'), 'utf8');

  expect(updateDrillTable(document, ALL_FAULTS, readRuns(join(root, 'test/drill/results.jsonl')))).toBe(
    document,
  );
});

test('a document without the markers is refused', () => {
  expect(() => updateDrillTable('# Reliability\n', [], [])).toThrow(/has no <!-- drill: begin -->/);
});

test('runs are appended to the history, and nothing in it is changed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gamekeeper-results-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'results.jsonl');
  expect(readRuns(file)).toEqual([]);

  const broken = ran(of('F1', { wrong: ['memory'] }));
  appendRun(file, broken);
  const before = readFileSync(file, 'utf8');
  appendRun(file, ran(of('F1')));

  expect(readFileSync(file, 'utf8').startsWith(before)).toBe(true);
  expect(readRuns(file)).toEqual([broken, ran(of('F1'))]);
});

test('every outcome of a group becomes a run, also of one that failed, and they share the time of the group', () => {
  const { startedAt, size, seed, machine, parts } = ran(of('F1'));
  const facts = { startedAt, size, seed, machine, parts, commit: 'def', isClean: false };
  const outcomes = [
    { ...held, seconds: 30 },
    { skipped: 'needs root' },
    failed(new Error(`DATA_DIR is /tmp/x\n    at run (/a.ts:1)`)),
  ];
  const runs = toRuns(FAULTS, outcomes, { facts, seconds: 90, dataDirectory: '/tmp/x' });

  expect(runs).toMatchObject([
    { id: 'F1', held: true, seconds: 50, commit: 'def', isClean: false, violations: [] },
    { id: 'F10', held: false, times: 0, seconds: 20, detail: 'aborted: Error: DATA_DIR is DATA_DIR' },
  ]);
  expect(runs[1]?.violations).toEqual(['Error: DATA_DIR is DATA_DIR', 'the fault was not caused once']);
});

describe('a fault', () => {
  test.each<[string, Partial<Findings>, string]>([
    ['something is lost', { lost: ['KR_1'] }, 'KR_1'],
    ['something is there twice', { duplicated: ['KR_2'] }, 'KR_2'],
    ['anything else is wrong', { wrong: ['memory'] }, 'memory'],
    ['it was not caused once', { times: 0 }, 'the fault was not caused once'],
  ])('did not hold when %s', (_what, found, why) => {
    expect(of('F1', found).held).toBe(false);
    expect(findViolations({ ...held, ...found })).toEqual([why]);
  });

  test('that was caused and had no consequence held', () => {
    expect(of('F1').held).toBe(true);
  });
});
