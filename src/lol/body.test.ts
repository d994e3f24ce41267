import { toBodyOutcome } from '#/match/body.ts';
import type { LolMatch } from '#/upstream/riot-schema/lol-match.ts';
import { matchRules, timelineRules } from './body.ts';
import { expect, test } from 'vitest';

const seat = (puuid: string, name: Partial<LolMatch['info']['participants'][number]> = {}) => ({
  puuid,
  teamId: 100,
  championId: 1,
  win: true,
  kills: 0,
  deaths: 0,
  assists: 0,
  ...name,
});
const game = (info: Partial<LolMatch['info']>): LolMatch => ({
  metadata: { matchId: 'EUW1_7' },
  info: {
    gameCreation: Date.UTC(2026, 10, 1, 20),
    gameDuration: 1_800,
    queueId: 420,
    participants: [],
    ...info,
  },
});

test('a game ended when it says so', () => {
  const gameEndTimestamp = Date.UTC(2026, 10, 1, 20, 31, 5);
  expect(matchRules().readFacts(game({ gameEndTimestamp }))).toEqual({
    id: 'EUW1_7',
    endedAt: new Date(gameEndTimestamp),
    seen: [],
  });
});

test('an old game does not say so: its length is in milliseconds then', () => {
  const gameStartTimestamp = Date.UTC(2021, 3, 1, 20, 1);
  const facts = matchRules().readFacts(game({ gameStartTimestamp, gameDuration: 1_500_000 }));
  expect(facts.endedAt).toEqual(new Date('2021-04-01T20:26:00Z'));
});

test('whoever played is seen once, by the name of that time; bots are nobody', () => {
  const participants = [
    seat('a', { riotIdGameName: 'Ana', riotIdTagline: 'EUW' }),
    seat('BOT'),
    seat('b', { riotIdName: 'Before', riotIdTagline: '' }),
    seat('BOT'),
  ];
  const gameEndTimestamp = Date.UTC(2026, 10, 1, 21);
  const { seen } = matchRules().readFacts(game({ participants, gameEndTimestamp }));
  expect(seen).toEqual([
    { puuid: 'a', games: 1, lastGameAt: new Date(gameEndTimestamp), gameName: 'Ana', tagLine: 'EUW' },
    { puuid: 'b', games: 1, lastGameAt: new Date(gameEndTimestamp), gameName: 'Before', tagLine: null },
  ]);
});

test.each([
  [0, { state: 'wanted', attempts: 1, retryAfterMs: 5_000 }],
  [2, { state: 'wanted', attempts: 3, retryAfterMs: 60_000 }],
  [3, { state: 'gone', attempts: 4, retryAfterMs: null }],
])('missing after %i attempts: it is soon given up', (attempts, expected) => {
  const missing = { outcome: 'notFound', message: 'it answered 404' } as const;
  const outcome = toBodyOutcome(missing, { id: 'EUW1_7', attempts }, 0.5, timelineRules());
  expect(outcome).toMatchObject({ kind: 'timeline', settlement: expected, body: null });
});
