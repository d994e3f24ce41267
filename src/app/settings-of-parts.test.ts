import { expect, test } from 'vitest';
import { loadConfig, type Config } from '#/config.ts';
import { collectionSettings, footballSettings, projectorSettings, queryLimits } from './settings-of-parts.ts';

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
