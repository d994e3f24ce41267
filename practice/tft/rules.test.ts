import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRandom, mix } from '../randomness.ts';
import type { Patch } from '../world/world.ts';
import { createTftRules, DOUBLE_UP_QUEUE, HYPER_ROLL_QUEUE } from './rules.ts';
import { createTftTruth } from './truth.ts';

const rules = createTftRules(createTftTruth(1));
const patch: Patch = { number: 2, set: 12, minor: 3, startsAt: 0 };
const forms = fc.array(fc.double({ min: -4, max: 4, noNaN: true }), { minLength: 8, maxLength: 8 });
const seeds = fc.integer({ min: 0, max: 0xff_ff_ff_ff });

test('places are 1 to 8, each once, and the same game ends the same way', () => {
  const other = createTftRules(createTftTruth(1));
  fc.assert(
    fc.property(seeds, forms, fc.constantFrom(1090, 1100, 1130, 1160), (seed, forms, queue) => {
      const { places, lengthSeconds } = rules.resolve({ seed, queue, patch, forms });
      expect(places).toHaveLength(8);
      expect(new Set(places)).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]));
      expect(other.resolve({ seed, queue, patch, forms })).toEqual({ places, lengthSeconds });
    }),
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

test('a game takes 27 to 42 minutes, hyper roll less than 25', () => {
  const even = Array.from({ length: 8 }, () => 0);
  const lengths = (queue: number): number[] =>
    Array.from(
      { length: 300 },
      (_, seed) => rules.resolve({ seed, queue, patch, forms: even }).lengthSeconds,
    );
  const standard = lengths(1100);
  expect(Math.min(...standard)).toBeGreaterThan(27 * 60);
  expect(Math.max(...standard)).toBeLessThan(42 * 60);
  expect(Math.max(...lengths(HYPER_ROLL_QUEUE))).toBeLessThan(25 * 60);
  for (const length of standard) expect(Math.fround(length)).toBe(length);
});

test('who is in better form places better: about three quarters of a place per standard deviation', () => {
  const random = createRandom(5);
  let [products, squares] = [0, 0];
  for (let game = 0; game < 3000; game++) {
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

test('where all are in the same form, no seat has an advantage', () => {
  const sums = Array.from({ length: 8 }, () => 0);
  for (let game = 0; game < 4000; game++)
    rules
      .resolve({ seed: mix(11, game), queue: 1100, patch, forms: sums.map(() => 0.3) })
      .places.forEach((place, seat) => (sums[seat] = (sums[seat] ?? 0) + place));
  // Four standard errors of a mean over 4,000 places.
  for (const sum of sums) expect(Math.abs(sum / 4000 - 4.5)).toBeLessThan(0.145);
});
