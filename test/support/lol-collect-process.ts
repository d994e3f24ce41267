/**
 * A process of its own that collects as the product does, to be killed by tests.
 * `node lol-collect-process.ts '{"databaseUrl": …, "riotBaseUrl": …, "key": …, "upstreamNow": …}'`
 */
import { pino } from 'pino';
import { Secret } from '#/domain/secret.ts';
import { createJobEngine } from '#/jobs/job-engine.ts';
import { createHistoryNotices } from '#/jobs/lol/history-notices.ts';
import { createLolCollecting } from '#/jobs/lol/lol-collecting.ts';
import { createRiotClient } from '#/sources/riot/riot-client.ts';
import { createSharedLimiter } from '#/stores/limiter/shared-limiter.ts';
import { createDatabase } from '#/stores/postgres/database.ts';
import { createBudgetStore } from '#/stores/postgres/permit.ts';

export interface CollectProcessSettings {
  readonly databaseUrl: string;
  readonly riotBaseUrl: string;
  readonly key: string;
  /** The world's time, in ms. */
  readonly upstreamNow: number;
}

const settings = JSON.parse(process.argv[2] ?? '{}') as CollectProcessSettings;
const connection = { url: new Secret(settings.databaseUrl) };
const log = pino({ level: 'error' }, process.stderr);
const database = createDatabase({
  connection,
  applicationName: 'test collecting',
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
const keys = { lol: new Secret(settings.key) };
const riot = createRiotClient({ keys, baseUrl: settings.riotBaseUrl, limiter, log });
const kinds = createLolCollecting(
  {
    database,
    riot,
    keyId: () => riot.keyId('lol'),
    now: () => new Date(),
    upstreamNow: () => new Date(settings.upstreamNow),
    missingWaitsMs: [100, 200],
  },
  createHistoryNotices({ database, log }),
);
const engine = createJobEngine({ connection, log, kinds, roles: { work: true, schedule: false } });
engine.start();
await engine.ready();
await engine.send('lol/refetch-wanted', {});
process.stdout.write('ready\n');
