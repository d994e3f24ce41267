/**
 * Starts a crawl cycle for each platform that has no pending work and whose last ladder read is older than the cooldown. It makes no
 * upstream calls, so rate limits cannot delay it.
 *
 * The cycle row and its job commit together; if the job is lost anyway, the platform still has no work after the cooldown, and the next
 * cycle starts.
 *
 * A platform with little pending work before the cooldown ends has calls to spare: its cycle then covers twice as many players, and twice
 * again, as long as that holds.
 */
import { Type } from 'typebox';
import { beginCycle, extendCycle, findDryPlatforms, findIdlePlatforms, type Crawl } from './crawl-cycle.ts';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, skip } from '#/runtime/jobs/job-outcome.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import { ENOUGH_PLAYERS, READ_LADDER, SOURCE, type TftCrawlOptions } from './crawl-options.ts';

/** Pending matches below which a platform may start a cycle, the same limit as in `listing-gate.ts`. */
const LOW_BACKLOG = 500;
const SETTLE_SECONDS = 5;

type Options = Pick<
  TftCrawlOptions,
  'database' | 'keyId' | 'platforms' | 'cooldownMinutes' | 'enoughPlayers' | 'mostPlayers' | 'rankedPlayers'
>;

export function createCrawlPlatforms(options: Options): JobKind<object> {
  const { database, platforms, cooldownMinutes, enoughPlayers = ENOUGH_PLAYERS, rankedPlayers = 0 } = options;
  const spare = {
    fewGames: LOW_BACKLOG,
    mostPlayers: options.mostPlayers ?? enoughPlayers,
    settledSeconds: SETTLE_SECONDS,
  };

  async function beginCycles(crawl: Crawl, jobs: JobSender): Promise<readonly string[]> {
    const dry = await findDryPlatforms(database, crawl, platforms, cooldownMinutes);
    for (const platform of dry)
      await database.transaction(async (tx) => {
        await beginCycle(tx, crawl, platform, enoughPlayers);
        await jobs.send(READ_LADDER, { platform, players: enoughPlayers, ranks: rankedPlayers }, { tx });
      });
    return dry;
  }

  async function extendCycles(crawl: Crawl, jobs: JobSender): Promise<readonly string[]> {
    const idle = await findIdlePlatforms(database, crawl, platforms, spare);
    for (const { platform, reach } of idle) {
      const players = Math.min(2 * Math.max(reach, enoughPlayers), spare.mostPlayers);
      await database.transaction(async (tx) => {
        await extendCycle(tx, crawl, platform, players);
        await jobs.send(READ_LADDER, { platform, players }, { tx });
      });
    }
    return idle.map(({ platform }) => platform);
  }

  return defineJob({
    kind: 'tft/crawl-platforms',
    payload: Type.Object({}),
    key: () => 'all',
    onePerKey: true,
    retry: { limit: 3, firstDelaySeconds: 5, maxDelaySeconds: 30 },
    timeoutSeconds: 60,
    concurrency: 1,
    schedule: { cron: '*/10 * * * * *', timeZone: 'UTC', missed: 'skip', payload: {} },
    async handle(_payload, { jobs, log }) {
      const keyId = options.keyId();
      if (keyId === undefined) return skip('no TFT key is set');
      const crawl = { source: SOURCE, keyId };
      const begun = await beginCycles(crawl, jobs);
      const extended = await extendCycles(crawl, jobs);
      if (begun.length + extended.length === 0) return skip('no platform is due');
      log.info({ started: begun, extended }, 'crawl cycles started');
      return done();
    },
  });
}
