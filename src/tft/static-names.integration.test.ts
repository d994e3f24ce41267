import type { StaticEntries } from '#/domain/tft/static-entry.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';
import { useTestDatabase } from '../../test/support/test-database.ts';
import { createNamesReader, loadStaticNames, saveStaticNames, staticNamesState } from './names.ts';
import { expect, test } from 'vitest';

const server = useTestDatabase('delete from gamekeeper.static_name');

function unit(id: string, name: string): StaticEntries {
  const icon = { origin: 'data-dragon', path: `cdn/1/${id}.png` } as const;
  return { units: [{ id, name, icon, cost: 2, traits: ['set_a'], sets: [7] }], items: [], traits: [] };
}

test('what was saved is loaded, layer by layer, the official one first', async () => {
  const more: StaticEntries = {
    units: [],
    items: [{ id: 'item_a', name: 'Ä "quoted" \\ name', icon: null, components: ['item_b'] }],
    traits: [{ id: 'set_a', name: null, icon: null, thresholds: [2, 4], sets: [7] }],
  };
  expect(await saveStaticNames(server.database, 'community-dragon', '1.1.1', more)).toBe(2);
  expect(await saveStaticNames(server.database, 'data-dragon', '1.1.1', unit('set_bee', 'Bee'))).toBe(1);
  expect(await loadStaticNames(server.database)).toEqual([unit('set_bee', 'Bee'), more]);
});

test('a newer telling takes the place of the older, and ids that are told no more stay', async () => {
  await saveStaticNames(server.database, 'data-dragon', '1.1.1', unit('set_bee', 'Bee'));
  await saveStaticNames(server.database, 'data-dragon', '1.1.1', unit('set_old', 'Old'));
  await saveStaticNames(server.database, 'data-dragon', '1.2.1', unit('set_bee', 'Beekeeper'));
  const [layer] = await loadStaticNames(server.database);
  expect(layer?.units.map(({ name }) => name)).toEqual(['Beekeeper', 'Old']);
  expect((await staticNamesState(server.database))?.version).toBe('1.2.1');
});

test('an id that is told twice in one file is saved once', async () => {
  const [one, two] = [unit('set_bee', 'First'), unit('set_bee', 'Last')];
  const twice = { ...one, units: [...one.units, ...two.units] };
  expect(await saveStaticNames(server.database, 'data-dragon', '1.1.1', twice)).toBe(1);
  expect((await loadStaticNames(server.database))[0]?.units[0]?.name).toBe('Last');
});

test('the reader sees new names within a minute, and asks no more than it must', async () => {
  let queries = 0;
  let now = 0;
  const database: Queryable = {
    query: (text, values) => {
      queries += 1;
      return server.database.query(text, values);
    },
  };
  const read = createNamesReader({
    database,
    iconBases: { 'data-dragon': 'https://icons.example' },
    now: () => now,
    onFailure: (error) => {
      throw error;
    },
  });
  expect((await read()).unit('set_bee')).toMatchObject({ name: 'Bee', isKnown: false });
  await saveStaticNames(server.database, 'data-dragon', '1.1.1', unit('set_bee', 'Beekeeper'));
  expect((await read()).unit('set_bee').isKnown).toBe(false);
  now = 60_000;
  const [first, second] = await Promise.all([read(), read()]);
  expect(first.unit('SET_BEE')).toMatchObject({
    name: 'Beekeeper',
    isKnown: true,
    iconUrl: 'https://icons.example/cdn/1/set_bee.png',
  });
  expect(second).toBe(first);
  now = 120_000;
  expect(await read()).toBe(first);
  // Twice nothing new, once something.
  expect(queries).toBe(4);
});

test('while PostgreSQL is away the reader keeps the names that it has', async () => {
  await saveStaticNames(server.database, 'data-dragon', '1.1.1', unit('set_bee', 'Beekeeper'));
  let isAway = false;
  let now = 0;
  const failures: unknown[] = [];
  const database: Queryable = {
    query: (text, values) =>
      isAway ? Promise.reject(new Error('away')) : server.database.query(text, values),
  };
  const read = createNamesReader({
    database,
    iconBases: {},
    now: () => now,
    onFailure: (error) => failures.push(error),
  });
  await read();
  isAway = true;
  now = 61_000;
  expect((await read()).unit('set_bee').name).toBe('Beekeeper');
  await read();
  expect(failures.length).toBe(1);
  now = 67_000;
  isAway = false;
  await saveStaticNames(server.database, 'data-dragon', '1.1.2', unit('set_bee', 'Back'));
  expect((await read()).unit('set_bee').name).toBe('Back');
});
