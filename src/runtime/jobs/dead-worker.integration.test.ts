/** What happens to the work of a process that is killed. Nothing is timed here: the 20 s are the sum of lease and interval. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Type } from 'typebox';
import { startJobsChild, type JobsChild } from '../../../test/support/jobs-child.ts';
import { createJobsBench, type JobsBench } from '../../../test/support/jobs-bench.ts';
import { until } from '../../../test/support/until.ts';
import { defineJob } from './define-job.ts';
import { done } from './job-outcome.ts';
import { TAKEOVER_MS } from './job-engine.ts';

/** Attempts of the runs in this process. */
const taken: number[] = [];
/** The same name as in the worker process, where it never ends. */
const hold = defineJob({
  kind: 'test/hold',
  payload: Type.Object({ id: Type.Integer() }),
  key: ({ id }) => String(id),
  retry: { limit: 0, firstDelaySeconds: 3_600, maxDelaySeconds: 3_600 },
  async handle(_, { attempt }) {
    taken.push(attempt);
    return done();
  },
});

let bench: JobsBench;
let url: string;
const children: JobsChild[] = [];
beforeAll(async () => {
  bench = await createJobsBench();
  url = 'url' in bench.connection ? bench.connection.url.reveal() : '';
  await bench.database.query('create table run (id int)');
});
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.end('SIGKILL')));
  await bench.stopEngines();
});
afterAll(() => bench.drop());

async function child(role: 'worker' | 'scheduler'): Promise<JobsChild> {
  const started = await startJobsChild(url, role);
  children.push(started);
  return started;
}
const runs = () => bench.database.query('select from run');

test('a job of a dead worker waits for less than 20 s', () => {
  expect(TAKEOVER_MS).toBeLessThan(20_000);
});

test("a killed worker's jobs run again, whatever their retry delay, without a spent attempt", async () => {
  const sender = await bench.engine({ kinds: [hold], roles: { work: false, schedule: false } });
  const doomed = await child('worker');
  await sender.sendMany(hold, [{ id: 1 }, { id: 2 }, { id: 3 }]);
  await until('all run', 10_000, async () => (await runs()).length === 3);
  await bench.engine({ kinds: [hold] });

  await doomed.end('SIGKILL');
  await until('all run again', 20_000, () => taken.length === 3);
  expect(taken).toEqual([2, 2, 2]);
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
});

test('when the leading scheduler is killed, another one leads', async () => {
  const first = await child('scheduler');
  await first.hears('leads', 10_000);
  const second = await bench.engine({ kinds: [hold], roles: { work: false, schedule: true } });
  expect(second.leads()).toBe(false);

  await first.end('SIGKILL');
  await until('the other one leads', 20_000, () => second.leads());
});
