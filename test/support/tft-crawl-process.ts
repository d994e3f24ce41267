/**
 * A process of its own that crawls as the product does, to be killed and stopped by tests.
 * `node tft-crawl-process.ts '{"databaseUrl": …, "riotBaseUrl": …, "key": …, …}'`
 */
import { pino } from 'pino';
import { Secret } from '#/domain/secret.ts';
import type { Platform } from '#/domain/riot/routing.ts';
import { createJobEngine } from '#/jobs/job-engine.ts';
import { createTftCrawl } from '#/jobs/tft/tft-crawl.ts';
import { toCredentials } from '#/sources/riot/credentials.ts';
import { createRiotClient } from '#/sources/riot/riot-client.ts';
import { createSharedLimiter } from '#/stores/limiter/shared-limiter.ts';
import { createDatabase } from '#/stores/postgres/database.ts';
import { createBudgetStore } from '#/stores/postgres/permit.ts';

export interface CrawlProcessSettings {
  readonly databaseUrl: string;
  readonly riotBaseUrl: string;
  readonly key: string;
  readonly platforms: readonly Platform[];
  readonly historyDays: number;
  /** The world's time, in ms. */
  readonly upstreamNow: number;
  readonly graceMs: number;
}

const settings = JSON.parse(process.argv[2] ?? '{}') as CrawlProcessSettings;
const connection = { url: new Secret(settings.databaseUrl) };
const keys = { tft: new Secret(settings.key) };
const baseUrl = settings.riotBaseUrl;
const log = pino({ level: 'error' }, process.stderr);
const database = createDatabase({
  connection,
  applicationName: 'test crawl',
  maxConnections: 8,
  statementTimeoutMs: 10_000,
  log,
});
const limiter = createSharedLimiter({
  connection,
  change: createBudgetStore(database),
  log,
  observe: { granted: () => undefined, refused: () => undefined },
});
const riot = createRiotClient({ keys, baseUrl, limiter, log });
const kinds = createTftCrawl({
  database,
  riot,
  keyId: () => toCredentials(keys, baseUrl).tft?.keyId,
  platforms: settings.platforms,
  cooldownMinutes: 60,
  historyDays: settings.historyDays,
  now: () => new Date(),
  upstreamNow: () => new Date(settings.upstreamNow),
  enoughPlayers: 1,
});
const engine = createJobEngine({ connection, log, kinds, roles: { work: true, schedule: false } });
engine.start();
await engine.ready();
await engine.send('tft/crawl-platforms', {});
await engine.send('tft/refetch-wanted', {});
process.stdout.write('ready\n');

process.once('SIGTERM', () => {
  void engine
    .stop({ graceMs: settings.graceMs })
    .then(() => limiter.stop())
    .then(() => riot.stop())
    .then(() => database.close())
    .then(() => process.exit(0));
});
