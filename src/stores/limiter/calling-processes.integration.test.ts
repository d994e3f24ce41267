/** Real processes with the real client against the practice world: what its server counted is the judge. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createPracticeWorld } from '../../../practice/practice-world.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { until } from '../../../test/support/until.ts';

const SCRIPT = join(import.meta.dirname, '../../../test/support/riot-calls-process.ts');

let db: TestDatabase;
let practice: Awaited<ReturnType<typeof createPracticeWorld>>;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const callers: ChildProcess[] = [];
afterEach(async () => {
  for (const caller of callers.splice(0)) caller.kill('SIGKILL');
  await practice.stop();
});

async function openPractice(application: string): Promise<void> {
  practice = await createPracticeWorld({
    seed: 1,
    clock: { mode: 'real' },
    playerCount: 500,
    profile: { application, method: '250:10' },
    faults: {
      seed: 1,
      rules: [
        { kind: 'delay-before-counting', minMs: 2, maxMs: 40 },
        { kind: 'delay-after-counting', minMs: 2, maxMs: 40, tailShare: 0.05, tailMs: 400 },
      ],
    },
  });
}

function startCaller(calls: number) {
  const url = 'url' in db.connection ? db.connection.url.reveal() : '';
  const child = spawn(
    process.execPath,
    [SCRIPT, url, practice.riotBaseUrl, practice.keys.tft, String(calls)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  callers.push(child);
  const answers: string[] = [];
  createInterface(child.stdout).on('line', (line) => void answers.push(line));
  return { child, answers, ended: once(child, 'close') };
}

interface Seen {
  readonly totals: { readonly calls: number; readonly statuses: Readonly<Record<string, number>> };
}

async function seenByServer(): Promise<Seen['totals']> {
  const response = await fetch(`${practice.url}/practice/seen`);
  return ((await response.json()) as Seen).totals;
}

test('four processes that share a key are never refused', async () => {
  await openPractice('20:1,60:4');
  const fleet = Array.from({ length: 4 }, () => startCaller(30));
  await Promise.all(fleet.map(({ ended }) => ended));

  expect(fleet.map(({ answers }) => answers.length)).toEqual([30, 30, 30, 30]);
  expect((await seenByServer()).statuses).toEqual({ 404: 120 });
});

test('a process that is killed in mid-window and started again is never refused', async () => {
  await openPractice('20:1,40:5');
  for (const answersBefore of [1, 12]) {
    const victim = startCaller(100);
    await until(`${answersBefore} answers`, 30_000, () => victim.answers.length >= answersBefore);
    victim.child.kill('SIGKILL');
    await victim.ended;
  }
  const last = startCaller(30);
  await last.ended;

  expect(last.answers).toHaveLength(30);
  expect((await seenByServer()).statuses['429']).toBeUndefined();
});
