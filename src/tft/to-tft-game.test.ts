import { tftMatch, tftSeat } from '#/upstream/fixtures/riot-bodies.ts';
import type { TftMatch } from '#/upstream/riot-schema/tft-match.ts';
import { toTftGame } from './body.ts';
import { describe, expect, test } from 'vitest';

const boardsOf = (participants: TftMatch['info']['participants']) =>
  toTftGame(tftMatch({ participants })).boards;

describe('a game', () => {
  test('has our field names', () => {
    const game = toTftGame(tftMatch());

    expect({ ...game, boards: game.boards.length }).toEqual({
      id: 'EUW1_7000000001',
      platform: 'euw1',
      queue: 1_100,
      setNumber: 17,
      version: 'Linux Version 16.10.776.5552 (May 13 2026/16:27:59) [PUBLIC] <Releases/16.10>',
      endedAt: 1_779_203_277_678,
      lengthSeconds: 2_118.25,
      boards: 8,
    });
    expect(game.boards[1]).toEqual({
      seat: 1,
      puuid: `${'2'.repeat(77)}p`,
      gameName: 'Invented Name',
      tagLine: 'TEST',
      placement: 2,
      level: 8,
      goldLeft: 12,
      lastRound: 31,
      damage: 77,
      eliminated: 1,
      partnerGroup: null,
      units: [
        { id: 'set_beekeeper', stars: 2, rarity: 2, items: ['item_smoker', 'item_veil'] },
        { id: 'set_cooper', stars: 3, rarity: 0, items: [] },
      ],
      traits: [{ id: 'set_gardener', tier: 1, units: 3 }],
    });
  });

  test('without version, set and length has none of them', () => {
    const game = toTftGame(
      tftMatch({ game_version: null, tft_set_number: null, game_length: null, participants: [] }),
    );
    expect(game).toMatchObject({ version: null, setNumber: null, lengthSeconds: null, boards: [] });
    expect(toTftGame(tftMatch({ game_version: '' })).version).toBeNull();
  });

  test.each([
    ['TH2_24825892', 'th2'],
    ['XY9_5', 'xy9'],
    ['nonsense', 'unknown'],
  ])('%s was played on %s', (id, platform) => {
    const body = tftMatch();
    expect(toTftGame({ ...body, metadata: { ...body.metadata, match_id: id } }).platform).toBe(platform);
  });
});

describe('a board', () => {
  test('of a bot has no puuid, and two bots have two seats', () => {
    const boards = boardsOf([tftSeat(1), tftSeat(2, { puuid: 'BOT' }), tftSeat(3, { puuid: 'BOT' })]);
    expect(boards.map(({ seat, puuid }) => [seat, puuid === null])).toEqual([
      [0, false],
      [1, true],
      [2, true],
    ]);
  });

  test('does not pass off what was not recorded as nothing', () => {
    const unrecorded = [1, 2].map((place) =>
      tftSeat(place, { total_damage_to_players: 0, players_eliminated: 0 }),
    );
    expect(boardsOf(unrecorded).map(({ damage, eliminated }) => [damage, eliminated])).toEqual([
      [null, null],
      [null, null],
    ]);
    const [idle, busy] = boardsOf([
      tftSeat(1, { total_damage_to_players: 0, players_eliminated: 0 }),
      tftSeat(2, { total_damage_to_players: 5, players_eliminated: 0 }),
    ]);
    expect([idle?.damage, idle?.eliminated, busy?.damage]).toEqual([0, null, 5]);
  });

  test('has null for what the body leaves out or says to be null', () => {
    const { last_round: _, players_eliminated: __, riotIdTagline: ___, ...seat } = tftSeat(1);
    const gaps = {
      gold_left: null,
      total_damage_to_players: null,
      partner_group_id: null,
      riotIdGameName: '',
    };
    expect(boardsOf([{ ...seat, ...gaps }])[0]).toMatchObject({
      goldLeft: null,
      lastRound: null,
      damage: null,
      eliminated: null,
      partnerGroup: null,
      gameName: null,
      tagLine: null,
    });
  });

  test('lowers the case of every id, and has a place for items that are numbers', () => {
    const [board] = boardsOf([
      tftSeat(1, {
        units: [
          { character_id: 'TFT15_LeeSin', itemNames: ['TFT_Item_BlueBuff'], items: [66], rarity: 2, tier: 2 },
          { character_id: 'tft2_old', items: [4, 99], rarity: 1, tier: 1 },
          { character_id: 'tft2_older', itemNames: null, items: null, rarity: 1, tier: 1 },
        ],
        traits: [{ name: 'Set6_Yordle', num_units: 2, tier_current: 0 }],
      }),
    ]);
    expect(board?.units.map(({ id, items }) => [id, items])).toEqual([
      ['tft15_leesin', ['tft_item_bluebuff']],
      ['tft2_old', ['item_4', 'item_99']],
      ['tft2_older', []],
    ]);
    expect(board?.traits).toEqual([{ id: 'set6_yordle', tier: 0, units: 2 }]);
  });
});
