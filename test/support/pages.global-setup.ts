/**
 * One browser and one product for all page tests: `gamekeeper up` without the practice world, on an upstream that never changes by
 * itself. Its stores are filled before the first test, and nothing is collected while pages are looked at except what a test asks for.
 */
import { join } from 'node:path';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { createDatabase } from '#/runtime/postgres/database.ts';
import { findRunningPostgres } from '#/runtime/postgres/embedded/embedded-postgres.ts';
import type { TftOptions } from '../../src/contract/tft-reference.ts';
import { launchBrowserServer } from './browser.ts';
import { writeFootballRows } from './football-rows.ts';
import { askJson, type Ask } from './pages-api.ts';
import { writeDrillSessions, writeLongQueue, writeQuarantine, writeTftGames } from './pages-rows.ts';
import { PLAYERS, startPagesUpstream, type UpstreamPlayer } from './pages-upstream.ts';
import { makeDataDirectory, startProduct, stopProduct } from './product.ts';
import { until } from './until.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    pages: PagesUnderTest;
  }
}

export interface PagesUnderTest {
  readonly url: string;
  readonly token: string;
  readonly pid: number;
  readonly dataDirectory: string;
  readonly upstream: string;
  readonly browser: string;
}

const KEY = 'RGAPI-00000000-0000-4000-8000-00000000000';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = makeDataDirectory();
  writeDrillSessions(directory.path);
  const [upstream, browser] = await Promise.all([startPagesUpstream(), launchBrowserServer()]);
  const product = startProduct(directory.path, {
    PRACTICE: 'off',
    RIOT_TFT_API_KEY: `${KEY}1`,
    RIOT_LOL_API_KEY: `${KEY}2`,
    RIOT_BASE_URL: `${upstream.origin}/{route}`,
    DDRAGON_URL: `${upstream.origin}/ddragon`,
    CDRAGON_URL: `${upstream.origin}/cdragon`,
    RIOT_PLATFORMS: 'euw1',
    // A call that fails is not tried again for long: jobs and syncs are.
    RIOT_MAX_RETRIES: '0',
    RIOT_HTTP_TIMEOUT_MS: '120000',
    // What was collected here stays fresh for the whole run.
    LOL_HISTORY_FRESH_MINUTES: '10080',
    ACCOUNT_STALE_MINUTES: '43200',
    RATE_LIMIT_PER_MINUTE: '20000',
    // A page asks eight questions at once, and two pages are open: none is refused on a busy machine.
    CLICKHOUSE_READERS: '16',
  });
  const teardown = async (): Promise<void> => {
    await stopProduct(product);
    await Promise.all([browser.close(), upstream.stop()]);
    directory.remove();
  };
  try {
    const url = await product.ready;
    const page = await fetch(url);
    if (!(await page.text()).includes('<script'))
      throw new Error('the web page is not built: run npx vite build ui');
    const token = String(product.said.find(({ event }) => event === 'admin-token')?.['token']);
    await fill(directory.path, (path, change) => askJson(url, token, path, change));
    project.provide('pages', {
      url,
      token,
      pid: product.process.pid ?? 0,
      dataDirectory: directory.path,
      upstream: upstream.origin,
      browser: browser.wsEndpoint(),
    });
    return teardown;
  } catch (error) {
    await teardown();
    throw error;
  }
}

async function fill(dataDirectory: string, ask: Ask): Promise<void> {
  const connection = await findRunningPostgres(join(dataDirectory, 'postgres'));
  if (connection === undefined) throw new Error(`no PostgreSQL answers in ${dataDirectory}`);
  const database = createDatabase({
    connection,
    applicationName: 'test',
    maxConnections: 2,
    statementTimeoutMs: 60_000,
    log: pino({ level: 'silent' }),
  });
  await writeTftGames(database);
  await writeQuarantine(database);
  await writeFootballRows(database);
  await writeLongQueue(database);
  const { known, empty, refreshed, cancelled, synced, followed } = PLAYERS;
  await Promise.all([known, empty, refreshed, cancelled].map((player) => collect(ask, player)));
  await database.query(
    `update gamekeeper.collection set state = 'cancelled'
     where puuid = (select puuid from gamekeeper.player where source = 'lol' and game_name = $1)`,
    [cancelled.gameName],
  );
  await ask('/api/lol/accounts', { method: 'POST', body: bodyOf(synced) });
  await track(ask, followed);
  await until('every game is counted', 60_000, async () => {
    const { patches } = await ask<TftOptions>('/api/tft/options');
    return patches.length === 2;
  });
  await database.close();
}

async function collect(ask: Ask, { gameName, tagLine }: UpstreamPlayer): Promise<void> {
  const path = `/api/lol/players/${encodeURIComponent(gameName)}/${tagLine}/history`;
  await until(`the history of ${gameName}`, 60_000, async () => {
    const { collection } = await ask<{ collection: { isFresh: boolean } }>(path);
    return collection.isFresh;
  });
}

const bodyOf = ({ gameName, tagLine, platform }: UpstreamPlayer) => ({ gameName, tagLine, platform });

/** With a report of the last week. */
async function track(ask: Ask, player: UpstreamPlayer): Promise<void> {
  const body = { ...bodyOf(player), timeZone: 'Asia/Tokyo' };
  const { puuid } = await ask<{ puuid: string }>('/api/lol/tracked', { method: 'POST', body });
  await until('games of a tracked player', 60_000, async () => {
    const { players } = await ask<{ players: { progress: { total: number; wanted: number } }[] }>(
      '/api/lol/tracked',
    );
    return players.some(({ progress }) => progress.total > 0 && progress.wanted === 0);
  });
  await ask('/api/lol/reports', { method: 'POST', body: { subject: 'player', id: puuid } });
}
