/**
 * A process of its own that syncs linked accounts as the product does, to be killed by tests.
 * `node lol-sync-process.ts '{"databaseUrl": …, "riotBaseUrl": …, "key": …, …}'`
 */
import { pino } from 'pino';
import { Secret } from '#/domain/secret.ts';
import { createJobEngine } from '#/jobs/job-engine.ts';
import { accountTopicsOf } from '#/jobs/lol/accounts/account-notice.ts';
import { SWEEP_ACCOUNTS } from '#/jobs/lol/accounts/account-options.ts';
import { createLolAccountsKinds } from '#/jobs/lol/accounts/lol-accounts.ts';
import { createHistoryNotices } from '#/jobs/lol/history-notices.ts';
import { createLolCollecting } from '#/jobs/lol/lol-collecting.ts';
import { toCredentials } from '#/sources/riot/credentials.ts';
import { createRiotClient } from '#/sources/riot/riot-client.ts';
import { createSharedLimiter } from '#/stores/limiter/shared-limiter.ts';
import { createDatabase } from '#/stores/postgres/database.ts';
import { createBudgetStore } from '#/stores/postgres/permit.ts';

export interface SyncProcessSettings {
  readonly databaseUrl: string;
  readonly riotBaseUrl: string;
  readonly key: string;
  /** The world's time, in ms. */
  readonly upstreamNow: number;
  readonly lapseSeconds: number;
}

const settings = JSON.parse(process.argv[2] ?? '{}') as SyncProcessSettings;
const connection = { url: new Secret(settings.databaseUrl) };
const keys = { lol: new Secret(settings.key) };
const baseUrl = settings.riotBaseUrl;
const log = pino({ level: 'error' }, process.stderr);
const database = createDatabase({
  connection,
  applicationName: 'test sync',
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
const common = {
  database,
  riot: createRiotClient({ keys, baseUrl, limiter, log }),
  keyId: () => toCredentials(keys, baseUrl).lol?.keyId,
  now: () => new Date(),
  upstreamNow: () => new Date(settings.upstreamNow),
};
const moreTopics = (puuids: readonly string[]) => accountTopicsOf(database, puuids);
const kinds = [
  ...createLolCollecting(common, createHistoryNotices({ database, log, moreTopics })),
  ...createLolAccountsKinds({ ...common, lapseSeconds: settings.lapseSeconds, lookMs: 100, schedule: null }),
];
const engine = createJobEngine({ connection, log, kinds, roles: { work: true, schedule: false } });
engine.start();
await engine.ready();
// In the place of the clock, and more often.
setInterval(() => void engine.send(SWEEP_ACCOUNTS, {}), 500);
await engine.send('lol/refetch-wanted', {});
process.stdout.write('ready\n');
