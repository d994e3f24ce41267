/** The operations page over HTTP: real stores, a real projector that counts what is released, and the jobs that fetch it again. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AGREED, ask, lookAtBoth } from '../../../test/support/projector/agreement.ts';
import {
  startProjectionUnderTest,
  type ProjectionUnderTest,
} from '../../../test/support/projector/projection-under-test.ts';
import { bodyOf, storeGames } from '../../../test/support/projector/stored-games.ts';
import { lolTimelineOf, storeLolGames } from '../../../test/support/projector/stored-lol-games.ts';
import { until } from '../../../test/support/until.ts';
import { createBodyJudge } from '#/app/judge-body.ts';
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
} from '#/contract/operations.ts';
import { createRowQueues, type RowQueues } from '#/match/queue.ts';
import { createTftQueues } from '#/tft/jobs.ts';
import { createAllProjections } from '#/app/open-projector.ts';
import type { Projector } from '#/match/project/projector.ts';
import type { Outcome } from '#/upstream/outcome.ts';
import type { RiotClient } from '#/upstream/riot.ts';
import type { TftMatch } from '#/upstream/riot-schema/tft-match.ts';
import type { ClickHouseReader } from '#/runtime/clickhouse/clickhouse.ts';
import { silentLog } from '#/runtime/clickhouse/embedded/server-under-test.ts';
import { readProjectionLag } from '#/match/project/projection.ts';
import { ADMIN_TOKEN, createServerUnderTest, type ServerUnderTest } from '../server-under-test.ts';
import { createOperationsAccess, type OperationsAccessDeps } from './create-operations-access.ts';

const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
const PATH = '/api/admin/operations';

let stage: ProjectionUnderTest;
const query = <Row extends object>(text: string, values?: readonly unknown[]) =>
  stage.postgres.database.query<Row>(text, values);
let projector: Projector;
let queues: RowQueues;
let deps: OperationsAccessDeps;
let under: ServerUnderTest;
let folder: string;
let released: string[];
let answerOfUpstream: Outcome<TftMatch>;

beforeAll(async () => {
  stage = await startProjectionUnderTest();
  folder = await mkdtemp(join(tmpdir(), 'gamekeeper-operations-'));
  const { database } = stage.postgres;
  const options = {
    database,
    // Nothing else is asked for: no schedule runs.
    riot: { tftMatch: async () => answerOfUpstream } as unknown as RiotClient,
    now: () => new Date(),
    keyId: () => 'key',
    platforms: ['euw1'],
    cooldownMinutes: 10,
    historyDays: 7,
  } as const;
  queues = createRowQueues({ database, queues: createTftQueues(options, silentLog), log: silentLog });
  queues.start();
  deps = {
    database,
    clickhouse: stage.clickhouse.reader,
    createBodyJudge,
    drillFile: join(folder, 'drill-sessions.jsonl'),
    onReleased: (source, id) => released.push(`${source} ${id}`),
    now: () => new Date(),
    log: silentLog,
  };
  under = await createServerUnderTest({ deps: { operations: createOperationsAccess(deps) } });
  const projections = createAllProjections({ database, log: silentLog, keptPatches: 100 });
  projector = stage.projector({ projections });
  projector.start();
});
beforeEach(() => {
  released = [];
});
afterAll(async () => {
  await under.server.close();
  await queues.stop({ graceMs: 100 });
  await stage.stop();
  await rm(folder, { recursive: true });
});

const get = async <Body>(url: string): Promise<Body> => {
  const answer = await under.server.inject({ url: `${PATH}${url}`, headers });
  expect([url, answer.statusCode]).toEqual([url, 200]);
  return answer.json<Body>();
};
const post = (url: string) => under.server.inject({ method: 'POST', url: `${PATH}${url}`, headers });
const stateOf = async (id: string) =>
  (await query<object>('select state, reason from gamekeeper.match where id = $1', [id]))[0];
async function untilCounted(): Promise<void> {
  await until('everything is projected', 30_000, async () => {
    const { database } = stage.postgres;
    const behind = await Promise.all(['tft', 'lol'].map((one) => readProjectionLag(database, one, one)));
    return projector.describe().lag?.rows === 0 && behind.every((one) => one?.rows === 0);
  });
}
async function quarantine(id: string, body: Uint8Array, reason = 'malformed'): Promise<void> {
  await storeGames(stage.postgres.database, [{ id, state: 'quarantined', body }]);
  await query('update gamekeeper.match set reason = $2 where id = $1', [id, reason]);
}
const quarantineWithoutBody = (id: string, platform: string) =>
  query(
    `insert into gamekeeper.match (source, id, platform, state, reason) values ('tft', $1, $2, 'quarantined', 'x')`,
    [id, platform],
  );

test('the history has a value for each step that was measured, and gaps', async () => {
  expect((await get<OperationHistory>('/history?hours=1')).series).toEqual([]);
  await query(
    `insert into gamekeeper.operation_line (name, label) values ('games-stored', '{"source": "tft"}'), ('moon-phase', '{}')`,
  );
  await query(
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
  expect((await get<OperationHistory>('/history?hours=168')).series[0]?.values).toContain(600);
});

test('a budget is shown without its key', async () => {
  const window = { limit: 100, spanMs: 120_000, bound: 40, probes: 0, closesAt: Date.UTC(2100, 0) };
  const budget = {
    app: { windows: [window], blockedUntil: 0 },
    methods: { 'tft-match-v1.match': { windows: [], blockedUntil: 0 } },
  };
  await query(
    `insert into gamekeeper.permit (key_id, host, budget) values ('0123456789abcdef', 'europe', $1)`,
    [JSON.stringify(budget)],
  );
  const answer = await get<BudgetGauges>('/budgets');
  expect([...Compile({ BudgetGauge }, BudgetGauges).Errors(answer)]).toEqual([]);
  expect(answer.gauges).toMatchObject([{ upstream: 'riot-tft', host: 'europe', limit: 100, used: 40 }]);
  expect(JSON.stringify(answer)).not.toContain('0123456789abcdef');
});

test('both stores are weighed, by table and patch; without ClickHouse, PostgreSQL alone', async () => {
  await storeGames(stage.postgres.database, [{ id: 'EUW1_900' }, { id: 'EUW1_901' }, { id: 'EUW1_902' }]);
  await untilCounted();
  const storage = await get<StorageOverview>('/storage');
  expect([...Compile(StorageOverview).Errors(storage)]).toEqual([]);
  expect(storage.isClickHouseAway).toBe(false);
  const tables = storage.postgres.map(({ table }) => table);
  expect(tables).toContain('raw');
  expect(tables.some((table) => table.startsWith('pgboss.'))).toBe(true);
  const boards = storage.clickhouse.filter(({ table }) => table === 'tft_board');
  expect(Object.fromEntries(boards.map(({ partition, rows }) => [partition, rows]))).toEqual({
    '17.3': 16,
    '17.4': 8,
  });
  expect(boards.every(({ bytes }) => bytes > 0)).toBe(true);
  expect(storage.objects).toEqual({ clips: 0, bytes: 0 });

  const away: ClickHouseReader = {
    ...stage.clickhouse.reader,
    query: () => Promise.reject(new Error('connection refused')),
  };
  const weights = await createOperationsAccess({ ...deps, clickhouse: away }).storage();
  expect(weights).toMatchObject({ isClickHouseAway: true, clickhouse: [] });
  expect(weights.postgres.length).toBeGreaterThan(10);
});

test('sessions of the drill are read from their file, bad lines and all', async () => {
  expect(await get<DrillSessions>('/drills')).toEqual({ sessions: [], unreadable: 0 });
  const startedAt = '2026-11-15T12:00:00.000Z';
  const session = { startedAt, seconds: 61.5, seed: 7, version: '1.2.3', machine: '2 cores', faults: [] };
  await writeFile(deps.drillFile, `half a li\n${JSON.stringify(session)}\n`);
  const drills = await get<DrillSessions>('/drills');
  expect([...Compile({ DrillSession }, DrillSessions).Errors(drills)]).toEqual([]);
  expect(drills).toEqual({ sessions: [session], unreadable: 1 });
});

describe('a body in quarantine', () => {
  test('is listed with its reason, and shown as text', async () => {
    const body = '{"info": "\u0000 <script>"}';
    await quarantine('EUW1_1', Buffer.from(body), 'info is text');
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

  test('is counted when it passes, once, however many look at it again at the same time', async () => {
    await quarantine('EUW1_10', bodyOf('EUW1_10'));
    await untilCounted();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post('/quarantine/tft/match/EUW1_10/revalidate')),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 404, 404, 404, 404,
    ]);
    expect(answers.find(({ statusCode }) => statusCode === 200)?.json()).toEqual({
      did: 'stored',
      reason: null,
    });
    expect(await stateOf('EUW1_10')).toEqual({ state: 'stored', reason: null });
    expect(released).toEqual(['tft EUW1_10']);
    await untilCounted();
    expect(await lookAtBoth(stage)).toEqual(AGREED);
  });

  test('stays when it is refused again, with the new reason, and when there is no body', async () => {
    await quarantine('EUW1_11', Buffer.from('{}'), 'rules of yesterday');
    const reason = 'malformed (shape): metadata is missing; expected it to be there';
    const refused = await post('/quarantine/tft/match/EUW1_11/revalidate');
    expect(refused.json()).toEqual({ did: 'still-refused', reason });
    expect(await stateOf('EUW1_11')).toEqual({ state: 'quarantined', reason });

    await quarantineWithoutBody('EUW1_12', 'euw1');
    expect((await get<QuarantineView>('/quarantine/tft/match/EUW1_12')).body).toBeNull();
    expect((await post('/quarantine/tft/match/EUW1_12/revalidate')).statusCode).toBe(409);
    expect(released).toEqual([]);
  });

  test('that is a timeline is counted with its match', async () => {
    const id = 'EUW1_2001';
    await storeLolGames(stage.postgres.database, [{ id }]);
    await untilCounted();
    const body = lolTimelineOf(id);
    await query(
      `insert into gamekeeper.timeline (source, id, platform, state, reason) values ('lol', $1, 'euw1', 'quarantined', 'x')`,
      [id],
    );
    await query(
      `insert into gamekeeper.raw (source, kind, id, body, size, sha) values ('lol', 'timeline', $1, $2, $3, '')`,
      [id, zstdCompressSync(body), body.length],
    );
    const participants = () => ask(stage, 'select toUInt32(sum(has_timeline)) as told from lol_participant');
    expect(await participants()).toEqual([{ told: 0 }]);
    expect((await post(`/quarantine/lol/timeline/${id}/revalidate`)).json()).toMatchObject({ did: 'stored' });
    expect(released).toEqual([`lol ${id}`]);
    await untilCounted();
    expect(await participants()).toEqual([{ told: 10 }]);
  });
});

describe('a body that is fetched again', () => {
  const untilSettled = (id: string) =>
    until('it is settled', 30_000, async () => {
      const rows = await query<object>(
        `select state, reason from gamekeeper.match where id = $1 and state <> 'wanted'`,
        [id],
      );
      return rows[0];
    });

  test.each([
    ['another body', 'EUW1_20', Buffer.from('{"broken": true}')],
    ['the very same body', 'EUW1_21', bodyOf('EUW1_21')],
    ['a body where there was none that could be read', 'EUW1_22', Buffer.from('')],
  ])('is stored by the job that fetches matches, and is counted: %s', async (_what, id, before) => {
    await quarantine(id, before);
    await query(`update gamekeeper.raw set sha = sha256($2) where id = $1`, [id, before]);
    await untilCounted();
    const bytes = bodyOf(id);
    const body = JSON.parse(Buffer.from(bytes).toString()) as TftMatch;
    answerOfUpstream = { outcome: 'ok', body, bytes, fetchedAt: new Date() };
    const answer = await post(`/quarantine/tft/match/${id}/refetch`);
    expect(answer.json()).toEqual({ did: 'asked-again', reason: null });
    expect((await post(`/quarantine/tft/match/${id}/refetch`)).statusCode).toBe(404);
    expect(await untilSettled(id)).toEqual({ state: 'stored', reason: null });
    await untilCounted();
    expect(await lookAtBoth(stage)).toEqual(AGREED);
  });

  test('is quarantined again when it is no better, and cannot be fetched from an unknown platform', async () => {
    await quarantine('EUW1_23', Buffer.from('{"broken": true}'));
    const text = '{"broken": "differently"}';
    const bytes = Buffer.from(text);
    const malformed = { outcome: 'malformed', fault: 'shape', reason: 'x', isWhole: true } as const;
    answerOfUpstream = { ...malformed, bytes, fetchedAt: new Date() };
    await post('/quarantine/tft/match/EUW1_23/refetch');
    expect(await untilSettled('EUW1_23')).toMatchObject({ state: 'quarantined' });
    expect((await get<QuarantineView>('/quarantine/tft/match/EUW1_23')).body).toBe(text);

    await quarantineWithoutBody('XX9_1/2', 'unknown');
    const nowhere = await post(`/quarantine/tft/match/${encodeURIComponent('XX9_1/2')}/refetch`);
    expect(nowhere.statusCode).toBe(409);
    expect(await stateOf('XX9_1/2')).toMatchObject({ state: 'quarantined' });
  });
});
