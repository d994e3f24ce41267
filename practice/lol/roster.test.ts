import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { CHAMPIONS, championById } from './champions.ts';
import { itemById, ITEMS } from './items.ts';
import { ROLES } from './roles.ts';
import { RUNE_STYLES } from './runes.ts';
import { SUMMONER_SPELLS } from './summoner-spells.ts';

const runes = [...RUNE_STYLES.map(({ id }) => id), ...RUNE_STYLES.flatMap(({ rows }) => rows.flat())];
const STATIC = join(import.meta.dirname, '../../../shared/data/static');

test('there are eighty champions, some in every role, each with a name and an id of its own', () => {
  expect(CHAMPIONS).toHaveLength(80);
  expect(new Set(CHAMPIONS.map(({ name }) => name)).size).toBe(80);
  for (const [role] of ROLES.entries())
    expect(CHAMPIONS.filter((champion) => champion.role === role).length).toBeGreaterThan(9);
  for (const champion of CHAMPIONS) expect(championById(champion.id)).toBe(champion);
});

test('items are fifty or more, ids are unique, and a legendary costs more than its parts', () => {
  expect(ITEMS.length).toBeGreaterThanOrEqual(50);
  expect(new Set(ITEMS.map(({ id }) => id)).size).toBe(ITEMS.length);
  for (const item of ITEMS) {
    const parts = item.from.reduce((sum, part) => sum + itemById(part).cost, 0);
    expect(parts).toBeLessThanOrEqual(item.cost);
  }
  expect(() => itemById(3031)).toThrow(/no item has the id 3031/);
});

test('runes and spells have ids of their own', () => {
  expect(runes).toHaveLength(5 * 13);
  expect(new Set(runes).size).toBe(runes.length);
  expect(new Set(SUMMONER_SPELLS).size).toBe(SUMMONER_SPELLS.length);
});

test('no name and no number is one of the real game', (context) => {
  if (!existsSync(STATIC)) context.skip('needs ../shared/data/static: the names of the real game');
  const { data: champions } = read('ddragon-15.7.1/champion.json.gz') as {
    data: Record<string, { key: string; name: string }>;
  };
  const { data: items } = read('ddragon-15.7.1/item.json.gz') as { data: object };
  const { data: spells } = read('ddragon-15.7.1/summoner.json') as { data: Record<string, { key: string }> };
  const styles = read('ddragon-2026/runesReforged.json.gz') as {
    id: number;
    slots: { runes: { id: number }[] }[];
  }[];
  const realRunes = styles.flatMap(({ slots }) => slots.flatMap(({ runes }) => runes.map(({ id }) => id)));
  expect(Object.keys(champions).length).toBeGreaterThan(160);

  const of = (kind: string, keys: readonly (string | number)[]): string[] =>
    keys.map((key) => `${kind} ${key}`);
  const real = new Set([
    ...of(
      'champion',
      Object.values(champions).flatMap(({ key, name }) => [key, name]),
    ),
    ...of('item', Object.keys(items)),
    ...of(
      'spell',
      Object.values(spells).map(({ key }) => key),
    ),
    ...of('rune', [...realRunes, ...styles.map(({ id }) => id)]),
  ]);
  const ours = [
    ...of(
      'champion',
      CHAMPIONS.flatMap(({ id, name }) => [id, name]),
    ),
    ...of(
      'item',
      ITEMS.map(({ id }) => id),
    ),
    ...of('spell', SUMMONER_SPELLS),
    ...of('rune', runes),
  ];
  expect(ours.filter((one) => real.has(one))).toEqual([]);
});

function read(path: string): unknown {
  const bytes = readFileSync(join(STATIC, path));
  return JSON.parse((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()) as unknown;
}
