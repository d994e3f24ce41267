/** Nothing that is invented has a name or a number of the real games: practice numbers must not be taken for real ones. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { CHAMPIONS } from './lol/draft.ts';
import { ITEMS, RUNE_STYLES, SUMMONER_SPELLS } from './lol/shopping.ts';
import { createRosters } from './tft/roster.ts';

const STATIC = join(import.meta.dirname, '../../shared/data/static');

test('no name and no number is one of the real games', (context) => {
  if (!existsSync(STATIC)) context.skip('needs ../shared/data/static: the names of the real games');
  const files = readdirSync(STATIC, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.json/.test(file),
  );
  const real = files.map((file) => readMaybeZipped(join(STATIC, file))).join('\n');
  expect(files.length).toBeGreaterThan(5);
  for (const known of ['"Ahri"', '"SummonerFlash"', '"8005"|"id":\\s*8005', '"3031"'])
    expect(real).toMatch(new RegExp(known));

  const rosters = [7, 12, 13].map(createRosters(1));
  const named = rosters.flatMap(({ units, traits, items }) => [units, traits, items]);
  const quoted = new Set(real.match(/"[^"]*"/g));
  for (const { name } of [...named, CHAMPIONS].flat()) expect(quoted).not.toContain(`"${name}"`);
  const runes = RUNE_STYLES.flatMap(({ id, rows }) => [id, rows]).flat(2);
  const numbers = [...CHAMPIONS, ...ITEMS].map(({ id }) => id).concat(runes);
  // As a key of an object, or as the number of a thing.
  const realNumbers = new Set(
    [...real.matchAll(/"(\d+)"\s*:\s*\{|"(?:id|key)"\s*:\s*"?(\d+)/g)].map((found) =>
      Number(found[1] ?? found[2]),
    ),
  );
  expect(numbers.filter((number) => realNumbers.has(number))).toEqual([]);
  expect(new Set(numbers).size).toBe(numbers.length);
  const { data } = JSON.parse(readMaybeZipped(join(STATIC, 'ddragon-15.7.1/summoner.json'))) as {
    data: Record<string, { key: string }>;
  };
  const spells = Object.values(data).map(({ key }) => Number(key));
  expect(spells.length).toBeGreaterThan(5);
  expect(SUMMONER_SPELLS.filter((spell) => spells.includes(spell))).toEqual([]);
});

function readMaybeZipped(path: string): string {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}
