/** Histories over HTTP: the practice world, both stores, jobs and projector are real. */
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Compile } from 'typebox/compile';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLolBench, type LolBench, type PracticePlayer } from '../../../test/support/lol-bench.ts';
import { until } from '../../../test/support/until.ts';
import { createLolAnalytics } from '#/analytics/lol/lol-analytics.ts';
import { createQuestionGate } from '#/analytics/question-gate.ts';
import { LolProgress } from '#/contract/lol-accounts.ts';
import { LolCell, LolEstimate } from '#/contract/lol-cells.ts';
import { LolCollection, LolCooldown, LolHistory, LolPlayers } from '#/contract/lol-collection.ts';
import { LolAnalysis, LolFinding, LolHistoryOptions, LolPlayer } from '#/contract/lol-history.ts';
import type { JobEngine } from '#/jobs/job-engine.ts';
import { createAllProjections } from '#/projector/all-projections.ts';
import { createProjector, type Projector } from '#/projector/projector.ts';
import { createClickHouse, type ClickHouse } from '#/stores/clickhouse/clickhouse.ts';
import {
  silentLog,
  startServerUnderTest,
  TEST_LIMITS,
  type ServerUnderTest as ClickHouseUnderTest,
} from '#/stores/clickhouse/embedded/server-under-test.ts';
import { migrateClickHouse } from '#/stores/clickhouse/migrate.ts';
import { ADMIN_TOKEN, createServerUnderTest } from '../server-under-test.ts';
import { createLolHistoryAccess } from './history-access.ts';
import { createLolAccessUnderTest } from './lol-access-under-test.ts';

let bench: LolBench;
let clickhouseServer: ClickHouseUnderTest;
let clickhouse: ClickHouse;
let projector: Projector;
let people: readonly PracticePlayer[];
let engine: JobEngine;
let server: FastifyInstance;

beforeAll(async () => {
  [bench, clickhouseServer] = await Promise.all([createLolBench(), startServerUnderTest(2)]);
  clickhouse = createClickHouse(clickhouseServer.embedded.connection, {
    database: 'gamekeeper',
    limits: TEST_LIMITS,
    log: silentLog,
    application: 'test',
  });
  await migrateClickHouse({
    client: clickhouse.writer,
    postgres: bench.database,
    directory: join(import.meta.dirname, '../../../migrations/clickhouse'),
    database: 'gamekeeper',
  });
  const { database, connection } = bench;
  projector = createProjector({
    database,
    connection,
    clickhouse: clickhouse.writer,
    log: silentLog,
    projections: createAllProjections({ database, log: silentLog, keptPatches: 100 }),
    pageSize: 200,
    collectMs: 100,
  });
  projector.start();
  people = await bench.players('euw1', 60);
});
beforeEach(async () => {
  engine = await bench.collect();
  server = await serve();
});
afterEach(async () => {
  await server.close();
  await bench.faults();
  await bench.stopEngines();
});
afterAll(async () => {
  await projector.stop();
  await clickhouse.close();
  await clickhouseServer.stop();
  await bench.drop();
});

/** `freshSeconds` and `cooldownSeconds` as a test needs them. */
async function serve(times: { freshSeconds?: number; cooldownSeconds?: number } = {}) {
  const { database, riot, keyId } = bench;
  const under = await createServerUnderTest({
    deps: {
      lol: createLolAccessUnderTest({
        history: createLolHistoryAccess({
          finder: { database, riot, keyId: () => keyId },
          collections: bench.collections(engine, times),
          analytics: createLolAnalytics({ clickhouse: clickhouse.reader, database }),
          gate: createQuestionGate({ atOnce: 2, maxWaiting: 50, maxWaitMs: 5_000 }),
          isPractice: true,
        }),
      }),
    },
  });
  return under.server;
}

const CONTEXT = {
  LolEstimate,
  LolCell,
  LolPlayer,
  LolHistoryOptions,
  LolFinding,
  LolAnalysis,
  LolProgress,
  LolCollection,
};
const isHistory = Compile(CONTEXT, LolHistory);
const addressOf = ({ gameName, tagLine }: { gameName: string; tagLine: string }, rest = 'history') =>
  `/api/lol/players/${encodeURIComponent(gameName)}/${encodeURIComponent(tagLine)}/${rest}`;
const get = (url: string) => server.inject({ url });
const take = (isRight: (games: number) => boolean): PracticePlayer => {
  const person = people.find(({ games }) => isRight(games.length));
  if (person === undefined) throw new Error('nobody has so many games');
  people = people.filter((other) => other !== person);
  return person;
};
const history = async (person: PracticePlayer, query = '') => {
  const answer = await get(addressOf(person, `history${query}`));
  return { status: answer.statusCode, body: answer.json<LolHistory>() };
};
const untilWhole = (person: PracticePlayer): Promise<LolHistory> =>
  until('the history is whole', 30_000, async () => {
    const { status, body } = await history(person);
    return status === 200 && body;
  });

test('asking for a history has it collected: 202 with what is there so far, and 200 when everything is counted', async () => {
  const person = take((games) => games >= 20);
  // One after the other, so that there is a moment with a part of them.
  await bench.faults({ kind: 'delay-after-counting', minMs: 60, maxMs: 2_500 });

  const first = await history(person);
  expect(first.status).toBe(202);
  expect([...isHistory.Errors(first.body)]).toEqual([]);
  expect(first.body).toMatchObject({
    player: { gameName: person.gameName, tagLine: person.tagLine, platform: 'euw1' },
    collection: { isRunning: true, isFresh: false, placeInLine: 1, reason: null },
    analysis: { counts: { stored: 0 } },
    isPractice: true,
  });
  const partial = await until('a part is counted', 20_000, async () => {
    const { status, body } = await history(person);
    return status === 202 && body.analysis.counts.stored > 0 && body;
  });
  expect(partial.collection.progress.total).toBe(person.games.length);
  expect(partial.analysis.counts.stored).toBeLessThan(person.games.length);

  const whole = await untilWhole(person);
  expect([...isHistory.Errors(whole)]).toEqual([]);
  expect(whole.collection).toMatchObject({ state: 'done', isRunning: false, isFresh: true, uncounted: 0 });
  expect(whole.collection.progress).toEqual({
    total: person.games.length,
    done: person.games.length,
    unfetchable: 0,
    wanted: 0,
  });
  const { counts } = whole.analysis;
  expect(counts.counted + counts.remakes + counts.unplayed + counts.againstBots + counts.outsideFilter).toBe(
    counts.stored,
  );
  expect(counts.stored).toBe(person.games.length);
});

test('progress never goes backwards', async () => {
  const person = take((games) => games >= 20);
  const seen: number[] = [];
  await until('the history is whole', 30_000, async () => {
    const { status, body } = await history(person);
    seen.push(body.collection.progress.done + body.collection.progress.unfetchable);
    return status === 200;
  });
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(seen.at(-1)).toBe(person.games.length);
});

test('the answer is of the options in the address, and what is wrong with them is said', async () => {
  const person = take((games) => games >= 5);
  await untilWhole(person);

  const { status, body } = await history(person, '?zone=Asia/Seoul&dayStart=05:00&gap=30&queue=420');
  expect(status).toBe(200);
  expect(body.analysis.options).toMatchObject({
    zone: 'Asia/Seoul',
    dayStartMinutes: 300,
    gapMinutes: 30,
    queues: [420],
  });

  const refused = await get(addressOf(person, 'history?zone=Mars/Olympus&gap=1&nonsense=1&platform=zz9'));
  expect(refused.statusCode).toBe(400);
  expect(refused.json<{ errors: { where: string }[] }>().errors.map(({ where }) => where)).toEqual([
    'query/zone',
    'query/gap',
    'query/nonsense',
  ]);
  const hint = await get(addressOf(person, 'history?platform=zz9'));
  expect(hint.json<{ errors: { where: string }[] }>().errors.map(({ where }) => where)).toEqual([
    'query/platform',
  ]);
});

test('a Riot ID that nobody has is answered 404', async () => {
  const answer = await get(addressOf({ gameName: 'Nobody at all', tagLine: 'NONE' }));
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({
    code: 'not-found',
    detail: expect.stringContaining('Nobody at all#NONE') as string,
  });
});

test('a refresh within the cooldown is answered 429, with the seconds and whether one runs', async () => {
  const person = take((games) => games >= 1);
  await bench.faults({ kind: 'delay-after-counting', minMs: 300, maxMs: 300 });
  await history(person);

  const running = await get(addressOf(person, 'history?refresh=true'));
  expect(running.statusCode).toBe(429);
  const told = running.json<LolCooldown>();
  expect(Compile(LolCooldown).Check(told)).toBe(true);
  expect(told).toMatchObject({ code: 'too-many-requests', inProgress: true });
  expect(told.retryAfterSeconds).toBeGreaterThan(50);
  expect(running.headers['retry-after']).toBe(String(told.retryAfterSeconds));

  await bench.faults();
  await untilWhole(person);
  expect((await get(addressOf(person, 'history?refresh=true'))).json()).toMatchObject({ inProgress: false });
});

test('after the cooldown a refresh looks again, and a history that is old is looked at again by itself', async () => {
  const person = take((games) => games >= 1);
  await untilWhole(person);
  const collections = async () =>
    (
      await bench.database.query(
        `select from gamekeeper.collection c join gamekeeper.player p using (puuid) where p.game_name = $1`,
        [person.gameName],
      )
    ).length;
  expect(await collections()).toBe(1);
  await history(person);
  expect(await collections()).toBe(1);

  await server.close();
  server = await serve({ cooldownSeconds: 0 });
  expect((await history(person, '?refresh=true')).status).toBe(202);
  expect(await collections()).toBe(2);
  await untilWhole(person);

  await server.close();
  server = await serve({ cooldownSeconds: 0, freshSeconds: 0 });
  expect((await history(person)).status).toBe(202);
  expect(await collections()).toBe(3);
  await bench.untilCollected(await bench.meet(person));
});

test('a collection is cancelled by the admin, and does not begin again because the page is loaded', async () => {
  const person = take((games) => games >= 10);
  const cancel = (headers = {}) =>
    server.inject({ method: 'DELETE', url: addressOf(person, 'collection'), headers });
  const admin = { authorization: `Bearer ${ADMIN_TOKEN}` };
  await bench.faults({ kind: 'delay-after-counting', minMs: 500, maxMs: 500 });
  await history(person);

  expect((await cancel()).statusCode).toBe(401);
  const cancelled = await cancel(admin);
  expect(cancelled.statusCode).toBe(200);
  expect(cancelled.json()).toMatchObject({ state: 'cancelled', isRunning: false });
  expect((await cancel(admin)).statusCode).toBe(404);

  await server.close();
  server = await serve({ cooldownSeconds: 0 });
  expect((await history(person)).body.collection).toMatchObject({ state: 'cancelled', isRunning: false });
});

test('the games are exported one a line, newest first, and none is collected for it', async () => {
  const person = take((games) => games >= 5);
  const empty = await get(addressOf(person, 'history.csv'));
  expect(empty.body.split('\r\n')).toHaveLength(2);
  await untilWhole(person);

  const answer = await get(addressOf(person, 'history.csv?zone=Europe/Berlin'));

  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="lol-[A-Za-z0-9._-]+\.csv"$/);
  const [head = '', ...lines] = answer.body.trimEnd().split('\r\n');
  expect(head).toMatch(/^game,started at,date,hour,counted,standing,win,seconds,/);
  const ids = lines.map((line) => line.split(',')[0]);
  expect(ids).toEqual(person.games.filter((id) => ids.includes(id)));
  expect(ids.length).toBeGreaterThan(0);
});

test('known players are found by how their name begins', async () => {
  const person = take((games) => games >= 1);
  await untilWhole(person);
  const search = async (query: string) =>
    (await get(`/api/lol/players?query=${encodeURIComponent(query)}`)).json<LolPlayers>();

  const found = await search(person.gameName.slice(0, 3).toUpperCase());
  expect(Compile(LolPlayers).Check(found)).toBe(true);
  expect(found.players).toContainEqual({
    puuid: expect.any(String) as string,
    gameName: person.gameName,
    tagLine: person.tagLine,
    platform: 'euw1',
    games: person.games.length,
  });
  expect((await search('%')).players).toEqual([]);
  expect((await search('nobody is called so')).players).toEqual([]);
});

test('who was seen in Teamfight Tactics can be found by name, behind those who are stored, and nobody twice', async () => {
  const person = take((games) => games >= 1);
  await untilWhole(person);
  const seen = (puuid: string, name: string, tag: string, games: number) =>
    bench.database.query(
      `insert into gamekeeper.player (source, puuid, key_id, platform, game_name, tag_line, games_seen)
       values ('tft', $1, 'another key', 'euw1', $2, $3, $4)`,
      [puuid, name, tag, games],
    );
  await seen('tft-1', `${person.gameName}seldom`, 'EUW', 1);
  await seen('tft-2', `${person.gameName}often`, 'EUW', 9);
  await seen('tft-3', person.gameName.toUpperCase(), person.tagLine, 99);
  const { players } = (
    await get(`/api/lol/players?query=${encodeURIComponent(person.gameName)}`)
  ).json<LolPlayers>();
  const names = players.map(({ gameName, puuid }) => [gameName, puuid === null]);
  expect(names).toEqual([
    [person.gameName, false],
    [`${person.gameName}often`, true],
    [`${person.gameName}seldom`, true],
  ]);
});

test('of twenty who look at once, all are answered, and one collection runs', async () => {
  const person = take((games) => games >= 5);
  const answers = await Promise.all(Array.from({ length: 20 }, () => history(person)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  const whole = await untilWhole(person);
  expect(whole.collection.progress.done).toBe(person.games.length);
  const rows = await bench.database.query('select from gamekeeper.collection where puuid = $1', [
    whole.player.puuid,
  ]);
  expect(rows).toHaveLength(1);
});

// The last one: a key that was refused is not tried again for a while.
test('what Riot refuses is answered 503 while nothing is stored; what is stored is shown', async () => {
  const [person, known] = [take((games) => games >= 1), take((games) => games >= 1)];
  const { analysis: whole } = await untilWhole(known);
  await bench.ask('/practice/keys', { key: bench.key, expired: true }, 'PUT');

  const answer = await get(addressOf(person));
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ code: 'unavailable', reasons: ['riot'] });

  const stored = await get(addressOf(known));
  expect(stored.statusCode).toBe(200);
  expect(stored.json()).toMatchObject({ analysis: { counts: whole.counts } });
});
