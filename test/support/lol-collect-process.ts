/**
 * A process of its own that collects as the product does, to be killed by tests.
 * `node lol-collect-process.ts '{"databaseUrl": …, "riotBaseUrl": …, "key": …, "upstreamNow": …}'`
 */
import { createHistoryNotices } from '#/jobs/lol/history-notices.ts';
import { createLolCollecting } from '#/jobs/lol/lol-collecting.ts';
import { openWorkshop, type WorkingProcessSettings } from './working-process.ts';

const workshop = openWorkshop('lol', JSON.parse(process.argv[2] ?? '{}') as WorkingProcessSettings);
const { common, log } = workshop;
const engine = await workshop.work(
  createLolCollecting(
    { ...common, missingWaitsMs: [100, 200] },
    createHistoryNotices({ database: common.database, log }),
  ),
);
await engine.send('lol/refetch-wanted', {});
process.stdout.write('ready\n');
