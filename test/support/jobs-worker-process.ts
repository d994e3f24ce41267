/**
 * A process of its own with a job engine, to be killed by tests. It writes a row to `run` when a run begins, which never ends.
 * `node jobs-worker-process.ts <database url> <scheduler|worker>`
 */
import { pino } from 'pino';
import { Type } from 'typebox';
import { Secret } from '#/domain/secret.ts';
import { defineJob } from '#/runtime/jobs/define-job.ts';
import { createJobEngine } from '#/runtime/jobs/job-engine.ts';
import { createDatabase } from '#/runtime/postgres/database.ts';
import { until } from './until.ts';

const [url = '', role = 'worker'] = process.argv.slice(2);
const connection = { url: new Secret(url) };
const log = pino({ level: 'warn' }, process.stderr);
const database = createDatabase({
  connection,
  applicationName: 'test worker',
  maxConnections: 4,
  statementTimeoutMs: 10_000,
  log,
});

const hold = defineJob({
  kind: 'test/hold',
  payload: Type.Object({ id: Type.Integer() }),
  key: ({ id }) => String(id),
  retry: { limit: 0, firstDelaySeconds: 3_600, maxDelaySeconds: 3_600 },
  concurrency: 100,
  async handle({ id }) {
    await database.query('insert into run (id) values ($1)', [id]);
    return new Promise(() => undefined);
  },
});
const engine = createJobEngine({
  connection,
  log,
  kinds: [hold],
  roles: { work: role === 'worker', schedule: role === 'scheduler' },
});
engine.start();
await engine.ready();
process.stdout.write('ready\n');

if (role === 'scheduler') {
  await until('it leads', 60_000, () => engine.leads());
  process.stdout.write('leads\n');
}
