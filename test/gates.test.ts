/** A gate that cannot turn red guards nothing. Each one is shown a part of this repository with planted faults. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { GATES, runStep } from '../scripts/gates.ts';

const root = join(import.meta.dirname, '..');
/** Enough for every gate to have something to look at, and little enough for it to look quickly. */
const SHOWN = ['src/domain', 'src/contract', 'scripts', 'ui/tsconfig.json', 'ui/vite-env.d.ts'];

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'gamekeeper-gates-'));
  const settings = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const name of [...settings.map((entry) => entry.name), ...SHOWN]) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true }));

/** All that a gate should find, in one run of it: to look through the whole repository takes long. */
const FAULTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  format: { 'src/domain/planted-quotes.ts': 'export   const planted = "x"\n' },
  lint: {
    'src/domain/planted-promise.ts':
      'export function planted(work: () => Promise<void>): void {\n  work();\n}\n',
    'src/domain/planted-any.ts': 'export const planted = (value: any): unknown => value;\n',
  },
  types: {
    'src/domain/planted-number.ts': "export const planted: number = 'x';\n",
    'src/domain/planted-enum.ts': 'export enum Planted {\n  A,\n}\n',
  },
  'types of the web page': { 'src/domain/planted-node.ts': 'export const planted = process.pid;\n' },
  lines: { 'src/domain/planted-lines.ts': '\n'.repeat(20_000) },
  'supply chain': {
    'bench/planted/package-lock.json': JSON.stringify({
      lockfileVersion: 3,
      packages: { 'node_modules/planted': { version: '1.0.0', resolved: 'https://evil.example/p.tgz' } },
    }),
  },
  'dead code': { 'src/domain/planted-export.ts': "export const planted = 'nobody imports me';\n" },
};

test.each(Object.entries(FAULTS))('the gate %s finds everything that is planted', async (name, files) => {
  const gate = GATES.find((candidate) => candidate.name === name);
  for (const [file, source] of Object.entries(files)) {
    const path = join(copy, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, source);
    onTestFinished(() => rmSync(path));
  }

  if (gate === undefined) throw new Error(`there is no gate called ${name}`);
  const { ok, output } = await runStep(gate, copy);

  expect(ok).toBe(false);
  for (const file of Object.keys(files)) expect(output).toContain(basename(file, '.ts'));
});

test('every gate has a planted fault', () => {
  expect(new Set(Object.keys(FAULTS))).toEqual(new Set(GATES.map((gate) => gate.name)));
});
