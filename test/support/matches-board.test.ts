import { describe, expect, test } from 'vitest';
import { filterOf } from './tft-questions.ts';
import { matchesFilter, type BoardFacts } from './matches-board.ts';

const BOARD: BoardFacts = {
  patch: '101.4',
  platform: 'euw1',
  region: 'europe',
  queue: 1100,
  tier: 'master',
  lp: 300,
  isRankStrict: true,
  endedAt: 3_600_000,
  level: 8,
  placement: 2,
  units: [
    { id: 'lyra', stars: 2, items: ['bow', 'bow', 'orb'] },
    { id: 'lyra', stars: 1, items: [] },
    { id: 'bran', stars: 3, items: ['orb'] },
  ],
  traits: new Map([['knight', 2]]),
  counts: {
    units: 3,
    'one-costs': 1,
    'two-costs': 0,
    'three-costs': 0,
    'four-costs': 2,
    'five-costs': 0,
    'three-stars': 1,
    emblems: 0,
    artifacts: 0,
    radiants: 0,
  },
  composition: { trait: 'knight', carry: 'lyra' },
};

const lets = (text: string, board: Partial<BoardFacts> = {}): boolean =>
  matchesFilter(filterOf(text), { ...BOARD, ...board });

describe('a filter lets a board through', () => {
  test.each([
    ['', true],
    ['patch=101.3,101.4', true],
    ['patch=101.3', false],
    ['place=kr,euw1', true],
    ['place=europe', true],
    ['place=asia', false],
    ['queue=1090', false],
    ['tier=gold', false],
    ['level=9..', false],
    ['placed=..1', false],
    // The first moment belongs to it, the last does not.
    ['from=1970-01-01T01', true],
    ['from=1970-01-01T02', false],
    ['until=1970-01-01T02', true],
    ['until=1970-01-01T01', false],
    ['lp=300..', true],
    ['lp=301..', false],
    ['lp=unknown', false],
  ])('%s: %s', (text, isLet) => {
    expect(lets(text)).toBe(isLet);
  });

  test('of unknown rank only when it says so', () => {
    const asked = ['lp=0..', 'lp=0..,unknown', 'lp=unknown'];
    expect(asked.map((text) => lets(text, { lp: null }))).toEqual([false, true, true]);
  });

  test.each([
    ['', true, true],
    ['lp=300..', true, false],
    ['tier=master', true, false],
    ['lp=unknown', false, true],
    ['tier=unknown', false, true],
  ])('%s by its nearest rank: %s; as of unknown rank if only ranks as of the match count: %s', (...row) => {
    const [text, byNearest, byStrict] = row;
    const later = { isRankStrict: false };
    expect(lets(text, later)).toBe(byNearest);
    expect(lets(`${text}&rank=nearest`, later)).toBe(byNearest);
    expect(lets(`${text}&rank=strict`, later)).toBe(byStrict);
    expect(lets(`${text}&rank=strict`)).toBe(!text.includes('unknown'));
  });
});

test.each([
  ['unit(lyra)', true],
  ['unit(cole)', false],
  ['unit(lyra;stars=3..)', false],
  ['unit(lyra;items=0)', true],
  ['unit(bran;items=2..)', false],
  ['unit(lyra;has=bow,bow)', true],
  ['unit(lyra;has=orb,orb)', false],
  // One copy has what the other lacks.
  ['unit(lyra;lacks=orb)', true],
  ['unit(bran;lacks=orb)', false],
  // No copy does both.
  ['unit(lyra;stars=..1;has=bow)', false],
  ['unit(lyra;copies=2..)', true],
  ['unit(lyra;stars=2..;copies=2..)', false],
  ['unit(cole;copies=..2)', true],
  ['item(orb)', true],
  ['item(orb;copies=2)', true],
  ['item(sword)', false],
  ['item(sword;copies=..0)', true],
  ['trait(knight)', true],
  ['trait(knight;tier=3..)', false],
  ['trait(mage;tier=..3)', false],
  ['count(four-costs;is=2)', true],
  ['count(emblems;is=1..)', false],
  ['composition(trait=knight;carry=lyra)', true],
  ['composition(trait=knight)', false],
  ['composition(carry=lyra)', false],
  ['all(unit(lyra),unit(bran))', true],
  ['all(unit(lyra),unit(cole))', false],
  ['any(unit(cole),unit(bran))', true],
  ['any(unit(cole))', false],
  ['none(unit(cole),item(sword))', true],
  ['none(unit(cole),unit(lyra))', false],
])('%s is %s of the board', (where, isTrue) => {
  expect(lets(`where=${where}`)).toBe(isTrue);
});
