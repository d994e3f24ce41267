import { expect, test } from 'vitest';
import { compileShape } from '../../http/body-shape.ts';
import { Account, ActiveRegion, MatchIds } from './account.ts';
import { LeagueEntries, LeagueList } from './league.ts';
import { PlatformStatus } from './platform-status.ts';

const shapes = {
  list: compileShape(LeagueList),
  entries: compileShape(LeagueEntries),
  account: compileShape(Account),
  region: compileShape(ActiveRegion),
  ids: compileShape(MatchIds),
  status: compileShape(PlatformStatus),
};

const entry = { puuid: 'p1', leaguePoints: 1_204, rank: 'I', wins: 12, losses: 70, hotStreak: false };

test.each<[keyof typeof shapes, string, unknown]>([
  ['list', 'a ladder after a reset', { tier: 'CHALLENGER', entries: [] }],
  ['list', 'a ladder', { tier: 'MASTER', queue: 'RANKED_TFT', leagueId: 'l', name: 'n', entries: [entry] }],
  [
    'list',
    'an old ladder without puuids',
    { tier: 'MASTER', entries: [{ summonerId: 's', wins: 1, losses: 2 }] },
  ],
  ['entries', 'a player without a rank', []],
  ['entries', 'a page', [{ ...entry, queueType: 'RANKED_TFT', tier: 'DIAMOND' }]],
  [
    'entries',
    'hyper roll',
    [{ queueType: 'RANKED_TFT_TURBO', ratedTier: 'BLUE', ratedRating: 3_100, wins: 1, losses: 2 }],
  ],
  ['account', 'an account without a name', { puuid: 'p1' }],
  ['region', 'an active region', { puuid: 'p1', game: 'tft', region: 'euw1' }],
  ['ids', 'no ids', []],
  ['ids', 'ids of several platforms', ['EUW1_1', 'TR1_2']],
  [
    'status',
    'a platform with an incident',
    {
      id: 'EUW1',
      name: 'EU West',
      locales: ['en_GB'],
      maintenances: [],
      incidents: [
        { id: 7, incident_severity: 'info', maintenance_status: null, titles: [], created_at: 'x' },
      ],
    },
  ],
])('%s: %s fits', (name, _, body) => {
  expect(shapes[name].fits(body)).toBe(true);
});

test.each<[keyof typeof shapes, string, unknown]>([
  ['list', 'entries is missing', { tier: 'MASTER' }],
  ['list', 'entries.0.leaguePoints is "12"', { tier: 'MASTER', entries: [{ ...entry, leaguePoints: '12' }] }],
  ['entries', 'the body is an object; expected a list', { status: { message: 'x' } }],
  ['account', 'puuid is 7; expected text', { puuid: 7 }],
  ['ids', '0 is 1; expected text', [1]],
  ['ids', 'the body is a list of 1001; expected at most 1000', Array.from({ length: 1_001 }, () => 'EUW1_1')],
  ['status', 'incidents is missing', { id: 'EUW1', name: 'EU West', maintenances: [] }],
])('%s is refused: %s', (name, fault, body) => {
  expect(shapes[name].fits(body)).toBe(false);
  expect(shapes[name].describeFault(body)).toContain(fault);
});
