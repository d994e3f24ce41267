/**
 * A process of its own that collects histories and syncs linked accounts as the product does, to be killed by tests.
 * `node lol-sync-process.ts '{"databaseUrl": …, "riotBaseUrl": …, "key": …, "upstreamNow": …}'`
 */
import { accountTopicsOf } from '#/lol/account-rows.ts';
import { createLolAccountsKinds, createLolCollecting, createLolQueues } from '#/lol/jobs.ts';
import { createHistoryNotices } from '#/lol/progress.ts';
import { SWEEP_ACCOUNTS } from '#/lol/sync.ts';
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
