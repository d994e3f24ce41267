/** What our statements promise, and what they rely on in pg-boss: this file turns red when an upgrade changes either. */
import { PgBoss } from 'pg-boss';
import { Type } from 'typebox';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createJobsBench, type JobsBench } from '../../../test/support/jobs-bench.ts';
import { until } from '../../../test/support/until.ts';
import { toBossDatabase } from './boss-database.ts';
import {
  exhaustRetries,
  findAbandoned,
  findKindsWithDueJobs,
  finishClaims,
  holdClaims,
  postponeClaims,
  returnAbandoned,
  touchClaims,
  type Claim,
} from './claimed-jobs.ts';
import { defineJob } from './define-job.ts';
import { done } from './job-outcome.ts';
import { ensureQueues } from './queues.ts';

const kind = defineJob({
  kind: 'test/claims',
  payload: Type.Object({}),
  key: () => 'the one',
  onePerKey: true,
  retry: { limit: 2, firstDelaySeconds: 0, maxDelaySeconds: 0 },
  handle: async () => done(),
});

const SUSPECT = { crashes: 2, waitSeconds: 30 };

let bench: JobsBench;
let boss: PgBoss;
beforeAll(async () => {
  bench = await createJobsBench();
  boss = new PgBoss({ db: toBossDatabase(bench.database), schedule: false, supervise: false });
  boss.on('error', () => undefined);
  await boss.start();
  await ensureQueues(boss, bench.database, [kind]);
});
beforeEach(() => bench.database.query('delete from pgboss.job'));
afterAll(async () => {
  await boss.stop({ graceful: false });
  await bench.drop();
});

const send = () => boss.send(kind.kind, {}, { singletonKey: 'the one' });
async function claim(): Promise<Claim> {
  const [job] = await boss.fetch(kind.kind, { includeMetadata: true });
  if (job === undefined) throw new Error('there was no job to claim');
  return job;
}
const rows = () =>
  bench.database.query(
    'select id, state, retry_count, retry_limit, singleton_key from pgboss.job where name = $1',
    [kind.kind],
  );
const postpone = (claim: Claim, until: Date) =>
  bench.database.transaction((tx) => postponeClaims(tx, kind.kind, [{ ...claim, until }]));

test('fifty postponements leave the attempts, the id, the key and the exclusivity as they were', async () => {
  const id = await send();
  for (let round = 0; round < 50; round += 1) {
    const held = await claim();
    expect(held).toMatchObject({ id, retryCount: 0 });
    expect(await send()).toBeNull();
    expect(await postpone(held, new Date(0))).toEqual([id]);
    expect(await send()).toBeNull();
  }

  expect(await rows()).toEqual([
    { id, state: 'created', retryCount: 0, retryLimit: 2, singletonKey: 'the one' },
  ]);
});

test('a failed attempt before a postponement stays counted, and the postponement adds none', async () => {
  const id = await send();
  await boss.fail(kind.kind, (await claim()).id, { message: 'first failure' });

  const second = await claim();
  await postpone(second, new Date(0));
  const third = await claim();

  expect([second.retryCount, third.retryCount]).toEqual([1, 1]);
  expect(third.id).toBe(id);
});

test('a postponed job waits until its time', async () => {
  await send();
  const at = new Date('2100-01-01T00:00:00Z');

  await postpone(await claim(), at);

  expect(await boss.fetch(kind.kind)).toEqual([]);
  expect(await findKindsWithDueJobs(bench.database, [kind.kind])).toEqual([]);
  const [row] = await bench.database.query<{ startAfter: Date; keeps: boolean }>(
    'select start_after, keep_until > start_after as keeps from pgboss.job where name = $1',
    [kind.kind],
  );
  expect(row).toEqual({ startAfter: at, keeps: true });
});

test('a crash before the commit of a postponement leaves the claim, which another worker takes over', async () => {
  const id = await send();
  const held = await claim();

  const crashing = bench.database.transaction(async (tx) => {
    await postponeClaims(tx, kind.kind, [{ ...held, until: new Date(0) }]);
    throw new Error('killed here');
  });
  await expect(crashing).rejects.toThrow('killed here');

  expect(await rows()).toMatchObject([{ id, state: 'active', retryCount: 0 }]);
  await bench.database.query("update pgboss.job set heartbeat_on = now() - interval '1.1 seconds'");
  // Right after its start nobody counts as dead.
  await until('the server is older than the lease', 10_000, async () => {
    const [row] = await bench.database.query<{ isOld: boolean }>(
      `select pg_postmaster_start_time() < now() - interval '1 second' as "isOld"`,
    );
    return row?.isOld;
  });
  await bench.database.transaction(async (tx) => {
    const abandoned = await findAbandoned(tx, [kind.kind], 1);
    expect(abandoned).toMatchObject([{ id, kind: kind.kind, key: 'the one', crashes: 0 }]);
    await returnAbandoned(
      tx,
      abandoned.map((job) => job.id),
      SUSPECT,
    );
  });
  // The next run has a number of its own, and as many failures are allowed as before.
  expect(await claim()).toMatchObject({ id, retryCount: 1 });
  expect(await rows()).toMatchObject([{ id, state: 'active', retryCount: 1, retryLimit: 3 }]);
});

test('a job that outlived some workers waits before the next one, and one that outlived fewer does not', async () => {
  const waits: number[] = [];
  for (const crashes of [1, 2]) {
    await send();
    const { id } = await claim();
    await bench.database.query('update pgboss.job set output = $2 where id = $1', [id, { crashes }]);
    // In one transaction, in which time stands still.
    const [job] = await bench.database.transaction(async (tx) => {
      await returnAbandoned(tx, [id], SUSPECT);
      return await tx.query<{ waits: number; crashes: number }>(
        `delete from pgboss.job where id = $1
         returning round(extract(epoch from start_after - now()))::int as waits, (output -> 'crashes')::int as crashes`,
        [id],
      );
    });
    expect(job?.crashes).toBe(crashes + 1);
    waits.push(job?.waits ?? NaN);
  }
  expect(waits).toEqual([0, 30]);
});

test('an answer that was lost after the commit is asked for again in vain, even if the job runs elsewhere by then', async () => {
  const id = await send();
  const first = await claim();
  await postpone(first, new Date(0));
  // Claims are told apart by their start; a claim within the same millisecond would be taken for the first.
  await until('a later millisecond', 1_000, async () => {
    const [later] = await bench.database.query(
      "select 1 where now() > $1::timestamptz + interval '1 millisecond'",
      [first.startedOn],
    );
    return later;
  });
  const elsewhere = await claim();
  expect(elsewhere.retryCount).toBe(first.retryCount);

  expect(await postpone(first, new Date(0))).toEqual([]);
  expect(await bench.database.transaction((tx) => finishClaims(tx, kind.kind, [first]))).toEqual([]);
  expect(await bench.database.transaction((tx) => holdClaims(tx, kind.kind, [first]))).toEqual([]);
  expect(await touchClaims(bench.database, [{ ...first, kind: kind.kind }])).toEqual([]);

  expect(await touchClaims(bench.database, [{ ...elsewhere, kind: kind.kind }])).toEqual([id]);
  expect(await bench.database.transaction((tx) => finishClaims(tx, kind.kind, [elsewhere]))).toEqual([id]);
  expect(await rows()).toEqual([]);
});

test('a job without retries left fails into the dead-letter queue with its reason', async () => {
  const id = await send();
  const held = await claim();

  await bench.database.transaction(async (tx) => {
    await exhaustRetries(tx, kind.kind, [held.id]);
    await boss.fail(kind.kind, held.id, { message: 'no use' }, { db: toBossDatabase(tx) });
  });

  const letters = await bench.database.query(
    `select source_id, source_name, singleton_key, source_output ->> 'message' as reason from pgboss.job where name = 'dead-letter'`,
  );
  expect(letters).toEqual([
    { sourceId: id, sourceName: kind.kind, singletonKey: 'the one', reason: 'no use' },
  ]);
});

test('what counts as abandoned is silent for a whole lease', async () => {
  await send();
  await claim();
  const found = await bench.database.transaction(async (tx) => {
    await tx.query("update pgboss.job set heartbeat_on = now() - interval '0.5 seconds'");
    return await findAbandoned(tx, [kind.kind], 1);
  });

  expect(found).toEqual([]);
});

test('right after a start of the server nobody is declared dead', async () => {
  await send();
  await claim();
  await bench.database.query("update pgboss.job set heartbeat_on = now() - interval '1 year'");

  // The server of the tests has not been up for a month: for a lease of that length it has just started.
  const aMonth = 30 * 86_400;
  expect(await bench.database.transaction((tx) => findAbandoned(tx, [kind.kind], aMonth))).toEqual([]);
});
