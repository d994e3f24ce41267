import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedClickHouse } from '../../../test/support/test-clickhouse.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { createClickHouse, type ClickHouse } from './clickhouse.ts';
import { silentLog, TEST_LIMITS, type TestServer } from './embedded/server-under-test.ts';
import { migrateClickHouse } from './migrate.ts';

let files: string;
let server: TestServer;
let clickhouse: ClickHouse;
let db: TestDatabase;

beforeAll(async () => {
  files = await mkdtemp(join(tmpdir(), 'gamekeeper-migrations-'));
  db = await createTestDatabase();
  server = sharedClickHouse();
  clickhouse = createClickHouse(server.connection, {
    database: 'games',
    limits: TEST_LIMITS,
    log: silentLog,
    application: 'test',
  });
});
afterAll(async () => {
  await clickhouse.close();
  await server.stop();
  await db.drop();
  await rm(files, { recursive: true });
});

function migrate(): Promise<string[]> {
  return migrateClickHouse({
    client: clickhouse.writer,
    postgres: db.database,
    directory: files,
    database: 'games',
    tables: [],
  });
}

test('processes that start at once make the database and apply each file once, statement by statement', async () => {
  await writeFile(
    join(files, '0001-pets.sql'),
    `-- A comment; with a semicolon inside.
create table if not exists pet (name String) engine = MergeTree order by name;

insert into pet values ('Ada; really');
`,
  );

  const results = await Promise.all([migrate(), migrate(), migrate()]);

  expect(results.flat()).toEqual(['0001-pets']);
  const answer = await clickhouse.reader.query('select name from pet');
  expect(answer).toEqual([{ name: 'Ada; really' }]);
});

test('a file that was changed after it ran is refused by name', async () => {
  await writeFile(
    join(files, '0001-pets.sql'),
    'create table if not exists pet (name String, age UInt8) engine = Memory;\n',
  );

  await expect(migrate()).rejects.toThrow(/ClickHouse cannot be migrated: 0001-pets was changed/);
});
