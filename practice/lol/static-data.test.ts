import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { playGames, puuidOf, TEST_PATCH, TEST_TRUTH } from './game-for-tests.ts';
import { createLolMatchBody } from './match-body.ts';
import { NO_ODDITIES } from './oddities.ts';
import { createLolStaticData } from './static-data.ts';

type Fields = Readonly<Record<string, unknown>>;
interface DataFile {
  readonly type: string;
  readonly version: string;
  readonly data: Readonly<Record<string, Fields>>;
}

const STATIC = join(import.meta.dirname, '../../../shared/data/static');
const patches = [{ ...TEST_PATCH, number: 2, minor: 3 }, TEST_PATCH];
const files = createLolStaticData(patches);

function read(path: string): unknown {
  const file = files.file(path);
  expect(file?.contentType).toMatch(/^application\/json/);
  return JSON.parse(file?.body ?? 'null') as unknown;
}

function readReal(path: string): unknown {
  const bytes = readFileSync(join(STATIC, path));
  return JSON.parse((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()) as unknown;
}

test('versions are those of the patches, newest first', () => {
  expect(read('/api/versions.json')).toEqual(['16.4.1', '16.3.1']);
});

test('each file names its own version', () => {
  for (const version of ['16.4.1', '16.3.1'])
    for (const name of ['champion', 'item', 'summoner'])
      expect(read(`/cdn/${version}/data/en_US/${name}.json`) as DataFile).toMatchObject({
        type: name,
        version,
      });
});

test('what is not there is not made up', () => {
  for (const path of [
    '/cdn/15.1.1/data/en_US/champion.json',
    '/cdn/16.4.1/data/de_DE/champion.json',
    '/cdn/16.4.1/data/en_US/constructor.json',
    '/cdn/16.4.1/data/en_US/../champion.json',
    '/cdn/16.4.1/img/champion/Gorrund.png',
    '/',
  ])
    expect(files.file(path)).toBeUndefined();
});

test('everything that a body mentions has a name in these files', () => {
  const champions = (read('/cdn/16.4.1/data/en_US/champion.json') as DataFile).data;
  const items = (read('/cdn/16.4.1/data/en_US/item.json') as DataFile).data;
  const spells = (read('/cdn/16.4.1/data/en_US/summoner.json') as DataFile).data;
  const styles = read('/cdn/16.4.1/data/en_US/runesReforged.json') as {
    id: number;
    slots: { runes: { id: number }[] }[];
  }[];
  const championNames = new Map(Object.values(champions).map((one) => [Number(one['key']), one['id']]));
  const spellIds = new Set(Object.values(spells).map((one) => Number(one['key'])));
  const runeIds = new Set(
    styles.flatMap(({ slots }) => slots.flatMap(({ runes }) => runes.map(({ id }) => id))),
  );
  const toBody = createLolMatchBody({ truth: TEST_TRUTH, oddities: NO_ODDITIES });
  for (const game of playGames(30)) {
    const { info } = JSON.parse(toBody(game, puuidOf)) as { info: { participants: Fields[] } };
    for (const one of info.participants) {
      expect(championNames.get(Number(one['championId']))).toBe(one['championName']);
      for (const key of ['item0', 'item1', 'item2', 'item3', 'item4', 'item5', 'item6'])
        expect(['0', ...Object.keys(items)]).toContain(String(one[key]));
      for (const key of ['summoner1Id', 'summoner2Id']) expect(spellIds).toContain(one[key]);
      const perks = one['perks'] as { styles: { style: number; selections: { perk: number }[] }[] };
      for (const { style, selections } of perks.styles) {
        expect(styles.map(({ id }) => id)).toContain(style);
        for (const { perk } of selections) expect(runeIds).toContain(perk);
      }
    }
  }
});

test('queues are listed with their maps', () => {
  const queues = read('/docs/lol/queues.json') as Fields[];
  expect(queues).toContainEqual({
    queueId: 420,
    map: "Summoner's Rift",
    description: '5v5 Ranked Solo games',
    notes: null,
  });
});

test('entries have the keys of the real files', (context) => {
  if (!existsSync(STATIC)) context.skip('needs ../shared/data/static: the real files');
  const keysOf = (file: DataFile): string[] => [
    ...new Set(Object.values(file.data).flatMap((one) => Object.keys(one))),
  ];
  for (const [name, path] of [
    ['champion', 'ddragon-15.7.1/champion.json.gz'],
    ['summoner', 'ddragon-15.7.1/summoner.json'],
  ] as const)
    expect(keysOf(read(`/cdn/16.4.1/data/en_US/${name}.json`) as DataFile).sort()).toEqual(
      keysOf(readReal(path) as DataFile).sort(),
    );
  const item = keysOf(read('/cdn/16.4.1/data/en_US/item.json') as DataFile);
  const realItem = keysOf(readReal('ddragon-15.7.1/item.json.gz') as DataFile);
  expect(item.filter((key) => !realItem.includes(key))).toEqual([]);
  const runes = readReal('ddragon-2026/runesReforged.json.gz') as Fields[];
  expect(Object.keys((read('/cdn/16.4.1/data/en_US/runesReforged.json') as Fields[])[0] ?? {})).toEqual(
    Object.keys(runes[0] ?? {}),
  );
  const queue = Object.keys((readReal('riotapi-schema/queues.json.gz') as Fields[])[0] ?? {});
  for (const key of Object.keys((read('/docs/lol/queues.json') as Fields[])[0] ?? {}))
    expect(queue).toContain(key);
});
