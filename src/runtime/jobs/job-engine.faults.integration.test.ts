/** PostgreSQL starts late, dies, comes back, cuts connections: the engine of one process continues through all of it. */
import { Type } from 'typebox';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOwnPostgres, type OwnPostgres } from '../../../test/support/jobs-postgres.ts';
import { until } from '../../../test/support/until.ts';
import { SHIPPED } from '../places.ts';
import { createDatabase, type Database } from '../postgres/database.ts';
import { migratePostgres } from '../postgres/migrate.ts';
import { defineJob } from './define-job.ts';
import { createJobEngine, type JobEngine } from './job-engine.ts';
import { done } from './job-outcome.ts';

const log = pino({ level: 'silent' });
let server: OwnPostgres;
let database: Database;
let engine: JobEngine;
const unhandled: unknown[] = [];
const noteUnhandled = (error: unknown): void => void unhandled.push(error);

const ran: number[] = [];
const count = defineJob({
  kind: 'test/count',
  payload: Type.Object({ id: Type.Integer() }),
  concurrency: 50,
  retry: { limit: 3, firstDelaySeconds: 1, maxDelaySeconds: 1 },
  schedule: { cron: '0 0 1 1 *', timeZone: 'UTC', missed: 'skip', payload: { id: -1 } },
  handle: async ({ id }) => {
    ran.push(id);
    return done();
  },
});

beforeAll(async () => {
  process.on('unhandledRejection', noteUnhandled);
  process.on('uncaughtException', noteUnhandled);
  server = await createOwnPostgres();
  const { connection } = server;
  database = createDatabase({
    connection,
    applicationName: 'test',
    maxConnections: 3,
    statementTimeoutMs: 10_000,
    log,
  });
  engine = createJobEngine({ connection, log, kinds: [count], roles: { work: true, schedule: true } });
});
afterAll(async () => {
  await engine.stop({ graceMs: 500 });
  await database.close();
  await server.remove();
  process.off('unhandledRejection', noteUnhandled);
  process.off('uncaughtException', noteUnhandled);
});

async function runNow(id: number): Promise<void> {
  await engine.send(count, { id });
  await until(`job ${id} ran`, 10_000, () => ran.includes(id));
}

test('it starts while PostgreSQL is down, says so, and works when PostgreSQL comes', async () => {
  engine.start();
  await until('it is down', 5_000, () => engine.state().state === 'down');
  expect(engine.state().detail).toMatch(/not started yet \(.*ECONNREFUSED/);
  await expect(engine.send(count, { id: 0 })).rejects.toThrow('jobs are not available yet');

  await server.start();
  await migratePostgres(database, SHIPPED.postgresMigrations);
  await until('it runs', 10_000, () => engine.state().state === 'running');

  await runNow(1);
});

test('after a kill -9 of PostgreSQL it says that it is down, takes new work when PostgreSQL is back, and leads again', async () => {
  await until('it leads', 10_000, () => engine.leads());
  await server.kill();
  await until('it is down', 5_000, () => engine.state().state === 'down');
  await until('it no longer leads', 1_000, () => !engine.leads());
  // Its sessions end a moment after the server was killed.
  await until('nothing can be sent', 30_000, () =>
    engine.send(count, { id: 100 }).then(
      () => false,
      () => true,
    ),
  );
  await server.start();
  await until('it runs', 10_000, () => engine.state().state === 'running');
  await runNow(10);
  await until('it leads again', 10_000, () => engine.leads());
  expect(engine.state()).toMatchObject({ state: 'running' });
});

test('a storm of cut connections loses no job and doubles no end', async () => {
  const [cuts, each] = [15, 10];
  const storm = new pg.Client(server.url);
  await storm.connect();
  const sent: number[] = [];
  const over = new AbortController();
  const sending = (async () => {
    for (let id = 1_000; !over.signal.aborted; id += 1) {
      const accepted = await engine.send(count, { id }).catch(() => null);
      if (accepted !== null) sent.push(id);
    }
  })();
  for (let cut = 1; cut <= cuts; cut++) {
    await until('more jobs were accepted', 30_000, () => sent.length >= cut * each);
    await storm.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
  }
  over.abort();
  await sending;
  await storm.end();

  await until('every accepted job ran', 30_000, () => sent.every((id) => ran.includes(id)));
  await until('the queue is empty', 30_000, async () => {
    return (await database.query('select 1 from pgboss.job where name = $1', [count.kind])).length === 0;
  });
  const [ends] = await database.query<{ doubled: number }>(
    `select count(*)::int as doubled from (select from gamekeeper.job_log where outcome = 'done' group by job_id having count(*) > 1) d`,
  );
  expect(ends?.doubled).toBe(0);
  await until('it runs', 10_000, () => engine.state().state === 'running');
});

test('through all of this, no rejection and no error event was unhandled', () => {
  expect(unhandled).toEqual([]);
});
