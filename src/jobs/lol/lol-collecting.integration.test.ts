/** Histories collected from the practice world through the real client into a real PostgreSQL. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLolBench, type LolBench, type PracticePlayer } from '../../../test/support/lol-bench.ts';
import { until } from '../../../test/support/until.ts';
import { readProgress } from '#/stores/postgres/player-match.ts';
import type { JobEngine } from '../job-engine.ts';
import { BACKFILL, LIVE, PERSON } from '../games/priority.ts';
import type { FoundPlayer } from './find-player.ts';
import { COLLECT_HISTORY, fetchKind, SOURCE } from './lol-kinds.ts';
import { wantGames, type GamesWish } from './want-games.ts';

let bench: LolBench;
let people: readonly PracticePlayer[];
beforeAll(async () => {
  bench = await createLolBench();
  people = await bench.players('euw1', 60);
});
beforeEach(async () => {
  await bench.database.query(
    `truncate gamekeeper.match, gamekeeper.timeline, gamekeeper.raw, gamekeeper.player, gamekeeper.player_match,
       gamekeeper.collection, gamekeeper.riot_id, gamekeeper.cursor, gamekeeper.rank_snapshot`,
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

/** Somebody with so many games. */
function personWith(isRight: (games: number) => boolean): PracticePlayer {
  const person = people.find(({ games }) => isRight(games.length));
  if (person === undefined)
    throw new Error(`nobody has so many games: ${people.map(({ games }) => games.length).join(' ')}`);
  return person;
}
const busy = (): PracticePlayer => personWith((games) => games >= 20);

const statesOf = async (table: 'match' | 'timeline' = 'match'): Promise<Record<string, number>> => {
  const rows = await bench.database.query<{ state: string; count: number }>(
    `select state, count(*)::int as count from gamekeeper.${table} group by state`,
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
};
const progressOf = ({ puuid }: FoundPlayer, withTimelines = false) =>
  readProgress(bench.database, SOURCE, puuid, { withTimelines });
const want = (engine: JobEngine, wish: Partial<GamesWish> & Pick<GamesWish, 'puuid' | 'ids'>) =>
  bench.database.transaction((tx) =>
    wantGames(tx, engine, {
      withTimelines: false,
      priority: BACKFILL,
      listedAt: new Date(bench.worldNow()),
      ...wish,
    }),
  );
const drained = () =>
  until('nothing is wanted any more', 30_000, async () => {
    const [row] = await bench.database.query<{ left: number }>(
      `select (select count(*) from gamekeeper.match where state = 'wanted')::int
            + (select count(*) from gamekeeper.timeline where state = 'wanted')::int as left`,
    );
    return row?.left === 0;
  });
const onlyOnce = (served: Readonly<Record<string, number>>): boolean =>
  Object.values(served).every((times) => times === 1);

test('a whole history is listed and fetched, each game once, and the collection ends by itself', async () => {
  const person = busy();
  const engine = await bench.collect();
  const collections = bench.collections(engine);
  const player = await bench.meet(person);

  expect(await collections.describe(player.puuid)).toMatchObject({ state: 'none', isRunning: false });
  expect(await collections.begin(player)).toBe(true);
  await bench.untilCollected(player);

  const total = person.games.length;
  expect(await progressOf(player)).toEqual({ total, done: total, unfetchable: 0, wanted: 0 });
  const served = await bench.served();
  expect(Object.keys(served).toSorted()).toEqual([...person.games].toSorted());
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

test('with a history, where the player stands is kept; one that cannot be had holds nothing up', async () => {
  const engine = await bench.collect();
  const ranksOf = ({ puuid }: FoundPlayer) =>
    bench.database.query<{ tier: string; wins: number }>(
      `select tier, wins from gamekeeper.rank_snapshot where source = 'lol' and puuid = $1`,
      [puuid],
    );
  const [first, second] = people.filter(({ games }) => games.length >= 5);
  if (first === undefined || second === undefined) throw new Error('too few players have games');
  const ranked = await bench.meet(first);
  await bench.collections(engine).begin(ranked);
  await bench.untilCollected(ranked);
  await until('a rank', 10_000, async () => (await ranksOf(ranked)).length > 0);
  const told = await bench.riot.lolLeagueOfPlayer(
    { platform: 'euw1', puuid: ranked.puuid },
    { lane: 'person' },
  );
  if (told.outcome !== 'ok') throw new Error(`no rank: ${told.outcome}`);
  expect(await ranksOf(ranked)).toEqual(told.body.map(({ tier, wins }) => ({ tier, wins })));

  await bench.faults({
    kind: 'server-error',
    share: 1,
    statuses: [500],
    bodies: ['json'],
    methods: ['league-v4.getLeagueEntriesByPUUID'],
  });
  const unlucky = await bench.meet(second);
  await bench.collections(engine).begin(unlucky);
  await bench.untilCollected(unlucky);
  const lists = () => bench.ends.filter(({ kind }) => kind === COLLECT_HISTORY).map(({ outcome }) => outcome);
  await until('both lists were read', 30_000, () => lists().length === 2);
  expect(lists()).toEqual(['done', 'done']);
  expect(await ranksOf(unlucky)).toEqual([]);
});

test('of twenty who ask at once, one begins the collection, and every game is fetched once', async () => {
  const engine = await bench.collect();
  const collections = bench.collections(engine);
  const [first, second] = people.filter(({ games }) => games.length >= 5);
  if (first === undefined || second === undefined) throw new Error('too few players have games');

  const begun = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const player = await bench.meet(index % 2 === 0 ? first : second);
      return collections.begin(player);
    }),
  );
  for (const person of [first, second]) await bench.untilCollected(await bench.meet(person));

  expect(begun.filter(Boolean)).toHaveLength(2);
  const served = await bench.served();
  expect(Object.keys(served).toSorted()).toEqual([...new Set([...first.games, ...second.games])].toSorted());
  expect(onlyOnce(served)).toBe(true);
});

test.each([
  ['no games', (games: number) => games === 0],
  ['a few games', (games: number) => games > 0 && games <= 4],
])('somebody with %s has a whole history all the same', async (_, isRight) => {
  const person = personWith(isRight);
  const engine = await bench.collect();
  const player = await bench.meet(person);

  await bench.collections(engine).begin(player);
  await bench.untilCollected(player);

  const total = person.games.length;
  expect(await progressOf(player)).toEqual({ total, done: total, unfetchable: 0, wanted: 0 });
  expect(await bench.collections(engine).describe(player.puuid)).toMatchObject({ state: 'done' });
});

test('games that are missing are asked for a few times, and then counted as not to be had', async () => {
  await bench.faults({ kind: 'missing-match', share: 0.3 });
  const person = busy();
  const engine = await bench.collect();
  const player = await bench.meet(person);

  await bench.collections(engine).begin(player);
  await bench.untilCollected(player);

  const { total, done, unfetchable, wanted } = await progressOf(player);
  const served = Object.keys(await bench.served()).length;
  expect({ total, done, wanted }).toEqual({ total: person.games.length, done: served, wanted: 0 });
  expect(unfetchable).toBe(total - done);
  expect(unfetchable).toBeGreaterThan(0);
  const { statuses } = (await bench.seen()).totals;
  // The first time, and once after each of the two waits.
  expect(statuses['404']).toBe(unfetchable * 3);
});

test('what was missing a moment ago is wanted again while it is listed', async () => {
  await bench.faults({ kind: 'missing-match', share: 1 });
  const person = personWith((games) => games >= 3 && games < 20);
  const engine = await bench.collect();
  const player = await bench.meet(person);
  const collections = bench.collections(engine);
  await collections.begin(player);
  await bench.untilCollected(player);
  expect(await statesOf()).toEqual({ gone: person.games.length });

  await bench.faults();
  await want(engine, { puuid: player.puuid, ids: person.games });
  await drained();

  expect(await statesOf()).toEqual({ stored: person.games.length });
});

test('a refresh asks only for what is new', async () => {
  const person = busy();
  const engine = await bench.collect();
  const collections = bench.collections(engine);
  const player = await bench.meet(person);
  await collections.begin(player);
  await bench.untilCollected(player);
  await bench.ask('/practice/seen/reset', {});

  await bench.advance(3 * 86_400_000);
  const [later] = await bench.players('euw1', 1, ({ gameName }) => gameName === person.gameName);
  await bench.ask('/practice/seen/reset', {});
  await collections.begin(player);
  await bench.untilCollected(player);

  const isNew = later?.games.filter((id) => !person.games.includes(id)) ?? [];
  expect(isNew.length).toBeGreaterThan(0);
  expect(Object.keys(await bench.served()).toSorted()).toEqual(isNew.toSorted());
  expect((await progressOf(player)).total).toBe(later?.games.length);
  people = await bench.players('euw1', 60);
});

test('a stored game without a timeline gets only that, and is published again', async () => {
  const person = personWith((games) => games >= 5);
  const engine = await bench.collect();
  const { puuid, ...player } = await bench.meet(person);
  await want(engine, { puuid, ids: person.games });
  await drained();
  const revisions = () =>
    bench.database.query<{ revision: number }>(
      `select distinct revision from gamekeeper.raw where kind = 'match'`,
    );
  expect(await revisions()).toEqual([{ revision: 0 }]);

  await want(engine, { puuid, ids: person.games, withTimelines: true, priority: LIVE });
  expect((await progressOf({ puuid, ...player }, true)).wanted).toBe(person.games.length);
  await drained();

  expect(await statesOf('timeline')).toEqual({ stored: person.games.length });
  expect(await revisions()).toEqual([{ revision: 1 }]);
  expect(onlyOnce(await bench.served())).toBe(true);
  expect(onlyOnce(await bench.served('getTimeline'))).toBe(true);
});

test('a game and a timeline that are wanted together are both stored, and the game is published once', async () => {
  const person = personWith((games) => games >= 5);
  const engine = await bench.collect();
  const { puuid } = await bench.meet(person);

  await want(engine, { puuid, ids: person.games, withTimelines: true });
  await drained();

  expect(await statesOf()).toEqual({ stored: person.games.length });
  expect(await statesOf('timeline')).toEqual({ stored: person.games.length });
  const rows = await bench.database.query(`select distinct revision from gamekeeper.raw`);
  expect(rows).toEqual([{ revision: 0 }]);
});

test('what two want at once is fetched once, timelines too', async () => {
  const person = busy();
  const engine = await bench.collect();
  const { puuid } = await bench.meet(person);

  await Promise.all([
    want(engine, { puuid, ids: person.games, withTimelines: true }),
    want(engine, { puuid, ids: person.games.toReversed(), priority: PERSON }),
    want(engine, { puuid, ids: person.games, withTimelines: true, priority: LIVE }),
  ]);
  await drained();

  for (const method of ['getMatch', 'getTimeline'] as const) {
    const served = await bench.served(method);
    expect(Object.keys(served)).toHaveLength(person.games.length);
    expect(onlyOnce(served)).toBe(true);
  }
});

test('ids that can never be asked for are kept and counted as not to be had', async () => {
  const engine = await bench.collect();
  const player = await bench.meet(busy());

  await want(engine, { puuid: player.puuid, ids: ['XX9_1', 'nonsense'], withTimelines: true });

  expect(await progressOf(player, true)).toEqual({ total: 2, done: 0, unfetchable: 2, wanted: 0 });
});

test('a collection that is cancelled leaves nothing wanted that nobody else wants', async () => {
  const person = busy();
  const engine = await bench.collect();
  const collections = bench.collections(engine);
  const player = await bench.meet(person);
  const shared = person.games.slice(0, 5);
  await bench.faults({ kind: 'delay-after-counting', minMs: 300, maxMs: 300 });
  await want(engine, { puuid: 'somebody-else', ids: shared });
  await collections.begin(player);
  await until('the list was read', 10_000, async () => (await progressOf(player)).total > 5);

  expect(await collections.cancel(player.puuid)).toBe(true);
  expect(await collections.cancel(player.puuid)).toBe(false);
  await bench.faults();
  await drained();

  expect(await collections.describe(player.puuid)).toMatchObject({ state: 'cancelled', isRunning: false });
  // What was under way has come; how much that was is a matter of moments.
  expect(Object.keys(await statesOf())).toEqual(['stored']);
  const kept = await bench.database.query<{ id: string }>('select id from gamekeeper.match');
  expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(shared));

  await collections.begin(player);
  await bench.untilCollected(player);
  expect(await progressOf(player)).toMatchObject({ done: person.games.length, wanted: 0 });
  expect(onlyOnce(await bench.served())).toBe(true);
});

test('what lost its jobs is found again: lists, games and timelines', async () => {
  const person = busy();
  const sender = await bench.collect();
  await bench.stopEngines();
  const player = await bench.meet(person);
  const other = people.find(({ games }) => games.length >= 5 && games !== person.games);
  if (other === undefined) throw new Error('nobody else plays');
  await bench.database.query(
    `insert into gamekeeper.collection (source, puuid, key_id, platform, requested_at)
     values ('lol', $1, $2, 'euw1', now() - interval '5 minutes')`,
    [player.puuid, player.keyId],
  );
  await want(sender, { puuid: 'somebody-else', ids: other.games, withTimelines: true });
  await bench.database.query('delete from pgboss.job');
  for (const table of ['match', 'timeline'])
    await bench.database.query(
      `update gamekeeper.${table} set changed_at = now() - interval '5 minutes',
         batch = case when id = $1 then null else batch end`,
      [other.games[0]],
    );

  const engine = await bench.collect();
  await engine.send('lol/refetch-wanted', {});
  await bench.untilCollected(player);
  await drained();

  const all = new Set([...person.games, ...other.games]);
  expect(await statesOf()).toEqual({ stored: all.size });
  expect(await statesOf('timeline')).toEqual({ stored: other.games.length });
  expect(onlyOnce(await bench.served())).toBe(true);
});

test('a game of another region is asked for there, whoever has it in their history', async () => {
  const [korean] = await bench.players('kr', 1, ({ games }) => games.length > 0);
  const [id] = korean?.games ?? [];
  if (id === undefined) throw new Error('nobody plays in Korea');
  const engine = await bench.collect();
  const player = await bench.meet(busy());

  await want(engine, { puuid: player.puuid, ids: [id], priority: PERSON });
  await drained();

  expect(await statesOf()).toEqual({ stored: 1 });
  await until('the job of that region ended', 5_000, () =>
    bench.ends.some(({ kind }) => kind === fetchKind('asia', PERSON)),
  );
});

test('a list that cannot be read now is read later, and meanwhile it is said what holds it up', async () => {
  const person = busy();
  const engine = await bench.collect();
  const collections = bench.collections(engine);
  const player = await bench.meet(person);
  await bench.faults({ kind: 'server-error', share: 1, methods: ['match-v5.getMatchIdsByPUUID'] });
  await collections.begin(player);
  await until('it was postponed', 20_000, () => bench.ends.some(({ outcome }) => outcome === 'postponed'));

  expect(await collections.describe(player.puuid)).toMatchObject({
    state: 'listing',
    isRunning: true,
    reason: expect.stringContaining('unavailable') as string,
  });

  await bench.faults();
  await bench.database.query(`update pgboss.job set start_after = now() where name = 'lol/collect-history'`);
  await bench.untilCollected(player);
  expect(await collections.describe(player.puuid)).toMatchObject({ state: 'done', reason: null });
  expect(await progressOf(player)).toMatchObject({ done: person.games.length });
});

test('a player who was found with another key cannot be listed, and that is said', async () => {
  const engine = await bench.collect();
  const collections = bench.collections(engine);
  const player = await bench.meet(busy());

  await collections.begin({ ...player, keyId: 'another' });
  await bench.untilCollected(player);

  expect(await collections.describe(player.puuid)).toMatchObject({
    state: 'failed',
    isRunning: false,
    reason: expect.stringContaining('another API key') as string,
  });
});

test('a puuid that the key cannot read ends the collection, with what the upstream said', async () => {
  const engine = await bench.collect();
  const collections = bench.collections(engine);
  const player = { ...(await bench.meet(busy())), puuid: 'x'.repeat(78) };

  await collections.begin(player);
  await bench.untilCollected(player);

  expect(await collections.describe(player.puuid)).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('rejected') as string,
  });
});

test('while games cannot be had, they stay wanted and it is said why', async () => {
  const person = busy();
  const engine = await bench.collect();
  const collections = bench.collections(engine);
  const player = await bench.meet(person);
  await bench.faults({ kind: 'server-error', share: 1, methods: ['match-v5.getMatch'] });
  await collections.begin(player);

  const held = await until('everything waits', 30_000, async () => {
    const collection = await collections.describe(player.puuid);
    return collection.state === 'fetching' && collection.reason !== null && collection;
  });

  expect(held.reason).toMatch(/^unavailable/);
  expect(held.progress).toEqual({
    total: person.games.length,
    done: 0,
    unfetchable: 0,
    wanted: person.games.length,
  });
});
