/** Processes that sync accounts, killed at random moments: what the practice world's server counted is the judge. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLolBench, LOL_WORLD_STARTS_AT, type LolBench } from '../../../../test/support/lol-bench.ts';
import { lolSyncKinds } from '../../../../test/support/lol-sync-bench.ts';
import type { SyncProcessSettings } from '../../../../test/support/lol-sync-process.ts';
import { drilled } from '../../../../test/support/drilled.ts';
import { printedChance } from '../../../../test/support/printed-seed.ts';
import { until } from '../../../../test/support/until.ts';
import { listAccounts } from '#/stores/postgres/account.ts';
import { readProgressOfMany } from '#/stores/postgres/player-match.ts';
import { linkByRiotId } from './link-account.ts';

const SCRIPT = join(import.meta.dirname, '../../../../test/support/lol-sync-process.ts');
const PER_SECOND = 30;
const PEOPLE = drilled(2, 50);
const KILLS = drilled(2, 50);
const LAPSE_SECONDS = 2;

let bench: LolBench;
const children: ChildProcess[] = [];
beforeEach(async () => {
  bench = await createLolBench({
    // Limits run in real time; the world nearly stands still, so that nobody plays meanwhile.
    clock: { mode: 'accelerated', speed: 0.001, startAt: LOL_WORLD_STARTS_AT },
    profile: { application: `${PER_SECOND}:1`, method: '10000:10' },
    faults: { seed: 1, rules: [{ kind: 'delay-after-counting', minMs: 5, maxMs: 60 }] },
  });
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await bench.drop();
});

async function startProcess(): Promise<ChildProcess> {
  const settings: SyncProcessSettings = {
    databaseUrl: 'url' in bench.connection ? bench.connection.url.reveal() : '',
    riotBaseUrl: bench.riotBaseUrl,
    key: bench.key,
    upstreamNow: LOL_WORLD_STARTS_AT,
    lapseSeconds: LAPSE_SECONDS,
  };
  const child = spawn(process.execPath, [SCRIPT, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(createInterface(child.stdout), 'line');
  return child;
}

test(
  'syncs whose processes are killed again and again all end complete, and progress never goes backwards',
  async () => {
    const people = await bench.players('euw1', PEOPLE, ({ games }) => games.length >= 15);
    const asking = await bench.engine({
      kinds: lolSyncKinds(bench),
      roles: { work: false, schedule: false },
    });
    const deps = { database: bench.database, riot: bench.riot, keyId: () => bench.keyId, jobs: asking };
    for (const player of people) await linkByRiotId(deps, player, AbortSignal.timeout(20_000));
    const readProgress = (puuids: readonly string[]) =>
      readProgressOfMany(bench.database, 'lol', puuids, { withTimelines: true });
    const shown = new Map<string, number>();
    const look = async (): Promise<boolean> => {
      const accounts = await listAccounts(bench.database);
      const progress = await readProgress(accounts.map(({ puuid }) => puuid));
      for (const [puuid, { done }] of progress) {
        expect(done).toBeGreaterThanOrEqual(shown.get(puuid) ?? 0);
        shown.set(puuid, done);
      }
      return accounts.every(({ state }) => state === 'completed');
    };

    const random = printedChance('kills of syncs');
    for (let kill = 1; kill <= KILLS; kill++) {
      const child = await startProcess();
      const until = performance.now() + 300 + random() * 1_500;
      while (performance.now() < until) {
        await look();
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    }
    await Promise.all([startProcess(), startProcess()]);
    await until('every sync is completed', drilled(80_000, 600_000), look);

    const progress = await readProgress([...shown.keys()]);
    const totals = [...progress.values()];
    const inOrder = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
    expect(inOrder(totals.map(({ total }) => total))).toEqual(
      inOrder(people.map(({ games }) => games.length)),
    );
    expect(totals.every(({ done, total, wanted }) => done === total && wanted === 0)).toBe(true);
    const repeats = Object.values(await bench.served()).reduce((sum, times) => sum + times - 1, 0);
    // Only what was on its way when its process was killed.
    expect(repeats).toBeLessThanOrEqual(KILLS * PER_SECOND);
    expect((await bench.seen()).totals.statuses['429']).toBeUndefined();
  },
  drilled(600_000, 1_200_000),
);
