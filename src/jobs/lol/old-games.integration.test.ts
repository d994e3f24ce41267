/** Games of a history that goes back for longer than the upstream keeps timelines. */
import { afterEach, expect, test } from 'vitest';
import { createLolBench, type LolBench } from '../../../test/support/lol-bench.ts';
import { until } from '../../../test/support/until.ts';
import { readProgress } from '#/stores/postgres/player-match.ts';
import { LIVE } from '../games/priority.ts';
import { SOURCE } from './lol-kinds.ts';
import { wantGames } from './want-games.ts';

const LATER = Date.UTC(2026, 5, 1, 20);
let bench: LolBench | undefined;
afterEach(() => bench?.drop());

/** Ten of the newest and a hundred of the oldest games of somebody, and a process that collects. */
async function begin() {
  bench = await createLolBench({ clock: { mode: 'stepped', startAt: LATER } });
  const { database } = bench;
  // Of the thousand that are listed, those who play least have the oldest.
  const [person] = await bench.players('euw1', 1, ({ games }) => games.length >= 300 && games.length < 900);
  if (person === undefined) throw new Error('nobody plays so much');
  const ids = [...person.games.slice(0, 10), ...person.games.slice(-100)];
  const engine = await bench.collect();
  const { puuid } = await bench.meet(person);
  const want = async (withTimelines: boolean, wanted: readonly string[] = ids) => {
    await database.transaction((tx) =>
      wantGames(tx, engine, {
        puuid,
        ids: wanted,
        withTimelines,
        priority: LIVE,
        listedAt: new Date(LATER),
      }),
    );
    await until('nothing is wanted any more', 60_000, async () => {
      const [left] = await database.query<{ wanted: number }>(
        `select (select count(*) from gamekeeper.match where state = 'wanted')::int
              + (select count(*) from gamekeeper.timeline where state = 'wanted')::int as wanted`,
      );
      return left?.wanted === 0;
    });
  };
  const timelines = () =>
    database.query<{ state: string; isOld: boolean; timelines: number }>(
      `select t.state, m.day < ($1::timestamptz - interval '371 days')::date as "isOld", count(*)::int as timelines
       from gamekeeper.timeline t join gamekeeper.match m using (source, id) group by 1, 2 order by 1, 2`,
      [new Date(LATER)],
    );
  const missing = async (): Promise<number> => (await bench?.seen())?.totals.statuses['404'] ?? 0;
  return { database, puuid, ids, all: person.games, want, timelines, missing };
}

test('timelines that are older than a year are not asked for one by one, and the games count as done', async () => {
  const { database, puuid, ids, want, timelines, missing } = await begin();

  await want(true);

  const rows = await timelines();
  const old = rows.find(({ isOld }) => isOld);
  expect(old).toMatchObject({ state: 'gone' });
  expect(old?.timelines).toBeGreaterThan(40);
  expect(rows.find(({ isOld, state }) => !isOld && state === 'stored')?.timelines).toBeGreaterThanOrEqual(10);
  expect(await readProgress(database, SOURCE, puuid, { withTimelines: true })).toEqual({
    total: ids.length,
    done: ids.length,
    unfetchable: 0,
    wanted: 0,
  });
  // Those that were under way when the first old game had come, and the few days around the year.
  expect(await missing()).toBeLessThan((old?.timelines ?? 0) / 2);
});

test('of games that were stored before, the age is known: what cannot be there is not asked for, nor wanted again', async () => {
  const { want, timelines, missing } = await begin();
  await want(false);
  await bench?.ask('/practice/seen/reset', {});

  await want(true);
  const rows = await timelines();
  const asked = await missing();
  await want(true);

  expect(rows.find(({ isOld }) => isOld)?.timelines).toBeGreaterThan(40);
  const aroundTheYear = rows.filter(({ isOld, state }) => !isOld && state === 'gone');
  // Within some days of the year nobody knows for certain: these alone were asked for, and once is enough.
  expect(asked).toBeLessThanOrEqual(aroundTheYear.reduce((sum, { timelines: count }) => sum + count, 0));
  const seen = await bench?.seen();
  expect(seen?.rows.find(({ method }) => method === 'match-v5.getMatch')).toBe(undefined);
  expect(await timelines()).toEqual(rows);
});

test('at the border of a year a timeline is asked for once, and one that is missing is not waited for', async () => {
  const { database, all, want, missing } = await begin();
  await want(false, all);
  const border = await database.query<{ id: string }>(
    `select id from gamekeeper.match
     where day between ($1::timestamptz - interval '369 days')::date and ($1::timestamptz - interval '366 days')::date`,
    [new Date(LATER)],
  );
  expect(border.length).toBeGreaterThan(0);
  await bench?.ask('/practice/seen/reset', {});

  await want(
    true,
    border.map(({ id }) => id),
  );

  expect(await missing()).toBe(border.length);
});
