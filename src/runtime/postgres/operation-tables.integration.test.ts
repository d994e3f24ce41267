/** What the operations page is made of, asked of a real PostgreSQL. */
import { beforeEach, describe, expect, test } from 'vitest';
import { syncBudget } from '#/domain/limiter/budget.ts';
import type { Reading } from '#/domain/operations/readings.ts';
import { countQuarantined, countReasons, listQuarantined } from '#/match/quarantine.ts';
import {
  addUpstreamCalls,
  createBudgetStore,
  readFootballDay,
  readUpstreamBudgets,
} from '#/upstream/permit.ts';
import { useTestDatabase } from '../../../test/support/test-database.ts';
import {
  pruneSamples,
  readDatabaseBytes,
  readNewestReadings,
  readObjectWeight,
  readSampledLines,
  readSampleMoment,
  readTableWeights,
  type SampleMarks,
  writeSample,
} from './operations.ts';

const db =
  useTestDatabase(`truncate gamekeeper.operation_sample, gamekeeper.operation_line, gamekeeper.permit, gamekeeper.football_quota,
       gamekeeper.match, gamekeeper.timeline, gamekeeper.raw`);

const MARKS: SampleMarks = {
  endsUntil: 5,
  bodies: { tft: { xid: '12345678901234', rev: '7' } },
  calls: { 'key europe': { calls: 3, refusals: 1 } },
};
const READINGS: readonly Reading[] = [
  { name: 'games-stored', label: { source: 'tft' }, value: 12.5 },
  { name: 'upstream-calls', label: { upstream: 'riot-tft', host: 'kr' }, value: 3 },
  { name: 'processes', label: {}, value: 1 },
];

/** As if it had been taken so many seconds ago. */
async function writeOld(secondsAgo: number, readings: readonly Reading[]): Promise<void> {
  await writeSample(db.database, { readings, marks: MARKS });
  await db.database.query(
    `update gamekeeper.operation_sample set slot = slot - make_interval(secs => $1), taken_at = taken_at - make_interval(secs => $1)
     where slot = (select max(slot) from gamekeeper.operation_sample)`,
    [secondsAgo],
  );
}

describe('samples', () => {
  test('one is kept with its marks, and the next one finds them', async () => {
    expect(await readSampleMoment(db.database)).toMatchObject({ isTaken: false, last: null });
    await writeOld(40, READINGS);
    const { now, isTaken, last } = await readSampleMoment(db.database);
    expect(isTaken).toBe(false);
    expect(last?.marks).toEqual(MARKS);
    expect(now - (last?.takenAt ?? 0)).toBeGreaterThanOrEqual(40_000);
    // A minute is far more than the test takes, and far less than a wrong unit or time zone would show.
    expect(now - (last?.takenAt ?? 0)).toBeLessThan(100_000);
    expect(await readNewestReadings(db.database, 1_000)).toEqual(READINGS);
    expect(await readNewestReadings(db.database, 10)).toEqual([]);
  });

  test('however many take one at once, a half minute has one, and a line has one name', async () => {
    const written = await Promise.all(
      Array.from({ length: 8 }, () => writeSample(db.database, { readings: READINGS, marks: MARKS })),
    );
    const slots = await db.database.query('select from gamekeeper.operation_sample');
    // Two, should the half minute have ended just then.
    expect(slots.length).toBeLessThanOrEqual(2);
    expect(written.filter(Boolean)).toHaveLength(slots.length);
    expect((await readSampleMoment(db.database)).isTaken).toBe(true);
    const lines = await db.database.query('select from gamekeeper.operation_line');
    expect(lines).toHaveLength(READINGS.length);
  });

  test('a sample without readings is one all the same, and numbers of lines are not used up by repeating them', async () => {
    await writeOld(120, []);
    await writeOld(90, READINGS);
    await writeOld(60, READINGS);
    await writeOld(30, [...READINGS, { name: 'memory', label: {}, value: 1 }]);
    const samples = await db.database.query<{ lines: number[] }>(
      'select lines from gamekeeper.operation_sample order by slot',
    );
    const [first = 0] = samples[1]?.lines ?? [];
    expect(samples.map(({ lines }) => lines.map((line) => line - first))).toEqual([
      [],
      [0, 1, 2],
      [0, 1, 2],
      [0, 1, 2, 3],
    ]);
  });

  test('a sample from the future, which a wrong clock left behind, does not stop the others', async () => {
    await writeOld(-3_600, READINGS);
    expect(await readSampleMoment(db.database)).toMatchObject({ isTaken: false, last: null });
    expect(await writeSample(db.database, { readings: READINGS, marks: MARKS })).toBe(true);
  });

  test('steps tell the mean, the highest and the lowest of every line', async () => {
    const [clock] = await db.database.query<{ minute: number }>(
      `select (floor(extract(epoch from now()) / 60) * 60)::float8 as minute`,
    );
    const minute = clock?.minute ?? 0;
    const put = (secondsBefore: number, value: number) =>
      db.database.query(
        `insert into gamekeeper.operation_sample (slot, marks, lines, readings)
         select to_timestamp($1::float8 - $2::float8), '{}', array[id], array[$3::float8] from gamekeeper.operation_line
         where name = 'processes'`,
        [minute, secondsBefore, value],
      );
    await db.database.query(`insert into gamekeeper.operation_line (name, label) values ('processes', '{}')`);
    for (const [before, value] of [
      [120, 4],
      [90, 8],
      [60, 1],
      [600, 100],
    ] as const)
      await put(before, value);
    const lines = await readSampledLines(db.database, { fromSeconds: minute - 120, stepSeconds: 60 });
    expect(lines).toEqual([
      {
        name: 'processes',
        label: {},
        begins: [minute - 120, minute - 60],
        mean: [6, 1],
        highest: [8, 1],
        lowest: [4, 1],
      },
    ]);
  });

  test('what is older than a week is forgotten, with the lines that nothing is left of', async () => {
    await writeOld(8 * 86_400, [{ name: 'games-stored', label: { source: 'lol' }, value: 1 }]);
    await writeOld(6 * 86_400, READINGS);
    expect(await pruneSamples(db.database)).toBe(1);
    expect(await pruneSamples(db.database)).toBe(0);
    const lines = await db.database.query<{ name: string }>(
      'select name from gamekeeper.operation_line order by id',
    );
    expect(lines.map(({ name }) => name)).toEqual(READINGS.map(({ name }) => name));
  });
});

describe('budgets', () => {
  /** One call that was answered: the application may make 100 in two minutes, of which the server has counted so many. */
  async function call(keyId: string, host: string, method: string, counted: number): Promise<void> {
    const scope = (limit: number) => ({
      limits: [{ limit, spanMs: 120_000 }],
      counts: new Map([[120_000, counted]]),
    });
    const change = createBudgetStore(db.database);
    const request = { owner: 'test', clockJumpMs: 0 };
    const [grant] = await change({ keyId, host }, (budget, now) => {
      const wants = [{ lane: 'live', method, count: 1 }] as const;
      const { grants } = syncBudget(budget, { ...request, now, settlements: [], wants });
      return { result: grants, notifyOthers: false };
    });
    if (grant === undefined) throw new Error('the budget gave no permit');
    await change({ keyId, host }, (budget, now) => {
      const result = { app: scope(100), method: scope(50) };
      const settlements = [{ grant: grant.id, index: 0, result }];
      syncBudget(budget, { ...request, now, settlements, wants: [] });
      return { result: undefined, notifyOthers: false };
    });
  }
  const places = async () =>
    (await readUpstreamBudgets(db.database)).map(({ upstream, host }) => `${upstream} ${host}`);

  test('are told by upstream and host, each key by what it was used for', async () => {
    await call('a', 'europe', 'tft-match-v1.match', 40);
    await call('a', 'americas', 'account-v1.by-puuid', 1);
    await call('b', 'europe', 'match-v5.match', 7);
    await call('c', 'api-football', 'fixtures', 1);
    await call('d', 'asia', 'account-v1.by-puuid', 1);
    expect(await places()).toEqual([
      'api-football api-football',
      'riot asia',
      'riot-lol europe',
      'riot-tft americas',
      'riot-tft europe',
    ]);
    const budget = (await readUpstreamBudgets(db.database)).find(({ mark }) => mark === 'a europe');
    expect(budget?.scopes).toMatchObject([
      { method: null, windows: [{ limit: 100, spanMs: 120_000, used: 40 }] },
      { method: 'tft-match-v1.match', windows: [{ limit: 50, spanMs: 120_000, used: 40 }] },
    ]);
  });

  test('of two keys for the same the one that was used last is told, and old ones are not', async () => {
    await call('old', 'europe', 'tft-match-v1.match', 90);
    await call('new', 'europe', 'tft-match-v1.match', 10);
    await call('gone', 'asia', 'tft-match-v1.match', 10);
    await db.database.query(
      `update gamekeeper.permit set changed_at = now() - interval '25 hours' where key_id = 'gone'`,
    );
    await db.database.query(
      `insert into gamekeeper.permit (key_id, host, budget) values ('strange', 'moon', '{}')`,
    );
    const budgets = await readUpstreamBudgets(db.database);
    expect(budgets.map(({ mark }) => mark)).toEqual(['new europe']);
  });

  test('calls and refusals of all processes add up', async () => {
    await call('a', 'europe', 'tft-match-v1.match', 1);
    const counts = [
      { keyId: 'a', host: 'europe', calls: 5, refusals: 1 },
      { keyId: 'nobody', host: 'europe', calls: 5, refusals: 1 },
    ];
    await Promise.all([
      addUpstreamCalls(db.database, counts),
      addUpstreamCalls(db.database, counts.toReversed()),
      addUpstreamCalls(db.database, []),
    ]);
    expect(await readUpstreamBudgets(db.database)).toMatchObject([
      { mark: 'a europe', calls: 10, refusals: 2 },
    ]);
  });

  test("API-Football's day is told once its limit is known, and yesterday's calls are not today's", async () => {
    expect(await readFootballDay(db.database)).toBeUndefined();
    await db.database.query(
      `insert into gamekeeper.football_quota (budget_id, day_at, call_limit, used) values
       ('a', date_trunc('day', now(), 'UTC'), null, 3), ('b', date_trunc('day', now(), 'UTC'), 100, 30)`,
    );
    const day = await readFootballDay(db.database);
    expect(day).toMatchObject({ limit: 100, used: 30, blockedUntil: null });
    expect(new Date(day?.resetsAt ?? 0).toISOString()).toMatch(/T00:00:00\.000Z$/);
    const [next] = await db.database.query(
      `select 1 from gamekeeper.football_quota where day_at + interval '1 day' = to_timestamp($1 / 1000.0) limit 1`,
      [day?.resetsAt ?? 0],
    );
    expect(next).toBeDefined();
    await db.database.query(`update gamekeeper.football_quota set day_at = day_at - interval '1 day'`);
    expect(await readFootballDay(db.database)).toMatchObject({ limit: 100, used: 0 });
  });
});

describe('storage', () => {
  test('tables are weighed with their indexes, largest first', async () => {
    await db.database.query(
      `insert into gamekeeper.raw (source, kind, id, body, size, sha)
       select 'tft', 'match', 'EUW1_' || n, decode(repeat('ab', 9000), 'hex'), 9000, '' from generate_series(1, 200) n`,
    );
    await db.database.query('analyze gamekeeper.raw');
    const weights = await readTableWeights(db.database);
    expect(weights[0]).toMatchObject({ table: 'raw', rows: 200 });
    expect(weights[0]?.bytes).toBeGreaterThan(200 * 9_000);
    expect(weights.map(({ bytes }) => bytes)).toEqual(
      weights.map(({ bytes }) => bytes).toSorted((one, other) => other - one),
    );
    expect(weights.find(({ table }) => table === 'report')?.rows).toBe(0);
    expect(await readDatabaseBytes(db.database)).toBeGreaterThan(weights[0]?.bytes ?? 0);
  });

  test('clips weigh what their objects do, and two with the same bytes weigh once', async () => {
    expect(await readObjectWeight(db.database)).toEqual({ clips: 0, bytes: 0 });
    await db.database.query(
      `insert into gamekeeper.fixture (id, league_id, league_name, home_id, home_name, away_id, away_name, kickoff_at, status, phase)
       values (1, 1, 'League', 1, 'Home', 2, 'Away', now(), 'FT', 'completed')`,
    );
    const goal = '00000000-0000-4000-8000-000000000001';
    await db.database.query(
      `insert into gamekeeper.goal (id, fixture_id, side, team_id, team_name, kind, state, sightings, misses, home_before,
         away_before, home_after, away_after, label, first_seen_at, last_seen_at)
       values ($1, 1, 'home', 1, 'Home', 'normal', 'stable', 3, 0, 0, 0, 1, 0, 'goal', now(), now())`,
      [goal],
    );
    await db.database.query(
      `insert into gamekeeper.clip (id, goal_id, site, post_id, video_number, state, bytes, object_key, object_state)
       select gen_random_uuid(), $1, 'site', n::text, 1, 'kept', c.bytes, c.key, c.state
       from unnest(array[1, 2, 3, 4], array[100, 100, 30, 7], array['a', 'a', 'b', 'c'],
                   array['stored', 'stored', 'stored', 'deleting']) as c (n, bytes, key, state)`,
      [goal],
    );
    expect(await readObjectWeight(db.database)).toEqual({ clips: 2, bytes: 130 });
  });
});

describe('quarantine', () => {
  beforeEach(async () => {
    await db.database.query(
      `insert into gamekeeper.match (source, id, platform, state, reason, changed_at) values
       ('tft', 'EUW1_1', 'euw1', 'quarantined', 'too wide', now() - interval '3 hours'),
       ('tft', 'EUW1_2', 'euw1', 'quarantined', 'too wide', now() - interval '1 hour'),
       ('tft', 'EUW1_3', 'euw1', 'stored', null, now()),
       ('lol', 'KR_1', 'kr', 'quarantined', null, now() - interval '2 hours')`,
    );
    await db.database.query(
      `insert into gamekeeper.timeline (source, id, platform, state, reason, changed_at) values
       ('lol', 'KR_1', 'kr', 'quarantined', 'too long', now() - interval '4 hours'), ('lol', 'KR_2', 'kr', 'gone', 'x', now())`,
    );
    await db.database.query(
      `insert into gamekeeper.raw (source, kind, id, body, size, sha) values
       ('tft', 'match', 'EUW1_1', '', 123, ''), ('lol', 'match', 'KR_1', '', 456, ''), ('tft', 'match', 'EUW1_3', '', 1, '')`,
    );
  });

  test('lists games and timelines, newest first, with the size of what there is', async () => {
    const rows = await listQuarantined(db.database, { source: null, limit: 50 });
    expect(rows.map(({ source, kind, id, reason, bytes }) => [source, kind, id, reason, bytes])).toEqual([
      ['tft', 'match', 'EUW1_2', 'too wide', null],
      ['lol', 'match', 'KR_1', 'no reason recorded', 456],
      ['tft', 'match', 'EUW1_1', 'too wide', 123],
      ['lol', 'timeline', 'KR_1', 'too long', null],
    ]);
    const some = await listQuarantined(db.database, { source: 'lol', limit: 1 });
    expect(some.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['match KR_1']);
    expect(await listQuarantined(db.database, { source: 'football', limit: 5 })).toEqual([]);
  });

  test('counts reasons, all of them also where few are told', async () => {
    expect(await countReasons(db.database, { source: null, limit: 1 })).toEqual({
      total: 4,
      reasons: [{ reason: 'too wide', count: 2 }],
    });
    expect(await countReasons(db.database, { source: 'lol', limit: 20 })).toEqual({
      total: 2,
      reasons: [
        { reason: 'no reason recorded', count: 1 },
        { reason: 'too long', count: 1 },
      ],
    });
    expect(await countReasons(db.database, { source: 'x', limit: 20 })).toEqual({ total: 0, reasons: [] });
  });

  test('counts by source and kind, also where there are none', async () => {
    await db.database.query('truncate gamekeeper.timeline');
    const counts = await countQuarantined(db.database);
    expect(counts.map(({ source, kind, count }) => `${source} ${kind} ${count}`)).toEqual([
      'tft match 2',
      'lol match 1',
      'lol timeline 0',
    ]);
  });
});
