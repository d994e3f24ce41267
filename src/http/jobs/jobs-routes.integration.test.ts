/** The job log over HTTP: a real engine on a real PostgreSQL, with work that goes well, waits, and fails. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createJobsBench, type JobsBench } from '../../../test/support/jobs-bench.ts';
import { until } from '../../../test/support/until.ts';
import { FailedJob, FailedJobs, JobKindRow, JobsOverview } from '#/contract/jobs.ts';
import type { Problem } from '#/contract/problem.ts';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import type { JobEngine } from '#/runtime/jobs/job-engine.ts';
import { done } from '#/runtime/jobs/job-outcome.ts';
import { ADMIN_TOKEN, createServerUnderTest, type ServerUnderTest } from '../server-under-test.ts';
import { createJobsAccess } from './jobs-access.ts';

const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
const KIND = 'test/bake-bread';
const retry = { limit: 1, firstDelaySeconds: 0, maxDelaySeconds: 0 };

let bench: JobsBench;
let engine: JobEngine;
let under: ServerUnderTest;
let isOvenCold: boolean;
beforeAll(async () => {
  bench = await createJobsBench();
});
beforeEach(async () => {
  isOvenCold = true;
  await serve([bakeBread()]);
});
afterEach(async () => {
  await under.server.close();
  await bench.stopEngines();
  await bench.database.query('delete from pgboss.job');
  await bench.database.query('delete from gamekeeper.job_log');
});
afterAll(() => bench.drop());

function bakeBread(loaf: Parameters<typeof Type.Object>[0] = {}): JobKind<object> {
  return defineJob({
    kind: KIND,
    payload: Type.Object({ loaf: Type.Integer(), ...loaf }),
    key: ({ loaf }) => `loaf ${String(loaf)}`,
    onePerKey: true,
    retry,
    schedule: { cron: '0 5 * * *', timeZone: 'UTC', missed: 'once', payload: { loaf: 0 } },
    async handle() {
      if (isOvenCold) throw new Error('the oven is cold');
      return done();
    },
  });
}
async function serve(kinds: readonly JobKind[], work = true): Promise<void> {
  engine = await bench.engine({ kinds, roles: { work, schedule: false } });
  const jobs = createJobsAccess({ database: bench.database, jobs: engine, now: () => new Date() });
  under = await createServerUnderTest({ deps: { jobs } });
}
async function serveAgain(kinds: readonly JobKind[], work = true): Promise<void> {
  await under.server.close();
  await bench.stopEngines();
  await serve(kinds, work);
}
const get = async <Body>(url: string): Promise<Body> => {
  const answer = await under.server.inject(url);
  expect(answer.statusCode).toBe(200);
  return answer.json<Body>();
};
const failed = async (query = ''): Promise<FailedJobs> => {
  const body = await get<FailedJobs>(`/api/jobs/failed${query}`);
  expect([...Compile({ FailedJob }, FailedJobs).Errors(body)]).toEqual([]);
  return body;
};
const untilFailed = (count: number): Promise<FailedJobs> =>
  until(`${count} jobs have failed`, 20_000, async () => {
    const body = await failed();
    return body.total === count && body;
  });
const decide = (id: string, what: 'retry' | 'discard') =>
  under.server.inject({ method: 'POST', url: `/api/admin/jobs/${id}/${what}`, headers });

describe('the overview', () => {
  test('tells queues, rates, ages, schedules and what ended', async () => {
    await engine.send(KIND, { loaf: 1 });
    await untilFailed(1);
    isOvenCold = false;
    for (const loaf of [2, 3, 4]) await engine.send(KIND, { loaf });
    await until(
      'three loaves are baked',
      20_000,
      () => bench.ends.filter(({ outcome }) => outcome === 'done').length === 3,
    );
    bench.ends.length = 0;

    // Queues are not counted anew for every question.
    const body = await until('the failed job is counted', 20_000, async () => {
      const overview = await get<JobsOverview>('/api/jobs?minutes=10');
      return overview.kinds[0]?.failed === 1 && overview;
    });
    expect([...Compile({ JobKindRow }, JobsOverview).Errors(body)]).toEqual([]);
    const [row] = body.kinds;
    expect(row).toMatchObject({
      kind: KIND,
      failed: 1,
      ended: { done: 3, skipped: 0, postponed: 0, retried: 1, deadLettered: 1 },
      perMinute: 0.5,
      retryRate: 0.2,
      failureRate: 0.25,
      schedule: { cron: '0 5 * * *', timeZone: 'UTC', missed: 'once' },
    });
    expect(row?.medianMs).toBeGreaterThan(0);
    expect(row?.p95Ms).toBeGreaterThanOrEqual(row?.medianMs ?? 0);
    expect(body.log.map(({ outcome }) => outcome).toSorted()).toEqual([
      'dead-lettered',
      'done',
      'done',
      'done',
      'retried',
    ]);
    const onlyRetried = await get<JobsOverview>(`/api/jobs?outcome=retried&kind=${encodeURIComponent(KIND)}`);
    expect(onlyRetried.log).toMatchObject([
      { outcome: 'retried', reason: 'the oven is cold', key: 'loaf 1' },
    ]);
    expect((await get<JobsOverview>('/api/jobs?kind=no/such-kind')).kinds).toEqual([]);
  });

  test('tells how long the oldest has been waiting for a worker', async () => {
    await serveAgain([bakeBread()], false);
    await engine.send(KIND, { loaf: 1 });
    await engine.send(KIND, { loaf: 2 }, { startAfter: new Date('2100-01-01') });
    await bench.database.query(
      `update pgboss.job set created_on = created_on - interval '90 seconds', start_after = start_after - interval '90 seconds'
       where singleton_key = 'loaf 1'`,
    );
    const { kinds, totals } = await until('they are counted', 20_000, async () => {
      const overview = await get<JobsOverview>('/api/jobs');
      return overview.totals.delayed === 1 && overview;
    });
    expect(kinds[0]).toMatchObject({
      waiting: 1,
      delayed: 1,
      active: 0,
      oldestActiveSeconds: null,
      retryRate: null,
      failureRate: null,
    });
    expect(totals).toMatchObject({ waiting: 1, delayed: 1 });
    for (const { oldestWaitingSeconds } of [...kinds, totals])
      expect(oldestWaitingSeconds).toBeGreaterThanOrEqual(90);
  });
});

describe('a failed job', () => {
  const failOne = async (): Promise<FailedJob> => {
    await engine.send(KIND, { loaf: 7 });
    const [job] = (await untilFailed(1)).jobs;
    if (job === undefined) throw new Error('no job has failed');
    return job;
  };

  test('shows its error, and is done again once, however many admins say so at once', async () => {
    const job = await failOne();
    expect(job).toMatchObject({
      kind: KIND,
      key: 'loaf 7',
      reason: 'the oven is cold',
      attempts: 2,
      payload: { loaf: 7 },
      isKnownKind: true,
    });
    isOvenCold = false;
    const answers = await Promise.all(Array.from({ length: 6 }, () => decide(job.id, 'retry')));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 404, 404, 404, 404, 404,
    ]);
    const taken = answers.find(({ statusCode }) => statusCode === 200);
    expect(taken?.json()).toMatchObject({ id: job.id, kind: KIND, did: 'retried' });
    await until('it is done', 30_000, () =>
      bench.ends.some(({ outcome, key }) => outcome === 'done' && key === 'loaf 7'),
    );
    expect((await failed()).total).toBe(0);
  });

  test('joins one with the same key that waits already', async () => {
    const { id } = await failOne();
    await serveAgain([bakeBread()], false);
    expect(await engine.send(KIND, { loaf: 7 })).not.toBeNull();
    expect((await decide(id, 'retry')).json()).toMatchObject({ did: 'joined', jobId: null });
    expect((await failed()).total).toBe(0);
  });

  test('that its kind takes no more stays where it is, and says why', async () => {
    const { id } = await failOne();
    await serveAgain([bakeBread({ flour: Type.String() })]);
    const answer = await decide(id, 'retry');
    expect(answer.statusCode).toBe(409);
    expect(answer.json<Problem>().detail).toContain('flour');
    expect((await failed()).total).toBe(1);
  });

  test('of a kind that is not there any more can only be thrown away', async () => {
    await failOne();
    await serveAgain([
      defineJob({ kind: 'test/eat-bread', payload: Type.Object({}), retry, handle: async () => done() }),
    ]);
    const [job] = (await failed(`?kind=${encodeURIComponent(KIND)}`)).jobs;
    expect(job?.isKnownKind).toBe(false);
    expect((await failed('?kind=test/eat-bread')).jobs).toEqual([]);
    const id = job?.id ?? '';
    expect((await decide(id, 'retry')).statusCode).toBe(409);
    expect((await decide(id, 'discard')).json()).toMatchObject({ did: 'discarded', jobId: null });
    expect((await decide(id, 'discard')).statusCode).toBe(404);
  });
});
