/**
 * The clock of the crawl: looks, in one cheap statement for all platforms, where the work has run dry and the last ladder is old
 * enough, and begins a new cycle there. It calls no upstream, so nothing can hold it up.
 *
 * The cycle is marked in the transaction that sends its job. Should the job be lost all the same, the platform is still dry when
 * the cooldown is over, and the next cycle begins.
 */
import { Type } from 'typebox';
import { beginCycle, findDryPlatforms } from '#/stores/postgres/crawl-cycle.ts';
import { defineJob, type JobKind } from '../define-job.ts';
import { done, skip } from '../job-outcome.ts';
import { READ_LADDER, SOURCE, type TftCrawlOptions } from './crawl-options.ts';

export function createCrawlPlatforms(
  options: Pick<TftCrawlOptions, 'database' | 'keyId' | 'platforms' | 'cooldownMinutes'>,
): JobKind<object> {
  const { database, platforms, cooldownMinutes } = options;
  return defineJob({
    kind: 'tft/crawl-platforms',
    payload: Type.Object({}),
    key: () => 'all',
    onePerKey: true,
    retry: { limit: 3, firstDelaySeconds: 5, maxDelaySeconds: 30 },
    timeoutSeconds: 60,
    concurrency: 1,
    schedule: { cron: '*/30 * * * * *', timeZone: 'UTC', missed: 'skip', payload: {} },
    async handle(_payload, { jobs, log }) {
      const keyId = options.keyId();
      if (keyId === undefined) return skip('no key for Teamfight Tactics is set');
      const crawl = { source: SOURCE, keyId };
      const dry = await findDryPlatforms(database, crawl, platforms, cooldownMinutes);
      if (dry.length === 0) return skip('every platform has work to do, or rests');
      for (const platform of dry) {
        await database.transaction(async (tx) => {
          await beginCycle(tx, crawl, platform);
          await jobs.send(READ_LADDER, { platform }, { tx });
        });
      }
      log.info({ platforms: dry }, 'a new cycle of the crawl begins');
      return done();
    },
  });
}
