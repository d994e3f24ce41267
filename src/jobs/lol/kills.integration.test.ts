/** Collecting processes that are killed again and again: what the practice world's server counted is the judge. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLolBench, LOL_WORLD_STARTS_AT, type LolBench } from '../../../test/support/lol-bench.ts';
import type { WorkingProcessSettings } from '../../../test/support/working-process.ts';
import { drilled } from '../../../test/support/drilled.ts';
import { printedChance } from '../../../test/support/printed-seed.ts';
import { until } from '../../../test/support/until.ts';
import { readProgress } from '#/stores/postgres/player-match.ts';
import { LIVE } from '../games/priority.ts';
import { SOURCE } from './lol-kinds.ts';
import { wantGames } from './want-games.ts';

const SCRIPT = join(import.meta.dirname, '../../../test/support/lol-collect-process.ts');
const PER_SECOND = 25;
const PEOPLE = drilled(6, 50);
const KILLS = drilled(2, 50);
const PATIENCE_MS = drilled(60_000, 400_000);

let bench: LolBench;
const children: ChildProcess[] = [];
beforeAll(async () => {
  bench = await createLolBench({
    // Limits run in real time; the world nearly stands still, so that nobody plays meanwhile.
    clock: { mode: 'accelerated', speed: 0.001, startAt: LOL_WORLD_STARTS_AT },
    profile: { application: `${PER_SECOND}:1`, method: '10000:10' },
    faults: { seed: 1, rules: [{ kind: 'delay-after-counting', minMs: 5, maxMs: 60 }] },
  });
});
afterAll(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await bench.drop();
});

async function startProcess(): Promise<ChildProcess> {
  const settings: WorkingProcessSettings = {
    databaseUrl: 'url' in bench.connection ? bench.connection.url.reveal() : '',
    riotBaseUrl: bench.riotBaseUrl,
    key: bench.key,
    upstreamNow: LOL_WORLD_STARTS_AT,
  };
  const child = spawn(process.execPath, [SCRIPT, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(createInterface(child.stdout), 'line');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

test(
  'collections and syncs that are killed at any moment end complete, and only what was under way is asked for twice',
  { timeout: drilled(600_000, 1_200_000) },
  async () => {
    const people = await bench.players('euw1', PEOPLE, ({ games }) => games.length >= 8);
    const sender = await bench.collect();
    await bench.stopEngines();
    const players = await Promise.all(people.map((person) => bench.meet(person)));
    const collections = bench.collections(sender);
    for (const player of players) await collections.begin(player);
    const [linked, synced] = [players[0], people[0]];
    if (linked === undefined || synced === undefined) throw new Error('nobody plays');
    await bench.database.transaction((tx) =>
      wantGames(tx, sender, {
        puuid: linked.puuid,
        ids: synced.games,
        withTimelines: true,
        priority: LIVE,
        listedAt: new Date(LOL_WORLD_STARTS_AT),
      }),
    );
    const doneNow = async (): Promise<number[]> =>
      Promise.all(
        players.map(async ({ puuid }) => {
          const { done } = await readProgress(bench.database, SOURCE, puuid, { withTimelines: false });
          return done;
        }),
      );
    const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
    let before = await doneNow();

    const random = printedChance('kills of collections');
    for (let life = 1; life <= KILLS; life++) {
      const child = await startProcess();
      await until('it goes on', 40_000, async () => sum(await doneNow()) > sum(before));
      await new Promise((resolve) => setTimeout(resolve, random() * 800));
      await kill(child);
      const after = await doneNow();
      // Nobody's progress goes backwards.
      expect(after.every((count, index) => count >= (before[index] ?? 0))).toBe(true);
      before = after;
    }
    expect(sum(before)).toBeLessThan(sum(people.map(({ games }) => games.length)));
    await startProcess();
    for (const player of players) await bench.untilCollected(player, PATIENCE_MS);
    const readWhole = (puuid: string) =>
      readProgress(bench.database, SOURCE, puuid, { withTimelines: puuid === linked.puuid });
    await until('the sync is whole', PATIENCE_MS, async () => (await readWhole(linked.puuid)).wanted === 0);

    for (const [index, { puuid }] of players.entries()) {
      const total = people[index]?.games.length;
      const progress = await readWhole(puuid);
      expect(progress).toEqual({ total, done: total, unfetchable: 0, wanted: 0 });
    }
    const repeats = [await bench.served(), await bench.served('getTimeline')].map((served) =>
      Object.values(served).reduce((all, times) => all + times - 1, 0),
    );
    expect(sum(repeats)).toBeLessThanOrEqual(KILLS * PER_SECOND);
    process.stdout.write(`${KILLS} kills, ${sum(repeats)} bodies asked for twice\n`);
    expect((await bench.seen()).totals.statuses['429']).toBe(undefined);
  },
);
