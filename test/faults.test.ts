/** `kill -9` loses nothing that was acknowledged, and does not prevent the next start. Seeds are printed. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { noteAcknowledgedGames } from './drill/acknowledged-games.ts';
import { readGames, type KeptGame } from './drill/kept-games.ts';
import { drilled } from './support/drilled.ts';
import { connectTo, findLost, writeRows } from './support/acknowledged-rows.ts';
import { onLinux } from './support/conditional-test.ts';
import { clickhouseOf, parentOf } from './support/processes.ts';
import {
  eventually,
  makeDataDirectory,
  readRunningStatus,
  readStatus,
  startProduct,
  stopProduct,
  type Product,
  WITHOUT_CLIPS,
} from './support/product.ts';
import { printedChance } from './support/printed-seed.ts';
import { until } from './support/until.ts';

function directoryForThisTest(): string {
  const directory = makeDataDirectory();
  onTestFinished(directory.remove);
  return directory.path;
}

function stopAfterThisTest(product: Product): void {
  onTestFinished(async () => {
    await stopProduct(product);
  });
}

const KILLS = drilled(4, 25);
/** Collects fast enough for games to be stored in every life. */
const COLLECTING = { ...WITHOUT_CLIPS, RIOT_PLATFORMS: 'euw1' };

test('kills of the main process at random moments lose nothing, and each next start works', async () => {
  const random = printedChance('faults');
  const directory = directoryForThisTest();
  const games = noteAcknowledgedGames(directory, join(directory, 'acknowledged.jsonl'));
  onTestFinished(async () => void (await games.stop()));
  for (let kill = 0; kill < KILLS; kill++) {
    const product = startProduct(directory, COLLECTING);
    // Half of the kills hit the start itself, the others a product that stores games.
    if (kill % 2 === 1) {
      const before = games.count();
      await product.ready;
      await until('games are stored', 60_000, () => games.count() > before);
    }
    await delay(random() * 1_500);
    product.process.kill('SIGKILL');
    await product.ended;
  }

  const last = startProduct(directory, COLLECTING);
  stopAfterThisTest(last);
  const url = await last.ready;
  expect((await readRunningStatus(url)).state).toBe('running');
  const acknowledged = await games.stop();
  expect(acknowledged.size).toBeGreaterThan(KILLS);
  const stored = await readGames(directory);
  expect([...acknowledged].filter((id) => !stored.some((game) => game.id === id && isWhole(game)))).toEqual(
    [],
  );
});

function isWhole({ state, bodies }: KeptGame): boolean {
  return state === 'stored' && bodies === 1;
}

onLinux('kills of PostgreSQL are survived by the same process', async () => {
  const directory = directoryForThisTest();
  const product = startProduct(directory, WITHOUT_CLIPS);
  stopAfterThisTest(product);
  const url = await product.ready;
  const rows = writeRows(directory);
  for (let kill = 1; kill <= drilled(2, 10); kill++) {
    const before = rows.acknowledged();
    await eventually(async () => rows.acknowledged() > before + 20 || undefined, 'rows are written');
    const client = await connectTo(directory);
    const { rows: found } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    process.kill(parentOf(found[0]?.pid ?? 0), 'SIGKILL');
    await eventually(async () => {
      const status = await readStatus(url);
      return (status.state === 'running' && (status.parts[0]?.restarts ?? 0) >= kill) || undefined;
    }, `everything runs again after kill ${kill}`);
  }

  expect(await findLost(directory, await rows.stop())).toEqual([]);
  expect(product.process.exitCode).toBeNull();
});

onLinux('kills of the ClickHouse engine are survived by the same process', async () => {
  const directory = directoryForThisTest();
  const product = startProduct(directory, WITHOUT_CLIPS);
  stopAfterThisTest(product);
  const url = await product.ready;
  for (let kill = 1; kill <= drilled(2, 10); kill++) {
    process.kill(clickhouseOf(product.process.pid), 'SIGKILL');
    await eventually(async () => {
      const status = await readStatus(url);
      return (status.state === 'running' && (status.parts[1]?.restarts ?? 0) >= kill) || undefined;
    }, `everything runs again after kill ${kill}`);
  }

  expect(product.process.exitCode).toBeNull();
});

onLinux(
  'a ClickHouse folder that breaks under the running engine is moved aside, and the schema made again',
  async () => {
    const directory = directoryForThisTest();
    const product = startProduct(directory, WITHOUT_CLIPS);
    stopAfterThisTest(product);
    const url = await product.ready;
    for (const name of readdirSync(join(directory, 'clickhouse/engine/metadata'))) {
      if (name.endsWith('.sql'))
        writeFileSync(join(directory, 'clickhouse/engine/metadata', name), 'this is no SQL');
    }

    process.kill(clickhouseOf(product.process.pid), 'SIGKILL');
    const part = await eventually(async () => {
      const clickhouse = (await readStatus(url)).parts[1];
      return clickhouse?.state === 'degraded' ? clickhouse : undefined;
    }, 'ClickHouse answers again, and says that something was lost');

    expect(part.detail).toContain('moved aside');
    expect(readdirSync(directory).filter((name) => name.startsWith('clickhouse.moved-'))).toHaveLength(1);
    await eventually(
      async () => existsSync(join(directory, 'clickhouse/engine/metadata/gamekeeper.sql')) || undefined,
      'the database is there again',
    );
  },
);
