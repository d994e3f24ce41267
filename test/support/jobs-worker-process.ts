/**
 * A process of its own with a job engine, to be killed by tests. It writes a row to `run` when a run begins, and one to
 * `finished` when it ends. `node jobs-worker-process.ts <database url> <holdMs> <scheduler|worker>`
 */
import { pino } from 'pino';
import { Type } from 'typebox';
import { Secret } from '#/domain/secret.ts';
import { defineJob } from '#/jobs/define-job.ts';
import { createJobEngine } from '#/jobs/job-engine.ts';
import { done } from '#/jobs/job-outcome.ts';
import { pause } from '#/stores/pause.ts';
import { createDatabase } from '#/stores/postgres/database.ts';

const [url = '', holdMs = '0', role = 'worker'] = process.argv.slice(2);
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
  async handle({ id }, { signal, attempt }) {
    await database.query('insert into run (id, pid, attempt) values ($1, $2, $3)', [
      id,
      process.pid,
      attempt,
    ]);
    await pause(Number(holdMs), signal);
    signal.throwIfAborted();
    await database.query('insert into finished (id) values ($1)', [id]);
    return done();
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
  let led = false;
  setInterval(() => {
    if (engine.leads() === led) return;
    led = engine.leads();
    process.stdout.write(led ? 'leads\n' : 'follows\n');
  }, 20);
}
process.once('SIGTERM', () => {
  void engine
    .stop({ graceMs: 200 })
    .then(() => database.close())
    .then(() => process.exit(0));
});
