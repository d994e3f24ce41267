/** All kinds of jobs and all queues of rows. A kind that is not listed here can neither be sent nor run. */
import { createFootballClips, createFootballMatches } from '#/football/jobs.ts';
import type { ClipWorkOptions, FootballMatchesOptions } from '#/football/options.ts';
import type { LolCollectOptions } from '#/lol/collect.ts';
import { chooseAccountHost } from '#/lol/find.ts';
import {
  createLolAccountsKinds,
  createLolCollecting,
  createLolQueues,
  createTrackingKinds,
} from '#/lol/jobs.ts';
import type { HistoryNotices } from '#/lol/progress.ts';
import { createReportKinds, type ReportOptions } from '#/lol/reports.ts';
import type { LolAccountsOptions } from '#/lol/sync.ts';
import type { TrackingSettings } from '#/lol/tracking.ts';
import { createVerifyProjection } from '#/match/project/projection-task.ts';
import type { RowQueue } from '#/match/queue.ts';
import type { JobKind } from '#/runtime/jobs/define-job.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import type { TftCrawlOptions } from '#/tft/crawl.ts';
import { createTftKinds, createTftQueues } from '#/tft/jobs.ts';
import { createNoticeNewPatches, createRefreshTftNames } from '#/tft/names.ts';
import { createCheckRiotKeys } from '#/upstream/key-health.ts';
import type { RiotClient } from '#/upstream/riot.ts';
import type { Clients } from '#/upstream/sources.ts';
import type { StaticDataClient } from '#/upstream/static-data.ts';
import { createPruneJobLog } from './prune-job-log.ts';
import type { Logger } from 'pino';

export interface JobKindDependencies {
  readonly database: Database;
  readonly riot: RiotClient;
  /** Of all sources. */
  readonly clients: Clients;
  readonly staticData: StaticDataClient;
  readonly now: () => Date;
  /** Rows of the job log are kept for this long. */
  readonly jobLogDays: number;
  readonly tft: Pick<
    TftCrawlOptions,
    | 'platforms'
    | 'cooldownMinutes'
    | 'historyDays'
    | 'mostPlayers'
    | 'upstreamNow'
    | 'findUnranked'
    | 'rankedPlayers'
  >;
  readonly football: FootballMatchesOptions & ClipWorkOptions;
  readonly lol: Pick<LolCollectOptions, 'upstreamNow'> & { readonly notices: HistoryNotices } & LolFollowing;
}

/** What linked accounts, tracked players and reports need besides. */
interface LolFollowing extends Pick<ReportOptions, 'readGames' | 'readRanks'> {
  readonly tracking: TrackingSettings;
  readonly accounts: Pick<LolAccountsOptions, 'lapseSeconds' | 'staleMinutes'>;
}

export function createJobKinds(deps: JobKindDependencies): readonly JobKind[] {
  const { database, staticData, now } = deps;
  return [
    createPruneJobLog({ database, now, days: deps.jobLogDays }),
    createCheckRiotKeys({ clients: deps.clients, now }),
    createVerifyProjection({ database }),
    createRefreshTftNames({ staticData, database, now }),
    createNoticeNewPatches({ database, now }),
    ...createTftKinds(tftOptions(deps)),
    ...createLolCollecting(lolOptions(deps), deps.lol.notices),
    ...createLolFollowing(deps),
    ...createFootballMatches(deps.football),
    ...createFootballClips(deps.football),
  ];
}

export function createQueues(deps: JobKindDependencies, log: Logger): readonly RowQueue[] {
  return [...createTftQueues(tftOptions(deps), log), ...createLolQueues(lolOptions(deps), deps.lol.notices)];
}

function tftOptions({ database, riot, now, tft }: JobKindDependencies): TftCrawlOptions {
  return { database, riot, keyId: () => riot.keyId('tft'), now, ...tft };
}

function lolOptions({ database, riot, now, lol }: JobKindDependencies): LolCollectOptions {
  return {
    database,
    riot,
    keyId: () => riot.keyId('lol'),
    accountRegion: (nearest) => chooseAccountHost(database, riot.budgetId('lol'), nearest),
    now,
    upstreamNow: lol.upstreamNow,
  };
}

function createLolFollowing({ database, riot, now, lol }: JobKindDependencies): readonly JobKind[] {
  const { tracking: settings, accounts, upstreamNow, readGames, readRanks } = lol;
  const common = { database, riot, keyId: () => riot.keyId('lol'), now, upstreamNow };
  const { isScheduled, latestCron: cron, timeZone } = settings;
  return [
    ...createLolAccountsKinds({ ...common, ...accounts, schedule: isScheduled ? { cron, timeZone } : null }),
    ...createTrackingKinds({ ...common, settings }),
    ...createReportKinds({ database, now, upstreamNow, settings, readGames, readRanks }),
  ];
}
