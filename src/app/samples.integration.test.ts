/** Readings of a moment, who takes samples, and the counts of calls that they are made of. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { insertGames } from '../../test/support/projector/stored-games.ts';
import { until } from '../../test/support/until.ts';
import { silentLog } from '#/runtime/clickhouse/embedded/server-under-test.ts';
import { readSampleMoment, type SampleMarks, upsertProcess } from '#/runtime/postgres/operations.ts';
import { readLastPosition } from '#/match/raw.ts';
import { startOperationSamples, takeReadings, type ReadingDeps } from './samples.ts';
import { countUpstreamCalls } from '#/upstream/permit.ts';

let bench: TestDatabase;
beforeAll(async () => {
  bench = await createTestDatabase();
});
beforeEach(async () => {
  await bench.database.query(
    `truncate gamekeeper.operation_sample, gamekeeper.operation_line, gamekeeper.permit, gamekeeper.match, gamekeeper.raw,
       gamekeeper.job_log, gamekeeper.process, gamekeeper.projection`,
  );
});
afterAll(() => bench.drop());

const row = { kind: 'test/a', waiting: 3, delayed: 9, active: 2, deadLettered: 1 };
const deps = (): ReadingDeps => ({
  database: bench.database,
  queues: async () => [row, { ...row, kind: 'test/b' }],
  oldestWaitingSeconds: async () => 17,
  clickhouseBytes: async () => 4_000,
  freeDiskBytes: async () => 5_000,
});
/** By name and label, in one text; a minute after the last sample. */
async function readAll(
  changes: Partial<ReadingDeps> = {},
  last: { takenAt: number; marks: SampleMarks } | null = null,
): Promise<{ readonly values: Readonly<Record<string, number>>; readonly marks: SampleMarks }> {
  const now = last === null ? await nowMs() : last.takenAt + 60_000;
  const { readings, marks } = await takeReadings({ ...deps(), ...changes }, { now, isTaken: false, last });
  const values = Object.fromEntries(
    readings.map(({ name, label, value }) => [[name, ...Object.values(label)].join(' '), value]),
  );
  return { values, marks };
}
/** A transaction that any other test has open on the shared server holds the last position back. */
const whenInSight = (id: string) =>
  until(`${id} is in sight`, 30_000, async () => {
    const [{ rev } = { rev: '' }] = await bench.database.query<{ rev: string }>(
      'select rev::text as rev from gamekeeper.raw where id = $1',
      [id],
    );
    const last = await readLastPosition(bench.database, 'tft');
    return last.rev === rev && last;
  });
async function nowMs(): Promise<number> {
  return (await readSampleMoment(bench.database)).now;
}
const end = (outcome: string, secondsAgo: number) =>
  bench.database.query(
    `insert into gamekeeper.job_log (kind, job_id, outcome, attempts, duration_ms, ended_at)
     values ('test/a', gen_random_uuid(), $1, 1, 1, now() - make_interval(secs => $2))`,
    [outcome, secondsAgo],
  );
const putPermit = (calls: number, refusals: number) =>
  bench.database.query(
    `insert into gamekeeper.permit (key_id, host, budget, calls, refusals)
     values ('key', 'europe', '{"app": {"windows": [{"limit": 100, "spanMs": 1000, "bound": 25, "probes": 0, "closesAt": 9e15}],
       "blockedUntil": 0}, "methods": {"tft-match-v1.match": {"windows": [], "blockedUntil": 0}}}', $1, $2)
     on conflict (key_id, host) do update set calls = $1, refusals = $2`,
    [calls, refusals],
  );

test('what stands now is read, and of what has no beginning yet there is no rate', async () => {
  await bench.database.query(
    `insert into gamekeeper.projection (name, version, state, system_id, table_ids) values ('tft', 1, 'live', '', '{}')`,
  );
  await bench.database.transaction((tx) =>
    insertGames(tx, [{ id: 'EUW1_1' }, { id: 'EUW1_2', state: 'quarantined' }]),
  );
  await bench.database.query(`update gamekeeper.raw set fetched_at = now() - interval '50 seconds'`);
  await putPermit(5, 1);
  await upsertProcess(bench.database, {
    id: '00000000-0000-4000-8000-000000000001',
    host: 'here',
    pid: 1,
    roles: [],
    version: '1',
    startedAt: '2026-01-01T00:00:00Z',
    rssBytes: 7_000,
    cpuPercent: 1,
  });
  const { values } = await readAll();
  expect(values).toMatchObject({
    'projector-lag-rows tft': 2,
    'jobs-waiting': 6,
    'jobs-active': 4,
    'jobs-failed': 2,
    'oldest-job-seconds': 17,
    'budget-used riot-tft europe': 0.25,
    'quarantined tft match': 1,
    'quarantined lol match': 0,
    'quarantined lol timeline': 0,
    processes: 1,
    memory: 7_000,
    'storage clickhouse': 4_000,
    'storage objects': 0,
    'free-disk': 5_000,
  });
  expect(values['projector-lag-seconds tft']).toBeGreaterThanOrEqual(50);
  expect(values['storage postgres']).toBeGreaterThan(1_000_000);
  expect(Object.keys(values).filter((name) => /^(games|upstream|jobs-ended)/.test(name))).toEqual([]);
});

test('rates count since the last sample, whichever process took it', async () => {
  await bench.database.transaction((tx) => insertGames(tx, [{ id: 'EUW1_1' }]));
  const before = await whenInSight('EUW1_1');
  await bench.database.transaction((tx) => insertGames(tx, [{ id: 'EUW1_2' }, { id: 'EUW1_3' }]));
  const after = await whenInSight('EUW1_3');
  await putPermit(130, 4);
  await end('done', 70);
  for (const secondsAgo of [50, 30, 10]) await end('done', secondsAgo);
  await end('retried', 20);
  // So late that another one of the same time may still be on its way: the next sample counts it.
  await end('done', 1);
  const takenAt = (await nowMs()) - 60_000;
  const { values, marks } = await readAll(
    {},
    {
      takenAt,
      marks: {
        endsUntil: takenAt - 5_000,
        bodies: { tft: before, lol: { xid: '0', rev: '0' } },
        calls: { 'key europe': { calls: 100, refusals: 4 } },
      },
    },
  );
  expect(values).toMatchObject({
    'games-stored tft': 2,
    'games-stored lol': 0,
    'upstream-calls riot-tft europe': 30,
    'upstream-refusals riot-tft europe': 0,
    'jobs-ended done': 3,
    'jobs-ended retried': 1,
    'jobs-ended skipped': 0,
    'jobs-ended postponed': 0,
    'jobs-ended dead-lettered': 0,
  });
  expect(marks.calls).toEqual({ 'key europe': { calls: 130, refusals: 4 } });
  expect(marks.bodies['tft']).toEqual(after);

  // From here on nothing more has happened, but what was left for later.
  const next = await readAll({}, { takenAt: (await nowMs()) - 30_000, marks });
  expect(next.values).toMatchObject({ 'games-stored tft': 0, 'upstream-calls riot-tft europe': 0 });
});

test('after a long pause there is a gap instead of a rate', async () => {
  const { marks } = await readAll();
  await end('done', 100);
  const now = await nowMs();
  const last = { takenAt: now - 3_600_000, marks: { ...marks, endsUntil: now - 3_605_000 } };
  const { readings } = await takeReadings(deps(), { now, isTaken: false, last });
  const values = Object.fromEntries(readings.map(({ name, value }) => [name, value]));
  expect(Object.keys(values).filter((name) => /^(games|jobs-ended)/.test(name))).toEqual([]);
  expect(values['processes']).toBe(0);
});

test('a reading that fails affects no other', async () => {
  const away = () => Promise.reject(new Error('away'));
  const { values } = await readAll({ clickhouseBytes: away, queues: away, freeDiskBytes: away });
  for (const name of ['storage clickhouse', 'free-disk', 'jobs-waiting'])
    expect(values).not.toHaveProperty(name);
  expect(values['storage postgres']).toBeGreaterThan(0);
  expect(values['quarantined tft match']).toBe(0);
});

test('only the leader takes samples, one per half minute, and the next leader continues from the last one', async () => {
  let looks = 0;
  const sampler = (isLeader: boolean) =>
    startOperationSamples({
      ...deps(),
      log: silentLog,
      retryMs: 20,
      leads() {
        looks += 1;
        return isLeader;
      },
    });
  const count = async () => (await bench.database.query('select from gamekeeper.operation_sample')).length;
  const untilTaken = (samples: number) =>
    until(`${samples} samples were taken`, 30_000, async () => (await count()) >= samples);

  const idle = sampler(false);
  await until('it has looked a few times', 30_000, () => looks > 5);
  await idle.stop();
  expect(await count()).toBe(0);
  looks = 0;
  const leader = sampler(true);
  await untilTaken(1);
  await leader.stop();
  const taken = await count();
  // It looks when a half minute begins, and not in between; the sample of the last look may have been cut off.
  expect(looks).toBeLessThanOrEqual(taken + 1);

  // As if half a minute had passed: the next one counts from the marks of this one.
  await bench.database.query(
    `update gamekeeper.operation_sample set slot = slot - interval '30 seconds', taken_at = taken_at - interval '30 seconds'`,
  );
  const successor = sampler(true);
  await untilTaken(taken + 1);
  await successor.stop();
  const lines = await bench.database.query<{ name: string }>(
    `select l.name from gamekeeper.operation_sample s join gamekeeper.operation_line l on l.id = any(s.lines)
     where s.slot = (select max(slot) from gamekeeper.operation_sample)`,
  );
  expect(lines.map(({ name }) => name)).toContain('games-stored');
});

test('calls are added to those of all processes, also those counted while PostgreSQL was unavailable', async () => {
  await putPermit(1, 0);
  let isAway = true;
  let refused = 0;
  const calls = countUpstreamCalls({
    database: {
      query(text, values) {
        if (!isAway) return bench.database.query(text, values);
        refused += 1;
        return Promise.reject(new Error('away'));
      },
    },
    log: silentLog,
    everyMs: 10,
  });
  const call = { keyId: 'key', host: 'europe', method: 'tft-match-v1.match', lane: 'live' } as const;
  calls.granted(call, 0);
  calls.granted(call, 0);
  calls.refused(call, 'method');
  const read = async () => {
    const sql = 'select calls::int as calls, refusals::int as refusals from gamekeeper.permit';
    return (await bench.database.query<{ calls: number; refusals: number }>(sql))[0];
  };
  await until('it was tried in vain', 10_000, () => refused > 0);
  isAway = false;
  await until('they are added', 10_000, async () => (await read())?.calls === 3);
  calls.granted(call, 0);
  await calls.stop();
  expect(await read()).toEqual({ calls: 4, refusals: 1 });
});
