/** Ingest and monitor on a real PostgreSQL, through the real client, against an upstream on loopback. */
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FixtureReading, MatchEvent } from '#/domain/football/fixture.ts';
import { Secret } from '#/domain/secret.ts';
import { createApiFootballClient, type ApiFootballClient } from '#/upstream/api-football.ts';
import { createOpenLimiter } from '#/upstream/fixtures/open-limiter.ts';
import { drawPollNumber, findFixture, saveFixtures, storePoll } from './fixture.ts';
import { createFootballQuota } from '#/upstream/api-football-quota.ts';
import { readGoals } from './goal.ts';
import { createJobsBench, type JobsBench } from '../../test/support/jobs-bench.ts';
import { until } from '../../test/support/until.ts';
import type { JobContext } from '#/runtime/jobs/define-job.ts';
import type { JobEngine } from '#/runtime/jobs/job-engine.ts';
import { INGEST_FIXTURES, MONITOR } from './kinds.ts';
import { createFootballMatches } from './jobs.ts';
import {
  bytesOf,
  errorBody,
  type FootballUpstream,
  goalEvent,
  idleSearch,
  listSearches,
  minutesAfter,
  readingOf,
  rowOf,
  startFootballUpstream,
} from '../../test/support/football-upstream.ts';
import type { FootballMatchesOptions } from './options.ts';
import { createMonitor } from './monitor.ts';

const HALF_AN_HOUR = 30;

let bench: JobsBench;
let upstream: FootballUpstream;
let football: ApiFootballClient;
let options: FootballMatchesOptions;
let jobs: JobEngine;
/** Minutes after the kick-off. */
let minute = 0;

beforeAll(async () => {
  bench = await createJobsBench();
});
afterAll(() => bench.drop());
beforeEach(async () => {
  const { database } = bench;
  upstream = await startFootballUpstream();
  football = createApiFootballClient({
    baseUrl: upstream.origin,
    key: new Secret('a-key-of-nobody'),
    limiter: createOpenLimiter(),
    quota: createFootballQuota(database),
    retries: { unavailable: 0 },
  });
  options = {
    database,
    football,
    now: () => new Date(),
    upstreamNow: () => minutesAfter(minute),
    competitions: null,
    daysAhead: 1,
    pollSeconds: 60,
    isScheduled: false,
    searchMinutes: 20,
  };
  for (const table of ['gamekeeper.fixture', 'gamekeeper.cursor', 'gamekeeper.football_quota'])
    await database.query(`delete from ${table}`);
  bench.ends.splice(0);
  jobs = await bench.engine({ kinds: [...createFootballMatches(options), idleSearch] });
  await database.query('delete from pgboss.job');
  minute = HALF_AN_HOUR;
});
afterEach(async () => {
  await bench.stopEngines();
  await football.stop();
  await upstream.stop();
});

async function run(kind: string, payload: object = {}) {
  const before = bench.ends.length;
  await jobs.send(kind, payload);
  return until(`${kind} ended`, 10_000, () => bench.ends.slice(before).find((end) => end.kind === kind));
}

const ingest = (day: string | null = null) => run(INGEST_FIXTURES, { day });

/** Marks today's fixtures as read, so that the monitor does not send the ingest. */
async function monitorOnly(...fixtures: FixtureReading[]): Promise<void> {
  await bench.database.query(
    `insert into gamekeeper.cursor (source, kind, name, read_until) values ('football', 'ingest', 'days', '2100-01-01')`,
  );
  await saveFixtures(
    bench.database,
    fixtures.map(({ id, kickoffAt, status }) => rowOf(status.code, { id, kickoffAt })),
  );
  for (const fixture of fixtures) upstream.fixtures.set(fixture.id, fixture);
}

async function poll(times = 1) {
  let end = await run(MONITOR);
  for (let count = 1; count < times; count++) {
    minute += 1;
    end = await run(MONITOR);
  }
  return end;
}

const playing = (id: number, events: readonly MatchEvent[] = [], choices: Partial<FixtureReading> = {}) =>
  readingOf('1H', { id, events, goals: { home: events.length, away: 0 }, ...choices });

const fixture = async (id: number) => {
  const row = await findFixture(bench.database, id);
  if (row === undefined) throw new Error(`fixture ${id} does not exist`);
  return row;
};

const goalsOf = (...ids: number[]) => readGoals(bench.database, ids);

const searches = () => listSearches(bench.database);

describe('ingest', () => {
  test('reads yesterday, today and the days ahead, and sets each phase by the status', async () => {
    upstream.fixtures.set(1, readingOf('FT', { id: 1, kickoffAt: minutesAfter(-1_440) }));
    upstream.fixtures.set(2, playing(2));
    upstream.fixtures.set(3, readingOf('NS', { id: 3, kickoffAt: minutesAfter(1_440) }));
    upstream.fixtures.set(4, readingOf('NS', { id: 4, kickoffAt: minutesAfter(2 * 1_440) }));
    const end = await ingest();

    expect(end).toMatchObject({ outcome: 'done', key: 'today', runName: 'ingest-14_11_2026' });
    expect(bench.logs).toContainEqual(
      expect.objectContaining({
        run: 'ingest-14_11_2026',
        msg: 'fixtures of a day stored',
        day: '2026-11-13',
      }),
    );
    expect(upstream.asked).toEqual(['date=2026-11-13', 'date=2026-11-14', 'date=2026-11-15']);
    const phases = await bench.database.query(
      'select id::int as id, phase from gamekeeper.fixture order by id',
    );
    expect(phases).toEqual([
      { id: 1, phase: 'completed' },
      { id: 2, phase: 'active' },
      { id: 3, phase: 'staging' },
    ]);
  });

  test('of one day requests only that day', async () => {
    expect(await ingest('2026-12-24')).toMatchObject({ outcome: 'done', key: '2026-12-24' });
    expect(upstream.asked).toEqual(['date=2026-12-24']);
  });

  test('stores only the configured competitions', async () => {
    const league = { ...readingOf('NS').league, id: 39 };
    upstream.fixtures.set(1, readingOf('NS', { id: 1, league, kickoffAt: minutesAfter(300) }));
    upstream.fixtures.set(2, readingOf('NS', { id: 2, kickoffAt: minutesAfter(300) }));
    await bench.stopEngines();
    jobs = await bench.engine({
      kinds: createFootballMatches({ ...options, competitions: new Set([39, 140]) }),
    });
    await ingest('2026-11-14');

    expect(await bench.database.query('select id::int as id from gamekeeper.fixture')).toEqual([{ id: 1 }]);
  });

  test('stores the other fixtures if one is not readable', async () => {
    upstream.fixtures.set(1, '{"fixture":{"id":1},"league":null}');
    upstream.fixtures.set(2, readingOf('NS', { id: 2, kickoffAt: minutesAfter(300) }));

    expect(await ingest('2026-11-14')).toMatchObject({ outcome: 'done' });
    expect((await fixture(2)).phase).toBe('staging');
    expect(bench.logs.some(({ msg }) => msg === 'fixture is not readable')).toBe(true);
  });

  test.each([
    ['a limit', errorBody({ rateLimit: 'Too many requests. Your rate limit is 10 requests per minute.' })],
    ['a used-up day', errorBody({ requests: 'You have reached the request limit for the day' })],
    ['an outage', { status: 500, body: { message: 'Something went wrong' } }],
    ['a refused key', errorBody({ token: 'Error/Missing application key.' })],
  ])('does not take %s for an empty list, and retries later', async (_what, refusal) => {
    upstream.fixtures.set(2, playing(2));
    await ingest('2026-11-14');
    upstream.refuse = () => refusal;
    const end = await ingest();

    expect(end).toMatchObject({ outcome: 'postponed' });
    expect((await fixture(2)).phase).toBe('active');
    const cursors = await bench.database.query('select 1 from gamekeeper.cursor');
    expect(cursors).toEqual([]);
  });
});

describe('a run of the monitor', () => {
  test('sends the ingest in a new installation, and then polls', async () => {
    upstream.fixtures.set(2, playing(2));
    const held = Promise.withResolvers<null>();
    upstream.refuse = () => held.promise;
    expect(await poll()).toMatchObject({ outcome: 'skipped', reason: 'nothing is in play' });
    held.resolve(null);
    await until('the day is read', 10_000, () => bench.ends.some(({ kind }) => kind === INGEST_FIXTURES));
    expect(await poll()).toMatchObject({ outcome: 'done' });

    expect(upstream.asked.filter((query) => query.startsWith('date=2026-11-14'))).toHaveLength(1);
    expect((await fixture(2)).polledAt).toEqual(minutesAfter(minute));
  });

  test('does not repeat the ingest of an unreadable list', async () => {
    upstream.refuse = () => ({ status: 200, body: '[]' });
    await poll();
    await until('the ingest has failed', 10_000, () =>
      bench.ends.some(({ kind, outcome }) => kind === INGEST_FIXTURES && outcome === 'retried'),
    );
    const asked = upstream.asked.length;
    await poll(4);

    expect(upstream.asked).toHaveLength(asked);
  });

  test('activates a fixture half an hour before its kick-off', async () => {
    await monitorOnly();
    await saveFixtures(bench.database, [rowOf('NS', { id: 2, phase: 'staging', nextPollAt: null })]);
    upstream.fixtures.set(2, readingOf('NS', { id: 2, events: [] }));
    minute = -31;
    expect(await poll()).toMatchObject({ outcome: 'skipped' });
    expect((await fixture(2)).phase).toBe('staging');
    minute = -30;
    await poll();

    expect((await fixture(2)).phase).toBe('active');
    expect(upstream.asked).toEqual(['ids=2']);
  });

  test('sends one search per stable goal', async () => {
    await monitorOnly(playing(1, [goalEvent(12, 'A')]), playing(2, [goalEvent(7, 'B'), goalEvent(20, 'C')]));
    expect((await poll(5)).runName).toMatch(/^monitor-\d\d_\d\d_\d{4}-\d\d:\d\d$/);

    const goals = await goalsOf(1, 2);
    expect(goals.map(({ playerName, state }) => [playerName, state])).toEqual([
      ['A', 'stable'],
      ['B', 'stable'],
      ['C', 'stable'],
    ]);
    expect((await searches()).toSorted()).toEqual(goals.map(({ id }) => id).toSorted());
    expect(upstream.asked).toEqual(Array(5).fill('ids=1-2'));
  });

  test('uses the live list if that is fewer calls, and ids for fixtures missing from it', async () => {
    const many = Array.from({ length: 45 }, (_, index) => playing(100 + index));
    await monitorOnly(...many);
    upstream.fixtures.set(500, playing(500, [goalEvent(1, 'Not followed')]));
    upstream.fixtures.set(144, readingOf('FT', { id: 144, events: [] }));
    upstream.fixtures.delete(143);
    await poll();

    expect(upstream.asked).toEqual(['live=all', 'ids=143-144']);
    expect((await fixture(100)).polledAt).toEqual(minutesAfter(minute));
    expect((await fixture(144)).status.code).toBe('FT');
    expect((await fixture(143)).trouble).toBe('the upstream did not answer about it');
    expect(await findFixture(bench.database, 500)).toBeUndefined();
  });

  test('uses ids if the live list fails, and reports when there was no answer', async () => {
    await monitorOnly(...Array.from({ length: 45 }, (_, index) => playing(100 + index)));
    upstream.refuse = (query) => (query.has('live') ? { status: 200, body: '<html>' } : null);
    expect(await poll()).toMatchObject({ outcome: 'done' });
    expect(upstream.asked.map((query) => query.split('=')[0])).toEqual(['live', 'ids', 'ids', 'ids']);
    expect((await fixture(144)).trouble).toBeNull();

    upstream.refuse = () => ({ status: 500, body: {} });
    minute += 1;
    expect(await poll()).toMatchObject({
      outcome: 'skipped',
      reason: expect.stringMatching(/^no answer: unavailable/),
    });
  });

  test('processes the other fixtures if some are missing or not readable', async () => {
    await monitorOnly(
      playing(1, [goalEvent(5, 'A')]),
      playing(2),
      playing(3),
      playing(4, [goalEvent(5, 'D')]),
    );
    upstream.fixtures.set(2, '{"fixture":{"id":2,"status":"no"}}');
    upstream.fixtures.delete(3);
    expect(await poll(3)).toMatchObject({ outcome: 'done' });

    expect((await fixture(2)).trouble).toContain('is not readable');
    expect(await fixture(3)).toMatchObject({
      trouble: 'the upstream did not answer about it',
      troubleSince: minutesAfter(HALF_AN_HOUR),
    });
    expect((await goalsOf(1, 4)).map(({ state }) => state)).toEqual(['stable', 'stable']);
  });

  test('processes the other fixtures if one fails, and records why', async () => {
    await monitorOnly(playing(1, [goalEvent(5, 'A')]), playing(2, [goalEvent(5, 'B')]));
    await bench.database.query(
      `create function gamekeeper.refuse() returns trigger language plpgsql as $$ begin raise 'no room for this goal'; end $$;
       create trigger refuse before insert on gamekeeper.goal for each row when (new.fixture_id = 1) execute function gamekeeper.refuse()`,
    );
    try {
      expect(await poll(3)).toMatchObject({ outcome: 'done' });
      expect((await fixture(1)).trouble).toContain('no room for this goal');
      expect((await goalsOf(1, 2)).map(({ fixtureId, state }) => [fixtureId, state])).toEqual([
        [2, 'stable'],
      ]);
    } finally {
      await bench.database.query('drop trigger refuse on gamekeeper.goal; drop function gamekeeper.refuse()');
    }
    await poll();
    expect((await fixture(1)).trouble).toBeNull();
    expect((await goalsOf(1))[0]?.playerName).toBe('A');
  });

  test('first processes answers that a dead process left', async () => {
    await monitorOnly(playing(1, [goalEvent(5, 'A')]));
    const number = await drawPollNumber(bench.database);
    const body = bytesOf(playing(1, [goalEvent(5, 'A')]));
    await storePoll(bench.database, { fixtureId: 1, number, askedAt: minutesAfter(29), body });
    upstream.refuse = () => ({ status: 500, body: {} });
    await poll();

    expect(await goalsOf(1)).toMatchObject([{ playerName: 'A', firstSeenAt: minutesAfter(29) }]);
  });

  test.each([
    ['an outage', { status: 500, body: { message: 'Something went wrong' } }],
    ['a limit', errorBody({ rateLimit: 'Too many requests. Your rate limit is 10 requests per minute.' })],
    ['a used-up day', errorBody({ requests: 'You have reached the request limit for the day' })],
    ['an error of theirs', errorBody({ bug: 'This is on our side, please report us this bug' })],
    ['an empty list', errorBody({})],
  ])('does not take %s for "no goals"', async (_what, refusal) => {
    await monitorOnly(playing(1, [goalEvent(5, 'A')]));
    await poll(3);
    upstream.refuse = () => refusal;
    minute += 1;
    await poll(6);

    const [goal] = await goalsOf(1);
    expect(goal).toMatchObject({ state: 'stable', misses: 0 });
    expect((await fixture(1)).trouble).not.toBeNull();
    upstream.refuse = () => null;
    await bench.database.query('delete from gamekeeper.football_quota');
    minute += 1;
    await poll();
    expect((await fixture(1)).trouble).toBeNull();
  });

  test('concurrent runs count every goal once', async () => {
    const twelve = Array.from({ length: 12 }, (_, index) => playing(index + 1, [goalEvent(5, `P${index}`)]));
    await monitorOnly(...twelve);
    const monitor = createMonitor(options);
    const context: JobContext = {
      signal: new AbortController().signal,
      log: pino({ level: 'silent' }),
      attempt: 1,
      jobId: '00000000-0000-4000-8000-000000000000',
      key: 'all',
      nameRun: () => undefined,
      jobs,
    };
    for (let round = 0; round < 4; round++) {
      minute += 1;
      await Promise.all([1, 2, 3].map(() => monitor.handle({}, context)));
    }

    const goals = await goalsOf(...twelve.map(({ id }) => id));
    expect(goals.map(({ state }) => state)).toEqual(Array(12).fill('stable'));
    expect((await searches()).toSorted()).toEqual(goals.map(({ id }) => id).toSorted());
    const [stable] = await bench.database.query<{ count: number }>(
      `select count(*)::int as count from gamekeeper.goal_change where kind = 'stable'`,
    );
    expect(stable?.count).toBe(12);
  });
});

describe('a fixture', () => {
  const settleGoals = () =>
    bench.database.query(`update gamekeeper.goal set settled_at = now(), settled_reason = 'nothing is open'`);
  const over = (choices: Partial<FixtureReading> = {}) =>
    readingOf('FT', { id: 1, events: [goalEvent(80, 'A')], goals: { home: 1, away: 0 }, ...choices });

  async function pollAt(minutes: number): Promise<void> {
    minute = minutes;
    await poll();
  }

  test('is completed after its end, the grace for corrections, and the settlement of its goals', async () => {
    await monitorOnly(playing(1, [goalEvent(80, 'A')]));
    await pollAt(100);
    upstream.fixtures.set(1, over());
    for (const at of [110, 111, 112]) await pollAt(at);
    await settleGoals();
    await pollAt(129);
    expect((await fixture(1)).phase).toBe('active');
    await pollAt(130);

    expect(await fixture(1)).toMatchObject({
      phase: 'completed',
      completedAt: minutesAfter(130),
      nextPollAt: null,
    });
    expect(await poll()).toMatchObject({ outcome: 'skipped', reason: 'nothing is in play' });
  });

  test('is completed after a day although its goals are open', async () => {
    await monitorOnly(over());
    for (const at of [110, 111, 112, 140, 160]) await pollAt(at);
    expect((await fixture(1)).phase).toBe('active');
    await pollAt(110 + 1_439);
    expect((await fixture(1)).phase).toBe('active');
    await pollAt(110 + 1_440);

    expect((await fixture(1)).phase).toBe('completed');
    expect(bench.logs.some(({ msg }) => msg === 'fixtures completed a day late with open steps')).toBe(true);
  });

  test('takes corrections after its end', async () => {
    await monitorOnly(playing(1));
    await pollAt(100);
    upstream.fixtures.set(1, over());
    for (const at of [110, 111, 112]) await pollAt(at);
    await settleGoals();
    upstream.fixtures.set(
      1,
      over({ events: [goalEvent(80, 'Z. Other', { player: { id: 3, name: 'Z. Other' } })] }),
    );
    await pollAt(120);

    expect(await goalsOf(1)).toMatchObject([{ playerName: 'Z. Other', settledAt: null }]);
    await pollAt(135);
    expect((await fixture(1)).phase).toBe('active');
    await settleGoals();
    await pollAt(136);
    expect((await fixture(1)).phase).toBe('completed');
  });

  test('that was abandoned is completed after a day', async () => {
    await monitorOnly(readingOf('ABD', { id: 1, events: [] }));
    await pollAt(60);
    await pollAt(60 + 1_439);
    expect((await fixture(1)).phase).toBe('active');
    await pollAt(60 + 1_440);

    expect((await fixture(1)).phase).toBe('completed');
  });

  test('without further answers is completed in the end', async () => {
    await monitorOnly(playing(1));
    upstream.fixtures.clear();
    await pollAt(60);
    await pollAt(2 * 1_440 + 1);
    expect((await fixture(1)).phase).toBe('active');
    await pollAt(2 * 1_440 + 30);

    expect((await fixture(1)).phase).toBe('completed');
  });
});

describe('a match that was over before its first poll', () => {
  const over = (id: number, choices: Partial<FixtureReading> = {}) =>
    readingOf('FT', { id, events: [goalEvent(80, `P${id}`)], goals: { home: 1, away: 0 }, ...choices });
  const idCalls = () => upstream.asked.filter((query) => query.startsWith('ids='));

  test('is polled once by id, twenty per call, newest first', async () => {
    for (let id = 1; id <= 25; id++)
      upstream.fixtures.set(id, over(id, { kickoffAt: minutesAfter(-id, minutesAfter(0)) }));
    upstream.fixtures.set(26, over(26, { goals: { home: 0, away: 0 }, events: [] }));
    minute = 300;
    await ingest();
    await poll(4);

    expect(idCalls().map((query) => query.slice('ids='.length).split('-').length)).toEqual([20, 5]);
    expect(
      idCalls()[0]
        ?.split('=')[1]
        ?.split('-')
        .map(Number)
        .toSorted((a, b) => a - b),
    ).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    const goals = await goalsOf(...Array.from({ length: 26 }, (_, index) => index + 1));
    expect(goals).toHaveLength(25);
    expect(goals.every(({ state, observedLive }) => state === 'stable' && !observedLive)).toBe(true);
    expect((await searches()).toSorted()).toEqual(goals.map(({ id }) => id).toSorted());
    expect((await fixture(26)).phase).toBe('completed');
  });

  test('uses free places of a call for matches in play', async () => {
    await monitorOnly(playing(1), playing(2));
    await saveFixtures(
      bench.database,
      Array.from({ length: 30 }, (_, index) =>
        rowOf('FT', { id: 100 + index, followedAt: null, finalSince: minutesAfter(0) }),
      ),
    );
    await poll();

    expect(idCalls()).toHaveLength(1);
    expect(idCalls()[0]?.split('-')).toHaveLength(20);
  });

  test('is completed when its goals are settled, or after a day of one call per hour without an answer', async () => {
    for (const id of [1, 2]) upstream.fixtures.set(id, over(id));
    minute = 300;
    await ingest('2026-11-14');
    await monitorOnly();
    upstream.fixtures.delete(2);
    await poll();
    await bench.database.query(
      `update gamekeeper.goal set settled_at = now(), settled_reason = 'not searched'`,
    );
    await poll(2);
    expect((await fixture(1)).phase).toBe('completed');
    expect(await fixture(2)).toMatchObject({
      phase: 'active',
      trouble: 'the upstream did not answer about it',
    });
    expect(idCalls()).toHaveLength(1);
    minute += 60;
    await poll();
    expect(idCalls()).toHaveLength(2);
    minute = 300 + 1_440;
    await poll();

    expect((await fixture(2)).phase).toBe('completed');
  });
});

describe('the schedule', () => {
  test('ingests twice a day and polls every FOOTBALL_POLL_SECONDS', async () => {
    const [ingesting, monitoring] = createFootballMatches({ ...options, isScheduled: true, pollSeconds: 15 });

    expect(ingesting?.schedule).toMatchObject({ cron: '5 0,10 * * *', timeZone: 'UTC', missed: 'once' });
    expect(monitoring?.schedule).toMatchObject({ cron: '*/15 * * * * *', timeZone: 'UTC', missed: 'skip' });
  });

  test('is empty without a key and without a practice world', () => {
    expect(createFootballMatches(options).map(({ schedule }) => schedule)).toEqual([null, null]);
  });
});
