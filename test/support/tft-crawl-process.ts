/**
 * A process of its own that crawls as the product does, to be killed by tests.
 * `node tft-crawl-process.ts '{"databaseUrl": …, "riotBaseUrl": …, "key": …, "upstreamNow": …}'`
 */
import { createTftCrawl } from '#/tft/tft-crawl.ts';
import { openWorkshop, readSettings } from './working-process.ts';

const workshop = openWorkshop('tft', readSettings());
const { common } = workshop;
const engine = await workshop.work(
  createTftCrawl({
    ...common,
    platforms: ['euw1'],
    historyDays: 7,
    cooldownMinutes: 60,
    enoughPlayers: 1,
  }),
);
await engine.send('tft/crawl-platforms', {});
await engine.send('tft/refetch-wanted', {});
process.stdout.write('ready\n');
