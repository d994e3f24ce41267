import { zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { tftMatch } from '#/sources/riot/fixtures/bodies.ts';
import { createGameReader } from './read-game.ts';

const read = createGameReader();
const pack = (body: unknown): Buffer =>
  zstdCompressSync(typeof body === 'string' ? body : JSON.stringify(body));
const ID = 'EUW1_7000000001';

test('a stored body is a game again', () => {
  const outcome = read(ID, pack(tftMatch()));
  expect(outcome).toMatchObject({
    type: 'game',
    number: 7_000_000_001,
    game: { id: ID, platform: 'euw1', queue: 1100 },
  });
});

test('a mark of the byte order before the body, which the client reads past, is read past here too', () => {
  expect(read(ID, pack(`\uFEFF${JSON.stringify(tftMatch())}`)).type).toBe('game');
});

test('augments never get beyond this point', () => {
  const match = tftMatch();
  const participants = match.info.participants.map((seat) =>
    Object.assign(seat, { augments: ['Set_Augment_Boon'] }),
  );
  const outcome = read(ID, pack({ ...match, info: { ...match.info, participants } }));
  expect(outcome.type).toBe('game');
  expect(JSON.stringify(outcome).toLowerCase()).not.toContain('augment');
});

test.each([
  ['no zstd at all', Buffer.from('{}'), 'the stored body cannot be decompressed'],
  ['a text that breaks off', pack('{"metadata":'), 'the stored body is not JSON'],
  ['nothing', pack(''), 'the stored body is not JSON'],
  ['another shape', pack({ metadata: {} }), 'info is missing; expected it to be there'],
  ['the body of another game', pack(tftMatch()), `the body is that of "${ID}"`],
])('%s is a fault with a reason', (what, packed, reason) => {
  expect(read(what === 'the body of another game' ? 'EUW1_1' : ID, packed)).toEqual({
    type: 'fault',
    reason,
  });
});

test('an id without a number is a fault', () => {
  const match = tftMatch();
  const id = 'EUW1_one';
  const body = { ...match, metadata: { ...match.metadata, match_id: id } };
  expect(read(id, pack(body))).toEqual({ type: 'fault', reason: 'its id has no number' });
});
