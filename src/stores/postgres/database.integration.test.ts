import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await db.database.query('create table note (text text primary key)');
});
afterAll(() => db.drop());

test('a transaction that throws leaves nothing behind', async () => {
  const failing = db.database.transaction(async (tx) => {
    await tx.query('insert into note values ($1)', ['lost']);
    throw new Error('stop');
  });

  await expect(failing).rejects.toThrow('stop');
  expect(await db.database.query('select * from note')).toEqual([]);
});

test('a connection that the server ends fails only its own statement', async () => {
  const failing = db.database.transaction(async (tx) => {
    await tx.query('select pg_terminate_backend(pg_backend_pid())');
  });

  await expect(failing).rejects.toThrow(/terminat/);
  expect(await db.database.query('select 1 as one')).toEqual([{ one: 1 }]);
});
