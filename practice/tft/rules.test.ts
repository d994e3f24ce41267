import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRandom, mix } from '../randomness.ts';
import type { Patch } from '../world/world.ts';
import { createTftRules, DOUBLE_UP_QUEUE } from './rules.ts';
import { createTftTruth } from './truth.ts';

const rules = createTftRules(createTftTruth(1));
const patch: Patch = { number: 2, set: 12, minor: 3, startsAt: 0 };
const forms = fc.array(fc.double({ min: -4, max: 4, noNaN: true }), { minLength: 8, maxLength: 8 });
const seeds = fc.integer({ min: 0, max: 0xff_ff_ff_ff });

test('places are 1 to 8, each once, whatever was drawn before the game', () => {
  fc.assert(
    fc.property(seeds, forms, fc.constantFrom(1090, 1100, 1130, 1160), (seed, forms, queue) => {
      const { places, lengthSeconds } = rules.resolve({ seed, queue, patch, forms });
      expect(places).toHaveLength(8);
      expect(new Set(places)).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]));
      rules.resolve({ seed, queue, patch, forms: forms.toReversed() });
      expect(rules.resolve({ seed, queue, patch, forms })).toEqual({ places, lengthSeconds });
    }),
    { numRuns: 50 },
  );
});

test('partners of a Double Up game are on adjacent ranks of one pair', () => {
  fc.assert(
    fc.property(seeds, forms, (seed, forms) => {
      const { places } = rules.resolve({ seed, queue: DOUBLE_UP_QUEUE, patch, forms });
      const teams = places.map((place) => Math.ceil(place / 2));
      expect([0, 2, 4, 6].map((seat) => teams[seat])).toEqual([1, 3, 5, 7].map((seat) => teams[seat]));
    }),
  );
});

test('who is in better form places better: about three quarters of a place per standard deviation', () => {
  const random = createRandom(5);
  let [products, squares] = [0, 0];
  for (let game = 0; game < 1000; game++) {
    const drawn = Array.from({ length: 8 }, () => random.normal());
    const { places } = rules.resolve({ seed: mix(9, game), queue: 1100, patch, forms: drawn });
    drawn.forEach((form, seat) => {
      products += form * ((places[seat] ?? 0) - 4.5);
      squares += form * form;
    });
  }
  expect(products / squares).toBeLessThan(-0.5);
  expect(products / squares).toBeGreaterThan(-1);
});
