import { describe, expect, test } from 'vitest';
import { describeSources, sourceOfMethods, usesPractice } from './sources.ts';

const NO_KEYS = {
  RIOT_TFT_API_KEY: undefined,
  RIOT_LOL_API_KEY: undefined,
  API_FOOTBALL_KEY: undefined,
  PRACTICE: 'auto',
} as const;

test.each([
  ['no key is set', NO_KEYS, true],
  ['a Riot key is set', { ...NO_KEYS, RIOT_LOL_API_KEY: 'x' }, false],
  ['only a football key is set', { ...NO_KEYS, API_FOOTBALL_KEY: 'x' }, false],
  ['it is switched off', { ...NO_KEYS, PRACTICE: 'off' as const }, false],
  ['it is asked for beside a key', { ...NO_KEYS, RIOT_TFT_API_KEY: 'x', PRACTICE: 'on' as const }, true],
])('when %s, the practice world is used: %3$s', (_when, settings, expected) => {
  expect(usesPractice(settings)).toBe(expected);
});

describe('a source', () => {
  const since = new Date('2026-11-15T12:34:56Z');
  const settings = { ...NO_KEYS, RIOT_TFT_API_KEY: 'x' };

  test('whose key is refused says since when, and with what answer', () => {
    const recorded = {
      upstream: 'riot-tft',
      state: 'rejected',
      status: 403,
      message: 'Forbidden',
      since,
    } as const;
    const [tft, lol] = describeSources(settings, [recorded]);

    expect(tft).toMatchObject({ key: 'set', state: 'rejected' });
    expect(tft?.detail).toBe(
      'Key expired or blocked since 2026-11-15 12:34 UTC (403: Forbidden). Make a new one and set it again.',
    );
    expect(lol).toMatchObject({ key: 'missing', state: 'unknown', detail: null });
  });

  test('without a key ignores what was recorded for the last one', () => {
    const recorded = { upstream: 'riot-lol', state: 'ok', status: null, message: null, since } as const;

    expect(describeSources(settings, [recorded])[1]).toMatchObject({ key: 'missing', state: 'unknown' });
  });
});

test.each([
  ['riot-tft', ['tft-match-v1.match', 'account-v1.by-puuid']],
  ['riot-lol', ['match-v5.ids', 'league-v4.by-puuid']],
  ['riot-lol', ['lol-status-v4.platform-data']],
  ['api-football', ['fixtures in play']],
  ['api-football', ['status']],
  ['riot', ['tft-match-v1.match', 'match-v5.ids']],
  ['riot', ['account-v1.by-puuid']],
])('the source %s is known by the methods %j', (id, methods) => {
  expect(sourceOfMethods(methods)).toBe(id);
});
