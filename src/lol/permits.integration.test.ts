/** Which calls wait for permits of a key when the limits do not let all of them go. */
import { BACKFILL, LIVE } from '#/match/priority.ts';
import { createHeldLimiter, type HeldLimiter } from '../../test/support/held-limiter.ts';
import { createLolBench, type LolBench } from '../../test/support/lol-bench.ts';
import { until } from '../../test/support/until.ts';
import { wantGames } from './list.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** Calls of a backfill that wait at the limiter. */
const AT_ONCE = 24;
let limiter: HeldLimiter;
let bench: LolBench;
beforeEach(async () => {
  limiter = createHeldLimiter(['match-v5.match']);
  bench = await createLolBench(limiter);
});
afterEach(() => bench.drop());

const untilWaiting = (calls: number, lane?: 'person') =>
  until(`${calls} calls wait`, 20_000, () => limiter.waiting(lane) >= calls);
const onlyOnce = async (): Promise<boolean> =>
  Object.values(await bench.served()).every((times) => times === 1);

test('matches of a person overtake a backfill that was enqueued before, also those that both want', async () => {
  const [person, ...others] = await bench.players('euw1', 40, ({ games }) => games.length >= 16);
  if (person === undefined) throw new Error('there are no players');
  const mine = new Set(person.games);
  const theirs = [...new Set(others.flatMap(({ games }) => games))].filter((id) => !mine.has(id));
  // Newer ones: the newest are fetched first, so none of the person's is under way when the person asks.
  const newer = theirs.toSorted().toReversed().slice(0, 100);
  const backfill = [...newer, ...mine];
  const engine = await bench.collect();
  await bench.database.transaction((tx) =>
    wantGames(tx, {
      puuid: 'another',
      ids: newer,
      withTimelines: false,
      priority: LIVE,
      listedAt: new Date(),
    }),
  );
  await bench.database.transaction((tx) =>
    wantGames(tx, {
      puuid: 'another',
      ids: backfill,
      withTimelines: false,
      priority: BACKFILL,
      listedAt: new Date(),
    }),
  );
  for (let round = 0; round < 3; round++) {
    await untilWaiting(AT_ONCE);
    limiter.grant(AT_ONCE);
  }
  await untilWaiting(AT_ONCE);
  const before = Object.keys(await bench.served());

  await bench.collections(engine).begin(await bench.meet(person));
  await untilWaiting(mine.size, 'person');
  limiter.grant(mine.size);
  await bench.untilCollected(await bench.meet(person));

  const next = Object.keys(await bench.served()).slice(before.length);
  expect(next.toSorted()).toEqual(person.games.toSorted());
  limiter.open();
  await bench.drained();
  expect(Object.keys(await bench.served()).toSorted()).toEqual([...new Set(backfill)].toSorted());
  expect(await onlyOnce()).toBe(true);
});

test('as many calls of a person wait as a personal key allows in a second, and none is made twice', async () => {
  const perSecond = 20;
  const [person] = await bench.players('euw1', 1, ({ games }) => games.length === 100);
  if (person === undefined) throw new Error('there is no player with a hundred matches');
  const engine = await bench.collect();

  const player = await bench.meet(person);
  await bench.collections(engine).begin(player);
  for (let left = person.games.length; left > 0; left -= perSecond) {
    await untilWaiting(Math.min(perSecond, left));
    limiter.grant(perSecond);
  }
  await bench.untilCollected(player);

  const { totals } = await bench.seen();
  // Two calls find the player, one reads the rank, and the second page of the list is empty.
  expect(totals).toMatchObject({ calls: 2 + 1 + 2 + 100, statuses: { '200': 2 + 1 + 2 + 100 } });
  expect(await onlyOnce()).toBe(true);
});
