/** From the configuration to the options of the parts. Their types are those of the parts that take them. */
import type { Config } from '#/config.ts';
import { usesPractice } from '#/upstream/sources.ts';

/** Of the memory of the machine, without a setting. */
const MEMORY_SHARE = 0.75;

export function queryLimits(config: Config) {
  return {
    seconds: config.QUERY_MAX_SECONDS,
    memoryBytes: config.QUERY_MAX_MEMORY_MB * 1e6,
    resultRows: config.QUERY_MAX_ROWS,
  };
}

/** `readers` is also how many questions of a kind are asked at once. */
export function storeSettings(config: Config) {
  return { readers: config.CLICKHOUSE_READERS, maxConnections: config.DATABASE_CONNECTIONS };
}

export function s3Settings(config: Config) {
  return {
    bucket: config.S3_BUCKET,
    region: config.S3_REGION,
    usesPathStyle: config.S3_FORCE_PATH_STYLE,
  };
}

export function practiceSettings(config: Config) {
  return {
    seed: config.PRACTICE_SEED,
    profile: config.PRACTICE_PROFILE,
    speed: config.PRACTICE_SPEED,
    ...(config.FFMPEG_PATH !== '' && { ffmpeg: config.FFMPEG_PATH }),
  };
}

/** How long the log of the jobs is kept, and how many jobs of one kind a process runs at once (0: as the kind says). */
export function jobSettings(config: Config) {
  return { logDays: config.JOB_LOG_DAYS, atOnce: config.JOB_CONCURRENCY };
}

export function liveLimits(config: Config) {
  return { maxSockets: config.LIVE_MAX_SOCKETS };
}

export function explorerSettings(config: Config) {
  return { isPractice: usesPractice(config), strictRankHours: config.TFT_STRICT_RANK_HOURS };
}

export function crawlSettings(config: Config) {
  return {
    platforms: config.RIOT_PLATFORMS,
    cooldownMinutes: config.TFT_CRAWL_COOLDOWN_MINUTES,
    historyDays: config.TFT_HISTORY_DAYS,
    mostPlayers: config.TFT_PLAYERS_PER_PLATFORM,
    rankedPlayers: config.TFT_RANKS_PER_PLATFORM,
  };
}

/** Programs that were not chosen are looked for in PATH. */
export function toolSettings(config: Config) {
  return {
    ffmpeg: config.FFMPEG_PATH || null,
    ffprobe: config.FFPROBE_PATH || null,
    ytDlp: config.YT_DLP_PATH || null,
    browser: config.BROWSER_PATH || null,
  };
}

export function downloadSettings(config: Config) {
  return { maxBytes: config.CLIP_MAX_MB * 1e6 };
}

/** `machineBytes` is the memory of the container, where there is one with a limit. */
export function overloadSettings(config: Config, machineBytes: number) {
  return {
    delayMs: config.OVERLOAD_DELAY_MS,
    requestsAtOnce: config.OVERLOAD_REQUESTS,
    memoryBytes: config.OVERLOAD_MEMORY_MB * 1e6 || MEMORY_SHARE * machineBytes,
  };
}

export function staticDataAddresses(config: Config) {
  return { dataDragonUrl: config.DDRAGON_URL, communityDragonUrl: config.CDRAGON_URL };
}

export function projectorSettings(config: Config) {
  return { database: config.CLICKHOUSE_DATABASE, keptPatches: config.TFT_PATCHES_KEPT };
}

export function collectionSettings(config: Config) {
  return {
    freshSeconds: config.LOL_HISTORY_FRESH_MINUTES * 60,
    cooldownSeconds: config.LOL_REFRESH_COOLDOWN_SECONDS,
  };
}

export function accountSettings(config: Config) {
  return {
    lapseSeconds: config.ACCOUNT_SYNC_LAPSE_SECONDS,
    staleMinutes: config.ACCOUNT_STALE_MINUTES,
  };
}

export function trackingSettings(config: Config) {
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

/** All competitions of a practice world are followed. */
export function footballSettings(config: Config, isPractice: boolean) {
  return {
    competitions: isPractice ? null : toCompetitions(config.FOOTBALL_COMPETITIONS),
    daysAhead: config.FOOTBALL_DAYS_AHEAD,
    pollSeconds: isPractice ? config.PRACTICE_POLL_SECONDS : config.FOOTBALL_POLL_SECONDS,
    searchMinutes: config.CLIP_SEARCH_MINUTES,
    search: { searches: config.CLIP_SEARCHES, minutes: config.CLIP_SEARCH_MINUTES },
    keepDays: config.CLIP_KEEP_DAYS,
  };
}

function toCompetitions(text: string): ReadonlySet<number> | null {
  return text === 'all' ? null : new Set(text.split(',').map(Number));
}
