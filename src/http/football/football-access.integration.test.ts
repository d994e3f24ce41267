/** The routes of football on real tables and a real folder of objects. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  FootballClip,
  FootballCoverage,
  FootballDay,
  FootballFixture,
  FootballFixtureView,
  FootballGoal,
  FootballTimeline,
} from '#/contract/football.ts';
import type { Problem } from '#/contract/problem.ts';
import type { FollowedGoal } from '#/domain/football/goal.ts';
import { DOWNLOAD_CLIP, INGEST_FIXTURES, SEARCH_CLIPS, SETTLE_GOAL } from '#/football/kinds.ts';
import { minutesAfter, rowOf } from '../../../test/support/football-upstream.ts';
import { defineJob } from '#/runtime/jobs/define-job.ts';
import type { JobEngine } from '#/runtime/jobs/job-engine.ts';
import { done } from '#/runtime/jobs/job-outcome.ts';
import { createFolderObjectStore } from '#/runtime/objects/folder-store.ts';
import { saveFixtures } from '#/football/fixture.ts';
import { addGoalChanges, saveGoals } from '#/football/goal.ts';
import { createJobsBench, type JobsBench } from '../../../test/support/jobs-bench.ts';
import { ADMIN_TOKEN, createServerUnderTest, type ServerUnderTest } from '../server-under-test.ts';
import { createFootballAccess, type FootballAccessDeps } from './create-football-access.ts';

const GOAL = '10000000-0000-4000-8000-000000000001';
const REMOVED = '10000000-0000-4000-8000-000000000002';
const UNCERTAIN = '10000000-0000-4000-8000-000000000003';
const BEST = '20000000-0000-4000-8000-000000000001';
const COPY = '20000000-0000-4000-8000-000000000002';
const DEAD = '20000000-0000-4000-8000-000000000003';
const OTHER = '20000000-0000-4000-8000-000000000004';
const CLUSTER = '30000000-0000-4000-8000-000000000001';
const VIDEO = Buffer.from('a video of sixteen bytes or more');
const KEY = `7001/${GOAL}/0123456789abcdef0123456789abcdef.mp4`;
const authorization = `Bearer ${ADMIN_TOKEN}`;

let bench: JobsBench;
let jobs: JobEngine;
let directory: string;
let deps: FootballAccessDeps;
let under: ServerUnderTest;

/** Nobody works on them here: they are sent, and lie there to be counted. */
const kinds = [SEARCH_CLIPS, DOWNLOAD_CLIP, SETTLE_GOAL, INGEST_FIXTURES].map((kind) =>
  defineJob({
    kind,
    payload: Type.Unknown(),
    key: (payload) => JSON.stringify(payload),
    onePerKey: true,
    retry: { limit: 0, firstDelaySeconds: 1, maxDelaySeconds: 1 },
    handle: async () => done(),
  }),
);

beforeAll(async () => {
  bench = await createJobsBench();
  jobs = await bench.engine({ kinds, roles: { work: false, schedule: false } });
  directory = await mkdtemp(join(tmpdir(), 'gamekeeper-objects-'));
  deps = {
    database: bench.database,
    jobs,
    objects: createFolderObjectStore({ directory }),
    log: pino({ level: 'silent' }),
    now: () => minutesAfter(60),
    isOn: true,
    isPractice: true,
    sites: async () => [
      { name: 'clips', loginExpiresAt: minutesAfter(600) },
      { name: 'never-asked', loginExpiresAt: null },
    ],
    tools: () => [{ name: 'ffmpeg', found: false, detail: 'Clips cannot be compared.' }],
    search: { searches: 10, minutes: 20 },
  };
  under = await createServerUnderTest({ deps: { football: createFootballAccess(deps) } });
});
afterAll(async () => {
  await under.server.close();
  await bench.drop();
  await rm(directory, { recursive: true });
});

const goal = (id: string, choices: Partial<FollowedGoal>): FollowedGoal => ({
  id,
  side: 'home',
  teamId: 71,
  teamName: 'Aldermoor',
  playerId: 5,
  playerName: 'I. Nvented',
  formerScorers: [],
  assistId: null,
  assistName: null,
  kind: 'normal',
  minute: 10,
  extraMinute: null,
  state: 'stable',
  sightings: 3,
  misses: 0,
  scoreBefore: { home: 0, away: 0 },
  scoreAfter: { home: 1, away: 0 },
  label: `7001_71_5_Goal_1`,
  firstSeenAt: minutesAfter(10),
  lastSeenAt: minutesAfter(12),
  stableAt: minutesAfter(12),
  removedAt: null,
  restoredAt: null,
  ...choices,
});

async function addClip(id: string, values: Record<string, unknown>): Promise<void> {
  const row = {
    id,
    goal_id: GOAL,
    site: 'clips',
    post_id: id,
    video_number: 1,
    state: 'found',
    found_at: minutesAfter(13),
    ...values,
  };
  const names = Object.keys(row);
  await bench.database.query(
    `insert into gamekeeper.clip (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
}

beforeEach(async () => {
  const { database } = bench;
  await database.query('delete from gamekeeper.fixture');
  await database.query('delete from gamekeeper.clip_site');
  await database.query('delete from pgboss.job');
  const staged = { phase: 'staging', nextPollAt: null } as const;
  await saveFixtures(database, [
    rowOf('2H', { goals: { home: 2, away: 0 }, status: { code: '2H', minute: 61, extraMinute: null } }),
    // Half past midnight of the next day in Berlin, and still the same day in UTC.
    rowOf('NS', { ...staged, id: 7_002, kickoffAt: new Date('2026-11-14T23:30:00Z') }),
    rowOf('NS', { ...staged, id: 7_003, kickoffAt: new Date('2026-11-15T00:30:00Z') }),
  ]);
  await saveGoals(database, 7_001, [
    goal(UNCERTAIN, { minute: 50, state: 'detected', sightings: 1, stableAt: null }),
    goal(GOAL, {}),
    goal(REMOVED, { minute: 40, state: 'removed', misses: 3, removedAt: minutesAfter(44) }),
  ]);
  await addGoalChanges(database, [
    { goalId: GOAL, at: minutesAfter(10), kind: 'detected', before: null, after: 'I. Nvented' },
    { goalId: GOAL, at: minutesAfter(15), kind: 'assist', before: null, after: 'A. Ssist' },
  ]);
  await database.query('update gamekeeper.goal set searches = 2 where id = $1', [GOAL]);
  const shape = { bytes: VIDEO.length, seconds: 8, width: 640, height: 360 };
  const media = { ...shape, has_audio: true, cluster: CLUSTER };
  await addClip(COPY, {
    ...media,
    md5: 'f'.repeat(32),
    state: 'duplicate',
    reason_code: 'same-picture',
    reason: 'it shows the same',
  });
  await addClip(BEST, {
    ...media,
    md5: '0123456789abcdef0123456789abcdef',
    state: 'kept',
    is_best: true,
    is_verified: true,
    object_key: KEY,
    object_state: 'stored',
    archived_at: minutesAfter(14),
  });
  const failed = { state: 'failed', reason_code: 'gone', reason: 'the site says 404' };
  await addClip(DEAD, failed);
  await addClip(OTHER, { ...failed, goal_id: REMOVED });
  await deps.objects.put(KEY, { stream: chunks(VIDEO) }, { player: 'I. Nvented' });
});

async function* chunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const REFERENCES = { FootballFixture, FootballCoverage, FootballClip, FootballGoal };
const checkDay = Compile(REFERENCES, FootballDay);
const checkView = Compile(REFERENCES, FootballFixtureView);
const checkTimeline = Compile(FootballTimeline);

async function readDay(address: string): Promise<FootballDay> {
  const answer = await under.server.inject(`/api/football/days/${address}`);
  const day = answer.json<FootballDay>();
  expect([...checkDay.Errors(day)]).toEqual([]);
  return day;
}

async function readFixture(): Promise<FootballFixtureView> {
  const view = (await under.server.inject('/api/football/fixtures/7001')).json<FootballFixtureView>();
  expect([...checkView.Errors(view)]).toEqual([]);
  return view;
}

const post = (url: string, payload?: object) =>
  under.server.inject({ method: 'POST', url, headers: { authorization }, ...(payload && { payload }) });

async function sent(kind: string): Promise<number> {
  const [row] = await bench.database.query<{ count: number }>(
    'select count(*)::int as count from pgboss.job where name = $1',
    [kind],
  );
  return row?.count ?? 0;
}

describe('a day', () => {
  test('holds the fixtures that kick off on it, where whoever asks lives', async () => {
    const idsOf = async (address: string) => (await readDay(address)).fixtures.map(({ id }) => id);

    expect(await idsOf('2026-11-14')).toEqual([7_001, 7_002]);
    expect(await idsOf('2026-11-14?zone=europe/berlin')).toEqual([7_001]);
    expect(await idsOf('2026-11-15?zone=Europe/Berlin')).toEqual([7_002, 7_003]);
    expect(await idsOf('2026-11-13')).toEqual([]);
  });

  test('tells score, minute, goals and clips of each fixture, and how much is covered, over goals that count', async () => {
    const { fixtures, coverage } = await readDay('2026-11-14');

    expect(fixtures[0]).toMatchObject({
      competition: { id: 901, name: 'Harbour League', country: 'Nowhere', season: 2026, round: 'Round 3' },
      home: { id: 71, name: 'Aldermoor' },
      phase: 'active',
      status: '2H',
      statusGroup: 'live',
      minute: 61,
      score: { home: 2, away: 0 },
      penalties: null,
      goals: { stable: 1, detected: 1, removed: 1 },
      clips: 1,
    });
    expect(fixtures[1]).toMatchObject({ goals: { stable: 0, detected: 0, removed: 0 }, clips: 0 });
    expect(coverage).toEqual({
      goals: 1,
      searched: 1,
      withClips: 1,
      found: 3,
      downloaded: 2,
      distinct: 1,
      dropped: [
        { reason: 'gone', count: 1 },
        { reason: 'same-picture', count: 1 },
      ],
      secondsToFirstClip: { median: 240, slowest: 240 },
    });
    expect((await readDay('2026-11-13')).coverage.secondsToFirstClip).toEqual({
      median: null,
      slowest: null,
    });
  });

  test('tells which sites and tools are not well', async () => {
    await bench.database.query(
      `insert into gamekeeper.clip_site (name, state, detail)
       values ('clips', 'login-expired', 'log in again'), ('not-configured-any-more', 'well', null)`,
    );
    const { sites, tools, isOn, isPractice } = await readDay('2026-11-14');

    expect(sites).toEqual([
      {
        name: 'clips',
        state: 'login-expired',
        detail: 'log in again',
        loginExpiresAt: minutesAfter(600).toISOString(),
      },
      { name: 'never-asked', state: 'unknown', detail: null, loginExpiresAt: null },
    ]);
    expect(tools).toEqual([{ name: 'ffmpeg', found: false, detail: 'Clips cannot be compared.' }]);
    expect({ isOn, isPractice }).toEqual({ isOn: true, isPractice: true });
  });
});

describe('a fixture', () => {
  test('tells its goals in the order of the match, with changes and clips, best first', async () => {
    const { goals, coverage } = await readFixture();

    expect(goals.map(({ id, state }) => [id, state])).toEqual([
      [GOAL, 'stable'],
      [REMOVED, 'removed'],
      [UNCERTAIN, 'detected'],
    ]);
    expect(goals[0]?.changes).toEqual([
      { at: minutesAfter(10).toISOString(), kind: 'detected', before: null, after: 'I. Nvented' },
      { at: minutesAfter(15).toISOString(), kind: 'assist', before: null, after: 'A. Ssist' },
    ]);
    expect(goals[0]).toMatchObject({
      searches: 2,
      secondsToFirstClip: 240,
      byHand: null,
      observedLive: true,
    });
    expect(goals[0]?.clips.map(({ id, copies, videoUrl }) => [id, copies, videoUrl])).toEqual([
      [BEST, 2, `/api/football/clips/${BEST}/video`],
      [COPY, 2, null],
      [DEAD, 0, null],
    ]);
    expect(goals[0]?.clips[2]).toMatchObject({
      reasonCode: 'gone',
      reason: 'the site says 404',
      media: null,
    });
    expect(goals[1]?.secondsToFirstClip).toBeNull();
    expect(coverage.goals).toBe(1);
  });
});

describe('the time line of a goal', () => {
  test('tells every run in the order in which it began', async () => {
    await bench.database.query(
      `insert into gamekeeper.goal_step (goal_id, clip_id, step, name, job_id, attempt, started_at, ended_at, outcome, reason)
       values ($1, null, 'execute-search', 'search-Aldermoor-Nvented-10min-7001_71_5_Goal_1', gen_random_uuid(), 1, $3, $4, 'done', '3 videos'),
              ($1, $2, 'download', 'download-…', gen_random_uuid(), 2, $4, null, null, null)`,
      [GOAL, BEST, minutesAfter(12), minutesAfter(13)],
    );
    const timeline = (
      await under.server.inject(`/api/football/goals/${GOAL}/steps`)
    ).json<FootballTimeline>();

    expect([...checkTimeline.Errors(timeline)]).toEqual([]);
    expect(timeline.steps).toMatchObject([
      {
        step: 'execute-search',
        clipId: null,
        attempt: 1,
        outcome: 'done',
        reason: '3 videos',
        endedAt: expect.any(String),
      },
      { step: 'download', clipId: BEST, attempt: 2, outcome: null, reason: null, endedAt: null },
    ]);
    const empty = await under.server.inject(`/api/football/goals/${UNCERTAIN}/steps`);
    expect([empty.statusCode, empty.json<FootballTimeline>().steps]).toEqual([200, []]);
    const none = await under.server.inject(`/api/football/goals/${CLUSTER}/steps`);
    expect(none.statusCode).toBe(404);
  });

  test('a step is run again once, and the second asking is a conflict', async () => {
    const url = `/api/football/goals/${GOAL}/steps`;
    const first = await post(url, { step: 'download', clipId: DEAD });
    const second = await post(url, { step: 'download', clipId: DEAD });

    expect([first.statusCode, first.json()]).toEqual([202, { goalId: GOAL, step: 'download', clipId: DEAD }]);
    expect(second.statusCode).toBe(409);
    expect(await sent(DOWNLOAD_CLIP)).toBe(1);
    const search = { step: 'search' };
    for (const [answer, status, detail] of [
      [await post(url, { step: 'download', clipId: OTHER }), 404, OTHER],
      [await post(`/api/football/goals/${REMOVED}/steps`, search), 409, 'removed'],
      [await post(`/api/football/goals/${CLUSTER}/steps`, search), 404, CLUSTER],
    ] as const)
      expect(answer.json()).toMatchObject({ status, detail: expect.stringContaining(detail) as string });
  });
});

describe('the admin', () => {
  test('hides a goal with its clips, and shows it again', async () => {
    expect((await post(`/api/football/goals/${GOAL}/hide`)).statusCode).toBe(204);
    const hidden = (await readFixture()).goals[0];
    expect(hidden).toMatchObject({ state: 'removed', byHand: 'hidden' });
    expect(hidden?.clips.map(({ videoUrl }) => videoUrl)).toEqual([null, null, null]);
    expect((await under.server.inject(`/api/football/clips/${BEST}/video`)).statusCode).toBe(404);

    expect((await post(`/api/football/goals/${GOAL}/restore`)).statusCode).toBe(204);
    expect((await readFixture()).goals[0]).toMatchObject({ state: 'stable', byHand: null });
    expect((await under.server.inject(`/api/football/clips/${BEST}/video`)).statusCode).toBe(200);
    expect(await sent(SEARCH_CLIPS)).toBe(1);
  });

  test('deletes a clip with its video', async () => {
    const remove = () =>
      under.server.inject({
        method: 'DELETE',
        url: `/api/football/clips/${BEST}`,
        headers: { authorization },
      });
    expect((await remove()).statusCode).toBe(204);

    expect(await deps.objects.head(KEY)).toBeUndefined();
    const clip = (await readFixture()).goals[0]?.clips.find(({ id }) => id === BEST);
    expect(clip).toMatchObject({ state: 'deleted', reasonCode: 'deleted-by-hand', videoUrl: null });
    expect((await under.server.inject(`/api/football/clips/${BEST}/video`)).statusCode).toBe(404);
  });

  test('has fixtures read, once', async () => {
    const first = await post('/api/football/ingest', { day: '2026-11-20' });
    const second = await post('/api/football/ingest', { day: '2026-11-20' });

    expect([first.json(), second.json()]).toEqual([
      { day: '2026-11-20', isNew: true },
      { day: '2026-11-20', isNew: false },
    ]);
    const today = await post('/api/football/ingest', {});
    expect([today.statusCode, today.json()]).toEqual([202, { day: null, isNew: true }]);
    expect(await sent(INGEST_FIXTURES)).toBe(2);
  });
});

describe('a video', () => {
  const watch = (headers: Record<string, string> = {}, id = BEST) =>
    under.server.inject({ url: `/api/football/clips/${id}/video`, headers });
  const etag = '"0123456789abcdef0123456789abcdef"';

  test('comes whole, and in parts', async () => {
    const whole = await watch();
    const part = await watch({ range: 'bytes=2-6' });
    const end = await watch({ range: 'bytes=-4', 'if-range': etag });

    expect([whole.statusCode, whole.rawPayload]).toEqual([200, VIDEO]);
    expect(whole.headers).toMatchObject({ 'content-length': String(VIDEO.length), etag });
    expect([part.statusCode, part.rawPayload]).toEqual([206, VIDEO.subarray(2, 7)]);
    expect(part.headers['content-range']).toBe(`bytes 2-6/${VIDEO.length}`);
    expect([end.statusCode, end.rawPayload]).toEqual([206, VIDEO.subarray(-4)]);
  });

  test('is not sent to whoever has it, nor in part to whoever has another one', async () => {
    expect((await watch({ 'if-none-match': `"x", W/${etag}` })).statusCode).toBe(304);
    const other = await watch({ range: 'bytes=2-6', 'if-range': '"another"' });

    expect([other.statusCode, other.rawPayload]).toEqual([200, VIDEO]);
    expect((await watch({ range: `bytes=${VIDEO.length}-` })).statusCode).toBe(416);
  });

  test('of a copy is that of the best; one that is not archived, or not where it should be, is 404 and says why', async () => {
    const copy = await watch({}, COPY);
    expect([copy.statusCode, copy.headers.location]).toEqual([307, `/api/football/clips/${BEST}/video`]);
    const dead = await watch({}, DEAD);
    await deps.objects.delete(KEY);
    const lost = await watch();

    expect([dead.statusCode, dead.json<Problem>().detail]).toEqual([
      404,
      'This clip is not archived (failed: the site says 404).',
    ]);
    expect(lost.statusCode).toBe(404);
    expect((await watch({}, CLUSTER)).statusCode).toBe(404);
  });
});
