/**
 * A process of its own that crawls as the product does, to be killed and stopped by tests.
 * `node tft-crawl-process.ts '{"databaseUrl": …, "riotBaseUrl": …, "key": …, …}'`
 */
import type { Platform } from '#/domain/riot/routing.ts';
import { createTftCrawl } from '#/jobs/tft/tft-crawl.ts';
import { openWorkshop, type WorkingProcessSettings } from './working-process.ts';

export interface CrawlProcessSettings extends WorkingProcessSettings {
  readonly platforms: readonly Platform[];
  readonly historyDays: number;
  readonly graceMs: number;
}

const settings = JSON.parse(process.argv[2] ?? '{}') as CrawlProcessSettings;
const { platforms, historyDays, graceMs } = settings;
const workshop = openWorkshop('tft', settings);
const engine = await workshop.work(
  createTftCrawl({ ...workshop.common, platforms, historyDays, cooldownMinutes: 60, enoughPlayers: 1 }),
);
await engine.send('tft/crawl-platforms', {});
await engine.send('tft/refetch-wanted', {});
process.stdout.write('ready\n');

process.once('SIGTERM', () => {
  void engine
    .stop({ graceMs })
    .then(() => workshop.close())
    .then(() => process.exit(0));
});
