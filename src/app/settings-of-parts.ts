/** From the configuration to the options of the parts that it configures. */
import type { Config } from '#/config.ts';
import type { ClipWorkOptions } from '#/jobs/football/clips/clip-options.ts';
import type { FootballMatchesOptions } from '#/jobs/football/matches/matches-options.ts';
import type { CollectionsDeps } from '#/jobs/lol/collections.ts';
import type { QueryLimits } from '#/stores/clickhouse/clickhouse.ts';

type FootballSettings = Pick<
  FootballMatchesOptions & ClipWorkOptions,
  'competitions' | 'daysAhead' | 'pollSeconds' | 'searchMinutes' | 'search' | 'keepDays'
>;

export function queryLimits(config: Config): QueryLimits {
  return {
    seconds: config.QUERY_MAX_SECONDS,
    memoryBytes: config.QUERY_MAX_MEMORY_MB * 1e6,
    resultRows: config.QUERY_MAX_ROWS,
  };
}

export function projectorSettings(config: Config): {
  readonly database: string;
  readonly keptPatches: number;
} {
  return { database: config.CLICKHOUSE_DATABASE, keptPatches: config.TFT_PATCHES_KEPT };
}

export function collectionSettings(
  config: Config,
): Pick<CollectionsDeps, 'freshSeconds' | 'cooldownSeconds'> {
  return {
    freshSeconds: config.LOL_HISTORY_FRESH_MINUTES * 60,
    cooldownSeconds: config.LOL_REFRESH_COOLDOWN_SECONDS,
  };
}

/** All competitions of a practice world are followed. */
export function footballSettings(config: Config, isPractice: boolean): FootballSettings {
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
