import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/support/test-database.ts';
import { refuseUnfitServer } from './migrate.ts';

test('our own PostgreSQL is fit, and one that says it is another is refused with what to do', async () => {
  const stage = await createTestDatabase();
  const { database } = stage;
  try {
    await expect(refuseUnfitServer(database)).resolves.toBeUndefined();
    await database.transaction(async (tx) => {
      // A function of the same name that is found first: the server's own word for itself.
      await tx.query(`create schema pretended`);
      await tx.query(
        `create function pretended.version() returns text language sql as $$ select 'CockroachDB CCL v26.2.0' $$`,
      );
      await tx.query('set local search_path = pretended, pg_catalog');
      await expect(refuseUnfitServer(tx)).rejects.toThrow(
        /cannot use: it is not PostgreSQL itself but "CockroachDB/,
      );
    });
  } finally {
    await stage.drop();
  }
});
