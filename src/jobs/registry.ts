/** All kinds of work, in one place: a kind that is not listed here can neither be sent nor run. */
import type { StaticDataClient } from '#/sources/data-dragon/static-data-client.ts';
import type { RiotClient } from '#/sources/riot/riot-client.ts';
import type { Database } from '#/stores/postgres/database.ts';
import type { JobKind } from './define-job.ts';
import { createCheckRiotKeys } from './maintenance/check-riot-keys.ts';
import { createPruneJobLog } from './maintenance/prune-job-log.ts';
import { createVerifyProjection } from './maintenance/verify-projection.ts';
import { createNoticeNewPatches } from './names/notice-new-patches.ts';
import { createRefreshTftNames } from './names/refresh-tft-names.ts';
import type { TftCrawlOptions } from './tft/crawl-options.ts';
import { createTftCrawl } from './tft/tft-crawl.ts';

export interface JobKindDependencies {
  readonly database: Database;
  readonly riot: RiotClient;
  readonly staticData: StaticDataClient;
  readonly now: () => Date;
  /** Rows of the job log are kept for this long. */
  readonly jobLogDays: number;
  readonly tft: Pick<
    TftCrawlOptions,
    'platforms' | 'cooldownMinutes' | 'historyDays' | 'mostPlayers' | 'upstreamNow'
  >;
}

export function createJobKinds(deps: JobKindDependencies): readonly JobKind[] {
  const { database, riot, staticData, now } = deps;
  return [
    createPruneJobLog({ database, now, days: deps.jobLogDays }),
    createCheckRiotKeys({ riot, now }),
    createVerifyProjection({ database }),
    createRefreshTftNames({ staticData, database, now }),
    createNoticeNewPatches({ database, now }),
    ...createTftCrawl({ database, riot, keyId: () => riot.keyId('tft'), now, ...deps.tft }),
  ];
}
