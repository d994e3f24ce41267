import { expect, test } from 'vitest';
import { createCodeBook } from './code-book.ts';

const codes = createCodeBook([
  { kind: 'unit', code: 1, id: 'pra_ape' },
  { kind: 'item', code: 1, id: 'item_axe' },
  { kind: 'trait', code: 1, id: 'trait_air' },
  { kind: 'trait', code: 2, id: 'trait_air@1' },
  { kind: 'trait', code: 7, id: 'trait_air@3' },
  { kind: 'trait', code: 4, id: 'trait_b@d@2' },
]);

test('the same number means another thing for units, items and traits', () => {
  expect(['unit', 'item', 'trait'].map((kind) => codes.id(kind as 'unit', 1))).toEqual([
    'pra_ape',
    'item_axe',
    'trait_air',
  ]);
  expect(codes.code('unit', 'item_axe')).toBeUndefined();
  expect(codes.id('unit', 2)).toBeUndefined();
});

test('a trait has a code for every tier that was seen, and one for itself', () => {
  expect(codes.tiersOf('trait_air')).toEqual([
    { tier: 1, code: 2 },
    { tier: 3, code: 7 },
  ]);
  expect(codes.tiersOf('trait_none')).toEqual([]);
  expect(codes.traitTier(7)).toEqual({ trait: 'trait_air', tier: 3 });
  expect(codes.traitTier(1)).toBeUndefined();
  expect(codes.traitTier(99)).toBeUndefined();
  expect(codes.traitTier(4)).toEqual({ trait: 'trait_b@d', tier: 2 });
  expect([...codes.ids('trait')]).toEqual(['trait_air', 'trait_b@d']);
});
