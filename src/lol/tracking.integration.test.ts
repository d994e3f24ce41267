/** Tracked players, from a fixed upstream through the real client into a real PostgreSQL. */
import { type ListPosition, readListPositions } from '#/lol/list.ts';
import { readProgress } from '#/lol/progress.ts';
import { findTracked } from '#/lol/tracked-rows.ts';
import { type CollectPayload, LATEST_CURSOR, trackByRiotId } from '#/lol/tracking.ts';
import { readNewestRanks } from '#/match/ranks.ts';
import type { JobEngine } from '#/runtime/jobs/job-engine.ts';
import { createLolBench, type LolBench, type PracticePlayer } from '../../test/support/lol-bench.ts';
import { lolSyncWork, TRACKING } from '../../test/support/lol-sync-bench.ts';
import { startOfMatch } from '../../test/support/riot-upstream.ts';
import { until } from '../../test/support/until.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

const COLLECT = 'lol/collect-player';

let bench: LolBench;
let player: PracticePlayer;
beforeAll(async () => {
  bench = await createLolBench();
  const [first] = await bench.players('euw1', 1, ({ games }) => games.length >= 18);
  if (first === undefined) throw new Error('there is no player with so many matches');
  player = first;
});
afterEach(() => bench.clear());
afterAll(() => bench.drop());

const start = (tracking: Parameters<typeof lolSyncWork>[1] = {}) =>
  bench.engine({ ...lolSyncWork(bench, tracking) });
/** Sends jobs and runs none. */
const startSender = () => bench.engine({ ...lolSyncWork(bench), roles: { work: false, schedule: false } });
async function track(jobs: JobEngine, given: { lookbackDays?: number } = {}): Promise<string> {
  const deps = {
    database: bench.database,
    riot: bench.riot,
    keyId: () => bench.keyId,
    jobs,
    settings: TRACKING,
  };
  const wish = { ...player, timeZone: null, groups: [], requestedBy: 'test', ...given };
  const tracking = await trackByRiotId(deps, wish, AbortSignal.timeout(20_000));
  if (tracking.type !== 'tracked') throw new Error(`not tracked: ${tracking.type}`);
  return tracking.puuid;
}
/** Tracked, and nothing was collected yet. */
async function trackQuietly(): Promise<{ engine: JobEngine; puuid: string }> {
  const puuid = await track(await startSender());
  await bench.stopEngines();
  await bench.database.query('delete from pgboss.job');
  bench.upstream.forget();
  return { engine: await start(), puuid };
}
const progressOf = (puuid: string) => readProgress(bench.database, 'lol', puuid, { withTimelines: false });
const positionOf = async (puuid: string): Promise<ListPosition | undefined> =>
  (await readListPositions(bench.database, { source: 'lol', kind: LATEST_CURSOR }, [puuid])).get(puuid);
async function collect(engine: JobEngine, wish: Partial<CollectPayload> & { puuid: string }): Promise<void> {
  const before = bench.ends.filter(({ kind }) => kind === COLLECT).length;
  await engine.send(COLLECT, { force: false, requestedBy: 'test', ...wish });
  await until(
    'the run is over',
    20_000,
    () => bench.ends.filter(({ kind }) => kind === COLLECT).length > before,
  );
}
const DAY_MS = 86_400_000;
/** Newest first. */
const gamesSince = (days: number): string[] =>
  player.games.filter((id) => startOfMatch(id) >= bench.worldNow() - days * DAY_MS);

describe('a tracked player', () => {
  test('has the games of the last days and a rank collected, without timelines', async () => {
    const engine = await start();
    const expected = gamesSince(7);
    const puuid = await track(engine);
    await until('everything is stored', 20_000, async () => {
      const { total, done } = await progressOf(puuid);
      return total === expected.length && done === total;
    });
    await until(
      'the rank was asked for',
      20_000,
      async () => (await findTracked(bench.database, puuid))?.rankedAt,
    );
    expect(Object.keys(await bench.served('getMatch')).toSorted()).toEqual(expected.toSorted());
    expect(await bench.served('getTimeline')).toEqual({});
    expect(await positionOf(puuid)).toMatchObject({ readUntil: new Date(bench.worldNow()), leftOver: 0 });
    const ranks = await readNewestRanks(bench.database, 'lol', [puuid]);
    expect(ranks.every(({ takenAt }) => takenAt.getTime() === bench.worldNow())).toBe(true);
  });

  test('has one waiting job for the newest matches and one for each backfill period', async () => {
    const engine = await startSender();
    const puuid = await track(engine);
    const send = (wish: Partial<CollectPayload>) =>
      engine.send(COLLECT, { puuid, force: false, requestedBy: 'test', ...wish });
    expect(await send({})).not.toBeNull();
    expect(await send({ force: true, count: 3 })).toBeNull();
    expect(await send({ lookbackDays: 90 })).not.toBeNull();
    expect(await send({ lookbackDays: 90 })).toBeNull();
    expect(await send({ lookbackDays: 90, count: 5 })).not.toBeNull();
  });

  test('gets a backfill that was asked for while the hourly job waits', async () => {
    const waiting = await startSender();
    const puuid = await track(waiting, { lookbackDays: 1 });
    await bench.database.query('delete from pgboss.job');
    await waiting.send(COLLECT, { puuid, force: false, count: 1, requestedBy: 'schedule' });
    await track(waiting, { lookbackDays: 9 });
    await bench.stopEngines();

    await start();
    const expected = gamesSince(9);
    expect(expected.length).toBeGreaterThan(1);
    await until('all are stored', 20_000, async () => (await progressOf(puuid)).done === expected.length);
    expect(bench.ends.filter(({ kind }) => kind === COLLECT).map(({ key }) => key)).toEqual(
      expect.arrayContaining([`latest:${puuid}`, `backfill:${puuid}:9d`]),
    );
  });

  test.each([
    ['count', { count: 0 }],
    ['count', { count: 1_001 }],
    ['lookbackDays', { lookbackDays: 731 }],
    ['force', { force: 'yes' }],
    ['requestedBy', { requestedBy: '' }],
  ])('is not collected by a wish with a wrong %s', async (_field, given) => {
    const engine = await startSender();
    const wish = { puuid: 'x', force: false, requestedBy: 'test', ...given };
    await expect(engine.send(COLLECT, wish)).rejects.toThrow('refuses this payload');
  });
});

describe('the newest games', () => {
  test('are taken in parts, newest first, and the cursor waits for the last of them', async () => {
    const { engine, puuid } = await trackQuietly();
    const expected = gamesSince(7);
    expect(expected.length).toBeGreaterThan(5);

    await collect(engine, { puuid });
    await until('the first part is stored', 20_000, async () => (await progressOf(puuid)).done === 5);
    expect(Object.keys(await bench.served()).toSorted()).toEqual(expected.slice(0, 5).toSorted());
    const first = await positionOf(puuid);
    expect(first).toMatchObject({ position: 5, leftOver: expected.length - 5 });
    expect(first?.readUntil.getTime()).toBeLessThan(bench.worldNow() - 6 * DAY_MS);

    for (let run = 0; run < Math.ceil(expected.length / 5); run++) await collect(engine, { puuid });
    expect(await positionOf(puuid)).toMatchObject({
      readUntil: new Date(bench.worldNow()),
      position: 0,
      leftOver: 0,
    });
    await until('all of them are stored', 20_000, async () => (await progressOf(puuid)).wanted === 0);
    expect((await progressOf(puuid)).done).toBeGreaterThanOrEqual(expected.length);
    expect(Object.values(await bench.served()).every((times) => times === 1)).toBe(true);
  });

  test('of a number of days are taken whole, and force goes back behind the cursor', async () => {
    const { engine, puuid } = await trackQuietly();
    await collect(engine, { puuid, lookbackDays: 2 });
    const two = gamesSince(2);
    expect((await progressOf(puuid)).total).toBe(two.length);
    await collect(engine, { puuid });
    expect((await progressOf(puuid)).total).toBe(two.length);
    await collect(engine, { puuid, force: true, count: 1 });
    expect((await progressOf(puuid)).total).toBe(two.length + 1);
    expect((await positionOf(puuid))?.leftOver).toBeGreaterThan(0);
  });

  test('cost no second call for a match that is stored', async () => {
    const { engine, puuid } = await trackQuietly();
    await collect(engine, { puuid, lookbackDays: 3 });
    await until('they are stored', 20_000, async () => (await progressOf(puuid)).wanted === 0);
    const before = await bench.served();
    await collect(engine, { puuid, lookbackDays: 3, force: true });
    expect(await bench.served()).toEqual(before);
  });
});

describe('what goes wrong', () => {
  test('is tried again, is told of the player, and is forgotten when it goes well', async () => {
    await bench.faults({ kind: 'html-body', methods: ['match-v5.getMatchIdsByPUUID'] });
    const engine = await start();
    const puuid = await track(engine);
    const failed = await until('the failure is told', 20_000, async () => {
      const tracked = await findTracked(bench.database, puuid);
      return tracked?.failedAt ? tracked : null;
    });
    expect(failed.reason).toContain('the list of games');
    const end = await until('the run is over', 20_000, () => bench.ends.find(({ kind }) => kind === COLLECT));
    expect(end).toMatchObject({ outcome: 'retried', attempts: 1 });
    const [job] = await bench.database.query<{ waits: number }>(
      `select extract(epoch from start_after - now())::float8 as waits from pgboss.job where name = $1`,
      [COLLECT],
    );
    expect(job?.waits).toBeLessThanOrEqual(10);
    expect(lolSyncWork(bench).kinds.find(({ kind }) => kind === COLLECT)?.retry.limit).toBe(4);
    await bench.faults();
    await bench.database.query('update pgboss.job set start_after = now() where name = $1', [COLLECT]);
    await until('it went well', 20_000, async () => (await findTracked(bench.database, puuid))?.latestAt);
    expect(await findTracked(bench.database, puuid)).toMatchObject({ failedAt: null, reason: null });
  });
});

describe('rounds', () => {
  test('collect every tracked player but those of another key', async () => {
    const { engine, puuid } = await trackQuietly();
    await bench.database.query(
      `insert into gamekeeper.tracked_player (puuid, key_id, platform, game_name, tag_line)
       values ('somebody', 'another key', 'euw1', 'Some', 'Body')`,
    );
    await engine.send('lol/collect-tracked', {});
    await until('the round is over', 20_000, () => bench.ends.some(({ kind }) => kind === COLLECT));
    expect(bench.ends.filter(({ kind }) => kind === COLLECT).map(({ key }) => key)).toEqual([
      `latest:${puuid}`,
    ]);
    await engine.send('lol/read-ranks', {});
    await until('ranks were read', 20_000, () => bench.ends.some(({ kind }) => kind === 'lol/read-rank'));
    expect(bench.ends.filter(({ kind }) => kind === 'lol/read-rank').map(({ key }) => key)).toEqual([
      `rank:${puuid}`,
    ]);
  });

  test('are on the clock when they are asked for, once for a time that was missed, under the name that was chosen', () => {
    const { kinds } = lolSyncWork(bench, {
      tracking: { isScheduled: true, queuePrefix: 'fitlol', timeZone: 'Asia/Seoul' },
    });
    const schedules = kinds.filter(({ kind, schedule }) => kind.startsWith('fitlol/') && schedule !== null);
    expect(
      schedules.map(({ kind, schedule }) => [kind, schedule?.cron, schedule?.timeZone, schedule?.missed]),
    ).toEqual([
      ['fitlol/collect-tracked', '0 * * * *', 'Asia/Seoul', 'once'],
      ['fitlol/read-ranks', '0 3 * * *', 'Asia/Seoul', 'once'],
    ]);
    const unscheduled = lolSyncWork(bench).kinds.filter(({ kind }) =>
      ['lol/collect-tracked', 'lol/read-ranks'].includes(kind),
    );
    expect(unscheduled.map(({ schedule }) => schedule)).toEqual([null, null]);
  });
});
