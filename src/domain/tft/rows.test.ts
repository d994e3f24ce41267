import { expect, test } from 'vitest';
import { createCodeBook, type CodeBook } from './code-book.ts';
import { inventBoard, inventGame } from './fixtures/invented-boards.ts';
import type { TftBoard, TftGame, TftUnit } from './game.ts';
import {
  createRowMaker,
  eachKind,
  matchNumber,
  rankColumns,
  reasonNotToCount,
  UNKNOWN_LP,
  type BoardRow,
} from './rows.ts';
import { UNKNOWN_RANK_HOURS } from './match-rank.ts';
import { playerNumber } from './player-number.ts';
import { OTHER_CODE, platformCode, tierCode } from './stored-codes.ts';

const beekeeper: TftUnit = {
  id: 'set_beekeeper',
  stars: 2,
  rarity: 4,
  items: ['tft_item_veil', 'tft_item_smoker'],
};
const cooper: TftUnit = { id: 'set_cooper', stars: 3, rarity: 0, items: [] };

const BEEKEEPER = 11;
const COOPER = 12;
const VEIL = 22;
const SMOKER = 21;
const SWORD = 23;
const EMBLEM = 24;
const ARTIFACT = 25;
const RADIANT = 26;
const GARDENER = 30;
const GARDENER_2 = 31;

function book(): CodeBook {
  return createCodeBook([
    { kind: 'unit', code: BEEKEEPER, id: 'set_beekeeper' },
    { kind: 'unit', code: COOPER, id: 'set_cooper' },
    { kind: 'item', code: SMOKER, id: 'tft_item_smoker' },
    { kind: 'item', code: VEIL, id: 'tft_item_veil' },
    { kind: 'item', code: SWORD, id: 'tft_item_bfsword' },
    { kind: 'item', code: EMBLEM, id: 'set_item_emblem' },
    { kind: 'item', code: ARTIFACT, id: 'tft_item_artifact_hat' },
    { kind: 'item', code: RADIANT, id: 'set_item_veilradiant' },
    { kind: 'trait', code: GARDENER, id: 'set_gardener' },
    { kind: 'trait', code: GARDENER_2, id: 'set_gardener@2' },
  ]);
}

const TRAITS = [
  { id: 'set_gardener', tier: 2, units: 4 },
  { id: 'set_idle', tier: 0, units: 1 },
];
const board = (changes: Partial<TftBoard> = {}): TftBoard =>
  inventBoard({ units: [beekeeper, cooper], traits: TRAITS, ...changes });

const numbers = { game: 77, number: 7_000_000_001 };

function rowsOf(one: TftGame): BoardRow[] {
  const codes = book();
  const rows = createRowMaker(codes)(one, numbers);
  expect(codes.takeMissing()).toEqual([]);
  return rows;
}

function only(changes: Partial<TftBoard>, ofGame: Partial<TftGame> = {}): BoardRow {
  const [row, ...rest] = rowsOf(inventGame([board(changes)], ofGame));
  if (row === undefined || rest.length > 0) throw new Error('there is one board');
  return row;
}

test('a board becomes one row that says all of it but who played', () => {
  expect(only({})).toEqual({
    puuid: 'somebody',
    player: playerNumber('somebody'),
    board: 2 * 2 ** 29 + 77,
    place: 3,
    number: 7_000_000_001,
    seat: 0,
    level: 8,
    platform: platformCode('euw1'),
    queue: 1100,
    hour: 494_223,
    endedAt: 1_779_203_277,
    seconds: 2_118,
    unitCount: 2,
    costs: [1, 0, 0, 1, 0],
    threeStars: 1,
    emblems: 0,
    artifacts: 0,
    radiants: 0,
    mainTrait: GARDENER,
    carry: BEEKEEPER,
    unitKinds: [2, BEEKEEPER * 8 + 2, COOPER * 8 + 2],
    itemKinds: [2, VEIL * 8 + 2, SMOKER * 8 + 2],
    traitKinds: [2, GARDENER_2 * 8 + 2],
    units: [
      { unit: BEEKEEPER, copy: 1, stars: 2, items: [SMOKER, VEIL] },
      { unit: COOPER, copy: 1, stars: 3, items: [] },
    ],
  });
});

test('copies of one unit are numbered on each board, and what a board has is listed once', () => {
  const twice = { ...cooper, items: ['tft_item_veil', 'tft_item_smoker', 'tft_item_veil'] };
  const first = board({ placement: 1, units: [twice, beekeeper, cooper, cooper] });
  const rows = rowsOf(inventGame([first, { ...first, seat: 1, placement: 2 }]));
  for (const row of rows) {
    expect(row.units.map(({ unit, copy }) => [unit, copy])).toEqual([
      [COOPER, 1],
      [BEEKEEPER, 1],
      [COOPER, 2],
      [COOPER, 3],
    ]);
    const placed = (codes: number[]): number[] => codes.map((code) => code * 8 + row.place - 1);
    expect(row.unitKinds).toEqual(placed([0, COOPER, BEEKEEPER]));
    expect(row.itemKinds).toEqual(placed([0, VEIL, SMOKER]));
    expect(row.units[0]?.items).toEqual([SMOKER, VEIL, VEIL]);
  }
});

test('items are counted by what they are, and costs by the set', () => {
  const items = ['set_item_emblem', 'tft_item_artifact_hat', 'set_item_veilradiant', 'set_item_emblem'];
  const units = [
    { ...beekeeper, rarity: 3, items },
    { ...cooper, rarity: 4 },
    { ...cooper, rarity: 9 },
  ];
  expect(only({ units })).toMatchObject({ emblems: 2, artifacts: 1, radiants: 1, costs: [0, 0, 0, 1, 0] });
  expect(only({ units }, { setNumber: 6 }).costs).toEqual([0, 0, 0, 1, 1]);
});

test('components make no carry, and a board without an active trait has no main one', () => {
  const units = [{ ...cooper, items: ['tft_item_bfsword'] }];
  expect(only({ units, traits: [] })).toMatchObject({
    carry: 0,
    mainTrait: 0,
    itemKinds: [2, SWORD * 8 + 2],
  });
  const better = [...units, { ...beekeeper, items: ['set_item_emblem'] }];
  expect(only({ units: better }).carry).toBe(BEEKEEPER);
});

test('two boards of one place have two numbers, and both keep their place', () => {
  const rows = rowsOf(
    inventGame([board({ placement: 1 }), board({ placement: 1 }), board({ placement: 2 })]),
  );
  expect(rows.map(({ place }) => place)).toEqual([1, 1, 2]);
  expect(new Set(rows.map((row) => row.board)).size).toBe(3);
  expect(rows.map((row) => row.board % 2 ** 29)).toEqual([77, 77, 77]);
});

test.each([
  ['MASTER', 0, 0],
  ['IRON', 0, -2_500],
  ['CHALLENGER', 1e9, 32_767],
])('the rank %s I with %s points is held to its column', (tier, leaguePoints, lp) => {
  const startedAt = 1_779_203_277_000;
  const taken = { tier, division: 'I', leaguePoints, takenAt: startedAt - 7_200_000 };
  expect(rankColumns(taken, startedAt)).toEqual({ lp, tier: tierCode(tier), rankHours: -2 });
});

test('an unknown rank is not 0 points, and a board names whose rank it is', () => {
  const unknown = { lp: UNKNOWN_LP, tier: 0, rankHours: UNKNOWN_RANK_HOURS };
  expect(rankColumns(null, 0)).toEqual(unknown);
  expect(rankColumns({ tier: 'GOLDEN', division: 'I', leaguePoints: 5, takenAt: 0 }, 0)).toEqual(unknown);
  const rows = rowsOf(inventGame([board(), board({ placement: 4, puuid: null })]));
  expect(rows.map(({ puuid }) => puuid)).toEqual(['somebody', null]);
});

test('numbers that no column holds are held to its range', () => {
  const crowd = Array.from({ length: 300 }, () => ({ ...cooper, stars: 300 }));
  const emblems = Array.from({ length: 300 }, () => 'set_item_emblem');
  const units = [...crowd, { ...beekeeper, stars: -1, items: emblems }];
  const row = only({ level: 99_999, units }, { queue: 1e6, endedAt: 8e15, platform: 'mars' });
  expect(row).toMatchObject({
    level: 255,
    platform: 0,
    queue: 65_535,
    endedAt: 0xffff_ffff,
    unitCount: 255,
    costs: [255, 0, 0, 1, 0],
    threeStars: 255,
    emblems: 255,
  });
  expect(row.units[299]).toMatchObject({ copy: 255, stars: 255 });
  expect(row.units[300]).toMatchObject({ copy: 1, stars: 0 });
});

test('what has no code yet is asked for, and nothing else', () => {
  const codes = book();
  const units = [{ ...cooper, id: 'set_new', items: ['item_new', 'tft_item_veil'] }];
  const traits = [{ id: 'set_newer', tier: 3, units: 2 }];
  const make = createRowMaker(codes);
  make(inventGame([board({ units, traits })]), numbers);
  const missing = codes.takeMissing();
  expect(missing).toEqual([
    { kind: 'unit', ids: ['set_new'] },
    { kind: 'item', ids: ['item_new'] },
    { kind: 'trait', ids: ['set_newer', 'set_newer@3'] },
  ]);
  codes.learn(missing.flatMap(({ kind, ids }) => ids.map((id, at) => ({ kind, code: OTHER_CODE - at, id }))));
  const [row] = make(inventGame([board({ units, traits })]), numbers);
  expect(row).toMatchObject({ mainTrait: OTHER_CODE, carry: OTHER_CODE, unitKinds: [2, 65_530] });
  expect(codes.takeMissing()).toEqual([]);
});

test('a game whose boards cannot be told apart or counted says why', () => {
  const nine = Array.from({ length: 9 }, (_, seat) => board({ seat, placement: 1 }));
  expect(reasonNotToCount(inventGame(nine))).toBe('it has 9 boards; expected at most 8');
  expect(reasonNotToCount(inventGame([board(), board({ seat: 1, placement: 0 })]))).toBe(
    'the board of seat 1 has place 0; expected 1 to 8',
  );
  expect(reasonNotToCount(inventGame([board({ placement: 9 })]))).toBe(
    'the board of seat 0 has place 9; expected 1 to 8',
  );
  const crowd = Array.from({ length: 1_000 }, () => ({ ...cooper, items: Array<string>(20).fill('i') }));
  expect(reasonNotToCount(inventGame([board({ units: crowd })]))).toBe(
    'its 21000 units and items are more than can be counted',
  );
  expect(reasonNotToCount(inventGame(nine.slice(1)))).toBeNull();
  expect(reasonNotToCount(inventGame([]))).toBeNull();
});

test('kinds of items are told with how many of each there are', () => {
  const told = (items: readonly number[]): [number, number][] => {
    const kinds: [number, number][] = [];
    eachKind(items, (item, copies) => kinds.push([item, copies]));
    return kinds;
  };
  expect(told([])).toEqual([]);
  expect(told([4, 4, 5])).toEqual([
    [4, 2],
    [5, 1],
  ]);
  expect(told(Array<number>(300).fill(7))).toEqual([[7, 255]]);
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
