/** An entry that does not apply any more would end `npm run mutants`, which runs at night. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { applyMutant, readMutants } from '../../scripts/mutants/mutant-list.ts';

const root = join(import.meta.dirname, '../..');

test('every entry of test/mutants.json changes its file once, and its tests exist', () => {
  const mutants = readMutants(join(root, 'test/mutants.json'));
  expect(mutants.length).toBeGreaterThan(400);
  for (const mutant of mutants) {
    const source = readFileSync(join(root, mutant.file), 'utf8');
    expect(applyMutant(source, mutant)).not.toBe(source);
    expect(mutant.tests.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  }
});

test('an entry that occurs twice, or not at all, is an error', () => {
  const mutant = { file: 'a.ts', find: 'x', replace: 'y', promise: '', tests: [] };
  expect(() => applyMutant('x x', mutant)).toThrow('occurs 2 times in a.ts');
  expect(() => applyMutant('', mutant)).toThrow('occurs 0 times in a.ts');
});
