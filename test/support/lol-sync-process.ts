/**
 * A process of its own that syncs linked accounts as the product does, to be killed by tests.
 * `node lol-sync-process.ts '{"databaseUrl": …, "riotBaseUrl": …, "key": …, …}'`
 */
import { accountTopicsOf } from '#/jobs/lol/accounts/account-notice.ts';
import { SWEEP_ACCOUNTS } from '#/jobs/lol/accounts/account-options.ts';
import { createLolAccountsKinds } from '#/jobs/lol/accounts/lol-accounts.ts';
import { createHistoryNotices } from '#/jobs/lol/history-notices.ts';
import { createLolCollecting } from '#/jobs/lol/lol-collecting.ts';
import { openWorkshop, type WorkingProcessSettings } from './working-process.ts';

export interface SyncProcessSettings extends WorkingProcessSettings {
  readonly lapseSeconds: number;
}

const settings = JSON.parse(process.argv[2] ?? '{}') as SyncProcessSettings;
const workshop = openWorkshop('lol', settings);
const { common, log } = workshop;
const { database } = common;
const moreTopics = (puuids: readonly string[]) => accountTopicsOf(database, puuids);
const engine = await workshop.work([
  ...createLolCollecting(common, createHistoryNotices({ database, log, moreTopics })),
  ...createLolAccountsKinds({ ...common, lapseSeconds: settings.lapseSeconds, lookMs: 100, schedule: null }),
]);
// In the place of the clock, and more often.
setInterval(() => void engine.send(SWEEP_ACCOUNTS, {}), 500);
await engine.send('lol/refetch-wanted', {});
process.stdout.write('ready\n');
