/** Who goes first when the limits of a key do not let everybody go: seen by the server that counts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLolBench, LOL_WORLD_STARTS_AT, type LolBench } from '../../../test/support/lol-bench.ts';
import { until } from '../../../test/support/until.ts';
import { BACKFILL } from '../games/priority.ts';
import { wantGames } from './want-games.ts';

let bench: LolBench;
beforeAll(async () => {
  bench = await createLolBench({
    // Limits go by the machine's clock, unless the world's stands still.
    clock: { mode: 'accelerated', speed: 1, startAt: LOL_WORLD_STARTS_AT },
    profile: { application: '80:2' },
  });
});
afterAll(() => bench.drop());

test('a person overtakes a backfill that was queued before, with the games that both want, and none is fetched twice', async () => {
  const people = await bench.players('euw1', 60);
  const [person, ...others] = people.filter(({ games }) => games.length >= 15);
  if (person === undefined) throw new Error('nobody plays much');
  const theirs = others.flatMap(({ games }) => games);
  const backfill = [...new Set([...theirs.slice(0, 120), ...person.games, ...theirs])].slice(0, 400);
  const mine = new Set(person.games);
  const engine = await bench.collect();
  const player = await bench.meet(person);
  await bench.database.transaction((tx) =>
    wantGames(tx, engine, {
      puuid: 'somebody-else',
      ids: backfill,
      withTimelines: false,
      priority: BACKFILL,
      listedAt: new Date(),
    }),
  );
  await until('the backfill has begun', 10_000, async () => Object.keys(await bench.served()).length > 20);

  const before = Object.keys(await bench.served());
  await bench.collections(engine).begin(player);
  await bench.untilCollected(player);
  const after = Object.keys(await bench.served()).slice(before.length);

  // Some few of the person's games may have been under way for the backfill; they come in its turns.
  const places = after.flatMap((id, place) => (mine.has(id) ? [place] : [])).slice(0, -3);
  const [first = 0, last = 0] = [places.at(-15), places.at(-1)];
  expect(last - first + 1 - 15).toBeLessThanOrEqual(5);
  expect(backfill.length - before.length - after.length).toBeGreaterThan(100);
  await until('the backfill is done', 30_000, async () => {
    const [row] = await bench.database.query<{ left: number }>(
      `select count(*)::int as left from gamekeeper.match where state = 'wanted'`,
    );
    return row?.left === 0;
  });
  const served = await bench.served();
  expect(Object.keys(served).toSorted()).toEqual([...new Set([...backfill, ...mine])].toSorted());
  expect(Object.values(served).every((times) => times === 1)).toBe(true);
  expect((await bench.seen()).totals.statuses['429']).toBe(undefined);
});
