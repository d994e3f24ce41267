/**
 * The clock of the crawl: looks, in one cheap statement for all platforms, where the work has run dry and the last ladder is old
 * enough, and begins a new cycle there. It calls no upstream, so nothing can hold it up.
 *
 * The cycle is marked in the transaction that sends its job. Should the job be lost all the same, the platform is still dry when
 * the cooldown is over, and the next cycle begins.
 *
 * A platform that has hardly anything left to do before then has calls to spare: the cycle reaches twice as far down the ladder, and
 * twice as far again, as long as that is so.
 */
import { Type } from 'typebox';
import {
  beginCycle,
  extendCycle,
  findDryPlatforms,
  findIdlePlatforms,
  type Crawl,
} from '#/stores/postgres/crawl-cycle.ts';
import { defineJob, type JobKind } from '../define-job.ts';
import { done, skip } from '../job-outcome.ts';
import type { JobSender } from '../send-jobs.ts';
import { ENOUGH_PLAYERS, READ_LADDER, SOURCE, type TftCrawlOptions } from './crawl-options.ts';

/** When listing is not held back any more (`listing-gate.ts`): by the time that these are fetched, there are others. */
const FEW_GAMES = 500;
const SETTLED_SECONDS = 5;

type Options = Pick<
  TftCrawlOptions,
  'database' | 'keyId' | 'platforms' | 'cooldownMinutes' | 'enoughPlayers' | 'mostPlayers' | 'rankedPlayers'
>;

export function createCrawlPlatforms(options: Options): JobKind<object> {
  const { database, platforms, cooldownMinutes, enoughPlayers = ENOUGH_PLAYERS, rankedPlayers = 0 } = options;
  const spare = {
    fewGames: FEW_GAMES,
    mostPlayers: options.mostPlayers ?? enoughPlayers,
    settledSeconds: SETTLED_SECONDS,
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
      if (keyId === undefined) return skip('no key for Teamfight Tactics is set');
      const crawl = { source: SOURCE, keyId };
      const begun = await beginCycles(crawl, jobs);
      const extended = await extendCycles(crawl, jobs);
      if (begun.length + extended.length === 0) return skip('every platform has work to do, or rests');
      log.info({ begun, extended }, 'the crawl goes on');
      return done();
    },
  });
}
