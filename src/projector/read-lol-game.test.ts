import { zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { lolMatch, lolSeat, lolTimeline } from '#/sources/riot/fixtures/bodies.ts';
import { createLolGameReader } from './read-lol-game.ts';

const read = createLolGameReader();
const ID = 'NA1_5000000001';
const pack = (body: unknown): Buffer =>
  zstdCompressSync(typeof body === 'string' ? body : JSON.stringify(body));

test('a stored game and its timeline are read again', () => {
  expect(read.game(ID, pack(lolMatch()))).toMatchObject({
    type: 'game',
    number: 5_000_000_001,
    game: { id: ID, platform: 'na1', queue: 420 },
  });
  expect(read.timeline(ID, pack(lolTimeline()))).toMatchObject({
    type: 'timeline',
    timeline: { kills: [{ killer: 1, victim: 6 }] },
  });
});

test('augments never get beyond this point', () => {
  const seat = Object.assign(lolSeat(1), { playerAugment1: 12 });
  const outcome = read.game(ID, pack(lolMatch({ participants: [seat] })));
  expect(outcome.type).toBe('game');
  expect(JSON.stringify(outcome).toLowerCase()).not.toContain('augment');
});

test.each([
  ['no zstd at all', Buffer.from('{}'), 'the stored body cannot be decompressed'],
  ['a text that breaks off', pack('{"metadata":'), 'the stored body is not JSON'],
  ['another shape', pack({ metadata: {} }), 'info is missing; expected it to be there'],
])('%s is a fault with a reason, of a game and of a timeline', (_, packed, reason) => {
  expect(read.game(ID, packed)).toEqual({ type: 'fault', reason });
  expect(read.timeline(ID, packed)).toEqual({ type: 'fault', reason });
});

test('the body of another game is a fault', () => {
  const reason = `the body is that of "${ID}"`;
  expect(read.game('NA1_1', pack(lolMatch()))).toEqual({ type: 'fault', reason });
  expect(read.timeline('NA1_1', pack(lolTimeline()))).toEqual({ type: 'fault', reason });
});

test('an id without a number is a fault', () => {
  const match = lolMatch();
  const body = { ...match, metadata: { ...match.metadata, matchId: 'NA1_one' } };
  expect(read.game('NA1_one', pack(body))).toEqual({ type: 'fault', reason: 'its id has no number' });
});
