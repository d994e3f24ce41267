/** The settings of League of Legends. Those of tracking have the names that people know from other collectors. */
import { knownZone } from '#/domain/lol/history/local-clock.ts';
import { flag, integer, text } from '#/domain/setting.ts';

const CRON = { pattern: /^\S+( +\S+){4,5}$/, expected: 'a cron rule of five or six fields' };

export const LOL_SETTINGS = {
  LOL_HISTORY_FRESH_MINUTES: integer(
    {
      group: 'League of Legends',
      describe: 'A history that was listed so lately is shown without asking upstream.',
    },
    { min: 1, max: 10_080, default: 15 },
  ),
  LOL_REFRESH_COOLDOWN_SECONDS: integer(
    {
      group: 'League of Legends',
      describe: 'So long after it was asked for, a history cannot be refreshed.',
    },
    { min: 0, max: 86_400, default: 60 },
  ),
  ACCOUNT_SYNC_LAPSE_SECONDS: integer(
    { group: 'League of Legends', describe: 'A sync without a heartbeat for so long goes back to pending.' },
    { min: 5, max: 3_600, default: 60 },
  ),
  ACCOUNT_STALE_MINUTES: integer(
    {
      group: 'League of Legends',
      describe: 'A sync that ended longer ago is done again on a visit or by the schedule.',
    },
    { min: 1, max: 43_200, default: 60 },
  ),
  QUEUE_PREFIX: text(
    {
      group: 'League of Legends',
      describe: 'What the names of the queues of tracked players begin with.',
    },
    {
      default: 'lol',
      pattern: /^[a-z][a-z0-9-]{0,30}$/,
      expected: 'lower-case letters, digits and hyphens',
    },
  ),
  INGESTION_MAX_MATCHES_PER_RUN: integer(
    { group: 'League of Legends', describe: 'New games that one run adds for a tracked player at most.' },
    { min: 1, max: 1_000, default: 20 },
  ),
  INGESTION_LOOKBACK_DAYS: integer(
    {
      group: 'League of Legends',
      describe: 'How far back the games of a newly tracked player are collected.',
    },
    { min: 1, max: 730, default: 30 },
  ),
  SCHEDULE_ENABLE: flag(
    { group: 'League of Legends', describe: 'Collect tracked players, ranks and reports on schedule.' },
    true,
  ),
  CRON_LATEST_EVERY: text(
    {
      group: 'League of Legends',
      describe: 'When the newest games are collected and stale accounts are synced.',
    },
    { default: '0 */1 * * *', ...CRON },
  ),
  CRON_RANK_DAILY: text(
    { group: 'League of Legends', describe: 'When ranks are read.' },
    { default: '0 3 * * *', ...CRON },
  ),
  CRON_WEEKLY_REPORT: text(
    { group: 'League of Legends', describe: 'When weekly reports are made.' },
    { default: '0 4 * * 1', ...CRON },
  ),
  TIME_ZONE: {
    ...text(
      {
        group: 'League of Legends',
        describe:
          'By whose clock these rules go, and where weeks begin for players and groups without a zone of their own.',
      },
      { default: 'UTC', expected: 'an IANA time zone, for example Europe/Berlin' },
    ),
    parse: knownZone,
  },
} as const;
