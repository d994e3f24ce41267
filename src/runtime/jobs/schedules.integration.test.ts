import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { Type } from 'typebox';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createJobsBench, type JobsBench } from '../../../test/support/jobs-bench.ts';
import { until } from '../../../test/support/until.ts';
import { defineJob, type JobKind } from './define-job.ts';
import { done } from './job-outcome.ts';
import { ensureQueues, toBossDatabase } from './queues.ts';
import { runSchedules } from './schedules.ts';
import { createJobSender } from './send-jobs.ts';

const log = pino({ level: 'silent' });
const retry = { limit: 0, firstDelaySeconds: 0, maxDelaySeconds: 0 };
const EVERY_SECOND = '* * * * * *';
const HOURLY = '0 * * * *';

let bench: JobsBench;
let boss: PgBoss;
let terms: { stop: AbortController; ended: Promise<void> }[] = [];
beforeAll(async () => {
  bench = await createJobsBench();
  boss = new PgBoss({ db: toBossDatabase(bench.database), schedule: false, supervise: false });
  boss.on('error', () => undefined);
  await boss.start();
});
beforeEach(() => bench.database.query('truncate pgboss.schedule, gamekeeper.cursor; delete from pgboss.job'));
afterEach(() => endTerms());
afterAll(async () => {
  await boss.stop({ graceful: false });
  await bench.drop();
});

function scheduled(name: string, cron: string, missed: 'skip' | 'once' | 'each'): JobKind<{ slot: string }> {
  return defineJob({
    kind: `test/${name}`,
    payload: Type.Object({ slot: Type.String() }),
    retry,
    schedule: { cron, timeZone: 'UTC', missed, payload: (slot) => ({ slot: slot.toISOString() }) },
    handle: async () => done(),
  });
}

/** Leads as a scheduler does, without the lock: what must hold even if two believe to lead. */
async function lead(kinds: readonly JobKind[]): Promise<void> {
  await ensureQueues(boss, kinds, log);
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]));
  const jobs = createJobSender({ kinds: byName, link: () => ({ boss, database: bench.database }) });
  const stop = new AbortController();
  const ended = runSchedules({ boss, database: bench.database, kinds, jobs, log }, stop.signal);
  terms.push({ stop, ended });
}
async function endTerms(): Promise<void> {
  for (const term of terms) term.stop.abort();
  await Promise.all(terms.map((term) => term.ended));
  terms = [];
}
const sentSlots = async (kind: JobKind) =>
  (
    await bench.database.query<{ slot: string }>(
      `select data ->> 'slot' as slot from pgboss.job where name = $1 order by slot`,
      [kind.kind],
    )
  ).map((row) => row.slot);
const cursors = () =>
  bench.database.query<{ name: string }>('select name from gamekeeper.cursor order by name');
/** As if no scheduler had led since then. */
const lastServed = (kind: JobKind, ago: string) =>
  bench.database.query(
    `update gamekeeper.cursor set read_until = now() - $2::interval where name like $1 || ' %'`,
    [kind.kind, ago],
  );

test('two schedulers that both believe to lead send every slot once', async () => {
  const tick = scheduled('tick', EVERY_SECOND, 'skip');

  await lead([tick]);
  await lead([tick]);
  await until('three slots', 10_000, async () => (await sentSlots(tick)).length >= 3);
  await endTerms();

  const slots = await sentSlots(tick);
  expect(new Set(slots).size).toBe(slots.length);
  const seconds = slots.map((slot) => new Date(slot).getTime() / 1_000);
  expect(seconds.every((second) => Number.isInteger(second))).toBe(true);
});

test('after hours without a scheduler, `each` runs all missed slots, `once` the newest and `skip` none', async () => {
  const tenMinutesAgo = new Date();
  tenMinutesAgo.setUTCMinutes(tenMinutesAgo.getUTCMinutes() - 10, 0, 0);
  const hourlySinceThen = `${tenMinutesAgo.getUTCMinutes()} * * * *`;
  const once = scheduled('once', hourlySinceThen, 'once');
  const skip = scheduled('skip', hourlySinceThen, 'skip');
  const each = scheduled('each', hourlySinceThen, 'each');
  await lead([once, skip, each]);
  await until('all are known', 5_000, async () => (await cursors()).length === 3);
  await endTerms();
  for (const kind of [once, skip, each]) await lastServed(kind, '3 hours');

  await lead([once, skip, each]);
  await until('the missed slot is made up for', 5_000, async () => (await sentSlots(once)).length === 1);
  await until('the other is marked as passed', 5_000, async () => {
    const rows = await bench.database.query(
      `select from gamekeeper.cursor where name like $1 || ' %' and read_until > now() - interval '1 hour 1 minute'`,
      [skip.kind],
    );
    return rows.length === 1;
  });
  await until('the missed slots are made up for', 5_000, async () => (await sentSlots(each)).length > 0);
  await endTerms();

  const hoursBefore = (hours: number) => new Date(tenMinutesAgo.getTime() - hours * 3_600_000).toISOString();
  expect(await sentSlots(each)).toEqual([hoursBefore(2), hoursBefore(1), hoursBefore(0)]);
  expect(await sentSlots(once)).toEqual([tenMinutesAgo.toISOString()]);
  expect(await sentSlots(skip)).toEqual([]);
});

test('a schedule survives a restart, a new one has nothing to make up for, a removed one disappears', async () => {
  const kept = scheduled('kept', HOURLY, 'once');
  const removed = scheduled('removed', HOURLY, 'once');
  const added = scheduled('added', HOURLY, 'once');
  await lead([kept, removed]);
  await until('both are known', 5_000, async () => (await cursors()).length === 2);
  await endTerms();
  await lastServed(kept, '3 hours');

  await lead([kept, added]);
  await until('the missed slot is made up for', 5_000, async () => (await sentSlots(kept)).length === 1);
  await endTerms();

  expect(await cursors()).toEqual([
    { name: 'test/added 0 * * * * UTC' },
    { name: 'test/kept 0 * * * * UTC' },
  ]);
  expect(await sentSlots(added)).toEqual([]);
});

test('a changed rule begins anew instead of making up for slots it never had', async () => {
  const before = scheduled('changed', HOURLY, 'once');
  const after = scheduled('changed', '*/7 * * * *', 'once');
  await lead([before]);
  await until('it is known', 5_000, async () => (await cursors()).length === 1);
  await endTerms();
  await lastServed(before, '5 hours');

  await lead([after]);
  const rule = await until('the rule is changed', 5_000, async () => {
    const [row, ...others] = await bench.database.query<{ name: string; isFresh: boolean }>(
      `select name, read_until > now() - interval '1 minute' as is_fresh from gamekeeper.cursor`,
    );
    return others.length === 0 && row?.name === 'test/changed */7 * * * * UTC' && row;
  });
  await endTerms();

  expect(rule.isFresh).toBe(true);
});

test('a slot whose job cannot be sent is not marked as served', async () => {
  const broken = defineJob({
    kind: 'test/broken',
    payload: Type.Object({ slot: Type.String() }),
    retry,
    schedule: {
      cron: HOURLY,
      timeZone: 'UTC',
      missed: 'once',
      payload: () => {
        attempts += 1;
        throw new Error('no payload');
      },
    },
    handle: async () => done(),
  });
  let attempts = 0;
  await lead([broken]);
  await until('it is known', 5_000, async () => (await cursors()).length === 1);
  await endTerms();
  await lastServed(broken, '2 hours');

  await lead([broken]);
  await until('it was tried twice', 10_000, () => attempts >= 2);
  await endTerms();

  const rows = await bench.database.query(
    `select from gamekeeper.cursor where read_until < now() - interval '110 minutes'`,
  );
  expect(rows).toHaveLength(1);
});

test('the cursors of a former version, in the schedules of pg-boss, are taken over', async () => {
  const kind = scheduled('former', HOURLY, 'once');
  await bench.database.query('truncate pgboss.schedule');
  await ensureQueues(boss, [kind], log);
  await bench.database.query(
    `insert into pgboss.schedule (name, key, kind, cron, timezone, options)
     values ($1, '', 'cron', $2, 'UTC', jsonb_build_object('missed', 'once', 'slot', now() - interval '3 hours'))`,
    [kind.kind, HOURLY],
  );

  await lead([kind]);
  await until('the missed slot is sent', 5_000, async () => (await sentSlots(kind)).length === 1);
  await endTerms();

  expect(await boss.getSchedules()).toEqual([]);
});
