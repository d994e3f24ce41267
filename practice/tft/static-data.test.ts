import { expect, test } from 'vitest';
import { createRosters } from './roster.ts';
import { createTftStaticData } from './static-data.ts';

interface DataFile {
  readonly type: string;
  readonly version: string;
  readonly data: Readonly<Record<string, Record<string, unknown>>>;
}
interface CommunityFile {
  readonly items: readonly Record<string, unknown>[];
  readonly setData: readonly Record<string, unknown>[];
  readonly sets: Readonly<
    Record<string, { champions: Record<string, unknown>[]; traits: Record<string, unknown>[] }>
  >;
}

const patches = [
  { set: 12, minor: 8 },
  { set: 13, minor: 1 },
];
const files = createTftStaticData(1, () => patches);
const roster = createRosters(1)(13);
const read = (path: string): unknown => JSON.parse(files.file(path)?.body ?? 'null');

test('champions have the cost that bodies tell as rarity, under a key that is a path', () => {
  const { type, version, data } = read('/cdn/13.1.1/data/en_US/tft-champion.json') as DataFile;
  expect([type, version]).toEqual(['tft-champion', '13.1.1']);
  expect(Object.keys(data)).toHaveLength(60);
  for (const { id, name, cost } of roster.units)
    expect(data[`Maps/Shipping/Map22/Sets/PRASet13/Shop/${id}`]).toMatchObject({ id, name, tier: cost });
});

test.each([
  '/cdn/99.1.1/data/en_US/tft-champion.json',
  '/cdn/13.1.1/data/ko_KR/tft-champion.json',
  '/cdn/13.1.1/data/en_US/tft-augments.json',
  '/cdn/13.1.1/data/en_US/../../../secret.json',
  '/cdn/13.1.1/img/tft-champion/PRA_13_Unknown.svg',
  '/constructor',
  '',
])('%j is not there', (path) => {
  expect(files.file(path)).toBeUndefined();
});

test('every image that a file names is a small picture', () => {
  for (const file of ['tft-champion', 'tft-item', 'tft-trait']) {
    const { data } = read(`/cdn/13.1.1/data/en_US/${file}.json`) as DataFile;
    for (const { image } of Object.values(data)) {
      const { full, group } = image as { full: string; group: string };
      const icon = files.file(`/cdn/13.1.1/img/${group}/${full}`);
      expect(icon?.contentType).toBe('image/svg+xml');
      expect(icon?.body).toMatch(/^<svg .*>[A-Z0-9a-z]{1,2}<\/text><\/svg>$/);
    }
  }
});

test('the community file has the traits of units by name and the units that each tier needs', () => {
  const { sets, setData } = read('/cdragon/tft/en_us.json') as CommunityFile;
  expect(Object.keys(sets)).toEqual(['12', '13']);
  expect(setData.map(({ number, mutator }) => [number, mutator])).toEqual([
    [12, 'PRASet12'],
    [13, 'PRASet13'],
  ]);
  const { champions = [], traits = [] } = sets['13'] ?? {};
  expect(champions.map(({ apiName, cost, traits }) => [apiName, cost, traits])).toEqual(
    roster.units.map(({ id, cost, traits }) => [id, cost, traits.map((trait) => roster.traits[trait]?.name)]),
  );
  expect(
    traits.map(({ apiName, effects }) => [
      apiName,
      (effects as { minUnits: number }[]).map(({ minUnits }) => minUnits),
    ]),
  ).toEqual(roster.traits.map(({ id, thresholds }) => [id, thresholds]));
});

test('a set has 60 units of five costs; its ids are unique, carry the set and use no prefix of the real game', () => {
  for (const { set, units, traits, items } of [12, 13, 14].map(createRosters(1))) {
    const costs = [1, 2, 3, 4, 5].map((cost) => units.filter((unit) => unit.cost === cost).length);
    expect(costs).toEqual([13, 13, 13, 12, 9]);
    expect(units.every((unit) => unit.traits.length >= 1 && unit.traits.length <= 3)).toBe(true);
    const ids = [...units, ...traits, ...items].map(({ id }) => id);
    expect(new Set(ids.map((id) => id.toLowerCase())).size).toBe(ids.length);
    for (const { id } of [...units, ...traits]) expect(id).toMatch(new RegExp(`^PRA_${set}_[A-Z][A-Za-z]+$`));
    for (const id of ids) expect(id).not.toMatch(/^(TFT|DA_|Set\d)/i);
  }
});
