import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Patch } from '../world/world.ts';
import { boardGeneratorOf, createBoardGenerator } from './boards.ts';
import { createTftTruth } from './truth.ts';

const truth = createTftTruth(3);
const patchOf = (set: number, number: number): Patch => ({ number, set, minor: 1, startsAt: 0 });

/** Few different values, so that games follow each other that differ in one thing only, or in none. */
const game = fc.record({
  seed: fc.constantFrom(1, 2),
  patch: fc.constantFrom(patchOf(101, 0), patchOf(101, 1), patchOf(102, 1)),
  forms: fc.constantFrom([0, 0, 0], [0, 0, 1.5], [0, 0], [0, 0, 0, 0]),
});

test('boards depend on the game alone, whatever was drawn before it', () => {
  fc.assert(
    fc.property(fc.array(game, { minLength: 2, maxLength: 6 }), (games) => {
      const generator = boardGeneratorOf(truth);
      for (const one of games) expect(generator.draw(one)).toEqual(createBoardGenerator(truth).draw(one));
    }),
    { numRuns: 60 },
  );
});

test('the rules and the body of a game share one drawing', () => {
  const one = { seed: 9, patch: patchOf(101, 0), forms: [0, 1, 2] };
  expect(boardGeneratorOf(truth).draw({ ...one, forms: [0, 1, 2] })).toBe(boardGeneratorOf(truth).draw(one));
});
