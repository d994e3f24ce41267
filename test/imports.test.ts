import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findUnruled, findViolations, IMPORT_RULES } from './support/import-rules.ts';

const root = join(import.meta.dirname, '..');

test('data walks one way: no folder imports what it may not', () => {
  const { seen, violations } = findViolations(root);

  expect(violations).toEqual([]);
  expect(seen).toBeGreaterThan(20);
});

test('every source file has a rule', () => {
  expect(findUnruled(root)).toEqual([]);
});

test.each([
  ['src/domain/planted.ts', `import { readFile } from 'node:fs';`, 'node:fs'],
  ['src/domain/planted.ts', `import type { Logger } from 'pino';`, 'pino'],
  ['src/runtime/planted.ts', `import { x } from '#/match/rows.ts';`, '#/match/rows.ts'],
  ['src/upstream/deep/planted.ts', `export { x } from '../../match/rows.ts';`, '../../match/rows.ts'],
  ['src/match/planted.ts', `import { x } from '#/tft/tables.ts';`, '#/tft/tables.ts'],
  ['src/tft/planted.ts', `import { x } from '#/lol/tables.ts';`, '#/lol/tables.ts'],
  ['src/lol/planted.ts', `import { x } from '#/http/server.ts';`, '#/http/server.ts'],
  ['src/football/planted.ts', `const x = await import('#/app.ts');`, '#/app.ts'],
  ['src/contract/planted.ts', `import '#/runtime/postgres/database.ts';`, '#/runtime/postgres/database.ts'],
  ['ui/planted.tsx', `import { loadConfig } from '#/config.ts';`, '#/config.ts'],
])('a planted violation in %s is found: %s', (file, source, specifier) => {
  const copy = mkdtempSync(join(tmpdir(), 'gamekeeper-imports-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  for (const place of Object.keys(IMPORT_RULES)) {
    if (/\.[a-z]+$/.test(place)) cpSync(join(root, place), join(copy, place));
    else mkdirSync(join(copy, place, 'deep'), { recursive: true });
  }
  writeFileSync(join(copy, file), `${source}\n`);

  expect(findViolations(copy).violations).toContainEqual({ file, imports: specifier });
});
