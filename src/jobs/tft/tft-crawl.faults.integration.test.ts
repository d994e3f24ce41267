/** Crawling processes that are killed, stopped, doubled and starved: what the practice world's server counted is the judge. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Platform } from '#/domain/riot/routing.ts';
import {
  createTftCrawlBench,
  HISTORY_DAYS,
  WORLD_STARTS_AT,
  type TftCrawlBench,
} from '../../../test/support/tft-crawl-bench.ts';
import { drilled } from '../../../test/support/drilled.ts';
import type { CrawlProcessSettings } from '../../../test/support/tft-crawl-process.ts';
import { printedChance } from '../../../test/support/printed-seed.ts';
import { until } from '../../../test/support/until.ts';

const SCRIPT = join(import.meta.dirname, '../../../test/support/tft-crawl-process.ts');
const APEX = ['challenger', 'grandmaster', 'master'] as const;
const PER_SECOND = 25;

let bench: TftCrawlBench;
const children: ChildProcess[] = [];
beforeEach(async () => {
  bench = await createTftCrawlBench({
    // Limits run in real time; the world nearly stands still, so that nobody plays or climbs meanwhile.
    clock: { mode: 'accelerated', speed: 0.001, startAt: WORLD_STARTS_AT },
    playerCount: 1_000,
    profile: { application: `${PER_SECOND}:1`, method: '10000:10' },
    faults: { seed: 1, rules: [{ kind: 'delay-after-counting', minMs: 5, maxMs: 60 }] },
  });
  // So that there are queues before the first process comes.
  await bench.crawl();
  await bench.stopEngines();
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await bench.drop();
});

async function startProcess(platforms: readonly Platform[] = ['euw1']): Promise<ChildProcess> {
  const settings: CrawlProcessSettings = {
    databaseUrl: 'url' in bench.connection ? bench.connection.url.reveal() : '',
    riotBaseUrl: bench.riotBaseUrl,
    key: bench.key,
    platforms,
    historyDays: HISTORY_DAYS,
    upstreamNow: WORLD_STARTS_AT,
    graceMs: 1_000,
  };
  const child = spawn(process.execPath, [SCRIPT, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(createInterface(child.stdout), 'line');
  return child;
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  const exited = once(child, 'exit') as Promise<[number | null]>;
  child.kill(signal);
  return (await exited)[0];
}

const countStored = async (platform = 'euw1'): Promise<number> => {
  const [row] = await bench.database.query<{ count: number }>(
    `select count(*)::int as count from gamekeeper.match where state = 'stored' and platform = $1`,
    [platform],
  );
  return row?.count ?? 0;
};
const countWaiting = async (platform = 'euw1'): Promise<number> => {
  const [row] = await bench.database.query<{ count: number }>(
    `select count(*)::int as count from gamekeeper.match where state = 'wanted' and platform = $1`,
    [platform],
  );
  return row?.count ?? 0;
};

/** Every game of every list of the ladder is there, with its body, and nothing else happened to any. */
async function expectWhole(): Promise<void> {
  const players = await bench.ladder('euw1', APEX);
  const listed = await bench.historiesOf(players, 'europe');
  const rows = await bench.database.query<{ id: string; state: string; has: boolean }>(
    `select m.id, m.state, r.id is not null as has from gamekeeper.match m left join gamekeeper.raw r using (source, id)`,
  );
  expect(rows.map(({ id }) => id).sort()).toEqual([...listed].sort());
  expect(rows.filter(({ state, has }) => state !== 'stored' || !has)).toEqual([]);
  expect((await bench.seen()).totals.statuses['429']).toBeUndefined();
}

/** Bodies that the upstream sent. */
async function countSent(): Promise<number> {
  return Object.values(await bench.served()).reduce((sum, times) => sum + times, 0);
}

async function countRepeats(): Promise<number> {
  return Object.values(await bench.served()).reduce((sum, times) => sum + times - 1, 0);
}

test('a process that is killed again and again loses nothing, and asks again only for what was under way', async () => {
  const kills = drilled(2, 4);
  const random = printedChance('kills of a crawl');
  let lostInFlight = 0;
  for (let kill = 1; kill <= kills; kill++) {
    const before = await countStored();
    const child = await startProcess();
    await until('it crawls', 30_000, async () => (await countStored()) > before || (await bench.isDry()));
    await new Promise((resolve) => setTimeout(resolve, random() * 1_200));
    await end(child, 'SIGKILL');
    await until('the upstream has no call of it', 10_000, async () =>
      (await bench.seen()).rows.every(({ inFlight }) => inFlight === 0),
    );
    expect(await countWaiting()).toBeGreaterThan(0);
    const lost = (await countSent()) - (await countStored());
    // What one kill loses was under way at that moment: at most the calls of a second.
    expect(lost - lostInFlight).toBeLessThanOrEqual(PER_SECOND);
    lostInFlight = lost;
  }
  await startProcess();
  await until('the work has run dry', 60_000, () => bench.isDry());

  await expectWhole();
  // After the last kill each body is asked for once.
  expect(await countRepeats()).toBeLessThanOrEqual(lostInFlight);
});

test('two processes at once fetch everything once', async () => {
  await Promise.all([startProcess(), startProcess()]);
  await until('the work has run dry', 60_000, async () => (await countStored()) > 0 && (await bench.isDry()));

  await expectWhole();
  expect(await countRepeats()).toBe(0);
});

test('a process that is stopped in the middle leaves the rest to the next, at once', async () => {
  const child = await startProcess();
  await until('it crawls', 30_000, async () => (await countStored()) > PER_SECOND);
  expect(await end(child, 'SIGTERM')).toBe(0);
  const stored = await countStored();
  expect(await countWaiting()).toBeGreaterThan(0);
  const [active] = await bench.database.query<{ count: number }>(
    `select count(*)::int as count from pgboss.job where state = 'active' and name like 'tft/%'`,
  );
  expect(active?.count).toBe(0);

  await startProcess();
  await until('the next one crawls on', 8_000, async () => (await countStored()) > stored);
  await until('the work has run dry', 60_000, () => bench.isDry());
  await expectWhole();
  expect(await countRepeats()).toBeLessThanOrEqual(PER_SECOND);
});

test('a region whose limits are used up holds up no other region', async () => {
  await bench.faults({ kind: 'other-limits', hosts: ['europe'], application: '2:2' });
  await startProcess(['euw1', 'kr']);
  await until('Korea is whole', 40_000, async () => {
    const [left] = await bench.database.query<{ count: number }>(
      `select count(*)::int as count from gamekeeper.player where platform = 'kr' and listing_since is not null`,
    );
    return (await countStored('kr')) > 50 && left?.count === 0 && (await countWaiting('kr')) === 0;
  });

  const [europe] = await bench.database.query<{ waiting: number }>(
    `select ((select count(*) from gamekeeper.player where platform = 'euw1' and listing_since is not null)
           + (select count(*) from gamekeeper.match where platform = 'euw1' and state = 'wanted'))::int as waiting`,
  );
  expect(europe?.waiting).toBeGreaterThan(50);
});
