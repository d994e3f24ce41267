/** Only the attempt that was fetched settles a job, whatever happened to the job since. */
import { PgBoss, type JobWithMetadata } from 'pg-boss';
import { pino } from 'pino';
import { Type } from 'typebox';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/support/test-database.ts';
import { defineJob } from './define-job.ts';
import { readJobLog } from './job-log.ts';
import { deadLetter, done, retryAt } from './job-outcome.ts';
import { ensureQueues, toBossDatabase } from './queues.ts';
import { attemptOf, createSettler, type RunEnd, type Settler } from './settle-jobs.ts';

const log = pino({ level: 'silent' });
const kind = defineJob({
  kind: 'test/settle',
  payload: Type.Object({}),
  retry: { limit: 2, firstDelaySeconds: 0, maxDelaySeconds: 0 },
  handle: async () => done(),
});
const failed: RunEnd = { type: 'failed', reason: 'broken' };

const db = useTestDatabase();
let boss: PgBoss;
let settler: Settler;
beforeAll(async () => {
  const { database } = db;
  boss = new PgBoss({
    db: toBossDatabase(database),
    schedule: false,
    supervise: false,
    monitorIntervalSeconds: 1,
  });
  await boss.start();
  await ensureQueues(boss, [kind], log);
  const giveUp = new AbortController().signal;
  const onPutBack = (): void => undefined;
  settler = createSettler({ kind, boss, database, log, onEnd: () => undefined, onPutBack, giveUp });
});
beforeEach(async () => {
  await db.database.query('delete from pgboss.job');
  await db.database.query('truncate gamekeeper.job_log');
});
afterAll(() => boss.stop({ graceful: false }));

type Job = JobWithMetadata<unknown>;

async function claim(): Promise<Job> {
  const [job] = await boss.fetch<unknown>(kind.kind, { includeMetadata: true });
  if (job === undefined) throw new Error('there is no job to claim');
  return job;
}
async function sendAndClaim(): Promise<Job> {
  await boss.send(kind.kind, {});
  return claim();
}
const settle = (job: Job, end: RunEnd): Promise<void> =>
  settler.settle({ job, end, attempt: attemptOf(job), durationMs: 1, runName: null });
const outcomes = async () =>
  (await readJobLog(db.database, { limit: 100 }))
    .map(({ outcome, attempts }) => `${outcome} ${attempts}`)
    .toReversed();
/** What pg-boss does when the heartbeats of a worker are missing. */
async function killWorker(job: Job): Promise<void> {
  await db.database.query(`update pgboss.job set heartbeat_on = now() - interval '1 minute' where id = $1`, [
    job.id,
  ]);
  await db.database.query(`update pgboss.queue set monitor_on = null, monitor_claim_on = null`);
  await boss.supervise();
}

test.each([
  ['done', done()],
  ['a failure', failed],
  ['a deferral', retryAt(new Date(0))],
  ['a dead letter', deadLetter('hopeless')],
])('%s of a worker that lost its claim changes nothing about the run that follows', async (_, end) => {
  const late = await sendAndClaim();
  await killWorker(late);
  const next = await claim();
  expect(next.id).toBe(late.id);

  await settle(late, end);

  expect(await outcomes()).toEqual([]);
  expect(await boss.getJobById(kind.kind, next.id)).toMatchObject({
    state: 'active',
    retryCount: next.retryCount,
  });
  await settle(next, done());
  await settle(late, end);
  expect(await outcomes()).toEqual(['done 2']);
});

test('a deferral spends no attempt, before and after failures', async () => {
  let job = await sendAndClaim();
  for (const end of [
    retryAt(new Date(0)),
    failed,
    retryAt(new Date(0)),
    failed,
    retryAt(new Date(0)),
    failed,
  ]) {
    await settle(job, end);
    if (end !== failed || (await outcomes()).length < 6) job = await claim();
  }

  expect(await outcomes()).toEqual([
    'postponed 1',
    'retried 1',
    'postponed 2',
    'retried 2',
    'postponed 3',
    'dead-lettered 3',
  ]);
});

test('a killed worker spends no attempt either', async () => {
  let job = await sendAndClaim();
  for (let death = 1; death <= 5; death += 1) {
    await killWorker(job);
    job = await claim();
  }
  for (let failure = 1; failure <= 3; failure += 1) {
    await settle(job, failed);
    if (failure < 3) job = await claim();
  }

  expect(await outcomes()).toEqual(['retried 6', 'retried 7', 'dead-lettered 8']);
});

test('a job that PostgreSQL refuses to settle does not hold back the others', async () => {
  const [refused, other] = [await sendAndClaim(), await sendAndClaim()];

  await Promise.all([settle({ ...refused, id: 'no uuid' }, done()), settle(other, done())]);

  expect(await outcomes()).toEqual(['done 1']);
  expect(await boss.getJobById(kind.kind, refused.id)).toMatchObject({ state: 'active' });
});
