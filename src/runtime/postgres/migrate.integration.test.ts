import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { migratePostgres } from './migrate.ts';

let db: TestDatabase;
let directory: string;
beforeEach(async () => {
  db = await createTestDatabase({ empty: true });
  directory = await mkdtemp(join(tmpdir(), 'gamekeeper-migrations-'));
  await writeFile(
    join(directory, '0001-pets.sql'),
    "create table gamekeeper.pet (name text); insert into gamekeeper.pet values ('Ada');",
  );
});
afterEach(async () => {
  await db.drop();
  await rm(directory, { recursive: true });
});

test('eight processes that start at once apply each migration once', async () => {
  const results = await Promise.all(Array.from({ length: 8 }, () => migratePostgres(db.database, directory)));

  expect(results.filter((applied) => applied.length === 1)).toHaveLength(1);
  expect(await db.database.query('select name from gamekeeper.pet')).toEqual([{ name: 'Ada' }]);
});

test('a migration that fails leaves nothing of its batch behind', async () => {
  await writeFile(
    join(directory, '0002-broken.sql'),
    'create table gamekeeper.half (id int); select no_such_function();',
  );

  await expect(migratePostgres(db.database, directory)).rejects.toThrow('no_such_function');
  expect(
    await db.database.query(
      "select to_regclass('gamekeeper.half') as half, to_regclass('gamekeeper.pet') as pet",
    ),
  ).toEqual([{ half: null, pet: null }]);
});

test('a file that was changed after it ran is refused by name', async () => {
  await migratePostgres(db.database, directory);
  await writeFile(join(directory, '0001-pets.sql'), 'create table gamekeeper.pet (name text, age int);');

  await expect(migratePostgres(db.database, directory)).rejects.toThrow(/0001-pets was changed/);
});

test('a file that ran and is gone is refused by name', async () => {
  await migratePostgres(db.database, directory);
  await rm(join(directory, '0001-pets.sql'));

  await expect(migratePostgres(db.database, directory)).rejects.toThrow(/0001-pets .* missing/);
});

test('the migrations of this version apply to an empty database and then change nothing', async () => {
  const ours = join(import.meta.dirname, '../../../migrations/postgres');

  expect(await migratePostgres(db.database, ours)).not.toEqual([]);
  expect(await migratePostgres(db.database, ours)).toEqual([]);
});
