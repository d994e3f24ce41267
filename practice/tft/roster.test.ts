import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createRosters, type Roster } from './roster.ts';

const STATIC = join(import.meta.dirname, '../../../shared/data/static');
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

test('a set has 24 traits of two to four tiers, among them five that belong to one unit and have the unique style', () => {
  for (const { units, traits } of sets) {
    expect(traits).toHaveLength(24);
    const members = traits.map((_, index) => units.filter((unit) => unit.traits.includes(index)).length);
    for (const { thresholds, styles } of traits) expect(styles).toHaveLength(thresholds.length);
    const unique = traits.flatMap(({ kind, thresholds, styles }, index) =>
      kind === 'unique' ? [[members[index], thresholds, styles]] : [],
    );
    expect(unique).toEqual(Array.from({ length: 5 }, () => [1, [1], [5]]));
    const shared = traits.flatMap(({ kind, thresholds }, index) =>
      kind === 'unique' ? [] : [{ thresholds, members: members[index] }],
    );
    expect(shared).toHaveLength(19);
    for (const { thresholds, members } of shared) {
      expect(thresholds.length).toBeGreaterThanOrEqual(2);
      expect(thresholds.length).toBeLessThanOrEqual(4);
      // The second tier can be reached with units alone.
      expect(members).toBeGreaterThanOrEqual(thresholds[1] ?? 0);
    }
  }
});

test('items are 9 components, 36 completed ones of two components, radiant ones, artifacts, and an emblem per shared trait', () => {
  for (const { items, traits } of sets) {
    const count = (kind: string): number => items.filter((item) => item.kind === kind).length;
    expect(['component', 'completed', 'radiant', 'artifact', 'emblem'].map(count)).toEqual([
      9, 36, 12, 10, 19,
    ]);
    const components = new Set(items.filter(({ kind }) => kind === 'component').map(({ id }) => id));
    const completed = items.filter(({ kind }) => kind === 'completed');
    for (const { parts } of completed) expect(parts.filter((part) => components.has(part))).toHaveLength(2);
    expect(new Set(completed.map(({ parts }) => parts.join())).size).toBe(36);
    for (const { trait, id } of items.filter(({ kind }) => kind === 'emblem'))
      expect(id).toContain(traits[trait ?? -1]?.name);
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

test('sets share some units and traits and differ in others, and a unit that returns may cost something else', () => {
  const names = ({ units }: Roster): Set<string> => new Set(units.map(({ name }) => name));
  const [first, second] = [rosterOf(12), rosterOf(13)];
  const shared = [...names(first)].filter((name) => names(second).has(name));
  expect(shared.length).toBeGreaterThan(25);
  expect(shared.length).toBeLessThan(58);
  const costIn = (roster: Roster, name: string): number | undefined =>
    roster.units.find((unit) => unit.name === name)?.cost;
  expect(shared.some((name) => costIn(first, name) !== costIn(second, name))).toBe(true);
});

test('the same seed and set give the same roster, another seed another one', () => {
  expect(createRosters(1)(12)).toEqual(rosterOf(12));
  expect(createRosters(2)(12)).not.toEqual(rosterOf(12));
});

test('no unit, trait or item has a name of the real game', (context) => {
  if (!existsSync(STATIC)) context.skip('needs ../shared/data/static: the names of the real game');
  const real = readdirSync(STATIC, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(tft-(champion|item|trait)|set\d+).*\.json/.test(file))
    .map((file) => readMaybeZipped(join(STATIC, file)))
    .join('\n');
  expect(real).toContain('"Ahri"');
  for (const { units, traits, items } of sets)
    for (const { name } of [...units, ...traits, ...items]) expect(real).not.toContain(`"${name}"`);
});

function readMaybeZipped(path: string): string {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}
