import { expect, test } from 'vitest';
import type { Patch } from '../world/world.ts';
import { createTftTruth, STARS } from './truth.ts';

const truth = createTftTruth(1);
const patchOf = (number: number): Patch => ({ number, set: 12, minor: number + 1, startsAt: 0 });
const numbers = [0, 1, 2, 3, 4, 5, 6, 7];

test('the truth follows from the seed and the patch, in whatever order it is asked', () => {
  const asked = createTftTruth(1);
  for (const number of numbers.toReversed())
    expect(asked.strengths(patchOf(number))).toEqual(truth.strengths(patchOf(number)));
  expect(createTftTruth(2).strengths(patchOf(0)).item).not.toEqual(truth.strengths(patchOf(0)).item);
});

test('more stars are stronger, for every unit in every patch', () => {
  for (const patch of numbers.map(patchOf)) {
    const { unit, roster } = truth.strengths(patch);
    for (const index of roster.units.keys()) {
      const byStar = [1, 2, 3].map((star) => unit[index * (STARS + 1) + star] ?? Number.NaN);
      expect(byStar).toEqual(byStar.toSorted((left, right) => left - right));
      expect(byStar[0]).toBeGreaterThan(-0.5);
    }
  }
});

test.each(['unit', 'item', 'traitTier'] as const)(
  'a patch buffs or nerfs one %s in twelve clearly, and the others hardly',
  (table) => {
    const spread = { unit: 0.2, item: 0.1, traitTier: 0.12 }[table];
    const moves = numbers.slice(1).flatMap((number) => {
      const [before, after] = [truth.strengths(patchOf(number - 1)), truth.strengths(patchOf(number))];
      return Array.from(after[table], (strength, place) => (strength - (before[table][place] ?? 0)) / spread);
    });
    // A clear change is 1.2 to 2 spreads. Beside it there is a drift of up to 0.4, and older changes fade by 15 %.
    const clear = moves.filter((move) => Math.abs(move) > 0.9).length / moves.length;
    expect(clear).toBeGreaterThan(0.04);
    expect(clear).toBeLessThan(0.13);
    expect(moves.some((move) => move > 1)).toBe(true);
    expect(moves.some((move) => move < -1)).toBe(true);
  },
);
