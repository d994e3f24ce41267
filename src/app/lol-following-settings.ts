/** How linked accounts are synced and tracked players are followed. */
import type { Config } from '#/config.ts';
import type { LolAccountsOptions } from '#/lol/accounts/account-options.ts';
import type { TrackingSettings } from '#/lol/tracking/tracking-options.ts';

type AccountSettings = Required<Pick<LolAccountsOptions, 'lapseSeconds' | 'staleMinutes'>>;

export function accountSettings(config: Config): AccountSettings {
  return {
    lapseSeconds: config.ACCOUNT_SYNC_LAPSE_SECONDS,
    staleMinutes: config.ACCOUNT_STALE_MINUTES,
  };
}

export function trackingSettings(config: Config): TrackingSettings {
  return {
    queuePrefix: config.QUEUE_PREFIX,
    gamesPerRun: config.INGESTION_MAX_MATCHES_PER_RUN,
    lookbackDays: config.INGESTION_LOOKBACK_DAYS,
    isScheduled: config.SCHEDULE_ENABLE,
    latestCron: config.CRON_LATEST_EVERY,
    ranksCron: config.CRON_RANK_DAILY,
    reportsCron: config.CRON_WEEKLY_REPORT,
    timeZone: config.TIME_ZONE,
  };
}
