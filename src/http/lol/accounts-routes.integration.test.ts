/** Linked accounts over HTTP, with real jobs and stores. Refusals are in `refusals.test.ts`. */
import {
  LolAccount,
  type LolAccountRemoved,
  LolAccounts,
  LolProgress,
  LolSyncRunning,
} from '#/contract/lol-accounts.ts';
import { saveReport } from '#/lol/reports.ts';
import { type LolStage, openLolStage } from '../../../test/support/lol-stage.ts';
import type { UpstreamPlayer } from '../../../test/support/riot-in-memory.ts';
import { until } from '../../../test/support/until.ts';
import { Compile } from 'typebox/compile';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

const ALL = '/api/lol/accounts';
const isAccount = Compile({ LolProgress }, LolAccount);

let stage: LolStage;
beforeAll(async () => {
  stage = await openLolStage();
});
afterEach(() => stage.riot.release());
afterAll(() => stage.stop());

const checked = (account: LolAccount): LolAccount => {
  expect([...isAccount.Errors(account)]).toEqual([]);
  return account;
};
const nameOf = ({ gameName, tagLine }: UpstreamPlayer) => ({ gameName, tagLine });
const link = async (player: UpstreamPlayer, status = 201): Promise<LolAccount> => {
  const answer = await stage.send('POST', ALL, nameOf(player));
  expect(answer.statusCode).toBe(status);
  return checked(answer.json<LolAccount>());
};
const read = async (id: string): Promise<LolAccount> =>
  checked((await stage.get(`${ALL}/${id}`)).json<LolAccount>());
const untilState = (id: string, state: LolAccount['state']) =>
  until(`it is ${state}`, 30_000, async () => {
    const account = await read(id);
    return account.state === state && account;
  });
const remove = (id: string, query = '') => stage.send('DELETE', `${ALL}/${id}${query}`);

test('linking answers with the account, its sync runs to the end, and a second time it is the same account', async () => {
  const player = stage.riot.addPlayer(6);
  const account = await link(player);
  expect(account).toMatchObject({
    ...nameOf(player),
    platform: 'euw1',
    state: 'pending',
    trigger: 'linked',
    failure: null,
  });
  const synced = await untilState(account.id, 'completed');
  expect(synced).toMatchObject({ isListed: true, isStale: false, startedAt: null });
  expect(synced.progress).toEqual({ total: 6, done: 6, unfetchable: 0, wanted: 0 });
  const list = (await stage.get(ALL)).json<LolAccounts>();
  expect([...Compile({ LolProgress, LolAccount }, LolAccounts).Errors(list)]).toEqual([]);
  expect(list.accounts.map(({ id }) => id)).toEqual([account.id]);

  const capitals = { ...player, gameName: player.gameName.toUpperCase() };
  expect((await link(capitals, 200)).id).toBe(account.id);
});

test('a sync that is asked for while one runs is refused with how far that one is', async () => {
  const player = stage.riot.addPlayer(6);
  stage.riot.hold('lolMatch', 2);
  const { id } = await link(player);
  await until('two matches are stored', 30_000, async () => (await read(id)).progress.done === 2);
  const answer = await stage.send('POST', `${ALL}/${id}/sync`);
  expect(answer.statusCode).toBe(409);
  expect(answer.headers['content-type']).toContain('application/problem+json');
  const body = answer.json<LolSyncRunning>();
  expect([...Compile({ LolProgress, LolAccount }, LolSyncRunning).Errors(body)]).toEqual([]);
  expect(body).toMatchObject({
    code: 'conflict',
    status: 409,
    account: { id, state: 'syncing', progress: { total: 6, done: 2 } },
  });
});

test('a sync that failed says why and when it is tried again, and begins anew by hand', async () => {
  stage.riot.refuse('lolMatchIds', { outcome: 'unavailable', reason: 'status', detail: 'it answered 503' });
  const { id } = await link(stage.riot.addPlayer(1));
  const { failure } = await untilState(id, 'failed');
  expect(failure?.reason).toContain('the list of games');
  expect(Date.parse(failure?.retryAt ?? '')).toBeGreaterThan(Date.parse(failure?.at ?? ''));
  stage.riot.refuse('lolMatchIds', null);
  const answer = await stage.send('POST', `${ALL}/${id}/sync`);
  expect(answer.statusCode).toBe(202);
  expect(checked(answer.json<LolAccount>())).toMatchObject({ state: 'pending', trigger: 'manual' });
  expect((await untilState(id, 'completed')).failure).toBeNull();
});

test('a visit begins a sync when the last one is an hour old, and not before', async () => {
  const { id } = await link(stage.riot.addPlayer(1));
  await untilState(id, 'completed');
  const age = (minutes: number) =>
    stage.database.query(
      `update gamekeeper.account set completed_at = now() - make_interval(mins => $1) where id = $2`,
      [minutes, id],
    );
  await age(59);
  expect((await read(id)).state).toBe('completed');
  await age(61);
  expect(await read(id)).toMatchObject({ state: 'pending', trigger: 'visit' });
});

test('unlinking keeps what was collected', async () => {
  const player = stage.riot.addPlayer(3);
  const { id, puuid } = await link(player);
  await untilState(id, 'completed');
  expect((await remove(id)).json<LolAccountRemoved>()).toEqual({ id, data: 'keep', forgotten: {} });
  expect(await stage.count('from gamekeeper.player_match where puuid = $1', [puuid])).toBe(3);
  expect((await remove(id)).statusCode).toBe(404);
});

test('unlinking with the data leaves nothing of the person, and every match', async () => {
  const player = stage.riot.addPlayer(3);
  const { id, puuid } = await link(player);
  await untilState(id, 'completed');
  expect((await stage.send('POST', '/api/lol/tracked', nameOf(player))).statusCode).toBe(201);
  const group = await stage.send('POST', '/api/lol/groups', { name: 'Friends', members: [puuid] });
  await stage.database.query(
    `insert into gamekeeper.rank_snapshot (source, puuid, queue, taken_at, platform, tier, division, league_points, wins, losses)
     select 'lol', name, 'TEST', now(), 'euw1', 'GOLD', 'I', 1, 1, 1 from unnest(array[$1, 'other']) name`,
    [puuid],
  );
  const report = { subject: 'group', week: '2026-11-09', timeZone: 'UTC', version: 1, body: {} } as const;
  const subjectId = group.json<{ id: string }>().id;
  await saveReport(stage.database, { ...report, people: [puuid, 'other'], subjectId });
  await saveReport(stage.database, { ...report, people: ['other'], subjectId: 'other' });
  const bodies = await stage.count('from gamekeeper.raw');

  const { forgotten } = (await remove(id, '?data=delete')).json<LolAccountRemoved>();
  expect(forgotten).toMatchObject({ accounts: 1, tracked: 1, names: 1, players: 1, reports: 1, games: 3 });
  const tables =
    'account, tracked_player, player, player_match, rank_snapshot, riot_id, collection, player_group_member';
  for (const table of tables.split(', '))
    expect([table, await stage.count(`from gamekeeper.${table} where puuid = $1`, [puuid])]).toEqual([
      table,
      0,
    ]);
  expect(await stage.count('from gamekeeper.cursor where name = $1', [puuid])).toBe(0);
  expect(await stage.count('from gamekeeper.rank_snapshot')).toBe(1);
  expect(await stage.count('from gamekeeper.report')).toBe(1);
  expect(await stage.count('from gamekeeper.raw')).toBe(bodies);
});

test('unlinking with the data in the middle of a sync ends that sync', async () => {
  stage.riot.hold('lolMatch');
  stage.ends.length = 0;
  const { id } = await link(stage.riot.addPlayer(3));
  await until('the list was read', 30_000, async () => (await read(id)).isListed);
  expect((await remove(id, '?data=delete')).statusCode).toBe(200);
  stage.riot.release();
  await until('the sync has ended', 30_000, () =>
    stage.ends.some(({ kind, outcome }) => kind === 'lol/sync-account' && outcome === 'skipped'),
  );
});
