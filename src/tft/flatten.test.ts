import { zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createLolGameReader } from '#/lol/flatten.ts';
import { lolMatch, lolSeat, lolTimeline, tftMatch, tftSeat } from '#/upstream/fixtures/riot-bodies.ts';
import { createGameReader } from './flatten.ts';

const lol = createLolGameReader();
const pack = (body: unknown): Buffer =>
  zstdCompressSync(typeof body === 'string' ? body : JSON.stringify(body));
const TFT = 'EUW1_7000000001';
const LOL = 'NA1_5000000001';
const named = (id: string) => {
  const [tft, other] = [tftMatch(), lolMatch()];
  return {
    tft: { ...tft, metadata: { ...tft.metadata, match_id: id } },
    lol: { ...other, metadata: { ...other.metadata, matchId: id } },
  };
};

const GAMES = [
  {
    what: 'a match of Teamfight Tactics',
    id: TFT,
    read: createGameReader(),
    body: tftMatch(),
    game: { platform: 'euw1', queue: 1100 },
    withAugment: tftMatch({ participants: [Object.assign(tftSeat(1), { augments: ['Set_Augment_Boon'] })] }),
    unnumbered: named('EUW1_one').tft,
  },
  {
    what: 'a match of League of Legends',
    id: LOL,
    read: (...asked: Parameters<typeof lol.game>) => lol.game(...asked),
    body: lolMatch(),
    game: { platform: 'na1', queue: 420 },
    withAugment: lolMatch({ participants: [Object.assign(lolSeat(1), { playerAugment1: 12 })] }),
    unnumbered: named('EUW1_one').lol,
  },
];

describe.each(GAMES)('$what', ({ id, read, body, game, withAugment, unnumbered }) => {
  test('is read again, with its number', () => {
    const number = Number(id.split('_')[1]);
    expect(read(id, pack(body))).toMatchObject({ type: 'game', number, game: { id, ...game } });
  });

  test('has no augments beyond this point', () => {
    const outcome = read(id, pack(withAugment));
    expect(outcome.type).toBe('game');
    expect(JSON.stringify(outcome).toLowerCase()).not.toContain('augment');
  });

  test('whose id has no number is a fault', () => {
    expect(read('EUW1_one', pack(unnumbered))).toEqual({ type: 'fault', reason: 'its id has no number' });
  });
});

test('a stored timeline is read again', () => {
  expect(lol.timeline(LOL, pack(lolTimeline()))).toMatchObject({
    type: 'timeline',
    timeline: { kills: [{ killer: 1, victim: 6 }] },
  });
});

const TIMELINE = {
  what: 'a timeline',
  id: LOL,
  read: (...asked: Parameters<typeof lol.timeline>) => lol.timeline(...asked),
  body: lolTimeline(),
};

describe.each([...GAMES, TIMELINE])('$what', ({ id, read, body }) => {
  test('is read past the byte order mark, which the client reads past too', () => {
    expect(read(id, pack(`\uFEFF${JSON.stringify(body)}`)).type).not.toBe('fault');
  });

  test.each([
    ['no zstd at all', Buffer.from('{}'), 'the stored body cannot be decompressed'],
    ['a text that breaks off', pack('{"metadata":'), 'the stored body is not JSON'],
    ['nothing', pack(''), 'the stored body is not JSON'],
    ['another shape', pack({ metadata: {} }), 'info is missing; expected it to be there'],
  ])('that is %s is a fault with a reason', (_, packed, reason) => {
    expect(read(id, packed)).toEqual({ type: 'fault', reason });
  });

  test('of another id is a fault', () => {
    expect(read('EUW1_1', pack(body))).toEqual({ type: 'fault', reason: `the body is that of "${id}"` });
  });
});
