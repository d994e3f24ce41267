import { expect, test } from 'vitest';
import { loadConfig, type Config } from '#/config.ts';
import { accountSettings, trackingSettings } from './lol-following-settings.ts';
import {
  collectionSettings,
  crawlSettings,
  footballSettings,
  overloadSettings,
  projectorSettings,
  queryLimits,
  staticDataAddresses,
  toolSettings,
} from './settings-of-parts.ts';

function configWith(environment: Record<string, string>): Config {
  return loadConfig({ environment, directory: '/there/is/no/such/directory' });
}

test('the limits of a question are those of the configuration', () => {
  const environment = { QUERY_MAX_SECONDS: '7', QUERY_MAX_MEMORY_MB: '123', QUERY_MAX_ROWS: '4567' };
  expect(queryLimits(configWith(environment))).toEqual({
    seconds: 7,
    memoryBytes: 123_000_000,
    resultRows: 4_567,
  });
  expect(queryLimits(configWith({}))).toEqual({
    seconds: 10,
    memoryBytes: 1_000_000_000,
    resultRows: 100_000,
  });
});

test('the projector keeps as many patches as configured, in the configured database', () => {
  expect(projectorSettings(configWith({ TFT_PATCHES_KEPT: '3', CLICKHOUSE_DATABASE: 'other' }))).toEqual({
    database: 'other',
    keptPatches: 3,
  });
  expect(projectorSettings(configWith({}))).toEqual({ database: 'gamekeeper', keptPatches: 16 });
});

test('a history is fresh and cannot be refreshed for as long as configured', () => {
  const environment = { LOL_HISTORY_FRESH_MINUTES: '2', LOL_REFRESH_COOLDOWN_SECONDS: '45' };
  expect(collectionSettings(configWith(environment))).toEqual({ freshSeconds: 120, cooldownSeconds: 45 });
  expect(collectionSettings(configWith({}))).toEqual({ freshSeconds: 900, cooldownSeconds: 60 });
});

test.each<[name: string, value: string, read: (config: Config) => unknown, expected: unknown]>([
  ['RIOT_PLATFORMS', 'kr', (config) => crawlSettings(config).platforms, ['kr']],
  ['TFT_CRAWL_COOLDOWN_MINUTES', '7', (config) => crawlSettings(config).cooldownMinutes, 7],
  ['TFT_HISTORY_DAYS', '3', (config) => crawlSettings(config).historyDays, 3],
  ['TFT_PLAYERS_PER_PLATFORM', '250', (config) => crawlSettings(config).mostPlayers, 250],
  ['TFT_RANKS_PER_PLATFORM', '11', (config) => crawlSettings(config).rankedPlayers, 11],
  ['ACCOUNT_SYNC_LAPSE_SECONDS', '77', (config) => accountSettings(config).lapseSeconds, 77],
  ['ACCOUNT_STALE_MINUTES', '78', (config) => accountSettings(config).staleMinutes, 78],
  ['QUEUE_PREFIX', 'mine', (config) => trackingSettings(config).queuePrefix, 'mine'],
  ['INGESTION_MAX_MATCHES_PER_RUN', '9', (config) => trackingSettings(config).gamesPerRun, 9],
  ['INGESTION_LOOKBACK_DAYS', '13', (config) => trackingSettings(config).lookbackDays, 13],
  ['SCHEDULE_ENABLE', 'false', (config) => trackingSettings(config).isScheduled, false],
  ['CRON_LATEST_EVERY', '1 2 * * *', (config) => trackingSettings(config).latestCron, '1 2 * * *'],
  ['CRON_RANK_DAILY', '3 4 * * *', (config) => trackingSettings(config).ranksCron, '3 4 * * *'],
  ['CRON_WEEKLY_REPORT', '5 6 * * 1', (config) => trackingSettings(config).reportsCron, '5 6 * * 1'],
  ['TIME_ZONE', 'Asia/Seoul', (config) => trackingSettings(config).timeZone, 'Asia/Seoul'],
  ['DDRAGON_URL', 'https://a.test', (config) => staticDataAddresses(config).dataDragonUrl, 'https://a.test'],
  [
    'CDRAGON_URL',
    'https://b.test',
    (config) => staticDataAddresses(config).communityDragonUrl,
    'https://b.test',
  ],
  ['FFMPEG_PATH', '/opt/a', (config) => toolSettings(config).ffmpeg, '/opt/a'],
  ['FFPROBE_PATH', '/opt/b', (config) => toolSettings(config).ffprobe, '/opt/b'],
  ['YT_DLP_PATH', '/opt/c', (config) => toolSettings(config).ytDlp, '/opt/c'],
  ['BROWSER_PATH', '/opt/d', (config) => toolSettings(config).browser, '/opt/d'],
  ['OVERLOAD_DELAY_MS', '321', (config) => overloadSettings(config, 1e9).delayMs, 321],
  ['OVERLOAD_REQUESTS', '654', (config) => overloadSettings(config, 1e9).requestsAtOnce, 654],
  ['OVERLOAD_MEMORY_MB', '500', (config) => overloadSettings(config, 1e9).memoryBytes, 500_000_000],
])('%s reaches its part', (name, value, read, expected) => {
  expect(read(configWith({ [name]: value }))).toEqual(expected);
  expect(read(configWith({}))).not.toEqual(expected);
});

test('without a bound a process may use three quarters of the memory of the machine', () => {
  expect(overloadSettings(configWith({}), 8e9).memoryBytes).toBe(6e9);
});

test('programs that were not chosen are looked for', () => {
  expect(toolSettings(configWith({}))).toEqual({ ffmpeg: null, ffprobe: null, ytDlp: null, browser: null });
});

const FOOTBALL = {
  FOOTBALL_COMPETITIONS: '39,2',
  FOOTBALL_DAYS_AHEAD: '4',
  FOOTBALL_POLL_SECONDS: '50',
  PRACTICE_POLL_SECONDS: '6',
  CLIP_SEARCHES: '8',
  CLIP_SEARCH_MINUTES: '33',
  CLIP_KEEP_DAYS: '12',
};

test('football follows, polls, searches and keeps as configured', () => {
  expect(footballSettings(configWith(FOOTBALL), false)).toEqual({
    competitions: new Set([39, 2]),
    daysAhead: 4,
    pollSeconds: 50,
    searchMinutes: 33,
    search: { searches: 8, minutes: 33 },
    keepDays: 12,
  });
});

test('a practice world has its own poll interval, and all of its competitions are followed', () => {
  expect(footballSettings(configWith(FOOTBALL), true)).toMatchObject({ competitions: null, pollSeconds: 6 });
});

test('without a choice the five big leagues and the cups are followed, with `all` everything', () => {
  expect(footballSettings(configWith({}), false).competitions).toEqual(
    new Set([39, 140, 135, 78, 61, 2, 3, 848, 1, 4]),
  );
  expect(footballSettings(configWith({ FOOTBALL_COMPETITIONS: 'all' }), false).competitions).toBeNull();
});
