import { expect, test } from 'vitest';
import { createRosters } from './roster.ts';

const rosterOf = createRosters(1);
const sets = [12, 13, 14, 15].map(rosterOf);

test('a set has 60 units of five costs, with one to three traits each', () => {
  for (const { units } of sets) {
    expect([1, 2, 3, 4, 5].map((cost) => units.filter((unit) => unit.cost === cost).length)).toEqual([
      13, 13, 13, 12, 9,
    ]);
    for (const { traits } of units) {
      expect(traits.length).toBeGreaterThanOrEqual(1);
      expect(traits.length).toBeLessThanOrEqual(3);
    }
  }
});

test('ids are unique, carry the set, and use none of the prefixes of the field', () => {
  for (const { set, units, traits, items } of sets) {
    const ids = [...units, ...traits, ...items].map(({ id }) => id);
    expect(new Set(ids.map((id) => id.toLowerCase())).size).toBe(ids.length);
    for (const { id } of [...units, ...traits]) expect(id).toMatch(new RegExp(`^PRA_${set}_[A-Z][A-Za-z]+$`));
    for (const id of ids) expect(id).not.toMatch(/^(TFT|DA_|Set\d)/i);
  }
});
