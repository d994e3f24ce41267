import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
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

const REAL = join(import.meta.dirname, '../../../shared/data/static');
const patches = [
  { set: 12, minor: 8 },
  { set: 13, minor: 1 },
];
const files = createTftStaticData(1, () => patches);
const roster = createRosters(1)(13);
const read = (path: string): unknown => JSON.parse(files.file(path)?.body ?? 'null');

test('versions are listed with the newest first', () => {
  expect(read('/api/versions.json')).toEqual(['13.1.1', '12.8.1']);
});

test('champions have the cost that bodies tell as rarity, under a key that is a path', () => {
  const { type, version, data } = read('/cdn/13.1.1/data/en_US/tft-champion.json') as DataFile;
  expect([type, version]).toEqual(['tft-champion', '13.1.1']);
  expect(Object.keys(data)).toHaveLength(60);
  for (const { id, name, cost } of roster.units)
    expect(data[`Maps/Shipping/Map22/Sets/PRASet13/Shop/${id}`]).toMatchObject({ id, name, tier: cost });
});

test('each version has the roster of its set', () => {
  const older = read('/cdn/12.8.1/data/en_US/tft-trait.json') as DataFile;
  expect(Object.keys(older.data)).toEqual(createRosters(1)(12).traits.map(({ id }) => id));
});

test('items are listed by id with their names', () => {
  const { data } = read('cdn/13.1.1/data/en_US/tft-item.json') as DataFile;
  expect(Object.values(data).map(({ id, name }) => [id, name])).toEqual(
    roster.items.map(({ id, name }) => [id, name]),
  );
});

test.each([
  '/cdn/99.1.1/data/en_US/tft-champion.json',
  '/cdn/13.1.1/data/ko_KR/tft-champion.json',
  '/cdn/13.1.1/data/en_US/tft-augments.json',
  '/cdn/13.1.1/data/en_US/../../../secret.json',
  '/cdn/13.1.1/img/tft-champion/PRA_13_Nobody.svg',
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

test('the community file tells the traits of units by name and the units that each tier needs', () => {
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

test('the fields are ones of the real files, with values of the same types', (context) => {
  if (!existsSync(REAL)) context.skip('needs ../shared/data/static: the real files');
  const community = 'cdragon-tft-en_us-set10.json.gz';
  const [real, ours] = [readReal(community), read('/cdragon/tft/en_us.json')] as CommunityFile[];
  const pairs = [
    ...['tft-champion.json.gz', 'tft-item.json.gz', 'tft-trait.json'].map((name) => {
      const { data } = readReal(join('ddragon-15.7.1', name)) as DataFile;
      const own = read(`/cdn/13.1.1/data/en_US/${name.replace('.gz', '')}`) as DataFile;
      return [Object.values(own.data)[0], Object.values(data)[0]];
    }),
    [ours?.items[0], real?.items[0]],
    [ours?.sets['13']?.champions[0], real?.sets['10']?.champions[0]],
    [ours?.sets['13']?.traits[0], real?.sets['10']?.traits[0]],
  ];
  for (const [own, theirs] of pairs) {
    const types = shapeOf(theirs) as Record<string, unknown>;
    const kept = Object.entries(shapeOf(own) as object).filter(([, type]) => typeof type === 'string');
    expect(kept.length).toBeGreaterThan(1);
    for (const [key, type] of kept) expect([key, type]).toEqual([key, types[key]]);
  }
  expect(Object.keys(ours ?? {})).toEqual(Object.keys(real ?? {}));
});

function readReal(file: string): unknown {
  const bytes = readFileSync(join(REAL, file));
  return JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
}

/** Keys with the types of their values, to the bottom. */
function shapeOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
}
