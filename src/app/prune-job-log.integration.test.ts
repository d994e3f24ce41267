import { afterAll, beforeAll, expect, test } from 'vitest';
import { createJobsBench, type JobsBench } from '../../test/support/jobs-bench.ts';
import { until } from '../../test/support/until.ts';
import { createPruneJobLog } from './prune-job-log.ts';

let bench: JobsBench;
beforeAll(async () => {
  bench = await createJobsBench();
});
afterAll(() => bench.drop());

test('what is old enough is forgotten, in as many steps as it takes, and nothing else', async () => {
  const { database } = bench;
  await database.query(
    `insert into gamekeeper.job_log (kind, job_id, outcome, attempts, duration_ms, ended_at)
     select 'test/old', gen_random_uuid(), 'done', 1, 1, now() - make_interval(days => case when n % 3 = 0 then 1 else 31 end)
     from generate_series(1, 18000) n`,
  );
  await database.query(
    `insert into gamekeeper.process (id, host, pid, roles, version, started_at, seen_at, rss_bytes, cpu_percent)
     select gen_random_uuid(), 'host', n, '{}', '1', now(), now() - make_interval(hours => n), 1, 0 from unnest(array[1, 23, 25]) n`,
  );
  await database.query(
    `insert into gamekeeper.permit (key_id, host, budget, changed_at)
     select 'key', n || ' days', '{}', now() - make_interval(days => n) from unnest(array[1, 6, 8]) n`,
  );
  await database.query(
    `insert into gamekeeper.operation_sample (slot, marks, lines, readings)
     select now() - make_interval(days => n), '{}', '{}', '{}' from unnest(array[1, 6, 8]) n`,
  );
  await database.query(
    `insert into gamekeeper.riot_id (source, key_id, name, puuid, is_held, asked_at)
     select 'lol', 'key', 'name' || n, case when n = 9 then 'somebody' end, n = 9, now() - make_interval(days => n)
     from unnest(array[6, 8, 9]) n`,
  );
  await database.query(
    `insert into gamekeeper.projection_task (kind, state, changed_at)
     select 'verify', case when n = 40 then 'wanted' else 'done' end, now() - make_interval(days => n)
     from unnest(array[29, 31, 40]) n`,
  );
  const kinds = [createPruneJobLog({ database, now: () => new Date(), days: 30 })];
  const jobs = await bench.engine({ kinds });

  await jobs.send('maintenance/prune-job-log', { days: 30 });
  await until('it ended', 10_000, () => bench.ends.length === 1);
  const [left] = await database.query<Record<string, number>>(
    `select (select count(*)::int from gamekeeper.job_log where kind = 'test/old') as ends,
            (select count(*)::int from gamekeeper.process) as processes,
            (select count(*)::int from gamekeeper.permit) as budgets,
            (select count(*)::int from gamekeeper.operation_sample) as samples,
            (select count(*)::int from gamekeeper.riot_id) as names,
            (select count(*)::int from gamekeeper.projection_task) as tasks`,
  );
  await jobs.send('maintenance/prune-job-log', { days: 30 });
  await until('the second one ended', 10_000, () => bench.ends.length === 2);

  expect(left).toEqual({ ends: 6_000, processes: 2, budgets: 2, samples: 2, names: 2, tasks: 2 });
  expect(bench.ends).toMatchObject([
    { outcome: 'done', key: 'all' },
    { outcome: 'skipped', reason: 'nothing to prune' },
  ]);
  expect(jobs.schedules()).toEqual([
    { kind: 'maintenance/prune-job-log', cron: '17 4 * * *', timeZone: 'UTC', missed: 'once' },
  ]);
});
