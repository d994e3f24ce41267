import { describe, expect, test } from 'vitest';
import { Secret } from '#/domain/secret.ts';
import { toCredentials } from './credentials.ts';
import { RIOT_ENDPOINTS, type EndpointName } from './endpoints.ts';
import { PUUID } from '../fixtures/riot-bodies.ts';
import { prepareRequest } from './prepare-request.ts';

const ADDRESS = 'https://{route}.example.org';
const credentials = toCredentials({ tft: new Secret('tft-key'), lol: new Secret('lol-key') }, ADDRESS);

function prepare(name: EndpointName, args: Record<string, unknown>) {
  return prepareRequest(RIOT_ENDPOINTS[name], args, credentials);
}

describe('every method is asked at its place, with its path, its limit and its key', () => {
  const player = { puuid: PUUID };
  const riotId = { gameName: 'Hide on bush', tagLine: 'KR1' };
  test.each<[EndpointName, Record<string, unknown>, keyHostMethod: string, path: string]>([
    [
      'accountByRiotId',
      { region: 'asia', game: 'lol', ...riotId },
      'lol asia account-v1.by-riot-id',
      '/riot/account/v1/accounts/by-riot-id/Hide%20on%20bush/KR1',
    ],
    [
      'accountByPuuid',
      { region: 'europe', game: 'tft', ...player },
      'tft europe account-v1.by-puuid',
      `/riot/account/v1/accounts/by-puuid/${PUUID}`,
    ],
    [
      'activeRegion',
      { region: 'americas', game: 'tft', ...player },
      'tft americas account-v1.active-region',
      `/riot/account/v1/region/by-game/tft/by-puuid/${PUUID}`,
    ],
    [
      'tftApexLeague',
      { platform: 'sg2', apexTier: 'grandmaster' },
      'tft sg2 tft-league-v1.grandmaster',
      '/tft/league/v1/grandmaster',
    ],
    [
      'tftApexLeague',
      { platform: 'kr', apexTier: 'master', rankedQueue: 'RANKED_TFT_DOUBLE_UP' },
      'tft kr tft-league-v1.master',
      '/tft/league/v1/master?queue=RANKED_TFT_DOUBLE_UP',
    ],
    [
      'tftLeagueEntries',
      { platform: 'euw1', tier: 'DIAMOND', division: 'II', page: 3 },
      'tft euw1 tft-league-v1.entries',
      '/tft/league/v1/entries/DIAMOND/II?page=3',
    ],
    [
      'tftLeagueOfPlayer',
      { platform: 'me1', ...player },
      'tft me1 tft-league-v1.by-puuid',
      `/tft/league/v1/by-puuid/${PUUID}`,
    ],
    [
      'tftMatchIds',
      { region: 'sea', ...player, start: 0, count: 200, startTime: 1_779_000_000, endTime: 1_779_100_000 },
      'tft sea tft-match-v1.ids',
      `/tft/match/v1/matches/by-puuid/${PUUID}/ids?start=0&count=200&startTime=1779000000&endTime=1779100000`,
    ],
    ['tftMatch', { matchId: 'TH2_77' }, 'tft sea tft-match-v1.match', '/tft/match/v1/matches/TH2_77'],
    ['tftStatus', { platform: 'ru' }, 'tft ru tft-status-v1.platform-data', '/tft/status/v1/platform-data'],
    [
      'lolApexLeague',
      { platform: 'na1', apexTier: 'challenger', rankedQueue: 'RANKED_SOLO_5x5' },
      'lol na1 league-v4.challenger',
      '/lol/league/v4/challengerleagues/by-queue/RANKED_SOLO_5x5',
    ],
    [
      'lolLeagueEntries',
      { platform: 'na1', rankedQueue: 'RANKED_FLEX_SR', tier: 'IRON', division: 'IV' },
      'lol na1 league-v4.entries',
      '/lol/league/v4/entries/RANKED_FLEX_SR/IRON/IV',
    ],
    [
      'lolLeagueOfPlayer',
      { platform: 'oc1', ...player },
      'lol oc1 league-v4.by-puuid',
      `/lol/league/v4/entries/by-puuid/${PUUID}`,
    ],
    [
      'lolMatchIds',
      { region: 'europe', ...player, count: 100, queue: 420, type: 'ranked' },
      'lol europe match-v5.ids',
      `/lol/match/v5/matches/by-puuid/${PUUID}/ids?count=100&queue=420&type=ranked`,
    ],
    ['lolMatch', { matchId: 'EUN1_5' }, 'lol europe match-v5.match', '/lol/match/v5/matches/EUN1_5'],
    ['lolTimeline', { matchId: 'KR_5' }, 'lol asia match-v5.timeline', '/lol/match/v5/matches/KR_5/timeline'],
    ['lolStatus', { platform: 'tw2' }, 'lol tw2 lol-status-v4.platform-data', '/lol/status/v4/platform-data'],
  ])('%s', (name, args, keyHostMethod, path) => {
    const [game, host, method] = keyHostMethod.split(' ');
    expect(prepare(name, args)).toEqual({
      credential: credentials[game as 'tft' | 'lol'],
      host,
      path,
      method,
    });
  });
});

describe('names become one step of the path, whatever is in them', () => {
  test.each([
    ['a/b', 'a%2Fb'],
    ['../../lol', '..%2F..%2Flol'],
    ['a?b#c', 'a%3Fb%23c'],
    ['100%', '100%25'],
    ['名前 ✓', '%E5%90%8D%E5%89%8D%20%E2%9C%93'],
    ['a.b..', 'a.b..'],
  ])('%j', (gameName, encoded) => {
    const request = prepare('accountByRiotId', { region: 'asia', game: 'tft', gameName, tagLine: 'EUW' });

    expect('path' in request && request.path).toBe(`/riot/account/v1/accounts/by-riot-id/${encoded}/EUW`);
  });
});

describe('what cannot be is refused before anything is sent', () => {
  const riotId = { region: 'asia', game: 'tft', gameName: 'Somebody', tagLine: 'EUW' };
  const list = { region: 'europe', puuid: PUUID };
  test.each<[EndpointName, Record<string, unknown>, string]>([
    ['accountByRiotId', { ...riotId, gameName: '..' }, 'gameName is ".."; expected the name'],
    ['accountByRiotId', { ...riotId, gameName: '' }, 'gameName is ""; expected'],
    ['accountByRiotId', { ...riotId, gameName: 'half \ud800' }, 'gameName is "half'],
    ['accountByRiotId', { ...riotId, gameName: 'x'.repeat(65) }, 'gameName is "xxx'],
    ['accountByRiotId', { ...riotId, tagLine: 'a\r\nb' }, 'tagLine is "a\\r\\nb"; expected the tag'],
    ['accountByRiotId', { ...riotId, tagLine: undefined }, 'tagLine is missing; expected the tag'],
    [
      'accountByRiotId',
      { ...riotId, region: 'sea' },
      'region is "sea"; expected one of americas, europe, asia',
    ],
    ['accountByRiotId', { ...riotId, game: 'val' }, 'game is "val"; expected one of tft, lol'],
    ['accountByPuuid', { ...riotId, puuid: 'BOT' }, 'puuid is "BOT"; expected 78 letters, digits, _ or -'],
    ['tftLeagueOfPlayer', { platform: 'th2', puuid: PUUID }, 'platform is "th2"; expected one of na1, br1'],
    [
      'tftMatch',
      { matchId: 'XX9_7000000001' },
      'matchId is "XX9_7000000001"; expected an id that begins with',
    ],
    ['tftMatch', { matchId: 'EUW1_1/timeline' }, 'matchId is "EUW1_1/timeline"; expected'],
    ['tftMatchIds', { ...list, count: 201 }, 'count is 201; expected a whole number from 0 to 200'],
    ['lolMatchIds', { ...list, count: 101 }, 'count is 101; expected at most 100 for match-v5.ids'],
    ['lolMatchIds', { ...list, start: Number.NaN }, 'start is NaN; expected a whole number'],
    ['lolMatchIds', { ...list, type: 'fun' }, 'type is "fun"; expected one of ranked'],
    [
      'tftApexLeague',
      { platform: 'kr', apexTier: 'DIAMOND' },
      'apexTier is "DIAMOND"; expected one of challenger',
    ],
    [
      'tftLeagueEntries',
      { platform: 'kr', tier: 'DIAMOND', division: 'V' },
      'division is "V"; expected one of I',
    ],
    ['tftLeagueEntries', { platform: 'kr', tier: 'IRON', division: 'I', page: 0 }, 'page is 0; expected'],
    [
      'lolApexLeague',
      { platform: 'kr', apexTier: 'master', rankedQueue: 'a b' },
      'rankedQueue is "a b"; expected',
    ],
  ])('%s with %j: %s', (name, args, message) => {
    expect(prepare(name, args)).toEqual({
      outcome: 'rejected',
      reason: 'badArgument',
      status: null,
      message: expect.stringContaining(message),
    });
  });
});

test('without a key for the game there is no call, and that is said', () => {
  const tftOnly = toCredentials({ tft: new Secret('tft-key'), lol: undefined }, ADDRESS);

  expect(prepareRequest(RIOT_ENDPOINTS.lolMatch, { matchId: 'KR_5' }, tftOnly)).toEqual({
    outcome: 'forbidden',
    reason: 'noKey',
    status: null,
    message: 'no Riot key is set for lol',
  });
  expect(prepareRequest(RIOT_ENDPOINTS.tftMatch, { matchId: 'KR_5' }, tftOnly)).toMatchObject({
    host: 'asia',
  });
});

test('a key is named by 16 digits of its hash, its budget also by the address that it is used at', () => {
  const idOf = (key: string, address = ADDRESS) =>
    toCredentials({ tft: new Secret(key) }, address).tft?.budgetId;

  expect(idOf('abc')).toMatch(/^[0-9a-f]{16}$/);
  expect(idOf('abc')).toBe(idOf('abc'));
  expect(idOf('abd')).not.toBe(idOf('abc'));
  expect(idOf('abc', 'http://127.0.0.1:4100/{route}')).not.toBe(idOf('abc'));
  // sha-256 of "abc", from the standard's own examples.
  expect(toCredentials({ tft: new Secret('abc') }, ADDRESS).tft?.keyId).toBe('ba7816bf8f01cfea');
});
