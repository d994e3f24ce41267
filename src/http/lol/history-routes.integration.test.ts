/** Histories over HTTP: the practice world, both stores, jobs and projector are real. */
import type { FastifyInstance } from 'fastify';
import { Compile } from 'typebox/compile';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLolBench, type LolBench, type PracticePlayer } from '../../../test/support/lol-bench.ts';
import { lolSyncKinds } from '../../../test/support/lol-sync-bench.ts';
import { createTestClickHouse, type TestClickHouse } from '../../../test/support/test-clickhouse.ts';
import { until } from '../../../test/support/until.ts';
import { createLolAnalytics } from '#/analytics/lol/lol-analytics.ts';
import { createQuestionGate } from '#/analytics/question-gate.ts';
import { LolProgress } from '#/contract/lol-accounts.ts';
import { LolCell, LolEstimate } from '#/contract/lol-cells.ts';
import { LolCollection, LolCooldown, LolHistory, LolPlayers } from '#/contract/lol-collection.ts';
import { LolAnalysis, LolFinding, LolHistoryOptions, LolPlayer } from '#/contract/lol-history.ts';
import type { JobEngine } from '#/jobs/job-engine.ts';
import { createLookups, LOOKUP_LIMITS } from '#/jobs/lol/look-up-player.ts';
import { createAllProjections } from '#/projector/all-projections.ts';
import { createProjector, type Projector } from '#/projector/projector.ts';
import { silentLog } from '#/stores/clickhouse/embedded/server-under-test.ts';
import type { LookupLimits } from '#/stores/postgres/name-lookup.ts';
import { ADMIN_TOKEN, createServerUnderTest } from '../server-under-test.ts';
import { createLolHistoryAccess } from './history-access.ts';
import { createLolAccessUnderTest } from './lol-access-under-test.ts';

let bench: LolBench;
let clickhouse: TestClickHouse;
let projector: Projector;
let people: readonly PracticePlayer[];
let engine: JobEngine;
let server: FastifyInstance;

beforeAll(async () => {
  bench = await createLolBench();
  clickhouse = await createTestClickHouse(bench.database);
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
  await clickhouse.drop();
  await bench.drop();
});

/** `freshSeconds` and `cooldownSeconds` as a test needs them. */
async function serve(
  times: { freshSeconds?: number; cooldownSeconds?: number } = {},
  limits: Partial<LookupLimits> = {},
) {
  const { database, riot, keyId } = bench;
  const under = await createServerUnderTest({
    deps: {
      lol: createLolAccessUnderTest({
        history: createLolHistoryAccess({
          finder: { database, riot, keyId: () => keyId },
          lookups: createLookups({ database, jobs: engine }, { ...LOOKUP_LIMITS, ...limits }),
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
  // The first five come, the others when the rule is taken back.
  await bench.faults({ kind: 'hold', methods: ['match-v5.getMatch'], after: 5 });

  const first = await history(person);
  expect(first.status).toBe(202);
  expect([...isHistory.Errors(first.body)]).toEqual([]);
  expect(first.body).toMatchObject({
    player: { puuid: null, gameName: person.gameName, tagLine: person.tagLine, platform: null },
    collection: { state: 'finding', isRunning: true, isFresh: false, reason: null },
    analysis: { counts: { stored: 0 } },
    isPractice: true,
  });
  const partial = await until('a part is counted', 20_000, async () => {
    const { status, body } = await history(person);
    return status === 202 && body.analysis.counts.stored > 0 && body;
  });
  expect(partial.player).toMatchObject({ puuid: expect.any(String) as string, platform: 'euw1' });
  expect(partial.topic).toBe(`lol-player/${partial.player.puuid}`);
  expect(partial.collection.progress.total).toBe(person.games.length);
  expect(partial.analysis.counts.stored).toBeLessThan(person.games.length);

  await bench.faults();
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

const lookUpCalls = async (): Promise<number> =>
  (await bench.seen()).rows
    .filter(({ method }) => method === 'account-v1.getByRiotId')
    .reduce((sum, { calls }) => sum + calls, 0);

test('an unknown player is answered 202 before any upstream call, and one job looks the name up', async () => {
  const person = take((games) => games >= 1);
  await server.close();
  await bench.stopEngines();
  engine = await bench.engine({ kinds: lolSyncKinds(bench), roles: { work: false, schedule: false } });
  server = await serve();
  const before = await lookUpCalls();

  const first = await get(addressOf(person));
  const second = await get(addressOf({ ...person, gameName: person.gameName.toUpperCase() }));
  expect([first.statusCode, second.statusCode]).toEqual([202, 202]);
  expect(first.headers['location']).toBe(addressOf(person));
  const { topic } = first.json<LolHistory>();
  expect(topic).toMatch(/^lol-lookup\/\d+$/);
  expect(second.json<LolHistory>().topic).toBe(topic);
  expect(await lookUpCalls()).toBe(before);
  const deleted = await bench.database.query(
    `delete from pgboss.job where name = 'lol/look-up-player' returning 1`,
  );
  expect(deleted).toHaveLength(1);

  // The row alone brings the look-up back; the history is not requested again until it is collected.
  await bench.database.query(`update gamekeeper.name_lookup set requested_at = now() - interval '2 minutes'`);
  await bench.stopEngines();
  engine = await bench.collect();
  await engine.send('lol/refetch-wanted', {});
  await until('the history is collected', 30_000, async () => {
    const rows = await bench.database.query(
      `select from gamekeeper.collection c join gamekeeper.player p using (puuid)
       where p.game_name = $1 and c.state = 'done'`,
      [person.gameName],
    );
    return rows.length === 1;
  });
  expect(await lookUpCalls()).toBe(before + 1);
});

test('a Riot ID that nobody has is answered 404 for an hour, and then looked up again', async () => {
  const address = addressOf({ gameName: 'Nobody at all', tagLine: 'NONE' });
  const before = await lookUpCalls();
  expect((await get(address)).statusCode).toBe(202);
  const answer = await until('the look-up has ended', 20_000, async () => {
    const response = await get(address);
    return response.statusCode === 202 ? false : response;
  });
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({
    code: 'not-found',
    detail: expect.stringContaining('Nobody at all#NONE') as string,
  });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_500);
  expect(
    (await get(addressOf({ gameName: 'Nobody at all', tagLine: 'NONE' }, 'history.csv'))).statusCode,
  ).toBe(404);
  expect(await lookUpCalls()).toBe(before + 1);

  await bench.database.query(
    `update gamekeeper.riot_id set asked_at = asked_at - interval '1 hour' where puuid is null`,
  );
  expect((await get(address)).statusCode).toBe(202);
  await until('it is looked up again', 20_000, async () => (await get(address)).statusCode === 404);
  expect(await lookUpCalls()).toBe(before + 2);
});

test('look-ups of unknown names are limited over all clients', async () => {
  await bench.database.query('truncate gamekeeper.name_lookup');
  await server.close();
  server = await serve({}, { most: 1 });
  expect((await get(addressOf({ gameName: 'Unknown one', tagLine: 'NONE' }))).statusCode).toBe(202);
  const refused = await get(addressOf({ gameName: 'Unknown two', tagLine: 'NONE' }));
  expect(refused.statusCode).toBe(502);
  expect(refused.json()).toMatchObject({ code: 'upstream-unavailable', reasons: ['riot'] });
  expect(refused.headers['retry-after']).toBe('60');
});

test('a name that was looked up a day ago is shown at once and looked up again by a job', async () => {
  const person = take((games) => games >= 1);
  await untilWhole(person);
  const before = await lookUpCalls();
  await bench.database.query(`update gamekeeper.riot_id set asked_at = asked_at - interval '25 hours'`);
  expect((await history(person)).status).toBe(200);
  await until('it was looked up', 20_000, async () => (await lookUpCalls()) === before + 1);
});

test('a refresh within the cooldown is answered 429, with the seconds and whether one runs', async () => {
  const person = take((games) => games >= 1);
  await bench.meet(person);
  await bench.faults({ kind: 'hold' });
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
  expect((await cancel(admin)).statusCode).toBe(404);
  await bench.meet(person);
  await bench.faults({ kind: 'hold' });
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
  expect((await get(addressOf(person, 'history.csv'))).statusCode).toBe(404);
  await bench.meet(person);
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
  const before = await lookUpCalls();
  const answers = await Promise.all(Array.from({ length: 20 }, () => history(person)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  const whole = await untilWhole(person);
  expect(whole.collection.progress.done).toBe(person.games.length);
  const rows = await bench.database.query('select from gamekeeper.collection where puuid = $1', [
    whole.player.puuid,
  ]);
  expect(rows).toHaveLength(1);
  expect(await lookUpCalls()).toBe(before + 1);
});

// The last one: a key that was refused is not tried again for a while.
test('without a valid key the answer is 424 while nothing is stored; stored matches are shown', async () => {
  const [person, known] = [take((games) => games >= 1), take((games) => games >= 1)];
  const { analysis: whole } = await untilWhole(known);
  bench.upstream.refuseKeys();

  const answer = await until('the look-up has ended', 20_000, async () => {
    const response = await get(addressOf(person));
    return response.statusCode === 202 ? false : response;
  });
  expect(answer.statusCode).toBe(424);
  expect(answer.json()).toMatchObject({ code: 'upstream-not-configured', reasons: ['riot'] });

  const stored = await get(addressOf(known));
  expect(stored.statusCode).toBe(200);
  expect(stored.json()).toMatchObject({ analysis: { counts: whole.counts } });
});
