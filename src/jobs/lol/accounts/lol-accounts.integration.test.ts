/** Syncs of linked accounts, from the practice world through the real client into a real PostgreSQL. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLolBench, type LolBench, type PracticePlayer } from '../../../../test/support/lol-bench.ts';
import { lolSyncKinds } from '../../../../test/support/lol-sync-bench.ts';
import { until } from '../../../../test/support/until.ts';
import { findAccount, type AccountRow } from '#/stores/postgres/account.ts';
import { claimSync } from '#/stores/postgres/account-sync.ts';
import { readProgress, type Progress } from '#/stores/postgres/player-match.ts';
import { BACKFILL } from '../../games/priority.ts';
import type { JobEngine } from '../../job-engine.ts';
import { wantGames } from '../want-games.ts';
import { SWEEP_ACCOUNTS } from './account-options.ts';
import { linkByRiotId } from './link-account.ts';
import { requestSync } from './request-sync.ts';

let bench: LolBench;
let people: readonly PracticePlayer[];
beforeAll(async () => {
  bench = await createLolBench();
  people = (await bench.players('euw1', 60)).filter(({ games }) => games.length >= 15);
});
beforeEach(async () => {
  await bench.database.query(
    `truncate gamekeeper.match, gamekeeper.timeline, gamekeeper.raw, gamekeeper.player, gamekeeper.player_match,
       gamekeeper.collection, gamekeeper.riot_id, gamekeeper.cursor, gamekeeper.account, gamekeeper.rank_snapshot`,
  );
  await bench.ask('/practice/seen/reset', {});
  bench.ends.length = 0;
});
afterEach(async () => {
  await bench.faults();
  await bench.stopEngines();
  await bench.database.query('delete from pgboss.job');
});
afterAll(() => bench.drop());

const person = (index = 0): PracticePlayer => {
  const found = people[index];
  if (found === undefined) throw new Error(`only ${people.length} players have enough games`);
  return found;
};
const start = (accounts: Parameters<typeof lolSyncKinds>[1] = {}) =>
  bench.engine({ kinds: lolSyncKinds(bench, accounts) });
async function link(jobs: JobEngine, player: PracticePlayer): Promise<AccountRow> {
  const deps = { database: bench.database, riot: bench.riot, keyId: () => bench.keyId, jobs };
  const linking = await linkByRiotId(deps, player, AbortSignal.timeout(20_000));
  if (linking.type !== 'linked') throw new Error(`${player.gameName} was not linked: ${linking.type}`);
  return linking.account;
}
const read = async (id: string): Promise<AccountRow> => {
  const account = await findAccount(bench.database, id);
  if (account === undefined) throw new Error(`account ${id} is gone`);
  return account;
};
const untilState = (id: string, state: AccountRow['state']) =>
  until(`the account is ${state}`, 30_000, async () => {
    const account = await read(id);
    return account.state === state ? account : null;
  });
const progressOf = ({ puuid }: AccountRow): Promise<Progress> =>
  readProgress(bench.database, 'lol', puuid, { withTimelines: true });
const claimOf = async (id: string): Promise<string | null | undefined> => {
  const [row] = await bench.database.query<{ claim: string | null }>(
    'select claim from gamekeeper.account where id = $1',
    [id],
  );
  return row?.claim;
};
const sweep = (engine: JobEngine) => engine.send(SWEEP_ACCOUNTS, {});
const twice = (served: Readonly<Record<string, number>>) =>
  Object.entries(served).filter(([, times]) => times > 1);
/** Bodies do not come until it is called. */
const holdGames = () =>
  bench.faults({ kind: 'server-error', methods: ['match-v5.getMatch', 'match-v5.getTimeline'] });
/** What was put off because the upstream was ill is asked for now. */
async function hurry(engine: JobEngine): Promise<void> {
  for (const table of ['match', 'timeline'])
    await bench.database.query(`update gamekeeper.${table} set next_at = null where state = 'wanted'`);
  await bench.database.query(`update pgboss.job set start_after = now() where state < 'active'`);
  await engine.send('lol/refetch-wanted', {});
}

describe('a linked account', () => {
  test('is synced to the end: every game and every timeline, each fetched once', async () => {
    const engine = await start();
    const player = person();
    const account = await link(engine, player);
    expect(account).toMatchObject({ state: 'pending', trigger: 'linked' });

    const synced = await untilState(account.id, 'completed');
    expect(synced).toMatchObject({ failures: 0, reason: null, claimedAt: null });
    expect(await progressOf(synced)).toEqual({
      total: player.games.length,
      done: player.games.length,
      unfetchable: 0,
      wanted: 0,
    });
    const [kept] = await bench.database.query<{ matches: number; timelines: number; ranks: number }>(
      `select (select count(*)::int from gamekeeper.raw where source = 'lol' and kind = 'match') as matches,
              (select count(*)::int from gamekeeper.raw where source = 'lol' and kind = 'timeline') as timelines,
              (select count(*)::int from gamekeeper.rank_snapshot where source = 'lol') as ranks`,
    );
    expect(kept?.matches).toBe(player.games.length);
    expect(kept?.timelines).toBe(player.games.length);
    expect(Object.keys(await bench.served('getMatch')).toSorted()).toEqual(player.games.toSorted());
    expect(twice(await bench.served('getMatch'))).toEqual([]);
    expect(twice(await bench.served('getTimeline'))).toEqual([]);
  });

  test('is one account, however often and by however many it is linked', async () => {
    const engine = await start();
    const ids = await Promise.all(Array.from({ length: 8 }, async () => (await link(engine, person())).id));
    expect(new Set(ids).size).toBe(1);
    await untilState(ids[0] ?? '', 'completed');
    expect(twice(await bench.served())).toEqual([]);
  });

  test('syncs beside others, and a game that they share is fetched once', async () => {
    const engine = await start();
    const accounts = await Promise.all([0, 1, 2].map((index) => link(engine, person(index))));
    for (const { id } of accounts) await untilState(id, 'completed');
    expect(twice(await bench.served())).toEqual([]);
    for (const [index, account] of accounts.entries())
      expect((await progressOf(account)).done).toBe(person(index).games.length);
  });

  test('asks the next time only for what is new, and keeps what it had', async () => {
    const engine = await start();
    const account = await link(engine, person());
    await untilState(account.id, 'completed');
    const before = (await progressOf(account)).done;
    await bench.ask('/practice/seen/reset', {});
    await bench.advance(3 * 86_400_000);
    const asked = await requestSync({ database: bench.database, jobs: engine }, account.id, 'manual');
    expect(asked).toMatchObject({ answer: 'begin', account: { state: 'pending', trigger: 'manual' } });
    await until('it was synced again', 30_000, async () => {
      const { state, completedAt } = await read(account.id);
      return (
        state === 'completed' &&
        (completedAt ?? 0) > account.requestedAt &&
        (await claimOf(account.id)) === null
      );
    });
    const { done, wanted } = await progressOf(account);
    expect(wanted).toBe(0);
    const fetched = Object.keys(await bench.served()).length;
    expect(done).toBe(before + fetched);
    expect(twice(await bench.served())).toEqual([]);
  });
});

describe('at any moment', () => {
  test('one claim is given for an account, whoever tries', async () => {
    const engine = await bench.engine({
      kinds: lolSyncKinds(bench),
      roles: { work: false, schedule: false },
    });
    const { id } = await link(engine, person());
    const claims = await Promise.all(Array.from({ length: 20 }, () => claimSync(bench.database, id)));
    expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1);
    const asked = await requestSync({ database: bench.database, jobs: engine }, id, 'manual');
    expect(asked).toMatchObject({ answer: 'running', account: { state: 'syncing' } });
  });

  test('who has lost the claim writes nothing more', async () => {
    await holdGames();
    const engine = await start({ accounts: { lapseSeconds: 0.4 } });
    const { id } = await link(engine, person());
    await until('the list was read', 20_000, async () => (await read(id)).listedAt !== null);
    const other = '00000000-0000-4000-8000-00000000beef';
    await bench.database.query(
      `update gamekeeper.account set claim = $2, beat_at = now() + interval '1 hour' where id = $1`,
      [id, other],
    );
    const ended = await until('the sync without a claim has ended', 20_000, () =>
      bench.ends.find(({ kind }) => kind === 'lol/sync-account'),
    );
    expect(ended).toMatchObject({ outcome: 'skipped', reason: expect.stringContaining('somebody else') });
    expect(await read(id)).toMatchObject({ state: 'syncing' });
    expect(await claimOf(id)).toBe(other);
  });

  test('progress never goes backwards, also when games are there that have no timeline yet', async () => {
    const engine = await start();
    const player = person();
    const found = await bench.meet(player);
    const half = player.games.slice(0, 8);
    await bench.database.transaction((tx) =>
      wantGames(tx, engine, {
        puuid: found.puuid,
        ids: half,
        withTimelines: false,
        priority: BACKFILL,
        listedAt: new Date(bench.worldNow()),
      }),
    );
    await until(
      'those games are stored',
      20_000,
      async () => Object.keys(await bench.served()).length === half.length,
    );
    const account = await link(engine, player);
    const seen: Progress[] = [];
    await until('the account is completed', 30_000, async () => {
      seen.push(await progressOf(account));
      return (await read(account.id)).state === 'completed';
    });
    // The last games may have come between the two looks.
    seen.push(await progressOf(account));
    const done = seen.map((progress) => progress.done);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    const { total, wanted } = await progressOf(account);
    expect(wanted).toBe(0);
    expect(total).toBeGreaterThanOrEqual(player.games.length);
    expect(done.at(-1)).toBe(total);
    expect(twice(await bench.served())).toEqual([]);
  });
});

describe('a sync that breaks off', () => {
  test('goes back to waiting when its heart has stopped, and is completed by the next', async () => {
    const engine = await bench.engine({
      kinds: lolSyncKinds(bench),
      roles: { work: false, schedule: false },
    });
    const { id } = await link(engine, person());
    await claimSync(bench.database, id);
    await bench.database.query(
      `update gamekeeper.account set beat_at = now() - interval '2 seconds' where id = $1`,
      [id],
    );
    await bench.stopEngines();
    await bench.database.query('delete from pgboss.job');

    const next = await start({ accounts: { lapseSeconds: 1 } });
    await until('the server is older than the lapse', 20_000, async () => {
      const [row] = await bench.database.query<{ old: boolean }>(
        `select pg_postmaster_start_time() < now() - interval '1 second' as old`,
      );
      return row?.old;
    });
    await sweep(next);
    const synced = await untilState(id, 'completed');
    expect(synced.trigger).toBe('recovered');
  });

  test('keeps its claim as long as its heart beats', async () => {
    await holdGames();
    const engine = await start({ accounts: { lapseSeconds: 1 } });
    const { id } = await link(engine, person());
    await until('it syncs', 20_000, async () => (await read(id)).listedAt !== null);
    const claim = await claimOf(id);
    const [before] = await bench.database.query<{ beat: Date }>(
      'select beat_at as beat from gamekeeper.account',
    );
    await until('two beats have passed', 20_000, async () => {
      const [row] = await bench.database.query<{ beat: Date }>(
        'select beat_at as beat from gamekeeper.account',
      );
      return row !== undefined && before !== undefined && row.beat.getTime() - before.beat.getTime() > 1_200;
    });
    await sweep(engine);
    await until('the sweep has run', 20_000, () => bench.ends.some(({ kind }) => kind === SWEEP_ACCOUNTS));
    expect(await claimOf(id)).toBe(claim);
  });

  test('is given back at once when the process stops, and goes on in the next', async () => {
    await holdGames();
    const engine = await start();
    const { id } = await link(engine, person());
    await until('the list was read', 20_000, async () => (await read(id)).listedAt !== null);
    await engine.stop({ graceMs: 50 });
    expect(await read(id)).toMatchObject({ state: 'pending', trigger: 'linked' });
    await bench.faults();
    const next = await start();
    await sweep(next);
    await hurry(next);
    await untilState(id, 'completed');
    expect(twice(await bench.served())).toEqual([]);
  });

  test('fails with its reason and the time of the next try when the list cannot be had, and recovers by itself', async () => {
    await bench.faults({ kind: 'html-body', methods: ['match-v5.getMatchIdsByPUUID'] });
    const engine = await start();
    const { id } = await link(engine, person());
    const failed = await untilState(id, 'failed');
    expect(failed.reason).toContain('the list of games');
    expect(failed.failures).toBe(1);
    expect(failed.retryAt?.getTime()).toBeGreaterThan(failed.now.getTime());

    const visit = await requestSync({ database: bench.database, jobs: engine }, id, 'visit');
    expect(visit?.answer).toBe('not-yet');
    await bench.faults();
    await bench.database.query(`update gamekeeper.account set retry_at = now() where id = $1`, [id]);
    await sweep(engine);
    const synced = await untilState(id, 'completed');
    expect(synced).toMatchObject({ trigger: 'retry', failures: 0, reason: null, retryAt: null });
  });

  test('begins anew at once when a person asks for it', async () => {
    await bench.faults({ kind: 'html-body', methods: ['match-v5.getMatchIdsByPUUID'] });
    const engine = await start();
    const { id } = await link(engine, person());
    await untilState(id, 'failed');
    await bench.faults();
    const asked = await requestSync({ database: bench.database, jobs: engine }, id, 'manual');
    expect(asked?.answer).toBe('begin');
    await untilState(id, 'completed');
  });

  test('of another key fails for good, and says what to do', async () => {
    const engine = await bench.engine({
      kinds: lolSyncKinds(bench),
      roles: { work: false, schedule: false },
    });
    const { id } = await link(engine, person());
    await bench.stopEngines();
    await start({ accounts: { keyId: () => 'another key' } });
    const failed = await untilState(id, 'failed');
    expect(failed).toMatchObject({ retryAt: null, reason: expect.stringContaining('link it again') });
  });
});
