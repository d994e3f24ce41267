import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DrillSession } from '#/contract/operations.ts';
import { readDrillSessions } from './drill-sessions.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gamekeeper-drills-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const session = (seed: number, detail = 'nothing else'): DrillSession => ({
  startedAt: '2026-11-15T12:00:00.000Z',
  seconds: 61.5,
  seed,
  version: '1.2.3',
  machine: '2 cores',
  faults: [
    {
      id: 'F1',
      name: 'kills',
      held: true,
      times: 5,
      acknowledged: 900,
      lost: 0,
      duplicated: 0,
      recoveryMs: { median: 900, max: 2_000 },
      detail,
    },
  ],
});
function write(name: string, ...lines: readonly string[]): string {
  const file = join(folder, name);
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  return file;
}

test('sessions come newest first, and no more than are asked for', async () => {
  const file = write('some.jsonl', ...[1, 2, 3].map((seed) => JSON.stringify(session(seed))));
  expect((await readDrillSessions(file, 50)).sessions).toEqual([session(3), session(2), session(1)]);
  expect((await readDrillSessions(file, 2)).sessions.map(({ seed }) => seed)).toEqual([3, 2]);
});

test('lines that are no session are counted and take none of the others with them', async () => {
  const file = write(
    'bad.jsonl',
    JSON.stringify(session(1)),
    JSON.stringify(session(2)).slice(0, 50),
    '{"seed": 3}',
    '',
    'null',
    JSON.stringify(session(4)),
  );
  const { sessions, unreadable } = await readDrillSessions(file, 50);
  expect(sessions.map(({ seed }) => seed)).toEqual([4, 1]);
  expect(unreadable).toBe(3);
});

test('of a file that is very long, the end is read, and the line that is cut there is no fault', async () => {
  const long = 'x'.repeat(100_000);
  const file = write(
    'long.jsonl',
    ...Array.from({ length: 40 }, (_, seed) => JSON.stringify(session(seed, long))),
  );
  const { sessions, unreadable } = await readDrillSessions(file, 50);
  expect(unreadable).toBe(0);
  expect(sessions.length).toBeGreaterThan(10);
  expect(sessions.length).toBeLessThan(40);
  expect(sessions[0]?.seed).toBe(39);
});
