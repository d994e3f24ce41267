/** Ingest and monitor on a real PostgreSQL, through the real client, against an upstream on loopback. */
import { pino } from 'pino';
import { Type } from 'typebox';
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
import { defineJob, type JobContext } from '#/runtime/jobs/define-job.ts';
import type { JobEngine } from '#/runtime/jobs/job-engine.ts';
import { INGEST_FIXTURES, MONITOR, SEARCH_CLIPS } from './kinds.ts';
import { createFootballMatches } from './jobs.ts';
import {
  bytesOf,
  errorBody,
  type FootballUpstream,
  goalEvent,
  minutesAfter,
  readingOf,
  rowOf,
  startFootballUpstream,
} from '../../test/support/football-upstream.ts';
import type { FootballMatchesOptions } from './options.ts';
import { createMonitor } from './monitor.ts';

const HALF_AN_HOUR = 30;

/** Nobody works on it here: it is sent, and lies there to be counted. */
const searchClips = defineJob({
  kind: SEARCH_CLIPS,
  payload: Type.Object({ goal: Type.String({ format: 'uuid' }) }),
  key: ({ goal }) => goal,
  onePerKey: true,
  retry: { limit: 0, firstDelaySeconds: 1, maxDelaySeconds: 1 },
  concurrency: 1,
  handle: () => new Promise(() => undefined),
});

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
  jobs = await bench.engine({ kinds: [...createFootballMatches(options), searchClips] });
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

/** So that a look does not begin with reading the day. */
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

async function look(times = 1) {
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
  if (row === undefined) throw new Error(`there is no fixture ${id}`);
  return row;
};

const goalsOf = (...ids: number[]) => readGoals(bench.database, ids);

async function searches(): Promise<string[]> {
  const rows = await bench.database.query<{ goal: string }>(
    `select data ->> 'goal' as goal from pgboss.job where name = $1`,
    [SEARCH_CLIPS],
  );
  return rows.map(({ goal }) => goal);
}

describe('ingest', () => {
  test('reads yesterday, today and the days ahead, and routes each fixture by its status', async () => {
    upstream.fixtures.set(1, readingOf('FT', { id: 1, kickoffAt: minutesAfter(-1_440) }));
    upstream.fixtures.set(2, playing(2));
    upstream.fixtures.set(3, readingOf('NS', { id: 3, kickoffAt: minutesAfter(1_440) }));
    upstream.fixtures.set(4, readingOf('NS', { id: 4, kickoffAt: minutesAfter(2 * 1_440) }));
    const end = await ingest();

    expect(end).toMatchObject({ outcome: 'done', key: 'today', runName: 'ingest-14_11_2026' });
    expect(bench.logs).toContainEqual(
      expect.objectContaining({ run: 'ingest-14_11_2026', msg: 'fixtures read', day: '2026-11-13' }),
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

  test('of one day asks for that day alone', async () => {
    expect(await ingest('2026-12-24')).toMatchObject({ outcome: 'done', key: '2026-12-24' });
    expect(upstream.asked).toEqual(['date=2026-12-24']);
  });

  test('keeps the competitions that are followed', async () => {
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

  test('is not spoilt by one fixture that cannot be read', async () => {
    upstream.fixtures.set(1, '{"fixture":{"id":1},"league":null}');
    upstream.fixtures.set(2, readingOf('NS', { id: 2, kickoffAt: minutesAfter(300) }));

    expect(await ingest('2026-11-14')).toMatchObject({ outcome: 'done' });
    expect((await fixture(2)).phase).toBe('staging');
    expect(bench.logs.some(({ msg }) => msg === 'a fixture cannot be read')).toBe(true);
  });

  test.each([
    ['a limit', errorBody({ rateLimit: 'Too many requests. Your rate limit is 10 requests per minute.' })],
    ['a used-up day', errorBody({ requests: 'You have reached the request limit for the day' })],
    ['an outage', { status: 500, body: { message: 'Something went wrong' } }],
    ['a refused key', errorBody({ token: 'Error/Missing application key.' })],
  ])('takes %s for no list, and tries again later', async (_what, refusal) => {
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

describe('a look', () => {
  test('at an empty installation has the day read, and goes on from there by itself', async () => {
    upstream.fixtures.set(2, playing(2));
    const looked = Promise.withResolvers<null>();
    upstream.refuse = () => looked.promise;
    expect(await look()).toMatchObject({ outcome: 'skipped', reason: 'nothing is in play' });
    looked.resolve(null);
    await until('the day was read', 10_000, () => bench.ends.some(({ kind }) => kind === INGEST_FIXTURES));
    expect(await look()).toMatchObject({ outcome: 'done' });

    expect(upstream.asked.filter((query) => query.startsWith('date=2026-11-14'))).toHaveLength(1);
    expect((await fixture(2)).polledAt).toEqual(minutesAfter(minute));
  });

  test('does not have a list that cannot be read asked for again and again', async () => {
    upstream.refuse = () => ({ status: 200, body: '[]' });
    await look();
    await until('the day could not be read', 10_000, () =>
      bench.ends.some(({ kind, outcome }) => kind === INGEST_FIXTURES && outcome === 'retried'),
    );
    const asked = upstream.asked.length;
    await look(4);

    expect(upstream.asked).toHaveLength(asked);
  });

  test('begins to ask half an hour before the kick-off', async () => {
    await monitorOnly();
    await saveFixtures(bench.database, [rowOf('NS', { id: 2, phase: 'staging', nextPollAt: null })]);
    upstream.fixtures.set(2, readingOf('NS', { id: 2, events: [] }));
    minute = -31;
    expect(await look()).toMatchObject({ outcome: 'skipped' });
    expect((await fixture(2)).phase).toBe('staging');
    minute = -30;
    await look();

    expect((await fixture(2)).phase).toBe('active');
    expect(upstream.asked).toEqual(['ids=2']);
  });

  test('finds goals, and sends the search of each once', async () => {
    await monitorOnly(playing(1, [goalEvent(12, 'A')]), playing(2, [goalEvent(7, 'B'), goalEvent(20, 'C')]));
    expect((await look(5)).runName).toMatch(/^monitor-\d\d_\d\d_\d{4}-\d\d:\d\d$/);

    const goals = await goalsOf(1, 2);
    expect(goals.map(({ playerName, state }) => [playerName, state])).toEqual([
      ['A', 'stable'],
      ['B', 'stable'],
      ['C', 'stable'],
    ]);
    expect((await searches()).toSorted()).toEqual(goals.map(({ id }) => id).toSorted());
    expect(upstream.asked).toEqual(Array(5).fill('ids=1-2'));
  });

  test('asks for everything in play at once where that is fewer calls, and by id for what is not in it', async () => {
    const many = Array.from({ length: 45 }, (_, index) => playing(100 + index));
    await monitorOnly(...many);
    upstream.fixtures.set(500, playing(500, [goalEvent(1, 'Not followed')]));
    upstream.fixtures.set(144, readingOf('FT', { id: 144, events: [] }));
    upstream.fixtures.delete(143);
    await look();

    expect(upstream.asked).toEqual(['live=all', 'ids=143-144']);
    expect((await fixture(100)).polledAt).toEqual(minutesAfter(minute));
    expect((await fixture(144)).status.code).toBe('FT');
    expect((await fixture(143)).trouble).toBe('the upstream does not tell of it');
    expect(await findFixture(bench.database, 500)).toBeUndefined();
  });

  test('asks by id when the list of everything cannot be had, and says when there was no answer', async () => {
    await monitorOnly(...Array.from({ length: 45 }, (_, index) => playing(100 + index)));
    upstream.refuse = (query) => (query.has('live') ? { status: 200, body: '<html>' } : null);
    expect(await look()).toMatchObject({ outcome: 'done' });
    expect(upstream.asked.map((query) => query.split('=')[0])).toEqual(['live', 'ids', 'ids', 'ids']);
    expect((await fixture(144)).trouble).toBeNull();

    upstream.refuse = () => ({ status: 500, body: {} });
    minute += 1;
    expect(await look()).toMatchObject({
      outcome: 'skipped',
      reason: expect.stringMatching(/^no answer: unavailable/),
    });
  });

  test('is not spoilt by fixtures that are missing, or cannot be read', async () => {
    await monitorOnly(
      playing(1, [goalEvent(5, 'A')]),
      playing(2),
      playing(3),
      playing(4, [goalEvent(5, 'D')]),
    );
    upstream.fixtures.set(2, '{"fixture":{"id":2,"status":"no"}}');
    upstream.fixtures.delete(3);
    expect(await look(3)).toMatchObject({ outcome: 'done' });

    expect((await fixture(2)).trouble).toContain('cannot be read');
    expect(await fixture(3)).toMatchObject({
      trouble: 'the upstream does not tell of it',
      troubleSince: minutesAfter(HALF_AN_HOUR),
    });
    expect((await goalsOf(1, 4)).map(({ state }) => state)).toEqual(['stable', 'stable']);
  });

  test('is not spoilt by one that cannot be processed, and says so beside it', async () => {
    await monitorOnly(playing(1, [goalEvent(5, 'A')]), playing(2, [goalEvent(5, 'B')]));
    await bench.database.query(
      `create function gamekeeper.refuse() returns trigger language plpgsql as $$ begin raise 'no room for this goal'; end $$;
       create trigger refuse before insert on gamekeeper.goal for each row when (new.fixture_id = 1) execute function gamekeeper.refuse()`,
    );
    try {
      expect(await look(3)).toMatchObject({ outcome: 'done' });
      expect((await fixture(1)).trouble).toContain('no room for this goal');
      expect((await goalsOf(1, 2)).map(({ fixtureId, state }) => [fixtureId, state])).toEqual([
        [2, 'stable'],
      ]);
    } finally {
      await bench.database.query('drop trigger refuse on gamekeeper.goal; drop function gamekeeper.refuse()');
    }
    await look();
    expect((await fixture(1)).trouble).toBeNull();
    expect((await goalsOf(1))[0]?.playerName).toBe('A');
  });

  test('processes first what a dead process has left', async () => {
    await monitorOnly(playing(1, [goalEvent(5, 'A')]));
    const number = await drawPollNumber(bench.database);
    const body = bytesOf(playing(1, [goalEvent(5, 'A')]));
    await storePoll(bench.database, { fixtureId: 1, number, askedAt: minutesAfter(29), body });
    upstream.refuse = () => ({ status: 500, body: {} });
    await look();

    expect(await goalsOf(1)).toMatchObject([{ playerName: 'A', firstSeenAt: minutesAfter(29) }]);
  });

  test.each([
    ['an outage', { status: 500, body: { message: 'Something went wrong' } }],
    ['a limit', errorBody({ rateLimit: 'Too many requests. Your rate limit is 10 requests per minute.' })],
    ['a used-up day', errorBody({ requests: 'You have reached the request limit for the day' })],
    ['an error of theirs', errorBody({ bug: 'This is on our side, please report us this bug' })],
    ['an empty list', errorBody({})],
  ])('never takes %s for "no goals"', async (_what, refusal) => {
    await monitorOnly(playing(1, [goalEvent(5, 'A')]));
    await look(3);
    upstream.refuse = () => refusal;
    minute += 1;
    await look(6);

    const [goal] = await goalsOf(1);
    expect(goal).toMatchObject({ state: 'stable', misses: 0 });
    expect((await fixture(1)).trouble).not.toBeNull();
    upstream.refuse = () => null;
    await bench.database.query('delete from gamekeeper.football_quota');
    minute += 1;
    await look();
    expect((await fixture(1)).trouble).toBeNull();
  });

  test('several at the same time follow every goal once', async () => {
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

  async function lookAt(minutes: number): Promise<void> {
    minute = minutes;
    await look();
  }

  test('is completed when it is over, corrections were waited for, and its goals are settled', async () => {
    await monitorOnly(playing(1, [goalEvent(80, 'A')]));
    await lookAt(100);
    upstream.fixtures.set(1, over());
    for (const at of [110, 111, 112]) await lookAt(at);
    await settleGoals();
    await lookAt(129);
    expect((await fixture(1)).phase).toBe('active');
    await lookAt(130);

    expect(await fixture(1)).toMatchObject({
      phase: 'completed',
      completedAt: minutesAfter(130),
      nextPollAt: null,
    });
    expect(await look()).toMatchObject({ outcome: 'skipped', reason: 'nothing is in play' });
  });

  test('waits for its goals, but not for ever', async () => {
    await monitorOnly(over());
    for (const at of [110, 111, 112, 140, 160]) await lookAt(at);
    expect((await fixture(1)).phase).toBe('active');
    await lookAt(110 + 1_439);
    expect((await fixture(1)).phase).toBe('active');
    await lookAt(110 + 1_440);

    expect((await fixture(1)).phase).toBe('completed');
    expect(bench.logs.some(({ msg }) => String(msg).includes('although steps of their goals are open'))).toBe(
      true,
    );
  });

  test('that is corrected after its end is followed', async () => {
    await monitorOnly(playing(1));
    await lookAt(100);
    upstream.fixtures.set(1, over());
    for (const at of [110, 111, 112]) await lookAt(at);
    await settleGoals();
    upstream.fixtures.set(
      1,
      over({ events: [goalEvent(80, 'Z. Other', { player: { id: 3, name: 'Z. Other' } })] }),
    );
    await lookAt(120);

    expect(await goalsOf(1)).toMatchObject([{ playerName: 'Z. Other', settledAt: null }]);
    await lookAt(135);
    expect((await fixture(1)).phase).toBe('active');
    await settleGoals();
    await lookAt(136);
    expect((await fixture(1)).phase).toBe('completed');
  });

  test('that was abandoned is completed after a day', async () => {
    await monitorOnly(readingOf('ABD', { id: 1, events: [] }));
    await lookAt(60);
    await lookAt(60 + 1_439);
    expect((await fixture(1)).phase).toBe('active');
    await lookAt(60 + 1_440);

    expect((await fixture(1)).phase).toBe('completed');
  });

  test('of which nobody tells any more is completed in the end', async () => {
    await monitorOnly(playing(1));
    upstream.fixtures.clear();
    await lookAt(60);
    await lookAt(2 * 1_440 + 1);
    expect((await fixture(1)).phase).toBe('active');
    await lookAt(2 * 1_440 + 30);

    expect((await fixture(1)).phase).toBe('completed');
  });
});

describe('a match that was over before its first poll', () => {
  const over = (id: number, choices: Partial<FixtureReading> = {}) =>
    readingOf('FT', { id, events: [goalEvent(80, `P${id}`)], goals: { home: 1, away: 0 }, ...choices });
  const idCalls = () => upstream.asked.filter((query) => query.startsWith('ids='));

  test('is asked about once by its id, twenty to a call, newest first', async () => {
    for (let id = 1; id <= 25; id++)
      upstream.fixtures.set(id, over(id, { kickoffAt: minutesAfter(-id, minutesAfter(0)) }));
    upstream.fixtures.set(26, over(26, { goals: { home: 0, away: 0 }, events: [] }));
    minute = 300;
    await ingest();
    await look(4);

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

  test('takes the free places of a call for matches in play', async () => {
    await monitorOnly(playing(1), playing(2));
    await saveFixtures(
      bench.database,
      Array.from({ length: 30 }, (_, index) =>
        rowOf('FT', { id: 100 + index, followedAt: null, finalSince: minutesAfter(0) }),
      ),
    );
    await look();

    expect(idCalls()).toHaveLength(1);
    expect(idCalls()[0]?.split('-')).toHaveLength(20);
  });

  test('is completed when its goals are settled, and without an answer after a day of one call an hour', async () => {
    for (const id of [1, 2]) upstream.fixtures.set(id, over(id));
    minute = 300;
    await ingest('2026-11-14');
    await monitorOnly();
    upstream.fixtures.delete(2);
    await look();
    await bench.database.query(
      `update gamekeeper.goal set settled_at = now(), settled_reason = 'not searched'`,
    );
    await look(2);
    expect((await fixture(1)).phase).toBe('completed');
    expect(await fixture(2)).toMatchObject({ phase: 'active', trouble: 'the upstream does not tell of it' });
    expect(idCalls()).toHaveLength(1);
    minute += 60;
    await look();
    expect(idCalls()).toHaveLength(2);
    minute = 300 + 1_440;
    await look();

    expect((await fixture(2)).phase).toBe('completed');
  });
});

describe('by itself', () => {
  test('the day is read twice, and a look taken as often as it was set', async () => {
    const [ingesting, monitoring] = createFootballMatches({ ...options, isScheduled: true, pollSeconds: 15 });

    expect(ingesting?.schedule).toMatchObject({ cron: '5 0,10 * * *', timeZone: 'UTC', missed: 'once' });
    expect(monitoring?.schedule).toMatchObject({ cron: '*/15 * * * * *', timeZone: 'UTC', missed: 'skip' });
  });

  test('nothing happens where there is neither a key nor a practice world', () => {
    expect(createFootballMatches(options).map(({ schedule }) => schedule)).toEqual([null, null]);
  });
});
