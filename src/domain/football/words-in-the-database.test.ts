/** The words of the domain and those that the tables let in are written down twice; they must be the same. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLIP_REASONS, CLIP_STATES, STEP_OUTCOMES, STEPS } from './clip-state.ts';
import { GOAL_CHANGES, GOAL_DECISIONS, GOAL_KINDS, GOAL_STATES } from './goal.ts';

const migration = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../migrations/postgres', name), 'utf8');
const sql = migration('0010-football.sql');

/** `"goal.state"` to the words of its check. */
const allowed = new Map<string, readonly string[]>(
  [...sql.matchAll(/create table gamekeeper\.(\w+) \(([\s\S]*?)\n\);/g)].flatMap(([, table, columns]) =>
    [...(columns ?? '').matchAll(/^ {2}(\w+) .*check \(\1 in \(([^)]*)\)\)/gm)].map(
      ([, column, words]) =>
        [`${table}.${column}`, (words ?? '').split(',').map((word) => word.trim().slice(1, -1))] as const,
    ),
  ),
);

test.each([
  ['goal.state', GOAL_STATES],
  ['goal.kind', GOAL_KINDS],
  ['goal.by_hand', GOAL_DECISIONS],
  ['goal_change.kind', GOAL_CHANGES],
  ['clip.state', CLIP_STATES],
  ['goal_step.outcome', STEP_OUTCOMES],
])('%s lets in exactly the words of the domain', (column, words) => {
  expect(allowed.get(column)).toEqual([...words]);
});

test('goal_step.step lets in exactly the words of the domain', () => {
  const [, words = ''] = /check \(step in \(([^)]*)\)/.exec(migration('0016-search-steps.sql')) ?? [];
  expect(words.split(',').map((word) => word.trim().slice(1, -1))).toEqual([...STEPS]);
});

test('no reason for not keeping a clip is written twice', () => {
  expect(new Set(CLIP_REASONS).size).toBe(CLIP_REASONS.length);
});
