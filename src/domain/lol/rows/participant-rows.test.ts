import { expect, test } from 'vitest';
import { platformCode } from '../../tft/stored-codes.ts';
import { playerHash } from '../player-hash.ts';
import {
  madeUpGame,
  madeUpSeat,
  madeUpTimeline,
} from '../../../../test/support/projector/made-up-lol-game.ts';
import { toParticipantRows } from './participant-rows.ts';

const NUMBERS = { game: 12, number: 77 };
const hashes = (...participants: number[]): bigint[] =>
  participants.map((one) => playerHash(`person ${one}`));

test('every seat is a row with what its game and it itself say', () => {
  const rows = toParticipantRows(madeUpGame(), null, NUMBERS);
  expect(rows).toHaveLength(10);
  expect(rows[6]).toEqual({
    season: '16',
    patch: '16.4',
    player: playerHash('person 7'),
    startedAt: 1_771_685_324_811,
    game: 12,
    seat: 6,
    number: 77,
    platform: platformCode('euw1'),
    puuid: 'person 7',
    name: 'Name 7',
    tag: 'TAG',
    isBot: 0,
    queue: 420,
    seconds: 1_803,
    standing: 1,
    champion: 907,
    championName: 'Champion 7',
    role: 2,
    team: 200,
    placement: 0,
    win: 0,
    kills: 1,
    deaths: 2,
    assists: 3,
    minions: 40,
    gold: 5_000,
    damage: 6_000,
    damageTaken: 7_000,
    vision: 8,
    level: 9,
    mates: hashes(6, 8, 9, 10),
    opponent: playerHash('person 2'),
    hasTimeline: 0,
    timeline: {
      at10: null,
      at15: null,
      diff10: null,
      diff15: null,
      firstDeath: null,
      firstKill: null,
      firstItem: null,
      itemIds: [],
      itemSeconds: [],
    },
  });
  expect(rows[0]).toMatchObject({ seat: 0, win: 1, team: 100, mates: hashes(2, 3, 4, 5) });
});

test('with a timeline every row has its figures, opponents that are bots included', () => {
  const seats = [madeUpSeat(1), madeUpSeat(2), madeUpSeat(6, { puuid: null }), madeUpSeat(7)];
  const [top, , bot] = toParticipantRows(madeUpGame({ seats }), madeUpTimeline(12), NUMBERS);
  expect(top).toMatchObject({ hasTimeline: 1, opponent: 0n, timeline: { diff10: { gold: -5 }, at15: null } });
  expect(bot).toMatchObject({
    isBot: 1,
    player: 0n,
    puuid: '',
    opponent: playerHash('person 1'),
    mates: hashes(7),
    timeline: { diff10: { gold: 5 } },
  });
});

test('bots are no mates, though two of them differ by their seats', () => {
  const seats = [madeUpSeat(1), madeUpSeat(2, { puuid: null }), madeUpSeat(3, { puuid: null })];
  const rows = toParticipantRows(madeUpGame({ seats }), null, NUMBERS);
  expect(rows.map(({ mates }) => mates)).toEqual([[], hashes(1), hashes(1)]);
  expect(rows.map(({ seat, player }) => [seat, player])).toEqual([
    [0, playerHash('person 1')],
    [1, 0n],
    [2, 0n],
  ]);
});

test.each([
  ['played', 1],
  ['remake', 2],
  ['void', 3],
] as const)('a game that is %s says so with %s', (standing, code) => {
  expect(toParticipantRows(madeUpGame({ standing }), null, NUMBERS)[0]?.standing).toBe(code);
});

test('numbers beyond their columns are held to them', () => {
  const huge = 2 ** 40;
  const seat = madeUpSeat(1, {
    kills: huge,
    deaths: -1,
    gold: huge,
    level: 300,
    champion: -1,
    team: huge,
    minions: huge,
  });
  const timeline = madeUpTimeline(10, {
    frames: [
      {
        ms: 600_000,
        seats: new Map([
          [1, { gold: huge, minions: -huge, xp: 1 }],
          [6, { gold: -huge, minions: huge, xp: 0 }],
        ]),
      },
    ],
    kills: [{ ms: huge * 10_000, killer: 1, victim: 6 }],
    items: [{ type: 'bought', ms: huge * 10_000, participant: 1, item: huge }],
  });
  const game = madeUpGame({ seats: [seat, madeUpSeat(6)], startedAt: 2 ** 53, queue: huge, seconds: huge });
  expect(toParticipantRows(game, timeline, NUMBERS)[0]).toMatchObject({
    kills: 65_535,
    deaths: 0,
    gold: 0xffff_ffff,
    level: 255,
    champion: 0,
    team: 65_535,
    queue: 65_535,
    minions: 65_535,
    seconds: 0xffff_ffff,
    startedAt: Date.UTC(2262, 3, 11, 23, 47, 16, 854),
    timeline: {
      at10: { gold: 2_147_483_647, minions: -2_147_483_647, xp: 1 },
      diff10: { gold: 2_147_483_647, minions: -2_147_483_647, xp: 1 },
      firstKill: 2_147_483_647,
      itemIds: [0xffff_ffff],
      itemSeconds: [0xffff_ffff],
    },
  });
});
