import { expect, test } from 'vitest';
import { loadConfig, type Config } from '#/config.ts';
import { readChosenSites } from './open-football.ts';
import {
  accountSettings,
  collectionSettings,
  crawlSettings,
  downloadSettings,
  explorerSettings,
  footballSettings,
  jobSettings,
  liveLimits,
  overloadSettings,
  practiceSettings,
  projectorSettings,
  queryLimits,
  s3Settings,
  staticDataAddresses,
  storeSettings,
  toolSettings,
  trackingSettings,
} from './settings-of-parts.ts';

function configWith(environment: Record<string, string>): Config {
  return loadConfig({ environment, directory: '/there/is/no/such/directory' });
}

test.each<[name: string, value: string, read: (config: Config) => unknown, expected: unknown]>([
  ['QUERY_MAX_SECONDS', '7', (config) => queryLimits(config).seconds, 7],
  ['QUERY_MAX_MEMORY_MB', '123', (config) => queryLimits(config).memoryBytes, 123_000_000],
  ['QUERY_MAX_ROWS', '4567', (config) => queryLimits(config).resultRows, 4_567],
  ['TFT_PATCHES_KEPT', '3', (config) => projectorSettings(config).keptPatches, 3],
  ['CLICKHOUSE_DATABASE', 'other', (config) => projectorSettings(config).database, 'other'],
  ['LOL_HISTORY_FRESH_MINUTES', '2', (config) => collectionSettings(config).freshSeconds, 120],
  ['LOL_REFRESH_COOLDOWN_SECONDS', '45', (config) => collectionSettings(config).cooldownSeconds, 45],
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
  ['CLICKHOUSE_READERS', '5', (config) => storeSettings(config).readers, 5],
  ['DATABASE_CONNECTIONS', '21', (config) => storeSettings(config).maxConnections, 21],
  ['S3_BUCKET', 'goals', (config) => s3Settings(config).bucket, 'goals'],
  ['S3_REGION', 'eu-west-3', (config) => s3Settings(config).region, 'eu-west-3'],
  ['S3_FORCE_PATH_STYLE', 'false', (config) => s3Settings(config).usesPathStyle, false],
  ['PRACTICE_SEED', '99', (config) => practiceSettings(config).seed, 99],
  ['PRACTICE_PROFILE', 'personal', (config) => practiceSettings(config).profile, 'personal'],
  ['PRACTICE_SPEED', '60', (config) => practiceSettings(config).speed, 60],
  ['JOB_CONCURRENCY', '5', (config) => jobSettings(config).atOnce, 5],
  ['JOB_LOG_DAYS', '4', (config) => jobSettings(config).logDays, 4],
  ['LIVE_MAX_SOCKETS', '12', (config) => liveLimits(config).maxSockets, 12],
  ['TFT_STRICT_RANK_HOURS', '5', (config) => explorerSettings(config).strictRankHours, 5],
  ['CLIP_MAX_MB', '17', (config) => downloadSettings(config).maxBytes, 17_000_000],
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

test('CLIP_MEDIA_HOSTS are allowed for every site that is switched on', async () => {
  const feed = { CLIP_SITES: 'feed', CLIP_FEEDS: 'https://a.example/rss' };
  const hostsOf = async (environment: Record<string, string>) =>
    (await readChosenSites(configWith(environment))).map(({ mediaHosts }) => mediaHosts);

  expect(await hostsOf(feed)).toEqual([undefined]);
  expect(await hostsOf({ ...feed, CLIP_MEDIA_HOSTS: 'cdn.example.org' })).toEqual([
    ['a.example', 'cdn.example.org'],
  ]);
});

test('without OVERLOAD_MEMORY_MB a process may use three quarters of the memory', () => {
  expect(overloadSettings(configWith({}), 8e9).memoryBytes).toBe(6e9);
});

test('programs without a path are searched for', () => {
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

test('football uses its settings', () => {
  expect(footballSettings(configWith(FOOTBALL), false)).toEqual({
    competitions: new Set([39, 2]),
    daysAhead: 4,
    pollSeconds: 50,
    searchMinutes: 33,
    search: { searches: 8, minutes: 33 },
    keepDays: 12,
  });
});

test('a practice world has its own poll interval, and all its competitions are followed', () => {
  expect(footballSettings(configWith(FOOTBALL), true)).toMatchObject({ competitions: null, pollSeconds: 6 });
});

test('by default follows the five big leagues and the cups, with `all` everything', () => {
  expect(footballSettings(configWith({}), false).competitions).toEqual(
    new Set([39, 140, 135, 78, 61, 2, 3, 848, 1, 4]),
  );
  expect(footballSettings(configWith({ FOOTBALL_COMPETITIONS: 'all' }), false).competitions).toBeNull();
});
