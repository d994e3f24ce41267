import { describe, expect, test } from 'vitest';
import { compileShape } from '../../http/body-shape.ts';
import { tftMatch, tftSeat } from '../fixtures/bodies.ts';
import { TftMatch, tidyTftMatch } from './tft-match.ts';

const shape = compileShape(TftMatch);

/** As the client does it. */
function read(body: unknown): unknown {
  const copy: unknown = structuredClone(body);
  tidyTftMatch(copy);
  return shape.fits(copy) ? copy : shape.describeFault(copy);
}

const fit = (body: unknown): boolean => typeof read(body) !== 'string';

describe('odd games that are games', () => {
  const { game_version: _, ...withoutVersion } = tftMatch().info;
  const bots = [tftSeat(1), tftSeat(2, { puuid: 'BOT' }), tftSeat(3, { puuid: 'BOT' })];
  test.each<[string, unknown]>([
    ['an ordinary one', tftMatch()],
    ['bots in ranked, whose puuid repeats', tftMatch({ participants: bots })],
    ['double up', tftMatch({ queue_id: 1_160, participants: [tftSeat(1, { partner_group_id: 2 })] })],
    ['no game_version', { ...tftMatch(), info: withoutVersion }],
    ['a game_version without numbers', tftMatch({ game_version: 'TFT Unreal Version ?.?.?.?' })],
    [
      '300 units on one board',
      tftMatch({
        participants: [
          tftSeat(1, {
            units: Array.from({ length: 300 }, () => ({ character_id: 'Set_Bee', rarity: 0, tier: 1 })),
          }),
        ],
      }),
    ],
    ['empty boards', tftMatch({ participants: [tftSeat(1, { units: [], traits: [] })] })],
    ['nobody', tftMatch({ participants: [] })],
    [
      'whole seconds',
      tftMatch({ game_length: 2_118, participants: [tftSeat(1, { time_eliminated: 1_801 })] }),
    ],
    [
      'a mode, a set and a queue that nobody knows',
      tftMatch({ queue_id: 9_999, tft_game_type: 'zz', tft_set_number: 99 }),
    ],
    ['aborted, says a whole game', tftMatch({ endOfGameResult: 'Abort_TooFewPlayers' })],
    [
      'null where it has no value',
      tftMatch({ participants: [tftSeat(1, { partner_group_id: null, win: null })] }),
    ],
    ['a name with a NUL', tftMatch({ participants: [tftSeat(1, { riotIdGameName: 'nul \u0000' })] })],
    ['fields that nobody knows', { ...tftMatch(), later: { than: 'this' } }],
  ])('%s', (_, body) => {
    expect(read(body)).toEqual(body);
  });
});

describe('what is put right', () => {
  test('augments are cut out, and nothing else', () => {
    const seat = tftSeat(1);
    const withAugments = tftMatch({ participants: [{ ...seat, augments: ['Augment_One'] } as typeof seat] });

    expect(read(withAugments)).toEqual(tftMatch({ participants: [seat] }));
  });

  test('the key with a blank at its end becomes the key', () => {
    const { players_eliminated: _, ...old } = tftSeat(1);
    const participants = [{ ...old, 'players_eliminated ': 3 }];

    expect(read({ ...tftMatch(), info: { ...tftMatch().info, participants } })).toMatchObject({
      info: { participants: [{ ...old, players_eliminated: 3 }] },
    });
    const both = { ...tftSeat(1, { players_eliminated: 2 }), 'players_eliminated ': 3 };
    expect(read(tftMatch({ participants: [both] }))).toEqual(
      tftMatch({ participants: [tftSeat(1, { players_eliminated: 2 })] }),
    );
  });

  test('a queue that is only known as queueId is known', () => {
    const { queue_id: _, ...info } = tftMatch().info;

    expect(read({ ...tftMatch(), info: { ...info, queueId: 1_130 } })).toMatchObject({
      info: { queue_id: 1_130 },
    });
  });

  test.each([
    null,
    'text',
    [],
    { info: null },
    { info: { participants: 'none' } },
    { info: { participants: [null, 1] } },
  ])('nothing, in what is no match: %j', (body) => {
    expect(fit(body)).toBe(false);
  });
});

describe('what is refused, and why', () => {
  const withSeat = (changes: object): unknown =>
    tftMatch({ participants: [tftSeat(1), { ...tftSeat(2), ...changes }] });
  const { queue_id: _, ...noQueue } = tftMatch().info;
  const unit = { character_id: 'Set_Bee', rarity: 1, tier: 1 };
  const unitsOf = (units: object[]): unknown => withSeat({ units });
  test.each<[string, unknown]>([
    ['metadata is missing', { status: { message: 'Data not found', status_code: 404 } }],
    ['info.queue_id is missing', { ...tftMatch(), info: noQueue }],
    ['info.participants.1.placement is "2"; expected a whole number', withSeat({ placement: '2' })],
    ['info.participants.1.placement is missing', withSeat({ placement: undefined })],
    ['info.participants.1.puuid is null; expected text', withSeat({ puuid: null })],
    ['info.participants.1.units is null; expected a list', withSeat({ units: null })],
    ['units.0.tier is 100000000000000000000; expected at most', unitsOf([{ ...unit, tier: 1e20 }])],
    ['expected at most 200 characters', unitsOf([{ ...unit, character_id: 'x'.repeat(201) }])],
    ['units is a list of 1001; expected at most 1000', unitsOf(Array.from({ length: 1_001 }, () => unit))],
    [
      'time_eliminated is Infinity; expected a finite number',
      withSeat({ time_eliminated: JSON.parse('1e999') }),
    ],
    ['info.participants.1.traits is an object; expected a list', withSeat({ traits: { name: 'x' } })],
    ['info.game_datetime is -5; expected at least 0', tftMatch({ game_datetime: -5 })],
  ])('%s', (fault, body) => {
    expect(read(body)).toContain(fault);
  });
});
