/** Real processes with the real client against the practice world: what its server counted is the judge. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPracticeWorld } from '../../practice/practice-world.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { until } from '../../test/support/until.ts';

const SCRIPT = join(import.meta.dirname, '../../test/support/riot-calls-process.ts');

let db: TestDatabase;
let practice: Awaited<ReturnType<typeof createPracticeWorld>>;
const callers: ChildProcess[] = [];
beforeAll(async () => {
  db = await createTestDatabase();
  practice = await createPracticeWorld({
    seed: 1,
    clock: { mode: 'real' },
    playerCount: 500,
    profile: { application: '20:1,60:4', method: '250:10' },
    faults: {
      seed: 1,
      rules: [
        { kind: 'delay-before-counting', minMs: 2, maxMs: 40 },
        { kind: 'delay-after-counting', minMs: 2, maxMs: 40, tailShare: 0.05, tailMs: 400 },
      ],
    },
  });
});
afterAll(async () => {
  for (const caller of callers) caller.kill('SIGKILL');
  await practice.stop();
  await db.drop();
});

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

test('processes that share a key, one of which is killed in mid-window and started again, are never refused', async () => {
  const [steady, victim] = [startCaller(40), startCaller(100)];
  await until('the victim has a dozen answers', 30_000, () => victim.answers.length >= 12);
  victim.child.kill('SIGKILL');
  await victim.ended;
  const again = startCaller(30);
  await Promise.all([steady.ended, again.ended]);

  expect([steady.answers.length, again.answers.length]).toEqual([40, 30]);
  const { calls, statuses } = await seenByServer();
  // `gone`: calls that were in flight when their process was killed. None is a 429.
  const { 404: answered = 0, gone = 0, ...others } = statuses;
  expect([others, answered + gone]).toEqual([{}, calls]);
  expect(answered).toBeGreaterThanOrEqual(40 + 12 + 30);
});
