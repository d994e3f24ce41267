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
  for (const patch of numbers.map(patchOf))
    for (const { id } of truth.roster(12).units) {
      const byStar = [1, 2, 3].map((star) => truth.unitStrength(patch, id, star));
      expect(byStar).toEqual([...byStar].sort((left, right) => left - right));
      expect(byStar[0]).toBeGreaterThan(-0.5);
    }
});

test('a patch changes clearly what it lists, in that direction, and the rest hardly', () => {
  let listed = 0;
  for (const number of numbers.slice(1)) {
    const [before, after] = [patchOf(number - 1), patchOf(number)];
    const changes = new Map(
      truth.changes(after).flatMap(({ what, id, by }) => (what === 'item' ? [[id, by]] : [])),
    );
    listed += changes.size;
    for (const { id } of truth.roster(12).items) {
      const moved = truth.itemStrength(after, id) - truth.itemStrength(before, id);
      // A listed change is at least 0.12. Beside it there is a drift of up to 0.02, and older changes fade by 15 %.
      expect(Math.abs(moved - (changes.get(id) ?? 0))).toBeLessThan(0.1);
    }
  }
  // One in twelve of 86 items, seven times: 50.
  expect(listed).toBeGreaterThan(25);
  expect(listed).toBeLessThan(85);
});

test('every patch has buffs and nerfs of units, items and trait tiers', () => {
  const changes = numbers.flatMap((number) => truth.changes(patchOf(number)));
  for (const what of ['unit', 'item', 'traitTier'])
    for (const sign of [1, -1])
      expect(changes.some((change) => change.what === what && Math.sign(change.by) === sign)).toBe(true);
});

test('the named readers tell what the tables hold', () => {
  const patch = patchOf(3);
  const { roster, unit, item, traitTier, pair } = truth.strengths(patch);
  roster.units.forEach(({ id }, index) => {
    expect(truth.unitStrength(patch, id, 2)).toBe(unit[index * (STARS + 1) + 2]);
    expect(truth.pairStrength(patch, id, roster.items[20]?.id ?? '')).toBe(
      pair[index * roster.items.length + 20],
    );
  });
  expect(truth.itemStrength(patch, roster.items[7]?.id ?? '')).toBe(item[7]);
  expect(truth.traitTierStrength(patch, roster.traits[5]?.id ?? '', 1)).toBe(traitTier[5 * 5 + 1]);
});

test('a name that the roster does not have is refused by name', () => {
  expect(() => truth.unitStrength(patchOf(0), 'TFT17_Ahri', 2)).toThrow(
    'the practice roster has no TFT17_Ahri',
  );
});
