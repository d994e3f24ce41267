/** What becomes of a job whose workers have died: taken again at once, half a minute later, or put aside. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Type } from 'typebox';
import { createJobsBench, type JobsBench } from '../../../test/support/jobs-bench.ts';
import { until } from '../../../test/support/until.ts';
import { defineJob } from './define-job.ts';
import { done } from './job-outcome.ts';

let bench: JobsBench;
beforeAll(async () => {
  bench = await createJobsBench();
});
afterAll(() => bench.drop());

test('after five dead workers a job is taken again at once, after six half a minute later, after twenty not at all', async () => {
  const suspect = defineJob({
    kind: 'test/suspect',
    payload: Type.Object({ id: Type.Integer() }),
    key: ({ id }) => String(id),
    retry: { limit: 0, firstDelaySeconds: 3_600, maxDelaySeconds: 3_600 },
    handle: async () => done(),
  });
  await bench.engine({ kinds: [suspect] });
  await bench.database.query(
    `insert into pgboss.job (name, data, state, started_on, heartbeat_on, heartbeat_seconds, dead_letter, singleton_key,
       retry_count, retry_limit, retry_delay, expire_seconds)
     select $1, jsonb_build_object('id', crashes), 'active', now(), now() - interval '1 minute', 10, 'dead-letter', crashes::text,
       crashes, 1000, 0, 900
     from unnest('{4,5,18,19}'::int[]) as crashes`,
    [suspect.kind],
  );

  const returned = () =>
    bench.database.query<{ key: string; outcome: string }>(
      "select key, outcome, attempts, reason from gamekeeper.job_log where outcome <> 'done' order by key::int",
    );
  await until('all are taken from their dead workers', 30_000, async () => (await returned()).length === 4);
  await until('the job with five deaths is done', 10_000, async () => {
    const ends = await bench.database.query(
      "select from gamekeeper.job_log where outcome = 'done' and key = '4'",
    );
    return ends.length === 1;
  });

  // Row and log entry are written by one transaction, so both hold its time.
  const waiting = await bench.database.query(
    `select j.singleton_key as key, j.state,
       extract(epoch from j.start_after - l.ended_at)::float8 as seconds
     from pgboss.job j join gamekeeper.job_log l on l.job_id = j.id and l.outcome = 'retried'
     order by key`,
  );
  expect(waiting).toEqual([
    { key: '18', state: 'retry', seconds: 30 },
    { key: '5', state: 'retry', seconds: 30 },
  ]);
  expect(await returned()).toEqual([
    { key: '4', outcome: 'retried', attempts: 5, reason: 'its worker died' },
    { key: '5', outcome: 'retried', attempts: 6, reason: 'its worker died' },
    { key: '18', outcome: 'retried', attempts: 19, reason: 'its worker died' },
    { key: '19', outcome: 'dead-lettered', attempts: 20, reason: '20 workers died while they ran it' },
  ]);
});
