/** Linked accounts, tracked players and weekly reports, as the API and the live feed of this process reach them. */
import { createLolAnalytics } from '#/analytics/lol/lol-analytics.ts';
import { readRanks } from '#/analytics/lol/read-ranks.ts';
import { createLolAccountsAccess, type LolAccountsAccess } from '#/http/lol/accounts-access.ts';
import { createLolReportsAccess, type LolReportsAccess } from '#/http/lol/reports-access.ts';
import { createLolTrackingAccess, type LolTrackingAccess } from '#/http/lol/tracking-access.ts';
import type { FindPlayerDeps } from '#/lol/find.ts';
import { usesPractice } from '#/upstream/sources.ts';
import type { App } from './context.ts';
import { accountSettings, trackingSettings } from './settings-of-parts.ts';

export interface LolFollowing {
  readonly accounts: LolAccountsAccess;
  readonly tracking: LolTrackingAccess;
  readonly reports: LolReportsAccess;
}

export function createLolFollowing(
  app: Pick<App, 'config' | 'database' | 'clickhouse' | 'practice' | 'jobs' | 'now'>,
  finder: FindPlayerDeps,
): LolFollowing {
  const { config, database, clickhouse, practice, jobs, now } = app;
  const isPractice = usesPractice(config);
  const settings = trackingSettings(config);
  const common = { ...finder, database, jobs, isPractice };
  const analytics = createLolAnalytics({ clickhouse: clickhouse.reader, database });
  return {
    accounts: createLolAccountsAccess({ ...common, staleMinutes: accountSettings(config).staleMinutes }),
    tracking: createLolTrackingAccess({ ...common, settings }),
    reports: createLolReportsAccess({
      database,
      now,
      upstreamNow: practice?.now,
      settings,
      isPractice,
      readGames: (puuid) => analytics.readGames(puuid),
      readRanks: (puuid) => readRanks(database, puuid),
    }),
  };
}
