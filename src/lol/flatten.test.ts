import { describe, expect, test } from 'vitest';
import { lolMatch, lolSeat, lolTimeline } from '#/upstream/fixtures/riot-bodies.ts';
import type { LolMatch } from '#/upstream/riot-schema/lol-match.ts';
import { toLolGame, toLolTimeline } from './flatten.ts';

const gameOf = (info: Partial<LolMatch['info']> = {}) => toLolGame(lolMatch(info));

function seatOf(changes: Parameters<typeof lolSeat>[1], participantId = 3) {
  return gameOf({ participants: [lolSeat(participantId, changes)] }).seats[0];
}

describe('a game', () => {
  test('says when and where it was, and how it stands', () => {
    expect(gameOf()).toMatchObject({
      id: 'NA1_5000000001',
      platform: 'na1',
      queue: 420,
      version: '16.4.748.682',
      startedAt: 1_771_685_324_811,
      seconds: 1_803,
      standing: 'played',
    });
  });

  test('that does not say when it started began when it was made', () => {
    expect(gameOf({ gameStartTimestamp: 0 }).startedAt).toBe(1_771_685_249_284);
    expect(gameOf({ gameStartTimestamp: null }).startedAt).toBe(1_771_685_249_284);
  });

  test('of old counted in milliseconds', () => {
    expect(gameOf({ gameDuration: 1_003_369, gameEndTimestamp: null }).seconds).toBe(1_003);
  });

  test('of a platform that nobody knows, without a version, is a game', () => {
    const match = lolMatch({ gameVersion: null });
    const strange = { ...match, metadata: { ...match.metadata, matchId: 'XX9_1' } };
    expect(toLolGame(strange)).toMatchObject({ platform: 'unknown', version: '' });
  });

  test('that nobody was in is void and has no seats', () => {
    expect(gameOf({ participants: [], gameDuration: 0 })).toMatchObject({ standing: 'void', seats: [] });
  });
});

describe('a seat', () => {
  test('has the numbers of the body, minions of both kinds together, and 0 for what is not said', () => {
    const told = {
      totalMinionsKilled: 100,
      neutralMinionsKilled: 20,
      goldEarned: 9,
      totalDamageDealtToChampions: 8,
      totalDamageTaken: 7,
      visionScore: 6,
      champLevel: 5,
    };
    expect(seatOf(told)).toMatchObject({
      participant: 3,
      champion: 901,
      championName: 'Inventrix',
      role: 'MIDDLE',
      team: 100,
      isWin: true,
      kills: 3,
      deaths: 2,
      assists: 5,
      minions: 120,
      gold: 9,
      damage: 8,
      damageTaken: 7,
      vision: 6,
      level: 5,
    });
    expect(seatOf({ championName: null })).toMatchObject({
      minions: 0,
      gold: 0,
      damage: 0,
      damageTaken: 0,
      vision: 0,
      level: 0,
      championName: '',
    });
  });

  test.each([
    [{ riotIdGameName: 'New', riotIdName: 'Middle', summonerName: 'Old', riotIdTagline: 'T' }, 'New', 'T'],
    [{ riotIdGameName: '', riotIdName: 'Middle', summonerName: 'Old' }, 'Middle', ''],
    [{ riotIdName: null, summonerName: 'Old', riotIdTagline: '' }, 'Old', ''],
    [{}, '', ''],
  ])('is called by the newest of its names: %j is %s', (names, name, tag) => {
    expect(seatOf(names)).toMatchObject({ name, tag });
  });

  test('of a bot has no player', () => {
    expect(seatOf({ puuid: 'BOT' })?.puuid).toBeNull();
    expect(seatOf({})?.puuid).toBe(`${'3'.repeat(77)}q`);
  });

  test('without a number of its own is called by its place', () => {
    const participants = [lolSeat(1), lolSeat(2, { participantId: null })];
    expect(gameOf({ participants }).seats.map(({ participant }) => participant)).toEqual([1, 2]);
  });

  test('in Arena plays with its group, whatever its colour', () => {
    expect(seatOf({ playerSubteamId: 4, teamId: 200, placement: 2, subteamPlacement: 7 })).toMatchObject({
      team: 4,
      placement: 2,
    });
    expect(seatOf({ playerSubteamId: 4, subteamPlacement: 7 })).toMatchObject({ team: 4, placement: 7 });
    expect(seatOf({ playerSubteamId: 0, placement: 0 })).toMatchObject({ team: 100, placement: 0 });
  });
});

describe('a timeline', () => {
  test('tells frames by participant, and who killed whom', () => {
    expect(toLolTimeline(lolTimeline())).toEqual({
      frames: [
        {
          ms: 0,
          seats: new Map([
            [1, { gold: 500, minions: 0, xp: 0 }],
            [16, { gold: 500, minions: 0, xp: 0 }],
          ]),
        },
      ],
      kills: [{ ms: 61_234, killer: 1, victim: 6 }],
      items: [],
    });
  });

  test('tells what was bought, used up and taken back; a sale, and the taking back of one, change nothing', () => {
    const events = [
      { type: 'ITEM_PURCHASED', timestamp: 1, participantId: 2, itemId: 1055 },
      { type: 'ITEM_DESTROYED', timestamp: 2, participantId: 2, itemId: 1055 },
      { type: 'ITEM_UNDO', timestamp: 3, participantId: 2, beforeId: 3078, afterId: 0 },
      { type: 'ITEM_UNDO', timestamp: 4, participantId: 2, beforeId: 0, afterId: 3078 },
      { type: 'ITEM_SOLD', timestamp: 5, participantId: 2, itemId: 1055 },
      { type: 'ITEM_PURCHASED', timestamp: 6, itemId: 1036 },
      { type: 'ITEM_PURCHASED', timestamp: 7, participantId: 2 },
      { type: 'CHAMPION_KILL', timestamp: 8 },
    ];
    const { items, kills } = toLolTimeline(lolTimeline({ frames: [{ timestamp: 0, events }] }));
    expect(items).toEqual([
      { type: 'bought', ms: 1, participant: 2, item: 1055 },
      { type: 'destroyed', ms: 2, participant: 2, item: 1055 },
      { type: 'undone', ms: 3, participant: 2, item: 3078 },
      { type: 'bought', ms: 6, participant: 0, item: 1036 },
    ]);
    expect(kills).toEqual([{ ms: 8, killer: 0, victim: 0 }]);
  });

  test('of an aborted game has frames with nobody in them', () => {
    const frames = [{ timestamp: 0, participantFrames: null, events: [] }];
    expect(toLolTimeline(lolTimeline({ frames })).frames).toEqual([{ ms: 0, seats: new Map() }]);
  });
});
