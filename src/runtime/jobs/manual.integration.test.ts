/** The manual of the job engine, as tests: read it from top to bottom. */
import { Type } from 'typebox';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createJobsBench, type JobsBench } from '../../../test/support/jobs-bench.ts';
import { until } from '../../../test/support/until.ts';
import { readJobLog } from './job-log.ts';
import { defineJob } from './define-job.ts';
import { deadLetter, done, retryAt, skip } from './job-outcome.ts';
import { readFailedJobs } from './queues.ts';

let bench: JobsBench;
beforeAll(async () => {
  bench = await createJobsBench();
  await bench.database.query('create table note (id int primary key)');
});
afterEach(() => bench.stopEngines());
afterAll(() => bench.drop());

const retry = { limit: 2, firstDelaySeconds: 0, maxDelaySeconds: 0 };
const endsOf = async (kind: string) => (await readJobLog(bench.database, { kind, limit: 100 })).toReversed();

test('1. a kind is a name, a payload schema, a retry policy and a handler', async () => {
  const greeted: string[] = [];
  const greet = defineJob({
    kind: 'manual/greet',
    payload: Type.Object({ name: Type.String() }),
    key: ({ name }) => name,
    retry,
    handle: async ({ name }, { attempt }) => {
      greeted.push(`${name}, attempt ${attempt}`);
      return done();
    },
  });
  const jobs = await bench.engine({ kinds: [greet] });

  await jobs.send(greet, { name: 'Ada' });

  await until('the job is logged', 5_000, async () => (await endsOf('manual/greet')).length === 1);
  expect(greeted).toEqual(['Ada, attempt 1']);
  expect(await endsOf('manual/greet')).toMatchObject([
    { key: 'Ada', outcome: 'done', attempts: 1, reason: null },
  ]);
});

test('2. a job is sent in the transaction that makes it necessary, and vanishes with it', async () => {
  const seen: number[] = [];
  const fetchNote = defineJob({
    kind: 'manual/fetch-note',
    payload: Type.Object({ id: Type.Integer() }),
    retry,
    handle: async ({ id }) => {
      seen.push(id);
      return done();
    },
  });
  const jobs = await bench.engine({ kinds: [fetchNote] });

  const failing = bench.database.transaction(async (tx) => {
    await tx.query('insert into note values (1)');
    await jobs.send(fetchNote, { id: 1 }, { tx });
    throw new Error('the write did not work out');
  });
  await expect(failing).rejects.toThrow('did not work out');
  await bench.database.transaction(async (tx) => {
    await tx.query('insert into note values (2)');
    await jobs.send(fetchNote, { id: 2 }, { tx });
    // Nobody can see the job before the commit.
    expect(await jobs.queues()).toMatchObject([{ waiting: 0, active: 0 }]);
  });

  await until('the second job ran', 5_000, () => seen.length > 0);
  expect(seen).toEqual([2]);
});

test('3. outcomes are values: done, skip, retryAt, deadLetter', async () => {
  const answers = [retryAt(new Date(), 'the limit is used up'), retryAt(new Date()), skip('already there')];
  const polite = defineJob({
    kind: 'manual/polite',
    payload: Type.Object({}),
    retry: { ...retry, limit: 0 },
    handle: async () => answers.shift() ?? deadLetter('asked too often'),
  });
  const jobs = await bench.engine({ kinds: [polite] });

  await jobs.send(polite, {});
  await until('the job ends', 10_000, async () => (await endsOf('manual/polite')).length === 3);
  await jobs.send(polite, {});
  await until('the next one is put aside', 5_000, async () => (await endsOf('manual/polite')).length === 4);

  // retryAt spends no attempt: even a kind without retries may be postponed as often as needed.
  expect(await endsOf('manual/polite')).toMatchObject([
    { outcome: 'postponed', attempts: 1, reason: 'the limit is used up' },
    { outcome: 'postponed', attempts: 1, reason: null },
    { outcome: 'skipped', attempts: 1, reason: 'already there' },
    { outcome: 'dead-lettered', attempts: 1, reason: 'asked too often' },
  ]);
});

test('4. a throw is a failed attempt; after the last one the job is a dead letter, which can be sent again', async () => {
  let isFixed = false;
  const fragile = defineJob({
    kind: 'manual/fragile',
    payload: Type.Object({ id: Type.Integer() }),
    key: ({ id }) => `note ${id}`,
    retry,
    handle: async () => {
      if (!isFixed) throw new Error('broken');
      return done();
    },
  });
  const jobs = await bench.engine({ kinds: [fragile] });

  await jobs.send(fragile, { id: 7 });
  await until('all attempts are used', 10_000, async () => (await endsOf('manual/fragile')).length === 3);

  expect(await endsOf('manual/fragile')).toMatchObject([
    { outcome: 'retried', attempts: 1, reason: 'broken' },
    { outcome: 'retried', attempts: 2, reason: 'broken' },
    { outcome: 'dead-lettered', attempts: 3, reason: 'broken' },
  ]);
  const failed = await readFailedJobs(bench.database, { kind: 'manual/fragile', limit: 10 });
  expect(failed.jobs).toMatchObject([
    {
      key: 'note 7',
      payload: { id: 7 },
      reason: 'broken',
      attempts: 3,
    },
  ]);

  isFixed = true;
  await jobs.retryFailed(failed.jobs[0]?.id ?? '');
  await until(
    'the job that was sent again is done',
    5_000,
    async () => (await endsOf('manual/fragile')).at(-1)?.outcome === 'done',
  );
  expect(await jobs.queues()).toMatchObject([{ waiting: 0, deadLettered: 0 }]);
});

test('5. a kind can allow one job per key, waiting or running', async () => {
  const gate = Promise.withResolvers<void>();
  const sync = defineJob({
    kind: 'manual/sync',
    payload: Type.Object({ account: Type.String() }),
    key: ({ account }) => account,
    onePerKey: true,
    retry,
    handle: async () => {
      await gate.promise;
      return done();
    },
  });
  const jobs = await bench.engine({ kinds: [sync] });

  const first = await jobs.send(sync, { account: 'a' });
  await until('it runs', 5_000, async () => (await jobs.queues())[0]?.active === 1);
  const second = await jobs.send(sync, { account: 'a' });
  const many = await jobs.sendMany(sync, [{ account: 'a' }, { account: 'b' }]);
  gate.resolve();
  await until('both are done', 5_000, async () => (await endsOf('manual/sync')).length === 2);
  const afterwards = await jobs.send(sync, { account: 'a' });

  expect(first).not.toBeNull();
  expect(second).toBeNull();
  expect(many).toBe(1);
  expect(afterwards).not.toBeNull();
});

test('6. a schedule sends a job at every slot, from the one process that leads', async () => {
  const slots: string[] = [];
  const tick = defineJob({
    kind: 'manual/tick',
    payload: Type.Object({ slot: Type.String() }),
    retry,
    schedule: {
      cron: '* * * * * *',
      timeZone: 'UTC',
      missed: 'skip',
      payload: (slot) => ({ slot: slot.toISOString() }),
    },
    handle: async ({ slot }) => {
      slots.push(slot);
      return done();
    },
  });
  const jobs = await bench.engine({ kinds: [tick], roles: { work: true, schedule: true } });
  const other = await bench.engine({ kinds: [tick], roles: { work: true, schedule: true } });

  await until('three slots were served', 10_000, () => slots.length >= 3);

  expect(new Set(slots).size).toBe(slots.length);
  expect([jobs.leads(), other.leads()].filter(Boolean)).toEqual([true]);
  expect(jobs.schedules()).toEqual([
    { kind: 'manual/tick', cron: '* * * * * *', timeZone: 'UTC', missed: 'skip' },
  ]);
});
