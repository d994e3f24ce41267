/**
 * A process of its own that crawls as the product does, to be killed by tests.
 * `node tft-crawl-process.ts '{"databaseUrl": …, "riotBaseUrl": …, "key": …, "upstreamNow": …}'`
 */
import { createTftKinds, createTftQueues } from '#/tft/jobs.ts';
import { openWorkshop, readSettings } from './working-process.ts';

const workshop = openWorkshop('tft', readSettings());
const { common, log } = workshop;
const options = {
  ...common,
  platforms: ['euw1'],
  historyDays: 7,
  cooldownMinutes: 60,
  enoughPlayers: 1,
} as const;
const engine = await workshop.work(createTftKinds(options), createTftQueues(options, log));
await engine.send('tft/crawl-platforms', {});
process.stdout.write('ready\n');
