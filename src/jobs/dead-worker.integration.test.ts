/** What happens to the jobs of a process that ends: killed without a word, or told to stop. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Type } from 'typebox';
import { startJobsChild, type JobsChild } from '../../test/support/jobs-child.ts';
import { createJobsBench, type JobsBench } from '../../test/support/jobs-bench.ts';
import { until } from '../../test/support/until.ts';
import { defineJob } from './define-job.ts';
import { done } from './job-outcome.ts';

const FOR_EVER_MS = 600_000;
/** The same name as in the worker process; this side only sends. */
const hold = defineJob({
  kind: 'test/hold',
  payload: Type.Object({ id: Type.Integer() }),
  key: ({ id }) => String(id),
  retry: { limit: 0, firstDelaySeconds: 3_600, maxDelaySeconds: 3_600 },
  handle: async () => done(),
});

let bench: JobsBench;
let url: string;
const children: JobsChild[] = [];
beforeAll(async () => {
  bench = await createJobsBench();
  url = 'url' in bench.connection ? bench.connection.url.reveal() : '';
  await bench.database.query(
    'create table run (id int, pid int, attempt int, at timestamptz default clock_timestamp())',
  );
  await bench.database.query('create table finished (id int, at timestamptz default clock_timestamp())');
});
beforeEach(async () => {
  await bench.database.query('truncate run, finished, gamekeeper.job_log');
  // A child that was killed right after its last row may have left jobs unsettled.
  await bench.database.query('delete from pgboss.job');
  bench.ends.length = 0;
});
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.end('SIGKILL')));
  await bench.stopEngines();
});
afterAll(() => bench.drop());

async function child(holdMs: number, role: 'worker' | 'scheduler'): Promise<JobsChild> {
  const started = await startJobsChild(url, holdMs, role);
  children.push(started);
  return started;
}
const runs = () =>
  bench.database.query<{ id: number; pid: number; attempt: number }>(
    'select id, pid, attempt from run order by at',
  );

test("a killed worker's jobs run again within 20 s, whatever their retry delay, without a spent attempt", async () => {
  const jobs = await bench.engine({ kinds: [hold], roles: { work: false, schedule: false } });
  const doomed = await child(FOR_EVER_MS, 'worker');
  await jobs.sendMany(hold, [{ id: 1 }, { id: 2 }, { id: 3 }]);
  await until('all run', 10_000, async () => (await runs()).length === 3);
  await child(0, 'worker');

  await doomed.end('SIGKILL');
  const killedAt = performance.now();
  await until('all run again', 20_000, async () => (await runs()).length === 6);
  const retakenAfterMs = performance.now() - killedAt;
  await until(
    'all are done',
    5_000,
    async () => (await bench.database.query('select 1 from finished')).length === 3,
  );

  expect(retakenAfterMs).toBeLessThan(20_000);
  expect((await runs()).filter((run) => run.attempt === 2)).toHaveLength(3);
  await until(
    'the queue is empty',
    5_000,
    async () => (await bench.database.query('select 1 from pgboss.job')).length === 0,
  );
  const log = await bench.database.query<{ outcome: string; reason: string | null; jobs: number }>(
    'select outcome, reason, count(*)::int as jobs from gamekeeper.job_log group by 1, 2 order by 1',
  );
  expect(log).toEqual([
    { outcome: 'done', reason: null, jobs: 3 },
    { outcome: 'retried', reason: 'its worker died', jobs: 3 },
  ]);
  process.stdout.write(`dead worker's jobs retaken after ${(retakenAfterMs / 1_000).toFixed(1)} s\n`);
});

test('a worker that is told to stop gives unfinished jobs back at once and exits with 0', async () => {
  const jobs = await bench.engine({ kinds: [hold], roles: { work: false, schedule: false } });
  const stopping = await child(FOR_EVER_MS, 'worker');
  await jobs.sendMany(
    hold,
    Array.from({ length: 100 }, (_, id) => ({ id })),
  );
  await until('100 run', 10_000, async () => (await runs()).length === 100);

  const askedAt = performance.now();
  const exitCode = await stopping.end('SIGTERM');
  const exitedAfterMs = performance.now() - askedAt;
  const waiting = await bench.database.query(
    "select 1 from pgboss.job where state = 'created' and retry_count = 0",
  );
  await child(0, 'worker');
  await until(
    'all are done',
    10_000,
    async () => (await bench.database.query('select 1 from finished')).length === 100,
  );

  expect(exitCode).toBe(0);
  expect(exitedAfterMs).toBeLessThan(3_000);
  expect(waiting).toHaveLength(100);
  expect((await runs()).every((run) => run.attempt === 1)).toBe(true);
});

test('when the leading scheduler is killed, another one leads within 20 s', async () => {
  const first = await child(0, 'scheduler');
  await first.hears('leads', 10_000);
  const second = await child(0, 'scheduler');
  expect(second.said).not.toContain('leads');

  await first.end('SIGKILL');
  const killedAt = performance.now();
  await second.hears('leads', 20_000);

  process.stdout.write(
    `scheduler handed over after ${((performance.now() - killedAt) / 1_000).toFixed(1)} s\n`,
  );
});

test('a job that outlives its twentieth worker is put aside with the reason', async () => {
  const jobs = await bench.engine({ kinds: [hold] });
  await bench.database.query(
    `insert into pgboss.job (name, data, state, started_on, heartbeat_on, dead_letter, output, singleton_key)
     values ($1, '{"id": 1}', 'active', now(), now() - interval '1 minute', 'dead-letter', '{"crashes": 19}', 'one')`,
    [hold.kind],
  );

  const letter = await until('it is a dead letter', 30_000, async () => (await jobs.deadLetters(1))[0]);

  expect(letter).toMatchObject({ kind: hold.kind, key: 'one', reason: '20 workers died while they ran it' });
  await until('its end is told', 10_000, () => bench.ends.length > 0);
  expect(bench.ends).toMatchObject([
    { outcome: 'dead-lettered', reason: '20 workers died while they ran it' },
  ]);
});
