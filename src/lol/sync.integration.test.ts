/** Syncs of linked accounts, from a fixed upstream through the real client into a real PostgreSQL. */
import { type AccountRow, claimSync, findAccount } from '#/lol/account-rows.ts';
import { wantGames } from '#/lol/list.ts';
import { type Progress, readProgress } from '#/lol/progress.ts';
import { linkByRiotId, requestSync, SWEEP_ACCOUNTS } from '#/lol/sync.ts';
import { BACKFILL } from '#/match/priority.ts';
import type { JobEngine } from '#/runtime/jobs/job-engine.ts';
import { createLolBench, type LolBench, type PracticePlayer } from '../../test/support/lol-bench.ts';
import { lolSyncWork } from '../../test/support/lol-sync-bench.ts';
import { until } from '../../test/support/until.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

let bench: LolBench;
let people: readonly PracticePlayer[];
beforeAll(async () => {
  bench = await createLolBench();
  people = await bench.players('euw1', 60, ({ games }) => games.length >= 15);
});
afterEach(() => bench.clear());
afterAll(() => bench.drop());

const person = (index = 0): PracticePlayer => {
  const found = people[index];
  if (found === undefined) throw new Error(`only ${people.length} players have enough games`);
  return found;
};
const start = (accounts: Parameters<typeof lolSyncWork>[1] = {}) =>
  bench.engine({ ...lolSyncWork(bench, accounts) });
/** Sends jobs and runs none. */
const startSender = () => bench.engine({ ...lolSyncWork(bench), roles: { work: false, schedule: false } });
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
/** Bodies do not come before the rules are replaced. */
const holdGames = () =>
  bench.faults({ kind: 'server-error', methods: ['match-v5.getMatch', 'match-v5.getTimeline'] });
/** What was put off because the upstream was ill is asked for now. */
async function hurry(engine: JobEngine): Promise<void> {
  for (const table of ['match', 'timeline'])
    await bench.database.query(`update gamekeeper.${table} set next_at = null where state = 'wanted'`);
  await bench.database.query(`update pgboss.job set start_after = now() where state < 'active'`);
  await engine.send('lol/refetch-wanted', {});
}

const listed = (id: string) =>
  until('the list was read', 20_000, async () => (await read(id)).listedAt !== null);

describe('a linked account', () => {
  test('is synced to the end, however often it is linked: each match and each timeline is fetched once', async () => {
    const engine = await start();
    const player = person();
    const accounts = await Promise.all(Array.from({ length: 8 }, () => link(engine, player)));
    const [account] = accounts;
    if (account === undefined) throw new Error('no account was linked');
    expect(new Set(accounts.map(({ id }) => id)).size).toBe(1);
    expect(new Set(accounts.map(({ trigger }) => trigger))).toEqual(new Set(['linked']));
    // Of the call that created it; the sync may have begun before the others were answered.
    expect(accounts.map(({ state }) => state)).toContain('pending');

    const synced = await untilState(account.id, 'completed');
    expect(synced).toMatchObject({ failures: 0, reason: null, claimedAt: null });
    const total = player.games.length;
    expect(await progressOf(synced)).toEqual({ total, done: total, unfetchable: 0, wanted: 0 });
    const kept = await bench.database.query(
      `select (select count(*)::int from gamekeeper.raw where source = 'lol' and kind = 'match') as matches,
              (select count(*)::int from gamekeeper.raw where source = 'lol' and kind = 'timeline') as timelines,
              (select count(*)::int from gamekeeper.rank_snapshot where source = 'lol') as ranks`,
    );
    expect(kept).toEqual([{ matches: total, timelines: total, ranks: 1 }]);
    expect(Object.keys(await bench.served('getMatch')).toSorted()).toEqual(player.games.toSorted());
    expect(twice(await bench.served('getMatch'))).toEqual([]);
    expect(twice(await bench.served('getTimeline'))).toEqual([]);
  });

  test('syncs beside others, and a match that they share is fetched once', async () => {
    const engine = await start();
    // The first two play matches together.
    const accounts = await Promise.all([0, 1, 2].map((index) => link(engine, person(index))));
    for (const { id } of accounts) await untilState(id, 'completed');
    expect(twice(await bench.served())).toEqual([]);
    expect(Object.keys(await bench.served()).length).toBeLessThan(
      [0, 1, 2].reduce((sum, index) => sum + person(index).games.length, 0),
    );
    for (const [index, account] of accounts.entries())
      expect((await progressOf(account)).done).toBe(person(index).games.length);
  });

  test('asks the next time only for what is new, and keeps what it had', async () => {
    const engine = await start();
    const account = await link(engine, person());
    await untilState(account.id, 'completed');
    const before = (await progressOf(account)).done;
    bench.upstream.forget();
    bench.advance(3 * 86_400_000);
    const asked = await requestSync({ database: bench.database, jobs: engine }, account.id, 'manual');
    expect(asked).toMatchObject({ answer: 'begin', account: { state: 'pending', trigger: 'manual' } });
    await untilState(account.id, 'completed');
    const { done, wanted } = await progressOf(account);
    expect(wanted).toBe(0);
    const fetched = Object.keys(await bench.served()).length;
    expect(fetched).toBeGreaterThan(0);
    expect(done).toBe(before + fetched);
    expect(twice(await bench.served())).toEqual([]);
  });

  test('has progress that never goes backwards, also with stored matches that have no timeline yet', async () => {
    const engine = await start();
    const player = person();
    const found = await bench.meet(player);
    const wish = { puuid: found.puuid, ids: player.games.slice(0, 8), withTimelines: false } as const;
    await bench.database.transaction((tx) =>
      wantGames(tx, { ...wish, priority: BACKFILL, listedAt: new Date(bench.worldNow()) }),
    );
    await bench.drained();
    const account = await link(engine, player);
    const seen: number[] = [];
    await until('the account is completed', 30_000, async () => {
      seen.push((await progressOf(account)).done);
      return (await read(account.id)).state === 'completed';
    });
    // The last matches may have come between the two looks.
    seen.push((await progressOf(account)).done);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBe(player.games.length);
    expect(twice(await bench.served())).toEqual([]);
  });
});

describe('the claim of a sync', () => {
  test('is given once, however many ask for it', async () => {
    const engine = await startSender();
    const { id } = await link(engine, person());
    const claims = await Promise.all(Array.from({ length: 20 }, () => claimSync(bench.database, id)));
    expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1);
    const asked = await requestSync({ database: bench.database, jobs: engine }, id, 'manual');
    expect(asked).toMatchObject({ answer: 'running', account: { state: 'syncing' } });
  });

  test('that was lost lets its sync write nothing more', async () => {
    await holdGames();
    const engine = await start({ accounts: { lapseSeconds: 0.4 } });
    const { id } = await link(engine, person());
    await listed(id);
    const other = '00000000-0000-4000-8000-00000000beef';
    await bench.database.query(
      `update gamekeeper.account set claim = $2, beat_at = now() + interval '1 hour' where id = $1`,
      [id, other],
    );
    const ended = await until('the sync without a claim has ended', 20_000, () =>
      bench.ends.find(({ kind }) => kind === 'lol/sync-account'),
    );
    expect(ended).toMatchObject({ outcome: 'skipped', reason: expect.stringContaining('has another claim') });
    expect(await read(id)).toMatchObject({ state: 'syncing' });
    expect(await claimOf(id)).toBe(other);
  });

  test('lapses when its heartbeats end, and the next process completes the sync', async () => {
    const engine = await startSender();
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
    expect((await untilState(id, 'completed')).trigger).toBe('recovered');
  });

  test('does not lapse while there are heartbeats', async () => {
    await holdGames();
    const engine = await start({ accounts: { lapseSeconds: 1 } });
    const { id } = await link(engine, person());
    await listed(id);
    const claim = await claimOf(id);
    const { beat } = await bench.database.transaction(async (tx) => {
      const [row] = await tx.query<{ beat: Date }>(
        `update gamekeeper.account set beat_at = now() - interval '1 hour' returning beat_at as beat`,
      );
      return row ?? { beat: new Date(0) };
    });
    await until('there was a heartbeat', 20_000, async () => {
      const [row] = await bench.database.query<{ beat: Date }>(
        'select beat_at as beat from gamekeeper.account',
      );
      return row !== undefined && row.beat > beat;
    });
    await sweep(engine);
    await until('the sweep has run', 20_000, () => bench.ends.some(({ kind }) => kind === SWEEP_ACCOUNTS));
    expect(await claimOf(id)).toBe(claim);
  });

  test('is given back at once when the process stops, and the next one goes on', async () => {
    await holdGames();
    const engine = await start();
    const { id } = await link(engine, person());
    await listed(id);
    await engine.stop({ graceMs: 50 });
    expect(await read(id)).toMatchObject({ state: 'pending', trigger: 'linked' });
    await bench.faults();
    const next = await start();
    await sweep(next);
    await hurry(next);
    await untilState(id, 'completed');
    expect(twice(await bench.served())).toEqual([]);
  });
});

describe('a sync whose list cannot be read', () => {
  test('fails with its reason and the time of the next try, and recovers by itself or when it is asked for', async () => {
    const failing = { kind: 'html-body', methods: ['match-v5.getMatchIdsByPUUID'] } as const;
    await bench.faults(failing);
    const engine = await start();
    const { id } = await link(engine, person());
    const failed = await untilState(id, 'failed');
    expect(failed.reason).toContain('the list of games');
    expect(failed.failures).toBe(1);
    expect(failed.retryAt?.getTime()).toBeGreaterThan(failed.now.getTime());
    const deps = { database: bench.database, jobs: engine };
    expect((await requestSync(deps, id, 'visit'))?.answer).toBe('not-yet');

    await bench.faults();
    await bench.database.query(`update gamekeeper.account set retry_at = now() where id = $1`, [id]);
    await sweep(engine);
    expect(await untilState(id, 'completed')).toMatchObject({
      trigger: 'retry',
      failures: 0,
      reason: null,
      retryAt: null,
    });

    await bench.faults(failing);
    expect((await requestSync(deps, id, 'manual'))?.answer).toBe('begin');
    await untilState(id, 'failed');
    await bench.faults();
    expect((await requestSync(deps, id, 'manual'))?.answer).toBe('begin');
    expect((await untilState(id, 'completed')).trigger).toBe('manual');
  });

  test('because the account is of another key fails for good, and says what to do', async () => {
    const { id } = await link(await startSender(), person());
    await bench.stopEngines();
    await start({ accounts: { keyId: () => 'another key' } });
    expect(await untilState(id, 'failed')).toMatchObject({
      retryAt: null,
      reason: expect.stringContaining('link it again'),
    });
  });
});
