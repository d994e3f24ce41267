/** Histories collected from a fixed upstream through the real client into a real PostgreSQL. */
import { BACKFILL, LIVE, PERSON } from '#/match/priority.ts';
import { createLolBench, type LolBench, type PracticePlayer } from '../../test/support/lol-bench.ts';
import { startOfMatch } from '../../test/support/riot-upstream.ts';
import { until } from '../../test/support/until.ts';
import type { FoundPlayer } from './find.ts';
import { COLLECT_HISTORY, SOURCE } from './kinds.ts';
import { type GamesWish, wantGames } from './list.ts';
import { readProgress } from './progress.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

const DAY_MS = 86_400_000;
let bench: LolBench;
beforeAll(async () => {
  bench = await createLolBench();
});
afterEach(() => bench.clear());
afterAll(() => bench.drop());

const personWith = async (isRight: (games: number) => boolean): Promise<PracticePlayer> => {
  const [person] = await bench.players('euw1', 1, ({ games }) => isRight(games.length));
  if (person === undefined) throw new Error('there is no player with so many matches');
  return person;
};
const busy = () => personWith((games) => games >= 20);
const few = () => personWith((games) => games > 0 && games < 8);
const statesOf = async (table: 'match' | 'timeline' = 'match'): Promise<Record<string, number>> => {
  const rows = await bench.database.query<{ state: string; count: number }>(
    `select state, count(*)::int as count from gamekeeper.${table} group by state`,
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
};
const progressOf = ({ puuid }: Pick<FoundPlayer, 'puuid'>, withTimelines = false) =>
  readProgress(bench.database, SOURCE, puuid, { withTimelines });
const want = (wish: Partial<GamesWish> & Pick<GamesWish, 'puuid' | 'ids'>) =>
  bench.database.transaction((tx) =>
    wantGames(tx, {
      withTimelines: false,
      priority: BACKFILL,
      listedAt: new Date(bench.worldNow()),
      ...wish,
    }),
  );
const onlyOnce = (served: Readonly<Record<string, number>>): boolean =>
  Object.values(served).every((times) => times === 1);
/** An engine, its collections, and a player who is known. */
async function begin(person: PracticePlayer) {
  const engine = await bench.collect();
  return { engine, collections: bench.collections(engine), player: await bench.meet(person) };
}
/** Until the collection of a player's history has ended. */
async function collect(person: PracticePlayer) {
  const begun = await begin(person);
  await begun.collections.begin(begun.player);
  await bench.untilCollected(begun.player);
  return begun;
}

describe('a history', () => {
  test('is listed and fetched, each match once, and the collection ends by itself', async () => {
    const person = await busy();
    const { collections, player } = await begin(person);

    expect(await collections.describe(player.puuid)).toMatchObject({ state: 'none', isRunning: false });
    expect(await collections.begin(player)).toBe(true);
    await bench.untilCollected(player);

    const total = person.games.length;
    expect(await progressOf(player)).toEqual({ total, done: total, unfetchable: 0, wanted: 0 });
    const served = await bench.served();
    expect(Object.keys(served).toSorted()).toEqual(person.games.toSorted());
    expect(onlyOnce(served)).toBe(true);
    expect(await bench.served('getTimeline')).toEqual({});
    expect(await collections.describe(player.puuid)).toMatchObject({
      state: 'done',
      isRunning: false,
      reason: null,
      expectedEnd: null,
      placeInLine: null,
    });
  });

  test('without matches is whole', async () => {
    const { collections, player } = await collect(await personWith((games) => games === 0));
    expect(await progressOf(player)).toEqual({ total: 0, done: 0, unfetchable: 0, wanted: 0 });
    expect(await collections.describe(player.puuid)).toMatchObject({ state: 'done' });
  });

  test('comes with the rank of its player; a rank that cannot be read holds nothing up', async () => {
    const ranksOf = ({ puuid }: FoundPlayer) =>
      bench.database.query<{ tier: string; wins: number }>(
        `select tier, wins from gamekeeper.rank_snapshot where source = 'lol' and puuid = $1`,
        [puuid],
      );
    const person = await few();
    const { player, engine } = await collect(person);
    await until('a rank', 10_000, async () => (await ranksOf(player)).length > 0);
    expect(await ranksOf(player)).toEqual([{ tier: 'GOLD', wins: person.games.length }]);

    await bench.faults({ kind: 'server-error', methods: ['league-v4.getLeagueEntriesByPUUID'] });
    const unlucky = await bench.meet(await personWith((games) => games > 8 && games < 15));
    await bench.collections(engine).begin(unlucky);
    await bench.untilCollected(unlucky);
    const lists = () =>
      bench.ends.filter(({ kind }) => kind === COLLECT_HISTORY).map(({ outcome }) => outcome);
    await until('both lists were read', 30_000, () => lists().length === 2);
    expect(lists()).toEqual(['done', 'done']);
    expect(await ranksOf(unlucky)).toEqual([]);
  });

  test('is asked for only what is new when it is refreshed', async () => {
    const person = await busy();
    const { collections, player } = await collect(person);
    bench.upstream.forget();

    bench.advance(3 * DAY_MS);
    await collections.begin(player);
    await bench.untilCollected(player);

    const [later] = await bench.players('euw1', 1, ({ gameName }) => gameName === person.gameName);
    const isNew = later?.games.filter((id) => !person.games.includes(id)) ?? [];
    expect(isNew.length).toBeGreaterThan(0);
    expect(Object.keys(await bench.served()).toSorted()).toEqual(isNew.toSorted());
    expect((await progressOf(player)).total).toBe(later?.games.length);
  });

  test('that is cancelled leaves nothing wanted that nothing else wants', async () => {
    const person = await busy();
    const { collections, player } = await begin(person);
    const shared = person.games.slice(0, 5);
    await bench.faults({ kind: 'hold', methods: ['match-v5.getMatch'] });
    await want({ puuid: 'another', ids: shared });
    await collections.begin(player);
    await until('the list was read', 10_000, async () => (await progressOf(player)).total > 5);

    expect(await collections.cancel(player.puuid)).toBe(true);
    expect(await collections.cancel(player.puuid)).toBe(false);
    await bench.faults();
    await bench.drained();

    expect(await collections.describe(player.puuid)).toMatchObject({ state: 'cancelled', isRunning: false });
    // Also what was under way: how much that was depends on the moment.
    expect(Object.keys(await statesOf())).toEqual(['stored']);
    const kept = await bench.database.query<{ id: string }>('select id from gamekeeper.match');
    expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(shared));

    await collections.begin(player);
    await bench.untilCollected(player);
    expect(await progressOf(player)).toMatchObject({ done: person.games.length, wanted: 0 });
    expect(onlyOnce(await bench.served())).toBe(true);
  });

  test.each([
    ['of a player of another key', { keyId: 'another' }, 'another API key'],
    ['of a puuid that the key cannot read', { puuid: 'x'.repeat(78) }, 'rejected'],
  ])('%s cannot be listed, and the collection ends with the reason', async (_, changes, reason) => {
    const { collections, player } = await begin(await few());
    const strange = { ...player, ...changes };
    await collections.begin(strange);
    await bench.untilCollected(strange);
    expect(await collections.describe(strange.puuid)).toMatchObject({
      state: 'failed',
      isRunning: false,
      reason: expect.stringContaining(reason) as string,
    });
  });
});

describe('while the upstream fails', () => {
  test('a list is read later, and the collection says what holds it up', async () => {
    const person = await few();
    const { collections, player } = await begin(person);
    await bench.faults({ kind: 'server-error', methods: ['match-v5.getMatchIdsByPUUID'] });
    await collections.begin(player);
    await until('it was postponed', 20_000, () => bench.ends.some(({ outcome }) => outcome === 'postponed'));
    expect(await collections.describe(player.puuid)).toMatchObject({
      state: 'listing',
      isRunning: true,
      reason: expect.stringContaining('unavailable') as string,
    });

    await bench.faults();
    await bench.database.query(
      `update pgboss.job set start_after = now() where name = 'lol/collect-history'`,
    );
    await bench.untilCollected(player);
    expect(await collections.describe(player.puuid)).toMatchObject({ state: 'done', reason: null });
    expect(await progressOf(player)).toMatchObject({ done: person.games.length });
  });

  test('matches stay wanted, and the collection says why', async () => {
    const person = await few();
    const { collections, player } = await begin(person);
    await bench.faults({ kind: 'server-error', methods: ['match-v5.getMatch'] });
    await collections.begin(player);
    const held = await until('everything waits', 30_000, async () => {
      const collection = await collections.describe(player.puuid);
      return collection.state === 'fetching' && collection.reason !== null && collection;
    });
    expect(held.reason).toMatch(/^unavailable/);
    const total = person.games.length;
    expect(held.progress).toEqual({ total, done: 0, unfetchable: 0, wanted: total });
  });

  test('missing matches are asked for three times, counted as unfetchable, and wanted again when listed', async () => {
    await bench.faults({ kind: 'missing-match', share: 0.3 });
    const person = await busy();
    const { player } = await collect(person);
    const { total, done, unfetchable, wanted } = await progressOf(player);
    const served = Object.keys(await bench.served()).length;
    expect({ total, done, wanted }).toEqual({ total: person.games.length, done: served, wanted: 0 });
    expect(unfetchable).toBe(total - done);
    expect(unfetchable).toBeGreaterThan(0);
    expect((await bench.seen()).totals.statuses['404']).toBe(unfetchable * 3);

    await bench.faults();
    await want({ puuid: player.puuid, ids: person.games });
    await bench.drained();
    expect(await statesOf()).toEqual({ stored: total });
    expect(onlyOnce(await bench.served())).toBe(true);
  });
});

describe('matches and timelines', () => {
  const revisions = () =>
    bench.database.query('select distinct kind, revision from gamekeeper.raw order by 1');

  test('of a stored match only the timeline is fetched, and the match is published again', async () => {
    const person = await few();
    const { player } = await begin(person);
    const { puuid } = player;
    await want({ puuid, ids: person.games });
    await bench.drained();
    expect(await revisions()).toEqual([{ kind: 'match', revision: 0 }]);

    await want({ puuid, ids: person.games, withTimelines: true, priority: LIVE });
    expect((await progressOf(player, true)).wanted).toBe(person.games.length);
    await bench.drained();

    expect(await statesOf('timeline')).toEqual({ stored: person.games.length });
    expect(await revisions()).toContainEqual({ kind: 'match', revision: 1 });
    expect(onlyOnce(await bench.served())).toBe(true);
    expect(onlyOnce(await bench.served('getTimeline'))).toBe(true);
  });

  test('that several want at once are fetched once, and each match is published once', async () => {
    const person = await busy();
    const { player } = await begin(person);
    const { puuid } = player;
    await Promise.all([
      want({ puuid, ids: person.games, withTimelines: true }),
      want({ puuid, ids: person.games.toReversed(), withTimelines: true, priority: PERSON }),
      want({ puuid, ids: person.games, withTimelines: true, priority: LIVE }),
    ]);
    await bench.drained();

    for (const method of ['getMatch', 'getTimeline'] as const) {
      const served = await bench.served(method);
      expect(Object.keys(served)).toHaveLength(person.games.length);
      expect(onlyOnce(served)).toBe(true);
    }
    expect(await statesOf()).toEqual({ stored: person.games.length });
    expect(await statesOf('timeline')).toEqual({ stored: person.games.length });
    expect(await bench.database.query('select distinct revision from gamekeeper.raw')).toEqual([
      { revision: 0 },
    ]);
  });

  test('whose ids name no platform are kept and counted as unfetchable', async () => {
    const { player } = await begin(await few());
    await want({ puuid: player.puuid, ids: ['XX9_1', 'nonsense'], withTimelines: true });
    expect(await progressOf(player, true)).toEqual({ total: 2, done: 0, unfetchable: 2, wanted: 0 });
  });

  test('of another region are asked for there', async () => {
    const [korean] = await bench.players('kr', 1);
    const { player } = await begin(await few());
    await want({ puuid: player.puuid, ids: korean?.games.slice(0, 1) ?? [], priority: PERSON });
    await bench.drained();
    expect(await statesOf()).toEqual({ stored: 1 });
    const { rows } = await bench.seen();
    expect(rows.find(({ method }) => method === 'match-v5.getMatch')?.host).toBe('asia');
  });

  test('that were enqueued by a process that ended are fetched by the next, and a lost list is read', async () => {
    const person = await busy();
    const { player } = await begin(person);
    await bench.stopEngines();
    const other = await personWith((games) => games > 8 && games < 15);
    await bench.database.query(
      `insert into gamekeeper.collection (source, puuid, key_id, platform, requested_at)
       values ('lol', $1, $2, 'euw1', now() - interval '5 minutes')`,
      [player.puuid, player.keyId],
    );
    await want({ puuid: 'another', ids: other.games, withTimelines: true });

    const engine = await bench.collect();
    await engine.send('lol/refetch-wanted', {});
    await bench.untilCollected(player);
    await bench.drained();

    expect(await statesOf()).toEqual({ stored: new Set([...person.games, ...other.games]).size });
    expect(await statesOf('timeline')).toEqual({ stored: other.games.length });
    expect(onlyOnce(await bench.served())).toBe(true);
  });
});

describe('timelines, which the upstream keeps for a year,', () => {
  /** Ten of the newest matches, and the oldest hundred, which end before and after that. */
  async function beginOld() {
    const person = await personWith((games) => games >= 500);
    const ids = [...person.games.slice(0, 10), ...person.games.slice(-100)];
    const daysOld = (id: string): number => (bench.worldNow() - startOfMatch(id)) / DAY_MS;
    const { player } = await begin(person);
    const take = async (withTimelines: boolean, wanted: readonly string[] = ids): Promise<void> => {
      await want({ puuid: player.puuid, ids: wanted, withTimelines, priority: LIVE });
      await bench.drained();
    };
    const missing = async (): Promise<number> => (await bench.seen()).totals.statuses['404'] ?? 0;
    return { player, person, ids, daysOld, take, missing };
  }

  test('are not asked for one by one when they are older, and the matches count as done', async () => {
    const { player, ids, daysOld, take, missing } = await beginOld();
    await take(true);
    const old = ids.filter((id) => daysOld(id) > 365).length;
    expect(old).toBeGreaterThan(40);
    expect(await statesOf('timeline')).toEqual({ stored: ids.length - old, gone: old });
    expect(await progressOf(player, true)).toEqual({
      total: ids.length,
      done: ids.length,
      unfetchable: 0,
      wanted: 0,
    });
    // Those that were under way when the first old match had come, and those of the few days around the year.
    expect(await missing()).toBeLessThan(old / 2);
  });

  test('of stored matches are asked for once within the days around the year, and not at all beyond', async () => {
    const { ids, daysOld, take, missing } = await beginOld();
    await take(false);
    bench.upstream.forget();
    await take(true);
    const asked = await missing();
    await take(true);

    const around = ids.filter((id) => daysOld(id) > 365 && daysOld(id) < 371.1).length;
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThanOrEqual(around);
    expect(await missing()).toBe(asked);
    expect(await bench.served()).toEqual({});
  });
});
