/** One answer and the tables that it changes, on a real PostgreSQL. */
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FixtureReading, MatchEvent } from '#/domain/football/fixture.ts';
import type { JobEngine } from '#/runtime/jobs/job-engine.ts';
import { createNoticeListener } from '#/runtime/postgres/session.ts';
import { createFixtureParser } from '#/upstream/api-football-fixture.ts';
import {
  bytesOf,
  goalEvent,
  idleSearch,
  listSearches,
  minutesAfter,
  readingOf,
  rowOf,
} from '../../test/support/football-upstream.ts';
import { createJobsBench, type JobsBench } from '../../test/support/jobs-bench.ts';
import { until } from '../../test/support/until.ts';
import { toPace } from './fixture-rules.ts';
import {
  drawPollNumber,
  findFixture,
  findWaitingPolls,
  listActiveFixtures,
  lockFixtures,
  saveFixtures,
  storePoll,
} from './fixture.ts';
import { readGoalChanges, readGoals, writeDecision } from './goal.ts';
import { SEARCH_CLIPS } from './kinds.ts';
import { decideGoal, processPoll, type ProcessPollDeps } from './poll.ts';

const FIXTURE = 7_001;
const TEN = goalEvent(10, 'I. Nvented');
const THIRTY = goalEvent(30, 'N. Obody');

let bench: JobsBench;
let jobs: JobEngine;
let deps: ProcessPollDeps;
let minute = 0;

beforeAll(async () => {
  bench = await createJobsBench();
  jobs = await bench.engine({ kinds: [idleSearch], roles: { work: false, schedule: false } });
  deps = {
    database: bench.database,
    jobs,
    log: pino({ level: 'silent' }),
    parser: createFixtureParser(),
    pace: toPace(),
    rules: {},
    searchMinutes: 20,
  };
});
afterAll(() => bench.drop());
beforeEach(async () => {
  await bench.database.query('delete from gamekeeper.fixture');
  await bench.database.query('delete from pgboss.job where name = $1', [SEARCH_CLIPS]);
  await saveFixtures(bench.database, [rowOf('1H')]);
  minute = 10;
});

const askedAt = () => minutesAfter(minute);

function reading(
  events: readonly MatchEvent[] | null,
  choices: Partial<FixtureReading> = {},
): FixtureReading {
  return readingOf('1H', { events, goals: { home: events?.length ?? 0, away: 0 }, ...choices });
}

/** Stores another answer, a minute later. */
async function store(told: FixtureReading): Promise<void> {
  minute += 1;
  const number = await drawPollNumber(bench.database);
  await storePoll(bench.database, { fixtureId: FIXTURE, number, askedAt: askedAt(), body: bytesOf(told) });
}

async function poll(
  events: readonly MatchEvent[] | null,
  choices: Partial<FixtureReading> = {},
): Promise<void> {
  await store(reading(events, choices));
  await processPoll(deps, FIXTURE);
}

async function pollOften(times: number, events: readonly MatchEvent[]): Promise<void> {
  for (let count = 0; count < times; count++) await poll(events);
}

const goals = () => readGoals(bench.database, [FIXTURE]);

async function onlyGoal() {
  const [goal, ...others] = await goals();
  expect(others).toEqual([]);
  if (goal === undefined) throw new Error('no goal');
  return goal;
}

const searches = () => listSearches(bench.database);

/** Ends the search of every goal. */
async function settle(): Promise<void> {
  await bench.database.query('delete from pgboss.job where name = $1', [SEARCH_CLIPS]);
  await bench.database.query(
    `update gamekeeper.goal set settled_at = $1, settled_reason = 'nothing is open', search_until = $1, search_ended_at = $1`,
    [askedAt()],
  );
}

describe('a goal', () => {
  test('is stable after three sightings, and sends one search', async () => {
    await pollOften(2, [TEN]);
    expect(await searches()).toEqual([]);
    await poll([TEN]);
    const { id, state, stableAt } = await onlyGoal();
    await pollOften(3, [TEN]);

    expect({ state, stableAt }).toEqual({ state: 'stable', stableAt: minutesAfter(13) });
    expect(await searches()).toEqual([id]);
    const changes = await readGoalChanges(bench.database, [id]);
    expect(changes.map(({ kind }) => kind)).toEqual(['detected', 'stable']);
  });

  test('is stored with all fields', async () => {
    await poll([goalEvent(45, 'I. Nvented', { extraMinute: 3, assist: { id: 9, name: 'A. Ssist' } })]);

    expect(await onlyGoal()).toMatchObject({
      fixtureId: FIXTURE,
      side: 'home',
      teamId: 71,
      teamName: 'Aldermoor',
      playerId: 450,
      playerName: 'I. Nvented',
      assistId: 9,
      assistName: 'A. Ssist',
      kind: 'normal',
      minute: 45,
      extraMinute: 3,
      state: 'detected',
      scoreBefore: { home: 0, away: 0 },
      scoreAfter: { home: 1, away: 0 },
      label: '7001_71_450_Goal_1',
      firstSeenAt: minutesAfter(11),
      stableAt: null,
      byHand: null,
      searches: 0,
      settledAt: null,
    });
  });

  test('that is missing three times is removed, and restored with a new search when it returns', async () => {
    await pollOften(3, [TEN]);
    const { id } = await onlyGoal();
    await settle();
    await pollOften(2, []);
    expect((await onlyGoal()).state).toBe('stable');
    await poll([]);
    expect(await onlyGoal()).toMatchObject({ id, state: 'removed', settledAt: expect.any(Date) });
    await pollOften(3, [TEN]);

    const goal = await onlyGoal();
    expect(goal).toMatchObject({ id, state: 'stable', settledAt: null, settledReason: null });
    expect(await searches()).toEqual([id]);
    const changes = await readGoalChanges(bench.database, [id]);
    expect(changes.map(({ kind }) => kind)).toEqual(['detected', 'stable', 'removed', 'restored']);
  });

  test('is searched for again after a change of scorer, but not of assist', async () => {
    await pollOften(3, [TEN]);
    const { id } = await onlyGoal();
    await settle();
    await poll([{ ...TEN, assist: { id: 9, name: 'A. Ssist' } }]);
    expect([(await onlyGoal()).settledAt, await searches()]).toEqual([expect.any(Date), []]);
    await poll([goalEvent(10, 'S. Omebody-Else', { player: { id: 55, name: 'S. Omebody-Else' } })]);

    const goal = await onlyGoal();
    expect(goal).toMatchObject({ id, state: 'stable', playerName: 'S. Omebody-Else', settledAt: null });
    expect(goal.searchUntil).toEqual(minutesAfter(minute + 20));
    expect(await searches()).toEqual([id]);
    const changes = await readGoalChanges(bench.database, [id]);
    expect(changes).toContainEqual(
      expect.objectContaining({ kind: 'scorer', before: 'I. Nvented', after: 'S. Omebody-Else' }),
    );
  });
});

describe('a goal that was scored before the first poll', () => {
  const unfollowed = (code: string) => saveFixtures(bench.database, [rowOf(code, { followedAt: null })]);

  test.each(['1H', 'FT'])(
    'of a match that is first polled in %s is stable at once, and not observed live',
    async (code) => {
      await unfollowed(code);
      await poll([TEN, THIRTY], { status: { code, minute: 90, extraMinute: null } });

      const found = await goals();
      expect(found).toMatchObject([
        { playerName: 'I. Nvented', state: 'stable', observedLive: false },
        { playerName: 'N. Obody', state: 'stable', observedLive: false },
      ]);
      expect((await searches()).toSorted()).toEqual(found.map(({ id }) => id).toSorted());
      expect((await findFixture(bench.database, FIXTURE))?.followedAt).toEqual(minutesAfter(11));
    },
  );

  test('of a finished match, known from the score only, is stable at once and gets its scorer later', async () => {
    await unfollowed('FT');
    const over = { status: { code: 'FT', minute: 90, extraMinute: null }, goals: { home: 1, away: 0 } };
    await poll([], over);
    expect(await goals()).toMatchObject([{ kind: 'from-score', state: 'stable', observedLive: false }]);
    await settle();
    expect((await listActiveFixtures(bench.database)).map(({ openGoals }) => openGoals)).toEqual([1]);
    await poll([TEN], over);

    expect(await goals()).toMatchObject([{ playerName: 'I. Nvented', state: 'stable' }]);
    expect((await listActiveFixtures(bench.database)).map(({ openGoals }) => openGoals)).toEqual([0]);
  });

  test('or during an outage is not observed live, and is stable at once after the end', async () => {
    await poll([]);
    minute += 40;
    await poll([TEN]);
    await poll([TEN, THIRTY]);
    expect(await goals()).toMatchObject([
      { state: 'detected', observedLive: false },
      { state: 'detected', observedLive: true },
    ]);
    minute += 40;
    await poll([TEN, THIRTY], { status: { code: 'FT', minute: 90, extraMinute: null } });

    expect(await goals()).toMatchObject([
      { state: 'stable', observedLive: false },
      { state: 'stable', observedLive: true },
    ]);
  });

  test('is not searched for again when its scorer is corrected after the end', async () => {
    await unfollowed('FT');
    const over = { status: { code: 'FT', minute: 90, extraMinute: null } };
    await poll([{ ...TEN, player: { id: null, name: null } }], over);
    await settle();
    await poll([TEN], over);

    expect(await goals()).toMatchObject([{ playerName: 'I. Nvented', settledAt: expect.any(Date) }]);
    expect(await searches()).toEqual([]);
  });
});

describe('an answer', () => {
  test('is processed once by concurrent calls', async () => {
    await store(reading([TEN]));
    const done = await Promise.all([processPoll(deps, FIXTURE), processPoll(deps, FIXTURE)]);

    expect(done.filter(Boolean)).toHaveLength(1);
    expect(await processPoll(deps, FIXTURE)).toBe(false);
    expect((await onlyGoal()).sightings).toBe(1);
  });

  test('that comes late does not replace a newer one', async () => {
    const early = await drawPollNumber(bench.database);
    const late = { fixtureId: FIXTURE, number: early, askedAt: askedAt(), body: bytesOf(reading([])) };
    await store(reading([TEN, THIRTY]));
    expect(await storePoll(bench.database, late)).toBe(false);
    await processPoll(deps, FIXTURE);
    expect(await storePoll(bench.database, late)).toBe(false);

    expect(await findWaitingPolls(bench.database)).toEqual([]);
    expect(await goals()).toHaveLength(2);
  });

  test('whose search cannot be sent is rolled back, and processed later', async () => {
    await pollOften(2, [TEN]);
    await store(reading([TEN, THIRTY]));
    const idle = await bench.engine({ kinds: [], roles: { work: false, schedule: false } });
    await expect(processPoll({ ...deps, jobs: idle }, FIXTURE)).rejects.toThrow('no job kind');
    expect((await goals()).map(({ state, sightings }) => [state, sightings])).toEqual([['detected', 2]]);
    expect(await findWaitingPolls(bench.database)).toEqual([FIXTURE]);

    await processPoll(deps, FIXTURE);
    expect((await goals()).map(({ state }) => state)).toEqual(['stable', 'detected']);
    expect(await searches()).toHaveLength(1);
  });

  test('updates score, minute, status and the time of the end', async () => {
    await poll([TEN], { status: { code: '2H', minute: 90, extraMinute: 4 } });
    expect(await findFixture(bench.database, FIXTURE)).toMatchObject({
      status: { code: '2H', minute: 90, extraMinute: 4 },
      goals: { home: 1, away: 0 },
      penalties: { home: null, away: null },
      polledAt: askedAt(),
      finalSince: null,
    });
    await poll([TEN], {
      status: { code: 'PEN', minute: 120, extraMinute: null },
      penalties: { home: 4, away: 2 },
    });

    expect(await findFixture(bench.database, FIXTURE)).toMatchObject({
      phase: 'active',
      status: { code: 'PEN' },
      penalties: { home: 4, away: 2 },
      finalSince: askedAt(),
    });
  });

  test.each([
    ['not JSON', Buffer.from('<html>')],
    ['not a fixture', Buffer.from('{"fixture":null}')],
    ['about another fixture', bytesOf(readingOf('1H', { id: 8_002 }))],
  ])('that is %s is recorded as trouble and changes no goal', async (_what, body) => {
    await pollOften(3, [TEN]);
    const number = await drawPollNumber(bench.database);
    await storePoll(bench.database, { fixtureId: FIXTURE, number, askedAt: askedAt(), body });
    expect(await processPoll(deps, FIXTURE)).toBe(true);

    expect(await findFixture(bench.database, FIXTURE)).toMatchObject({
      trouble: expect.any(String),
      troubleSince: askedAt(),
    });
    expect((await onlyGoal()).misses).toBe(0);
    await poll([TEN]);
    expect((await findFixture(bench.database, FIXTURE))?.trouble).toBeNull();
  });

  test('about a completed fixture changes nothing', async () => {
    await saveFixtures(bench.database, [rowOf('FT', { phase: 'completed', completedAt: askedAt() })]);
    await poll([TEN]);

    expect(await goals()).toEqual([]);
    expect((await findFixture(bench.database, FIXTURE))?.status.code).toBe('FT');
    expect(await findWaitingPolls(bench.database)).toEqual([]);
  });

  test('with names that PostgreSQL cannot store is processed', async () => {
    const name = 'I.\0 \uD800Nvented';
    await poll([goalEvent(10, name)], { home: { id: 71, name: 'Alder\0moor' } });

    expect((await onlyGoal()).playerName).toMatch(/Nvented$/);
  });
});

describe('by hand', () => {
  const decide = (id: string, decision: 'hide' | 'restore') =>
    decideGoal({ database: bench.database, jobs, upstreamNow: askedAt, searchMinutes: 20 }, id, decision);

  test('a hidden goal stays hidden while it is seen, and follows the upstream again when it is restored', async () => {
    await pollOften(3, [TEN]);
    const { id } = await onlyGoal();
    await settle();
    expect(await decide(id, 'hide')).toBe(true);
    await pollOften(4, [TEN]);
    expect(await onlyGoal()).toMatchObject({ state: 'removed', byHand: 'hidden' });
    expect(await searches()).toEqual([]);

    expect(await decide(id, 'restore')).toBe(true);
    expect(await onlyGoal()).toMatchObject({ state: 'stable', byHand: null, settledAt: null });
    expect(await searches()).toEqual([id]);
    await pollOften(3, []);
    expect((await onlyGoal()).state).toBe('removed');
    const changes = await readGoalChanges(bench.database, [id]);
    expect(changes.map(({ kind, after }) => (after === 'by hand' ? `${kind} by hand` : kind))).toEqual([
      'detected',
      'stable',
      'removed by hand',
      'restored by hand',
      'removed',
    ]);
  });

  test('a decision that is being written wins over a concurrent answer', async () => {
    const { database } = bench;
    await pollOften(3, [TEN]);
    const { id } = await onlyGoal();
    await store(reading([TEN]));
    const [written, waited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const deciding = database.transaction(async (tx) => {
      await lockFixtures(tx, [FIXTURE]);
      await writeDecision(tx, id, { state: 'removed', byHand: 'hidden', at: askedAt() });
      written.resolve();
      await waited.promise;
    });
    await written.promise;
    const processing = processPoll(deps, FIXTURE);
    await until('the answer waits', 5_000, async () => {
      const waiting = await database.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      return waiting.length > 0;
    });
    waited.resolve();
    await Promise.all([deciding, processing]);

    expect(await onlyGoal()).toMatchObject({ state: 'removed', byHand: 'hidden', lastSeenAt: askedAt() });
  });

  test('repeating a decision changes nothing', async () => {
    await pollOften(3, [TEN]);
    const { id } = await onlyGoal();
    await decide(id, 'restore');
    expect((await onlyGoal()).byHand).toBeNull();
    await decide(id, 'hide');
    await decide(id, 'hide');

    const changes = await readGoalChanges(bench.database, [id]);
    expect(changes.map(({ kind }) => kind)).toEqual(['detected', 'stable', 'removed']);
    expect(await decide('00000000-0000-4000-8000-000000000000', 'hide')).toBe(false);
  });
});

test('notifies followers of changes that the page shows, and of no others', async () => {
  const listening = Promise.withResolvers<void>();
  const topics: string[] = [];
  const listener = createNoticeListener({
    connection: bench.connection,
    log: pino({ level: 'silent' }),
    onGap: listening.resolve,
    onNotice: ({ topic }) => void topics.push(topic),
  });
  listener.start();
  await listening.promise;
  const both = ['football-fixture/7001', 'football'];
  await poll([TEN]);
  await until('the goal is notified', 5_000, () => topics.length === 2);
  // The page does not show this change.
  await poll([TEN], { status: { code: '1H', minute: null, extraMinute: null } });
  await poll([TEN], { status: { code: '1H', minute: 13, extraMinute: null } });
  await until('the minute is notified', 5_000, () => topics.length >= 4);
  await listener.stop();

  expect(topics).toEqual([...both, ...both]);
});
