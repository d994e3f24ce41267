/** The operations page over HTTP: real stores, a real projector that counts what is released, and the jobs that fetch it again. */
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { Compile } from 'typebox/compile';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AGREED, ask, lookAtBoth } from '../../../test/support/projector/agreement.ts';
import {
  startProjectionUnderTest,
  type ProjectionUnderTest,
} from '../../../test/support/projector/projection-under-test.ts';
import { bodyOf, storeGames } from '../../../test/support/projector/stored-games.ts';
import { storeLolGames } from '../../../test/support/projector/stored-lol-games.ts';
import { until } from '../../../test/support/until.ts';
import { createFaultFinder } from '#/app/fault-finder.ts';
import {
  BudgetGauge,
  BudgetGauges,
  DrillSession,
  DrillSessions,
  OperationHistory,
  OperationSeries,
  QuarantinedBody,
  QuarantineList,
  QuarantineView,
  StorageOverview,
  type QuarantineAnswer,
} from '#/contract/operations.ts';
import type { Problem } from '#/contract/problem.ts';
import { Secret } from '#/domain/secret.ts';
import { createJobEngine, type JobEngine } from '#/jobs/job-engine.ts';
import { createTftCrawl } from '#/jobs/tft/tft-crawl.ts';
import { createAllProjections } from '#/projector/all-projections.ts';
import type { Projector } from '#/projector/projector.ts';
import { startHttpUpstream, type HttpUpstream } from '#/sources/fixtures/loopback-upstream.ts';
import { createOpenLimiter } from '#/sources/fixtures/open-limiter.ts';
import { lolTimeline } from '#/sources/riot/fixtures/bodies.ts';
import { createRiotClient, type RiotClient } from '#/sources/riot/riot-client.ts';
import { silentLog } from '#/stores/clickhouse/embedded/server-under-test.ts';
import { readProjectionLag } from '#/stores/postgres/projection.ts';
import { ADMIN_TOKEN, createServerUnderTest, type ServerUnderTest } from '../server-under-test.ts';
import { createOperationsAccess } from './create-operations-access.ts';

const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
const PATH = '/api/admin/operations';

let stage: ProjectionUnderTest;
let projector: Projector;
let upstream: HttpUpstream;
let riot: RiotClient;
let jobs: JobEngine;
let under: ServerUnderTest;
let folder: string;
let released: string[];
let answerOfUpstream: { status: number; body: Uint8Array };

beforeAll(async () => {
  stage = await startProjectionUnderTest();
  folder = await mkdtemp(join(tmpdir(), 'gamekeeper-operations-'));
  const { database, connection } = stage.postgres;
  upstream = await startHttpUpstream((_request, response) => {
    response.writeHead(answerOfUpstream.status, { 'content-type': 'application/json' });
    response.end(answerOfUpstream.body);
  });
  const keys = { tft: new Secret('RGAPI-00000000-0000-4000-8000-000000000000') };
  riot = createRiotClient({
    keys,
    baseUrl: `${upstream.origin}/{route}`,
    limiter: createOpenLimiter(),
    retries: { unavailable: 0 },
  });
  const common = { database, riot, now: () => new Date() };
  const kinds = createTftCrawl({
    ...common,
    keyId: () => 'key',
    platforms: ['euw1'],
    cooldownMinutes: 10,
    historyDays: 7,
  });
  jobs = createJobEngine({ connection, log: silentLog, kinds, roles: { work: true, schedule: false } });
  jobs.start();
  await jobs.ready();
  under = await createServerUnderTest({
    deps: {
      operations: createOperationsAccess({
        database,
        clickhouse: stage.clickhouse.reader,
        jobs,
        createFaultFinder,
        drillFile: join(folder, 'drill-sessions.jsonl'),
        onReleased: (source, id) => released.push(`${source} ${id}`),
        now: () => new Date(),
        log: silentLog,
      }),
    },
  });
  projector = stage.projector({
    projections: createAllProjections({ database, log: silentLog, keptPatches: 100 }),
  });
  projector.start();
});
beforeEach(() => {
  released = [];
  answerOfUpstream = { status: 500, body: Buffer.from('') };
});
afterEach(async () => {
  const { database } = stage.postgres;
  await database.query('truncate gamekeeper.operation_sample, gamekeeper.operation_line, gamekeeper.permit');
});
afterAll(async () => {
  await under.server.close();
  await jobs.stop({ graceMs: 100 });
  await riot.stop();
  await upstream.stop();
  await stage.stop();
  await rm(folder, { recursive: true });
});

const get = async <Body>(url: string): Promise<Body> => {
  const answer = await under.server.inject({ url: `${PATH}${url}`, headers });
  expect([url, answer.statusCode]).toEqual([url, 200]);
  return answer.json<Body>();
};
const post = (url: string) => under.server.inject({ method: 'POST', url: `${PATH}${url}`, headers });
const stateOf = async (kind: 'match' | 'timeline', id: string) =>
  (
    await stage.postgres.database.query<{ state: string; reason: string | null }>(
      `select state, reason from gamekeeper.${kind} where id = $1`,
      [id],
    )
  )[0];
async function untilCounted(): Promise<void> {
  await until('everything is projected', 20_000, async () => {
    const { database } = stage.postgres;
    const behind = await Promise.all(['tft', 'lol'].map((one) => readProjectionLag(database, one, one)));
    return projector.describe().lag?.rows === 0 && behind.every((one) => one?.rows === 0);
  });
}
const putAside = (id: string, body: Uint8Array, reason = 'nobody liked it') =>
  storeGames(stage.postgres.database, [{ id, state: 'quarantined', body }]).then(() =>
    stage.postgres.database.query('update gamekeeper.match set reason = $2 where id = $1', [id, reason]),
  );

describe('everything', () => {
  test.each([
    ['GET', '/history'],
    ['GET', '/budgets'],
    ['GET', '/storage'],
    ['GET', '/drills'],
    ['GET', '/quarantine'],
    ['GET', '/quarantine/tft/match/EUW1_1'],
    ['POST', '/quarantine/tft/match/EUW1_1/revalidate'],
    ['POST', '/quarantine/tft/match/EUW1_1/refetch'],
  ] as const)('%s %s is for the admin alone', async (method, url) => {
    expect((await under.server.inject({ method, url: `${PATH}${url}` })).statusCode).toBe(401);
  });

  test.each([
    '/history?hours=0',
    '/history?hours=169',
    '/history?colour=red',
    '/quarantine?limit=501',
    '/quarantine/tft/ladder/EUW1_1',
    `/quarantine/tft/match/${'x'.repeat(101)}`,
  ])('refuses %s', async (url) => {
    expect((await under.server.inject({ url: `${PATH}${url}`, headers })).statusCode).toBe(400);
  });
});

describe('the history', () => {
  test('has a value for each step that was measured, and gaps', async () => {
    const { database } = stage.postgres;
    await database.query(
      `insert into gamekeeper.operation_line (name, label) values ('games-stored', '{"source": "tft"}'), ('moon-phase', '{}')`,
    );
    await database.query(
      `insert into gamekeeper.operation_sample (slot, marks, lines, readings)
       select date_trunc('minute', now()) - make_interval(mins => m), '{}', array_agg(id), array_agg(m::float8)
       from gamekeeper.operation_line, unnest(array[3, 5, 600]) m group by m`,
    );
    const history = await get<OperationHistory>('/history');
    expect([...Compile({ OperationSeries }, OperationHistory).Errors(history)]).toEqual([]);
    expect(history.stepSeconds).toBe(60);
    expect(history.times).toHaveLength(360);
    expect(history.times).toEqual(history.times.toSorted());
    const [line, ...others] = history.series;
    expect(others).toEqual([]);
    expect(line).toMatchObject({ name: 'games-stored', label: { source: 'tft' }, unit: 'per-minute' });
    expect(line?.values.filter((value) => value !== null)).toEqual([5, 3]);
    const at = line?.values.indexOf(3) ?? -1;
    expect(line?.values.indexOf(5)).toBe(at - 2);
    const age = Date.parse(history.now) - Date.parse(history.times[at] ?? '');
    expect(age).toBeGreaterThanOrEqual(180_000);
    expect(age).toBeLessThan(300_000);
    expect((await get<OperationHistory>('/history?hours=168')).series[0]?.values).toContain(600);
  });

  test('is empty where nothing was measured', async () => {
    expect((await get<OperationHistory>('/history?hours=1')).series).toEqual([]);
  });
});

describe('budgets and storage', () => {
  test('a budget is told without its key', async () => {
    const window = { limit: 100, spanMs: 120_000, bound: 40, probes: 0, closesAt: Date.now() + 60_000 };
    const budget = {
      app: { windows: [window], blockedUntil: 0 },
      methods: { 'tft-match-v1.match': { windows: [], blockedUntil: 0 } },
    };
    await stage.postgres.database.query(
      `insert into gamekeeper.permit (key_id, host, budget) values ('0123456789abcdef', 'europe', $1)`,
      [JSON.stringify(budget)],
    );
    const answer = await get<BudgetGauges>('/budgets');
    expect([...Compile({ BudgetGauge }, BudgetGauges).Errors(answer)]).toEqual([]);
    expect(answer.gauges).toMatchObject([
      {
        upstream: 'riot-tft',
        host: 'europe',
        scope: 'application',
        windowSeconds: 120,
        limit: 100,
        used: 40,
      },
    ]);
    expect(JSON.stringify(answer)).not.toContain('0123456789abcdef');
  });

  test('both stores are weighed, by table and patch', async () => {
    await storeGames(stage.postgres.database, [{ id: 'EUW1_900' }, { id: 'EUW1_901' }, { id: 'EUW1_902' }]);
    await untilCounted();
    const storage = await get<StorageOverview>('/storage');
    expect([...Compile(StorageOverview).Errors(storage)]).toEqual([]);
    expect(storage.isClickHouseAway).toBe(false);
    const tables = storage.postgres.map(({ table }) => table);
    expect(tables).toContain('raw');
    expect(tables.filter((table) => table.startsWith('pgboss.'))).not.toEqual([]);
    const boards = storage.clickhouse.filter(({ table }) => table === 'tft_board');
    const counted = await ask<{ partition: string; rows: number }>(
      stage,
      'select patch as partition, toUInt32(count()) as rows from tft_board group by patch order by patch',
    );
    expect(
      boards
        .map(({ partition, rows }) => ({ partition, rows }))
        .toSorted((one, other) => one.partition.localeCompare(other.partition)),
    ).toEqual(counted);
    expect(boards.every(({ bytes }) => bytes > 0)).toBe(true);
    expect(storage.objects).toEqual({ clips: 0, bytes: 0 });
  });
});

describe('sessions of the drill', () => {
  test('are read from their file, bad lines and all', async () => {
    expect(await get<DrillSessions>('/drills')).toEqual({ sessions: [], unreadable: 0 });
    const session: DrillSession = {
      startedAt: '2026-11-15T12:00:00.000Z',
      seconds: 61.5,
      seed: 7,
      version: '1.2.3',
      machine: '2 cores',
      faults: [],
    };
    writeFileSync(join(folder, 'drill-sessions.jsonl'), `half a li\n${JSON.stringify(session)}\n`);
    const drills = await get<DrillSessions>('/drills');
    expect([...Compile({ DrillSession }, DrillSessions).Errors(drills)]).toEqual([]);
    expect(drills).toEqual({ sessions: [session], unreadable: 1 });
  });
});

describe('what was put aside', () => {
  test('is listed with its reason, and shown with its body', async () => {
    const body = '{"info": "\u0000 <script>"}';
    await putAside('EUW1_1', Buffer.from(body), 'info is text');
    const list = await get<QuarantineList>('/quarantine?source=tft');
    expect([...Compile({ QuarantinedBody }, QuarantineList).Errors(list)]).toEqual([]);
    expect(list).toMatchObject({
      total: 1,
      reasons: [{ reason: 'info is text', count: 1 }],
      bodies: [{ source: 'tft', kind: 'match', id: 'EUW1_1', reason: 'info is text', bytes: body.length }],
    });
    const view = await get<QuarantineView>('/quarantine/tft/match/EUW1_1');
    expect([...Compile({ QuarantinedBody }, QuarantineView).Errors(view)]).toEqual([]);
    expect(view).toMatchObject({ body, isCut: false });
    expect((await get<QuarantineList>('/quarantine?source=lol')).total).toBe(0);
  });

  test.each(['tft/match/EUW1_99', 'tft/timeline/EUW1_1', 'football/match/1'])('is not %s', async (place) => {
    for (const answer of [
      await under.server.inject({ url: `${PATH}/quarantine/${place}`, headers }),
      await post(`/quarantine/${place}/revalidate`),
      await post(`/quarantine/${place}/refetch`),
    ])
      expect(answer.statusCode).toBe(404);
  });

  test('is counted once it passes, however many say so at once', async () => {
    await putAside('EUW1_10', bodyOf('EUW1_10'));
    await untilCounted();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post('/quarantine/tft/match/EUW1_10/revalidate')),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
      200, 404, 404, 404, 404,
    ]);
    expect(answers.find(({ statusCode }) => statusCode === 200)?.json<QuarantineAnswer>()).toEqual({
      did: 'stored',
      reason: null,
    });
    expect(await stateOf('match', 'EUW1_10')).toEqual({ state: 'stored', reason: null });
    expect(released).toEqual(['tft EUW1_10']);
    await untilCounted();
    expect(await lookAtBoth(stage)).toEqual(AGREED);
  });

  test('stays when it is refused again, with what is said of it now', async () => {
    await putAside('EUW1_11', Buffer.from('{}'), 'rules of yesterday');
    const answer = await post('/quarantine/tft/match/EUW1_11/revalidate');
    const reason = 'malformed (shape): metadata is missing; expected it to be there';
    expect(answer.json<QuarantineAnswer>()).toEqual({ did: 'still-refused', reason });
    expect(await stateOf('match', 'EUW1_11')).toEqual({ state: 'quarantined', reason });
    expect(released).toEqual([]);
  });

  test('cannot be looked at again when there never was a body', async () => {
    await stage.postgres.database.query(
      `insert into gamekeeper.match (source, id, platform, state, reason) values ('tft', 'EUW1_12', 'euw1', 'quarantined', 'x')`,
    );
    expect((await get<QuarantineView>('/quarantine/tft/match/EUW1_12')).body).toBeNull();
    const answer = await post('/quarantine/tft/match/EUW1_12/revalidate');
    expect(answer.statusCode).toBe(409);
    expect(answer.json<Problem>().detail).toContain('no');
  });

  test('a timeline that passes is counted with its game', async () => {
    const id = 'EUW1_2001';
    await storeLolGames(stage.postgres.database, [{ id }]);
    await untilCounted();
    const { metadata, ...timeline } = lolTimeline();
    const body = JSON.stringify({ ...timeline, metadata: { ...metadata, matchId: id } });
    await stage.postgres.database.query(
      `insert into gamekeeper.timeline (source, id, platform, state, reason) values ('lol', $1, 'euw1', 'quarantined', 'x')`,
      [id],
    );
    await stage.postgres.database.query(
      `insert into gamekeeper.raw (source, kind, id, body, size, sha) values ('lol', 'timeline', $1, $2, $3, '')`,
      [id, zstdCompressSync(body), body.length],
    );
    const seats = () =>
      ask<{ told: number; seats: number }>(
        stage,
        'select toUInt32(sum(has_timeline)) as told, toUInt32(count()) as seats from lol_participant',
      );
    expect(await seats()).toEqual([{ told: 0, seats: 10 }]);
    const answer = await post(`/quarantine/lol/timeline/${id}/revalidate`);
    expect(answer.json<QuarantineAnswer>().did).toBe('stored');
    expect(released).toEqual([`lol ${id}`]);
    await untilCounted();
    expect(await seats()).toEqual([{ told: 10, seats: 10 }]);
  });
});

describe('what is asked for again', () => {
  const untilSettled = (id: string) =>
    until('it is settled', 20_000, async () => {
      const row = await stateOf('match', id);
      return row?.state !== 'wanted' && row;
    });

  test.each([
    ['another body', 'EUW1_20', Buffer.from('{"broken": true}')],
    ['the very same body', 'EUW1_21', bodyOf('EUW1_21')],
    ['a body where there was none that could be read', 'EUW1_22', Buffer.from('')],
  ])('comes by the job that fetches games, and is counted: %s', async (_what, id, before) => {
    await putAside(id, before);
    await stage.postgres.database.query(`update gamekeeper.raw set sha = sha256($2) where id = $1`, [
      id,
      before,
    ]);
    await untilCounted();
    answerOfUpstream = { status: 200, body: bodyOf(id) };
    const answer = await post(`/quarantine/tft/match/${id}/refetch`);
    expect(answer.json<QuarantineAnswer>()).toEqual({ did: 'asked-again', reason: null });
    expect((await post(`/quarantine/tft/match/${id}/refetch`)).statusCode).toBe(404);
    expect(await untilSettled(id)).toEqual({ state: 'stored', reason: null });
    expect(upstream.heard.at(-1)?.url).toBe(`/europe/tft/match/v1/matches/${id}`);
    await untilCounted();
    expect(await lookAtBoth(stage)).toEqual(AGREED);
  });

  test('is put aside again when it is no better', async () => {
    await putAside('EUW1_23', Buffer.from('{"broken": true}'));
    answerOfUpstream = { status: 200, body: Buffer.from('{"broken": "differently"}') };
    await post('/quarantine/tft/match/EUW1_23/refetch');
    expect(await untilSettled('EUW1_23')).toMatchObject({ state: 'quarantined' });
    expect((await get<QuarantineView>('/quarantine/tft/match/EUW1_23')).body).toBe(
      '{"broken": "differently"}',
    );
  });

  test('is refused where nobody could be asked', async () => {
    await stage.postgres.database.query(
      `insert into gamekeeper.match (source, id, platform, state, reason) values ('tft', 'XX9_1/2', 'unknown', 'quarantined', 'x')`,
    );
    const answer = await post(`/quarantine/tft/match/${encodeURIComponent('XX9_1/2')}/refetch`);
    expect(answer.statusCode).toBe(409);
    expect(await stateOf('match', 'XX9_1/2')).toMatchObject({ state: 'quarantined' });
    expect((await post('/quarantine/tft/match/XX9_3/refetch')).statusCode).toBe(404);
  });
});

test('while ClickHouse is away, what PostgreSQL weighs is told all the same', async () => {
  const operations = createOperationsAccess({
    database: stage.postgres.database,
    clickhouse: stage.clickhouse.server.client('reader', { url: 'http://127.0.0.1:9' }),
    jobs,
    createFaultFinder,
    drillFile: join(folder, 'none.jsonl'),
    onReleased: () => undefined,
    now: () => new Date(),
    log: silentLog,
  });
  const weights = await operations.storage();
  expect(weights).toMatchObject({ isClickHouseAway: true, clickhouse: [] });
  expect(weights.postgres.length).toBeGreaterThan(10);
});
