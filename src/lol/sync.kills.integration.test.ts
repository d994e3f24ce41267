/** A process that collects histories and syncs accounts is killed: what the upstream counted is the judge. */
import { listAccounts } from '#/lol/account-rows.ts';
import { readProgress } from '#/lol/progress.ts';
import { linkByRiotId, SWEEP_ACCOUNTS } from '#/lol/sync.ts';
import { drilled } from '../../test/support/drilled.ts';
import { countSentInVain, forgetLives, killCollector } from '../../test/support/killed-collector.ts';
import { createLolBench, type LolBench } from '../../test/support/lol-bench.ts';
import { lolSyncWork } from '../../test/support/lol-sync-bench.ts';
import { until } from '../../test/support/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const KILLS = drilled(1, 20);
const METHODS = ['match-v5.getMatch', 'match-v5.getTimeline'];

let bench: LolBench;
beforeAll(async () => {
  bench = await createLolBench();
});
afterAll(() => bench.drop());

test('a killed process loses nothing, its progress never goes backwards, and only bodies it had not stored are asked for again', async () => {
  const people = await bench.players('euw1', drilled(4, 20), ({ games }) => games.length >= 15);
  const asking = await bench.engine({ ...lolSyncWork(bench), roles: { work: false, schedule: false } });
  const deps = { database: bench.database, riot: bench.riot, keyId: () => bench.keyId, jobs: asking };
  // Every other one is synced with timelines; of the others the history is collected.
  const players = await Promise.all(people.map((person) => bench.meet(person)));
  const collections = bench.collections(asking);
  for (const [index, player] of players.entries())
    if (index % 2 === 0) await linkByRiotId(deps, player, AbortSignal.timeout(60_000));
    else await collections.begin(player);
  const progressOf = (index: number) =>
    readProgress(bench.database, 'lol', players[index]?.puuid ?? '', { withTimelines: index % 2 === 0 });
  const doneNow = () => Promise.all(players.map(async (_, index) => (await progressOf(index)).done));

  let before = await doneNow();
  for (let kill = 0; kill < KILLS; kill++) {
    await killCollector(bench, { program: 'lol-sync-process', methods: METHODS, after: 8 });
    const after = await doneNow();
    expect(after.every((count, index) => count >= (before[index] ?? 0))).toBe(true);
    before = after;
  }
  const inVain = await countSentInVain(bench);
  // Of the eight bodies that were sent to each process.
  expect(inVain).toBeLessThanOrEqual(8 * KILLS);

  await forgetLives(bench);
  // PostgreSQL has to be up for as long before a claim counts as lapsed.
  const engine = await bench.engine({ ...lolSyncWork(bench, { accounts: { lapseSeconds: 1 } }) });
  await engine.send(SWEEP_ACCOUNTS, {});
  await engine.send('lol/refetch-wanted', {});
  for (const [index, player] of players.entries()) if (index % 2 === 1) await bench.untilCollected(player);
  await until('every sync is completed', 60_000, async () =>
    (await listAccounts(bench.database)).every(({ state }) => state === 'completed'),
  );

  for (const [index, { games }] of people.entries()) {
    const total = games.length;
    expect(await progressOf(index)).toEqual({ total, done: total, unfetchable: 0, wanted: 0 });
  }
  expect(await countSentInVain(bench)).toBe(inVain);
});
