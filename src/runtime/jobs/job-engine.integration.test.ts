import pg from 'pg';
import { Type } from 'typebox';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { toClientConfig } from '../postgres/database.ts';
import { createJobsBench, type JobsBench } from '../../../test/support/jobs-bench.ts';
import { until } from '../../../test/support/until.ts';
import { defineJob, type JobContext, type JobKind } from './define-job.ts';
import { done, type JobOutcome } from './job-outcome.ts';

let bench: JobsBench;
beforeAll(async () => {
  bench = await createJobsBench();
});
beforeEach(() => {
  bench.ends.length = 0;
  bench.logs.length = 0;
});
afterEach(() => bench.stopEngines());
afterAll(() => bench.drop());

const retry = { limit: 2, firstDelaySeconds: 0, maxDelaySeconds: 0 };
const Numbered = Type.Object({ id: Type.Integer() });
let kinds = 0;
/** A kind with a name of its own, so that tests share a database and nothing else. */
function numbered(handle: (id: number, context: JobContext) => Promise<JobOutcome>, more: object = {}) {
  kinds += 1;
  return defineJob({
    kind: `test/engine-${kinds}`,
    payload: Numbered,
    key: ({ id }) => `#${id}`,
    retry,
    ...more,
    handle: ({ id }, context) => handle(id, context),
  });
}
const nothing = async (): Promise<JobOutcome> => done();

test('six engines that start at once on an empty database share one schema', async () => {
  const fresh = await createJobsBench();
  const kind = numbered(nothing);
  try {
    const engines = await Promise.all(Array.from({ length: 6 }, () => fresh.engine({ kinds: [kind] })));
    await Promise.all(engines.map((engine, id) => engine.send(kind, { id })));
    await until('all six are done', 10_000, () => fresh.ends.length === 6);

    const [schema] = await fresh.database.query<{ versions: number; queues: number }>(
      `select (select count(*)::int from pgboss.version) as versions,
              (select count(*)::int from pgboss.queue where name = $1) as queues`,
      [kind.kind],
    );
    expect(schema).toEqual({ versions: 1, queues: 1 });
    expect(engines.map((engine) => engine.state().state)).toEqual(Array.from({ length: 6 }, () => 'running'));
  } finally {
    await fresh.drop();
  }
});

test('a payload that the schema refuses is refused where it is sent', async () => {
  const kind = numbered(nothing);
  const jobs = await bench.engine({ kinds: [kind] });

  await expect(jobs.send(kind.kind, { id: 'seven' })).rejects.toThrow(
    `${kind.kind} refuses this payload: /id must be`,
  );
  await expect(jobs.send('test/nobody', { id: 1 })).rejects.toThrow('no job kind is called "test/nobody"');
  expect(await jobs.queues()).toMatchObject([{ waiting: 0, delayed: 0, active: 0 }]);
});

test.each([
  ['of another shape', { id: 'seven' }],
  ['empty', null],
  ['a number', 5],
  ['of an older version', { identifier: 7 }],
  ['with a prototype in it', JSON.parse('{"id": 1.5, "__proto__": {"id": 7}}')],
])('a payload in the queue that is %s becomes a dead letter, and the next job runs', async (_, data) => {
  const ran: number[] = [];
  const kind = numbered(async (id) => {
    ran.push(id);
    return done();
  });
  const jobs = await bench.engine({ kinds: [kind] });

  // As another version of the program would do it: past our check.
  await bench.database.query(
    `insert into pgboss.job (name, data, dead_letter, retry_limit) values ($1, $2, 'dead-letter', 2)`,
    [kind.kind, JSON.stringify(data)],
  );
  await jobs.send(kind, { id: 1 });

  await until('both ended', 5_000, () => bench.ends.length === 2);
  expect(bench.ends.find((end) => end.outcome === 'dead-lettered')?.reason).toMatch(
    /^the payload does not fit: /,
  );
  expect(ran).toEqual([1]);
});

test('jobs of kinds that this process does not know are left alone', async () => {
  const theirs = numbered(nothing);
  const ours = numbered(nothing);
  const newer = await bench.engine({ kinds: [theirs], roles: { work: false, schedule: false } });
  await newer.send(theirs, { id: 1 });
  await newer.stop({ graceMs: 0 });
  const jobs = await bench.engine({ kinds: [ours] });

  await jobs.send(ours, { id: 2 });
  await until('ours is done', 5_000, () => bench.ends.length === 1);

  const rows = await bench.database.query<{ state: string }>('select state from pgboss.job where name = $1', [
    theirs.kind,
  ]);
  expect(rows).toEqual([{ state: 'created' }]);
});

test('any value that a handler throws is recorded as the reason', async () => {
  const kind = numbered(
    async (id) => {
      if (id === 1) throw new Error('bad \0 text \ud800 and long '.padEnd(5_000, '.'));
      if (id === 2) return Promise.reject(Object.create(null) as Error);
      return undefined as unknown as JobOutcome;
    },
    { retry: { ...retry, limit: 0 } },
  );
  const jobs = await bench.engine({ kinds: [kind] });

  await jobs.sendMany(kind, [{ id: 1 }, { id: 2 }, { id: 3 }]);

  await until('all three ended', 5_000, () => bench.ends.length === 3);
  const reasons = new Map(bench.ends.map((end) => [end.key, end.reason]));
  expect(reasons.get('#1')).toMatch(/^bad {2}text \ufffd and long \.+…$/u);
  expect(reasons.get('#2')).toBe('the handler threw something that is no error');
  expect(reasons.get('#3')).toBe('the handler gave no outcome');
  expect(await jobs.queues()).toMatchObject([{ waiting: 0, active: 0, deadLettered: 3 }]);
});

test('a run that takes too long is a failed attempt, and its signal is aborted', async () => {
  const aborted: boolean[] = [];
  const kind = numbered(
    async (_, { signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      aborted.push(signal.aborted);
      return done();
    },
    { timeoutSeconds: 1, retry: { ...retry, limit: 0 } },
  );
  const jobs = await bench.engine({ kinds: [kind] });

  await jobs.send(kind, { id: 1 });

  await until('it ended', 5_000, () => bench.ends.length === 1);
  expect(bench.ends).toMatchObject([{ outcome: 'dead-lettered', reason: 'the run took longer than 1 s' }]);
  expect(aborted).toEqual([true]);
});

test('a slow job holds up neither its neighbours nor their log rows', async () => {
  const gate = Promise.withResolvers<void>();
  const kind = numbered(
    async (id) => {
      if (id === 0) await gate.promise;
      return done();
    },
    { concurrency: 4 },
  );
  const jobs = await bench.engine({ kinds: [kind] });

  await jobs.sendMany(
    kind,
    Array.from({ length: 40 }, (_, id) => ({ id })),
  );

  await until('all others ended', 5_000, () => bench.ends.length === 39);
  expect(await jobs.queues()).toMatchObject([{ waiting: 0, active: 1 }]);
  gate.resolve();
  await until('the slow one too', 5_000, () => bench.ends.length === 40);
});

test('no more than the concurrency runs at once, and higher priority goes first', async () => {
  let [running, most] = [0, 0];
  const order: number[] = [];
  const gates: (() => void)[] = [];
  const kind = numbered(
    async (id) => {
      order.push(id);
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => gates.push(resolve));
      running -= 1;
      return done();
    },
    { concurrency: 2 },
  );
  const sender = await bench.engine({ kinds: [kind], roles: { work: false, schedule: false } });
  for (let id = 0; id < 6; id += 1) await sender.send(kind, { id }, { priority: id });

  await bench.engine({ kinds: [kind] });

  for (let begun = 2; begun <= 6; begun += 2) {
    await until(`${begun} have begun`, 5_000, () => gates.length === begun);
    for (const open of gates.slice(begun - 2)) open();
    await until('both ended', 5_000, () => bench.ends.length === begun);
  }
  expect(most).toBe(2);
  expect([0, 2, 4].map((at) => order.slice(at, at + 2).toSorted((a, b) => a - b))).toEqual([
    [4, 5],
    [2, 3],
    [0, 1],
  ]);
});

test('a delayed job waits for its time, and is counted as delayed', async () => {
  const kind = numbered(nothing);
  const jobs = await bench.engine({ kinds: [kind] });

  await jobs.send(kind, { id: 1 }, { startAfter: new Date('2100-01-01T00:00:00Z'), key: 'later' });
  await jobs.send(kind, { id: 2 });
  await until('the other one ended', 6_000, () => bench.ends.length === 1);
  expect(await jobs.queues()).toMatchObject([{ waiting: 0, delayed: 1 }]);

  await bench.database.query(`update pgboss.job set start_after = now() where name = $1`, [kind.kind]);
  await until('it ended', 6_000, () => bench.ends.length === 2);
  expect(bench.ends.at(-1)).toMatchObject({ key: 'later', outcome: 'done' });
});

test('stopping lets runs end within the grace, and gives back what does not', async () => {
  const stopping = Promise.withResolvers<void>();
  let begun = 0;
  const kind = numbered(async (id, { signal }) => {
    begun++;
    if (id === 1) await stopping.promise;
    if (id === 2)
      await new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(new Error('told to stop'))),
      );
    if (id === 3) await new Promise(() => undefined);
    return done();
  });
  const jobs = await bench.engine({ kinds: [kind] });
  await jobs.sendMany(kind, [{ id: 1 }, { id: 2 }, { id: 3 }]);
  await until('all three run', 5_000, () => begun === 3);

  const stopped = jobs.stop({ graceMs: 600 });
  stopping.resolve();
  await stopped;

  expect(bench.ends.map(({ key, outcome }) => `${key} ${outcome}`).toSorted()).toEqual([
    '#1 done',
    '#2 postponed',
    '#3 postponed',
  ]);
  const taken: string[] = [];
  const again = defineJob({
    kind: kind.kind,
    payload: Numbered,
    retry,
    async handle({ id }, { attempt }) {
      taken.push(`#${id}, attempt ${attempt}`);
      return done();
    },
  });
  await bench.engine({ kinds: [again] });
  await until('both run at once', 5_000, () => taken.length === 2);
  expect(taken.toSorted()).toEqual(['#2, attempt 1', '#3, attempt 1']);
});

test('a run whose claim was taken away is told so, and its outcome changes nothing', async () => {
  const gate = Promise.withResolvers<string>();
  const kind = numbered(async (_, { signal }) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    gate.resolve(String(signal.reason));
    return done();
  });
  const jobs = await bench.engine({ kinds: [kind] });
  const id = await jobs.send(kind, { id: 1 });
  await until('it runs', 5_000, async () => (await jobs.queues())[0]?.active === 1);

  // Another worker's claim, as far as the table tells: one run further.
  await bench.database.query('update pgboss.job set retry_count = retry_count + 1 where id = $1', [id]);

  expect(await gate.promise).toContain('another worker has taken this job');
  expect(await bench.database.query('select state from pgboss.job where id = $1', [id])).toEqual([
    { state: 'active' },
  ]);
  expect(bench.ends).toEqual([]);
});

test('stopping ends also when PostgreSQL hangs', async () => {
  const kind = numbered(() => new Promise(() => undefined));
  const jobs = await bench.engine({ kinds: [kind] });
  await jobs.send(kind, { id: 1 });
  await until('it runs', 5_000, async () => (await jobs.queues())[0]?.active === 1);

  const blocker = new pg.Client(toClientConfig(bench.connection));
  await blocker.connect();
  try {
    await blocker.query('begin');
    await blocker.query('lock table pgboss.job_common in exclusive mode');
    // Jobs can neither be claimed nor settled until this has ended.
    await expect(jobs.stop({ graceMs: 100 })).resolves.toBeUndefined();
  } finally {
    await blocker.end();
  }
});

test('a kind that becomes exclusive gets an exclusive queue as soon as its queue is empty', async () => {
  const before = numbered(nothing);
  const after = numbered(nothing, { kind: before.kind, onePerKey: true });
  const off = { work: false, schedule: false };
  const sentTwice = async (kind: JobKind<{ id: number }>) => {
    const jobs = await bench.engine({ kinds: [kind], roles: off });
    const sent = [await jobs.send(kind, { id: 1 }), await jobs.send(kind, { id: 1 })];
    await jobs.stop({ graceMs: 0 });
    return sent;
  };

  const first = await sentTwice(before);
  expect(await sentTwice(after)).toEqual([expect.any(String), expect.any(String)]);
  await bench.database.query('delete from pgboss.job where name = $1', [before.kind]);

  expect(first).toEqual([expect.any(String), expect.any(String)]);
  expect(await sentTwice(after)).toEqual([expect.any(String), null]);
});

test('jobs that a former version sent are run, with the attempts that are left', async () => {
  const ran: string[] = [];
  const kind = numbered(async (id, { attempt }) => {
    ran.push(`#${id}, attempt ${attempt}`);
    if (id === 2) throw new Error('again');
    return done();
  });
  const sender = await bench.engine({ kinds: [kind], roles: { work: false, schedule: false } });
  await bench.database.query(
    `insert into pgboss.job (name, data, state, retry_limit, retry_count, started_on, retry_delay, retry_backoff, dead_letter, output)
     values ($1, '{"id": 1}', 'created', 2, 0, null, 60, true, 'dead-letter', null),
            ($1, '{"id": 2}', 'retry', 2, 1, now(), 60, true, 'dead-letter', '{"message": "failed"}')`,
    [kind.kind],
  );

  await bench.engine({ kinds: [kind] });

  await until('both ended', 5_000, () => bench.ends.length === 2);
  expect(ran.toSorted()).toEqual(['#1, attempt 1', '#2, attempt 3']);
  expect(bench.ends.map(({ outcome, attempts }) => `${outcome} ${attempts}`).toSorted()).toEqual([
    'dead-lettered 3',
    'done 1',
  ]);
  await sender.stop({ graceMs: 0 });
});

test('an engine uses at most four connections and one that listens', async () => {
  const gate = Promise.withResolvers<void>();
  const kind = numbered(
    async (id) => {
      if (id < 50) await gate.promise;
      return done();
    },
    { concurrency: 50 },
  );
  // Sessions of the test before may still be on their way out.
  const [begun] = await bench.database.query<{ at: string }>(`select clock_timestamp()::text as at`);
  const jobs = await bench.engine({ kinds: [kind] });
  await jobs.sendMany(
    kind,
    Array.from({ length: 200 }, (_, id) => ({ id })),
  );
  await until('fifty run', 20_000, async () => (await jobs.queues())[0]?.active === 50);

  let most = 0;
  gate.resolve();
  await until('all ended', 20_000, async () => {
    const [seen] = await bench.database.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name like 'gamekeeper%'
       and backend_start >= $1`,
      [begun?.at],
    );
    most = Math.max(most, seen?.n ?? 0);
    return bench.ends.length === 200;
  });
  expect(most).toBeLessThanOrEqual(5);
});
