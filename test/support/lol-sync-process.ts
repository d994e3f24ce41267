/**
 * A process of its own that collects histories and syncs linked accounts as the product does, to be killed by tests.
 * `node lol-sync-process.ts '{"databaseUrl": …, "riotBaseUrl": …, "key": …, "upstreamNow": …}'`
 */
import { accountTopicsOf } from '#/lol/accounts/account-notice.ts';
import { SWEEP_ACCOUNTS } from '#/lol/accounts/account-options.ts';
import { createLolAccountsKinds } from '#/lol/accounts/lol-accounts.ts';
import { createHistoryNotices } from '#/lol/history-notices.ts';
import { createLolCollecting, createLolQueues } from '#/lol/lol-collecting.ts';
import { openWorkshop, readSettings } from './working-process.ts';

const workshop = openWorkshop('lol', readSettings());
const { common, log } = workshop;
const { database } = common;
const moreTopics = (puuids: readonly string[]) => accountTopicsOf(database, puuids);
const notices = createHistoryNotices({ database, log, moreTopics });
const engine = await workshop.work(
  [
    ...createLolCollecting(common, notices),
    ...createLolAccountsKinds({ ...common, lapseSeconds: 1, lookMs: 100, schedule: null }),
  ],
  createLolQueues(common, notices),
);
await engine.send(SWEEP_ACCOUNTS, {});
await engine.send('lol/refetch-wanted', {});
process.stdout.write('ready\n');
