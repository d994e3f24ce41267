import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TftBoard, TftGame, TftUnit } from './game.ts';
import { hashRow, type RowHash, type RowValue } from './row-hash.ts';
import { matchNumber, toRows, UNKNOWN_LP, type BoardRow, type RowContext, type UnitRow } from './rows.ts';

const beekeeper: TftUnit = { id: 'set_beekeeper', stars: 2, rarity: 4, items: ['item_smoker', 'item_veil'] };
const cooper: TftUnit = { id: 'set_cooper', stars: 3, rarity: 0, items: [] };

function board(changes: Partial<TftBoard> = {}): TftBoard {
  return {
    seat: 0,
    puuid: 'somebody',
    gameName: 'Some Body',
    tagLine: 'TEST',
    placement: 3,
    level: 8,
    goldLeft: 1,
    lastRound: 30,
    damage: 50,
    eliminated: 1,
    partnerGroup: null,
    units: [beekeeper, cooper],
    traits: [
      { id: 'set_gardener', tier: 2, units: 4 },
      { id: 'set_idle', tier: 0, units: 1 },
    ],
    ...changes,
  };
}

function game(boards: readonly TftBoard[], changes: Partial<TftGame> = {}): TftGame {
  return {
    id: 'EUW1_7000000001',
    platform: 'euw1',
    queue: 1100,
    setNumber: 17,
    version: null,
    endedAt: 1_779_203_277_678,
    lengthSeconds: 2_118,
    boards,
    ...changes,
  };
}

const context: RowContext = { patch: '17.3', version: 1, rankOf: () => null };
const rowsOf = (one: TftGame, changes: Partial<RowContext> = {}) =>
  toRows(one, 7_000_000_001, { ...context, ...changes });

function only<T>(list: readonly T[]): T {
  const [first, ...rest] = list;
  if (first === undefined || rest.length > 0) throw new Error(`expected one, not ${list.length}`);
  return first;
}

test('a board becomes one row that says all of it but who played', () => {
  const { hash, ...row } = only(rowsOf(game([board()])).boards);
  expect(row).toEqual({
    patch: '17.3',
    platform: 'euw1',
    number: 7_000_000_001,
    seat: 0,
    queue: 1100,
    endedAt: 1_779_203_277,
    placement: 3,
    level: 8,
    lp: UNKNOWN_LP,
    tier: '',
    units: ['set_beekeeper', 'set_cooper'],
    stars: [2, 3],
    items: ['item_smoker', 'item_veil'],
    traits: ['set_gardener'],
    traitTiers: [2],
  });
  expect(hash.high).toBeGreaterThan(0);
});

test('each unit becomes a row with its board on it, and copies of one unit are numbered', () => {
  const { boards, units } = rowsOf(game([board({ units: [beekeeper, cooper, beekeeper] })]));
  expect(units.map(({ unit, stars, rarity, items, copy }) => ({ unit, stars, rarity, items, copy }))).toEqual(
    [
      { unit: 'set_beekeeper', stars: 2, rarity: 4, items: ['item_smoker', 'item_veil'], copy: 1 },
      { unit: 'set_cooper', stars: 3, rarity: 0, items: [], copy: 1 },
      { unit: 'set_beekeeper', stars: 2, rarity: 4, items: ['item_smoker', 'item_veil'], copy: 2 },
    ],
  );
  for (const row of units) expect(row.board).toBe(boards[0]);
});

test('the rank is that of the player, unknown is not 0, and a bot has none', () => {
  const ranks = new Map([
    ['master', { tier: 'MASTER', ladderPoints: 0 }],
    ['iron', { tier: 'IRON', ladderPoints: -2_800 }],
    ['endless', { tier: 'CHALLENGER', ladderPoints: 1e9 }],
    ['abyss', { tier: 'IRON', ladderPoints: -1e9 }],
  ]);
  const players = ['master', 'iron', 'endless', 'abyss', 'nobody', null];
  const seats = players.map((puuid, seat) => board({ seat, puuid }));
  const { boards } = rowsOf(game(seats), { rankOf: (puuid) => ranks.get(puuid) ?? null });
  expect(boards.map(({ lp, tier }) => [lp, tier])).toEqual([
    [0, 'MASTER'],
    [-2_800, 'IRON'],
    [32_767, 'CHALLENGER'],
    [-32_767, 'IRON'],
    [UNKNOWN_LP, ''],
    [UNKNOWN_LP, ''],
  ]);
});

test('numbers that no column holds are held to its range', () => {
  const wild = board({
    placement: -5,
    level: 99_999,
    units: [{ ...cooper, stars: 300, rarity: -1 }],
    traits: [{ id: 't', tier: 900, units: 1 }],
  });
  const { boards, units } = rowsOf(game([wild], { queue: 1e6, endedAt: 8e15 }));
  expect(boards[0]).toMatchObject({
    placement: 0,
    level: 255,
    stars: [255],
    traitTiers: [255],
    queue: 65_535,
    endedAt: 0xffff_ffff,
  });
  expect(units[0]).toMatchObject({ stars: 255, rarity: 0 });
});

test.each([
  ['EUW1_5012345678', 5_012_345_678],
  ['KR_1', 1],
  ['EUW1_', null],
  ['EUW1_12a', null],
  ['euw1_12', null],
  ['5012345678', null],
  ['EUW1_9999999999999999', null],
  ['EUW1_99999999999999999', null],
  ["X'_1", null],
])('the number of %s is %s', (id, number) => {
  expect(matchNumber(id)).toBe(number);
});

const text = (hash: RowHash): string => `${hash.high}:${hash.low}`;

test('whatever changes in a game changes the fingerprint of its rows, but for the rank', () => {
  const before = rowsOf(game([board()]));
  const changed: [string, TftGame, Partial<RowContext>][] = [
    ['patch', game([board()]), { patch: '17.4' }],
    ['version', game([board()]), { version: 2 }],
    ['platform', game([board()], { platform: 'kr' }), {}],
    ['queue', game([board()], { queue: 1160 }), {}],
    ['end', game([board()], { endedAt: 1_779_203_278_678 }), {}],
    ['seat', game([board({ seat: 1 })]), {}],
    ['placement', game([board({ placement: 4 })]), {}],
    ['level', game([board({ level: 9 })]), {}],
    ['trait', game([board({ traits: [{ id: 'set_gardener', tier: 3, units: 4 }] })]), {}],
    ['stars', game([board({ units: [beekeeper, { ...cooper, stars: 2 }] })]), {}],
    ['items', game([board({ units: [{ ...beekeeper, items: [] }, cooper] })]), {}],
  ];
  const seen = new Set([text(only(before.boards).hash)]);
  for (const [, other, more] of changed) seen.add(text(only(rowsOf(other, more).boards).hash));
  seen.add(text(only(toRows(game([board()]), 7_000_000_002, context).boards).hash));
  // Beyond 32 bits, too.
  seen.add(text(only(toRows(game([board()]), 7_000_000_001 + 2 ** 40, context).boards).hash));
  expect(seen.size).toBe(changed.length + 3);

  const ranked = rowsOf(game([board()]), { rankOf: () => ({ tier: 'MASTER', ladderPoints: 5 }) });
  expect(only(ranked.boards).hash).toEqual(only(before.boards).hash);
});

test('no two units of a game have the same fingerprint, not even equal ones on one board', () => {
  const crowd = Array.from({ length: 300 }, () => cooper);
  const { units } = rowsOf(game([board({ units: crowd }), board({ seat: 1, units: crowd })]));
  expect(new Set(units.map(({ hash }) => text(hash))).size).toBe(600);
});

test('a unit moved between boards, or an item between units, shows', () => {
  const one = rowsOf(game([board({ units: [beekeeper] }), board({ seat: 1, units: [cooper] })]));
  const other = rowsOf(game([board({ units: [cooper] }), board({ seat: 1, units: [beekeeper] })]));
  expect(xorOf(one.units)).not.toBe(xorOf(other.units));
});

function xorOf(rows: readonly (BoardRow | UnitRow)[]): string {
  let high = 0;
  let low = 0;
  for (const { hash } of rows) {
    high ^= hash.high;
    low ^= hash.low;
  }
  return `${high}:${low}`;
}

test('a fingerprint is two whole numbers of 32 bits, the same for the same values', () => {
  const word = fc.oneof(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), fc.string());
  const list = fc.oneof(fc.array(fc.nat(255)), fc.array(fc.string()));
  fc.assert(
    fc.property(fc.array(fc.oneof(word, list) as fc.Arbitrary<RowValue>), (values) => {
      const hash = hashRow(null, values);
      for (const half of [hash.high, hash.low]) {
        expect(Number.isInteger(half) && half >= 0 && half <= 0xffff_ffff).toBe(true);
      }
      expect(hashRow(null, structuredClone(values))).toEqual(hash);
      expect(hashRow(hash, values)).not.toEqual(hash);
    }),
  );
});

test('lists do not lend each other their elements', () => {
  expect(hashRow(null, [['a', 'b'], ['c']])).not.toEqual(hashRow(null, [['a'], ['b', 'c']]));
  expect(hashRow(null, [[], ['a']])).not.toEqual(hashRow(null, [['a'], []]));
});

test('a hundred thousand neighbouring rows have a hundred thousand fingerprints', () => {
  const seen = new Set<string>();
  for (let number = 0; number < 100_000; number++) seen.add(text(hashRow(null, ['euw1', 7e9 + number, 3])));
  expect(seen.size).toBe(100_000);
});
