/** docs/security.md names a test for every control. A name that leads nowhere is a control without a check. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/product.ts';

interface Named {
  readonly file: string;
  readonly sentence: string;
}

const page = readFileSync(join(root, 'docs/security.md'), 'utf8');

/** `` `path/x.test.ts`: *sentence* `` , anywhere in the page. */
function namedTests(text: string): Named[] {
  return [...text.matchAll(/`([\w./-]+\.test\.ts)`: \*([^*]+)\*/g)].map(([, file = '', sentence = '']) => ({
    file,
    sentence,
  }));
}

function isThere({ file, sentence }: Named): boolean {
  const path = join(root, file);
  return existsSync(path) && isTitle(readFileSync(path, 'utf8'), sentence);
}

/** The sentence is the whole first argument of a call that declares a test which runs. */
function isTitle(source: string, sentence: string): boolean {
  return ["'", '"', '`'].some((quote) => {
    const calls = source.split(`${quote}${sentence}${quote},`).slice(0, -1);
    return calls.some((before) => /(?<!\.skip|\.todo)\(\s*$/.test(before));
  });
}

test('every control has a test, and every test that is named exists', () => {
  const named = namedTests(page);
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((one) => !isThere(one))).toEqual([]);
});

test('a name that leads nowhere would be found', () => {
  const [named] = namedTests(
    '| x | `test/security/documented-controls.test.ts`: *no such sentence as th1s* |',
  );
  expect(named).toEqual({
    file: 'test/security/documented-controls.test.ts',
    sentence: 'no such sentence as th1s',
  });
  expect(isThere({ file: 'test/nowhere.test.ts', sentence: 'x' })).toBe(false);
  expect(isThere({ file: 'test/security/documented-controls.test.ts', sentence: 'th1s'.repeat(2) })).toBe(
    false,
  );
});

test.each([
  ["test('sentence', () => {", true],
  ['test.each([1])(\n  "sentence",\n  () => {', true],
  ["test('another sentence', () => {", false],
  ["test('sentences', () => {", false],
  ['// The sentence, in a comment.', false],
  ["const text = 'sentence';", false],
  ["test.skip('sentence', () => {", false],
  ["test.todo('sentence', () => {", false],
])('in the source %j the title "sentence" is a test that runs: %s', (source, isIt) => {
  expect(isTitle(source, 'sentence')).toBe(isIt);
});

test('every row of the table of controls names a test', () => {
  const table = page.split('## Controls')[1]?.split('\n## ')[0] ?? '';
  const rows = table
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (control|area) \|/.test(line));
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.filter((row) => namedTests(row).length === 0 && !row.includes('not tested'))).toEqual([]);
});
