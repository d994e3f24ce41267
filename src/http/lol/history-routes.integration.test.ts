/** Histories over HTTP: from a Riot ID to an analysis, through jobs, both stores and the projector. */
import { Compile } from 'typebox/compile';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { until } from '../../../test/support/until.ts';
import { LolProgress } from '#/contract/lol-accounts.ts';
import { LolCell, LolEstimate } from '#/contract/lol-cells.ts';
import { LolCollection, LolCooldown, LolHistory, LolPlayers } from '#/contract/lol-collection.ts';
import { LolAnalysis, LolFinding, LolHistoryOptions, LolPlayer } from '#/contract/lol-history.ts';
import { KEY_ID, openLolStage, type LolStage } from '../../../test/support/lol-stage.ts';
import type { UpstreamPlayer } from '../../../test/support/riot-in-memory.ts';

const SHAPES = {
  LolEstimate,
  LolCell,
  LolPlayer,
  LolHistoryOptions,
  LolFinding,
  LolAnalysis,
  LolProgress,
  LolCollection,
};
const isHistory = Compile(SHAPES, LolHistory);

let stage: LolStage;
beforeAll(async () => {
  stage = await openLolStage();
});
afterEach(() => stage.riot.release());
afterAll(() => stage.stop());

type Named = Pick<UpstreamPlayer, 'gameName' | 'tagLine'>;
const addressOf = ({ gameName, tagLine }: Named, rest = 'history'): string =>
  `/api/lol/players/${encodeURIComponent(gameName)}/${encodeURIComponent(tagLine)}/${rest}`;
const read = async (player: Named, query = '') => {
  const answer = await stage.get(addressOf(player, `history${query}`));
  return { status: answer.statusCode, body: answer.json<LolHistory>() };
};
const untilWhole = (player: Named): Promise<LolHistory> =>
  until('the history is whole', 30_000, async () => {
    const { status, body } = await read(player);
    return status === 200 && body;
  });
const untilListed = (player: Named) =>
  until('the list was read', 30_000, async () => (await read(player)).body.collection.progress.total > 0);
const untilLookedUp = (player: Named) =>
  until('the look-up has ended', 30_000, async () => {
    const answer = await stage.get(addressOf(player));
    return answer.statusCode !== 202 && answer;
  });
/** A job that still runs keeps another one with its key from being sent. */
const untilJobsEnded = () =>
  until(
    'no job runs',
    30_000,
    async () => (await stage.count(`from pgboss.job where state = 'active'`)) === 0,
  );
const nameCalls = (): number => stage.riot.calls.accountByRiotId ?? 0;
/** As if the last collection of this player had been asked for, and listed, so much earlier. */
const age = ({ puuid }: UpstreamPlayer, seconds: number) =>
  stage.database.query(
    `update gamekeeper.collection set requested_at = requested_at - make_interval(secs => $2),
       listed_at = listed_at - make_interval(secs => $2) where puuid = $1`,
    [puuid, seconds],
  );
const collections = ({ puuid }: UpstreamPlayer): Promise<number> =>
  stage.count('from gamekeeper.collection where puuid = $1', [puuid]);

test('an unknown player is answered 202 without waiting for Riot, 202 with a part, and 200 when all is counted', async () => {
  const player = stage.riot.addPlayer(12);
  stage.riot.hold('accountByRiotId');
  const before = nameCalls();
  const first = await stage.get(addressOf(player));
  const again = await stage.get(addressOf({ ...player, gameName: player.gameName.toUpperCase() }));
  expect([first.statusCode, again.statusCode]).toEqual([202, 202]);
  expect(first.headers['location']).toBe(addressOf(player));
  const found = first.json<LolHistory>();
  expect([...isHistory.Errors(found)]).toEqual([]);
  expect(found).toMatchObject({
    player: { puuid: null, gameName: player.gameName, tagLine: 'TEST', platform: null },
    collection: { state: 'finding', isRunning: true, isFresh: false, reason: null },
    topic: expect.stringMatching(/^lol-lookup\/\d+$/) as string,
    analysis: { counts: { stored: 0 } },
    isPractice: true,
  });
  expect(again.json<LolHistory>().topic).toBe(found.topic);

  stage.riot.release();
  stage.riot.hold('lolMatch', 4);
  const partial = await until('four matches are counted', 30_000, async () => {
    const { status, body } = await read(player);
    return body.analysis.counts.stored === 4 && { status, ...body };
  });
  expect(partial).toMatchObject({
    status: 202,
    player: { puuid: player.puuid, platform: 'euw1' },
    topic: `lol-player/${player.puuid}`,
    collection: { isRunning: true, progress: { total: 12, done: 4, wanted: 8 } },
  });

  stage.riot.release();
  const whole = await untilWhole(player);
  expect([...isHistory.Errors(whole)]).toEqual([]);
  expect(whole.collection).toMatchObject({ state: 'done', isRunning: false, isFresh: true, uncounted: 0 });
  expect(whole.collection.progress).toEqual({ total: 12, done: 12, unfetchable: 0, wanted: 0 });
  expect(whole.analysis.counts).toMatchObject({ stored: 12, counted: 12 });
  expect(nameCalls()).toBe(before + 1);
});

test('a look-up whose job was lost is sent again', async () => {
  const player = stage.riot.addPlayer(1);
  const before = nameCalls();
  stage.riot.hold('accountByRiotId');
  expect((await stage.get(addressOf(player))).statusCode).toBe(202);
  await until('the call is held', 30_000, () => nameCalls() === before + 1);
  stage.riot.refuse('accountByRiotId', { outcome: 'unavailable', reason: 'timeout', detail: 'x' });
  stage.riot.release();
  await until('the look-up waits for its next attempt', 30_000, async () => {
    const sql = 'from gamekeeper.name_lookup where game_name = $1 and reason is not null';
    return (await stage.count(sql, [player.gameName])) === 1;
  });
  await stage.database.query(`delete from pgboss.job where name = 'lol/look-up-player'`);
  stage.riot.refuse('accountByRiotId', null);
  await stage.database.query(
    `update gamekeeper.name_lookup set requested_at = requested_at - interval '2 minutes'`,
  );
  await stage.engine.send('lol/refetch-wanted', {});
  await untilWhole(player);
});

test('a Riot ID that nobody has is answered 404 for an hour, and then looked up again', async () => {
  const nobody = { gameName: 'Nobody at all', tagLine: 'NONE' };
  const before = nameCalls();
  const answer = await untilLookedUp(nobody);
  expect(answer.json()).toMatchObject({
    status: 404,
    code: 'not-found',
    detail: expect.stringContaining('Nobody at all#NONE') as string,
  });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_500);
  expect((await stage.get(addressOf(nobody, 'history.csv'))).statusCode).toBe(404);
  expect(nameCalls()).toBe(before + 1);

  await untilJobsEnded();
  await stage.database.query(
    `update gamekeeper.riot_id set asked_at = asked_at - interval '1 hour' where puuid is null`,
  );
  expect((await stage.get(addressOf(nobody))).statusCode).toBe(202);
  expect((await untilLookedUp(nobody)).statusCode).toBe(404);
  expect(nameCalls()).toBe(before + 2);
});

test('all clients together start a hundred look-ups of unknown names in two minutes', async () => {
  const fill = (names: number) =>
    stage.database.query(
      `insert into gamekeeper.name_lookup (source, key_id, name, game_name, tag_line, collects, state, ended_at)
       select 'lol', $1, 'invented ' || n, 'invented ' || n, 'x', false, 'nobody', now() from generate_series(1, $2) n`,
      [KEY_ID, names],
    );
  const ask = (gameName: string) => stage.get(addressOf({ gameName, tagLine: 'NONE' }));
  await stage.database.query('truncate gamekeeper.name_lookup');
  await fill(99);
  expect((await ask('Unknown one')).statusCode).toBe(202);
  const refused = await ask('Unknown two');
  expect(refused.json()).toMatchObject({ status: 502, code: 'upstream-unavailable', reasons: ['riot'] });
  expect(refused.headers['retry-after']).toBe('60');
  await stage.database.query(
    `update gamekeeper.name_lookup set requested_at = requested_at - interval '2 minutes'`,
  );
  expect((await ask('Unknown two')).statusCode).toBe(202);
});

test('a name that was looked up a day ago is shown at once and looked up again by a job', async () => {
  const player = stage.riot.addPlayer(1);
  await untilWhole(player);
  await untilJobsEnded();
  const before = nameCalls();
  await stage.database.query(`update gamekeeper.riot_id set asked_at = asked_at - interval '25 hours'`);
  expect((await read(player)).status).toBe(200);
  await until('it was looked up', 30_000, () => nameCalls() === before + 1);
});

test('a refresh within the cooldown is answered 429, with the seconds and whether one runs', async () => {
  const player = stage.riot.addPlayer(1);
  stage.riot.hold('lolMatch');
  await read(player);
  await untilListed(player);

  const running = await stage.get(addressOf(player, 'history?refresh=true'));
  const told = running.json<LolCooldown>();
  expect(Compile(LolCooldown).Check(told)).toBe(true);
  expect(told).toMatchObject({ status: 429, code: 'too-many-requests', inProgress: true });
  expect(running.statusCode).toBe(429);
  expect(told.retryAfterSeconds).toBeGreaterThan(0);
  expect(told.retryAfterSeconds).toBeLessThanOrEqual(60);
  expect(running.headers['retry-after']).toBe(String(told.retryAfterSeconds));

  stage.riot.release();
  await untilWhole(player);
  expect((await read(player, '?refresh=true')).body).toMatchObject({ inProgress: false });
});

test('after the cooldown a refresh collects again, and a history that is old is collected when it is read', async () => {
  const player = stage.riot.addPlayer(1);
  await untilWhole(player);
  await read(player);
  expect(await collections(player)).toBe(1);
  await age(player, 61);
  stage.riot.hold('lolMatchIds');
  expect((await read(player)).status).toBe(200);
  expect((await read(player, '?refresh=true')).status).toBe(202);
  expect(await collections(player)).toBe(2);
  stage.riot.release();
  await untilWhole(player);
  await age(player, 901);
  stage.riot.hold('lolMatchIds');
  expect((await read(player)).status).toBe(202);
  expect(await collections(player)).toBe(3);
});

test('a collection is cancelled by the admin, and does not begin again because the page is loaded', async () => {
  const player = stage.riot.addPlayer(3);
  const cancel = () => stage.send('DELETE', addressOf(player, 'collection'));
  expect((await cancel()).statusCode).toBe(404);
  stage.riot.hold('lolMatch');
  await read(player);
  await untilListed(player);

  expect((await cancel()).json()).toMatchObject({ state: 'cancelled', isRunning: false });
  expect((await cancel()).statusCode).toBe(404);
  await age(player, 61);
  expect((await read(player)).body.collection).toMatchObject({ state: 'cancelled', isRunning: false });
});

test('the matches are exported one a line, newest first, and none is collected for it', async () => {
  const player = stage.riot.addPlayer(5);
  expect((await stage.get(addressOf(player, 'history.csv'))).statusCode).toBe(404);
  await untilWhole(player);
  const collected = await collections(player);
  await age(player, 901);

  const answer = await stage.get(addressOf(player, 'history.csv?zone=Europe/Berlin'));
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="lol-[A-Za-z0-9._-]+\.csv"$/);
  const [head = '', ...lines] = answer.body.trimEnd().split('\r\n');
  expect(head).toMatch(/^game,started at,date,hour,counted,standing,win,seconds,/);
  expect(lines.map((line) => line.split(',')[0])).toEqual(player.games);
  expect(await collections(player)).toBe(collected);
});

test('players are found by how their name begins, those of Teamfight Tactics behind, and none twice', async () => {
  const player = stage.riot.addPlayer(2);
  await untilWhole(player);
  const search = async (query: string) =>
    (await stage.get(`/api/lol/players?query=${encodeURIComponent(query)}`)).json<LolPlayers>();
  const seen = (puuid: string, name: string, tag: string, games: number) =>
    stage.database.query(
      `insert into gamekeeper.player (source, puuid, key_id, platform, game_name, tag_line, games_seen)
       values ('tft', $1, 'another key', 'euw1', $2, $3, $4)`,
      [puuid, name, tag, games],
    );
  await seen('tft-1', `${player.gameName} seldom`, 'EUW', 1);
  await seen('tft-2', `${player.gameName} often`, 'EUW', 9);
  await seen('tft-3', player.gameName.toUpperCase(), player.tagLine, 99);

  const found = await search(player.gameName.toUpperCase());
  expect(Compile(LolPlayers).Check(found)).toBe(true);
  expect(found.players).toMatchObject([
    { puuid: player.puuid, gameName: player.gameName, tagLine: 'TEST', platform: 'euw1', games: 2 },
    { puuid: null, gameName: `${player.gameName} often` },
    { puuid: null, gameName: `${player.gameName} seldom` },
  ]);
  expect((await search('%')).players).toEqual([]);
});

test('of twenty who look at once, all are answered, and one collection runs', async () => {
  const player = stage.riot.addPlayer(5);
  const before = nameCalls();
  stage.riot.hold('accountByRiotId');
  const answers = await Promise.all(Array.from({ length: 20 }, () => read(player)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  stage.riot.release();
  const { collection } = await untilWhole(player);
  expect(collection.progress.done).toBe(5);
  expect(await collections(player)).toBe(1);
  expect(nameCalls()).toBe(before + 1);
});

test('without a valid key the answer is 424 while nothing is stored; stored matches are shown', async () => {
  const [unknown, known] = [stage.riot.addPlayer(1), stage.riot.addPlayer(1)];
  const { analysis: whole } = await untilWhole(known);
  stage.riot.refuse('accountByRiotId', {
    outcome: 'forbidden',
    reason: 'expiredOrBlocked',
    status: 403,
    message: 'Forbidden',
  });
  expect((await untilLookedUp(unknown)).json()).toMatchObject({
    status: 424,
    code: 'upstream-not-configured',
    reasons: ['riot'],
  });
  expect((await read(known)).body).toMatchObject({ analysis: { counts: whole.counts } });
  stage.riot.refuse('accountByRiotId', null);
});
