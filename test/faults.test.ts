/**
 * `kill -9` of the product, of its PostgreSQL and of its ClickHouse engine loses no game that was acknowledged, and does not prevent the next
 * start; a second signal ends everything at once. One data directory and one record of acknowledged games for all kills. Seeds are printed; `DRILL=1` kills more often.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REPEAT_MS } from '../src/runtime/shutdown.ts';
import { lifeOf } from '../src/runtime/postgres/embedded/postmaster.ts';
import { noteAcknowledgedGames, type AcknowledgedGames } from './drill/acknowledged-games.ts';
import { askIn, readGames } from './drill/kept-games.ts';
import { onLinux } from './support/conditional-test.ts';
import { drilled } from './support/drilled.ts';
import { printedChance } from './support/printed-seed.ts';
import { clickhouseOf } from './support/processes.ts';
import {
  eventually,
  makeDataDirectory,
  readRunningStatus,
  readStatus,
  startProduct,
  untilPostgres,
  WITHOUT_CLIPS,
  type Product,
} from './support/product.ts';
import { until } from './support/until.ts';

/** Of two kills: one while games are stored, one during the start after it. */
const ROUNDS = drilled(1, 12);
const STORES_KILLED = drilled(1, 10);
/** Enough to collect for games to be stored in every life. After a signal it goes on answering for five minutes, until a second one. */
const SETTINGS = { ...WITHOUT_CLIPS, RIOT_PLATFORMS: 'euw1', GOODBYE_SECONDS: '300' };

const { path: directory, remove } = makeDataDirectory();
let games: AcknowledgedGames;
/** The one that runs after the kills of the process. */
let product: Product;
let url: string;
beforeAll(async () => {
  games = noteAcknowledgedGames(directory, join(directory, 'acknowledged.jsonl'));
  product = startProduct(directory, SETTINGS);
  url = await product.ready;
});
afterAll(async () => {
  await games.stop();
  await kill(product);
  remove();
});

/** Resolves when the product has stored games after this call. */
async function untilMoreGames(): Promise<void> {
  const before = games.count();
  await until('more games are stored', 60_000, () => games.count() > before);
}

/** `part`: of the list in the status, which counts the restarts of each. */
async function untilRestarted(part: number, times: number): Promise<void> {
  await eventually(async () => {
    const status = await readStatus(url);
    return (status.state === 'running' && (status.parts[part]?.restarts ?? 0) >= times) || undefined;
  }, `everything runs again after restart ${times}`);
}

async function kill(running: Product): Promise<void> {
  running.process.kill('SIGKILL');
  await running.ended;
}

test('kills of the main process, while it stores games and while it starts, do not prevent the next start', async () => {
  const random = printedChance('faults');
  for (let count = 0; count < ROUNDS; count++) {
    await untilMoreGames();
    await delay(random() * 1_500);
    await kill(product);
    product = startProduct(directory, SETTINGS);
    await delay(random() * 1_500);
    await kill(product);
    product = startProduct(directory, SETTINGS);
    url = await product.ready;
  }
  expect((await readRunningStatus(url)).state).toBe('running');
});

onLinux('kills of PostgreSQL are survived by the same process', async () => {
  for (let count = 1; count <= STORES_KILLED; count++) {
    await untilMoreGames();
    process.kill(await untilPostgres(directory), 'SIGKILL');
    await untilRestarted(0, count);
  }
  await untilMoreGames();

  expect(product.process.exitCode).toBeNull();
});

onLinux('kills of the ClickHouse engine are survived by the same process', async () => {
  for (let count = 1; count <= STORES_KILLED; count++) {
    process.kill(clickhouseOf(product.process.pid), 'SIGKILL');
    await untilRestarted(1, count);
  }

  expect(product.process.exitCode).toBeNull();
});

onLinux(
  'a ClickHouse folder that breaks under the running engine is moved aside, and the schema created again',
  async () => {
    const metadata = join(directory, 'clickhouse/engine/metadata');
    for (const name of readdirSync(metadata)) {
      if (name.endsWith('.sql')) writeFileSync(join(metadata, name), 'this is no SQL');
    }

    process.kill(clickhouseOf(product.process.pid), 'SIGKILL');
    const part = await eventually(async () => {
      const clickhouse = (await readStatus(url)).parts[1];
      return clickhouse?.state === 'degraded' ? clickhouse : undefined;
    }, 'ClickHouse answers again and reports the loss');

    expect(part.detail).toContain('moved aside');
    expect(readdirSync(directory).filter((name) => name.startsWith('clickhouse.moved-'))).toHaveLength(1);
    await eventually(
      async () => existsSync(join(metadata, 'gamekeeper.sql')) || undefined,
      'the database exists again',
    );
  },
);

test('every game that PostgreSQL acknowledged before any of the kills is stored, with one body', async () => {
  const acknowledged = await games.stop();
  const kept = new Map((await readGames(askIn(directory))).map((game) => [game.id, game]));

  // Each kill waited for at least one more.
  expect(acknowledged.size).toBeGreaterThan(ROUNDS + STORES_KILLED);
  expect(
    [...acknowledged].filter((id) => kept.get(id)?.state !== 'stored' || kept.get(id)?.bodies !== 1),
  ).toEqual([]);
});

test('a second signal later than two seconds ends it at once, and PostgreSQL with it', async () => {
  const postgres = await untilPostgres(directory);
  // Not parsed: the file may be read while it is written.
  const isStopping = () => /"stopping":\s*true/.test(readFileSync(join(directory, 'holder.json'), 'utf8'));

  product.process.kill('SIGINT');
  await eventually(async () => isStopping() || undefined, 'it stops');
  await delay(REPEAT_MS + 100);
  product.process.kill('SIGINT');

  expect(await product.ended).toEqual({ code: 130, signal: null });
  expect(lifeOf(postgres)).toBeUndefined();
  expect(readFileSync(join(directory, 'postgres/postgres.log'), 'utf8')).toContain(
    'received immediate shutdown request',
  );
});
