import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { createClickHouse, type ClickHouse } from './clickhouse.ts';
import { startEmbeddedClickHouse, type EmbeddedClickHouse } from './embedded/embedded-clickhouse.ts';
import { migrateClickHouse } from './migrate.ts';

const log = pino({ level: 'silent' });
const limits = { seconds: 10, memoryBytes: 1e9, resultRows: 100_000 };
let directory: string;
let files: string;
let engine: EmbeddedClickHouse;
let clickhouse: ClickHouse;
let db: TestDatabase;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gamekeeper-clickhouse-'));
  files = await mkdtemp(join(tmpdir(), 'gamekeeper-migrations-'));
  [engine, db] = await Promise.all([
    startEmbeddedClickHouse({ directory: join(directory, 'clickhouse'), readers: 1, limits, log }),
    createTestDatabase(),
  ]);
  clickhouse = createClickHouse(engine.connection, { database: 'games', limits, log, application: 'test' });
});
afterAll(async () => {
  await clickhouse.close();
  await engine.stop();
  await db.drop();
  await rm(directory, { recursive: true });
  await rm(files, { recursive: true });
});

function migrate(): Promise<string[]> {
  return migrateClickHouse({
    client: clickhouse.writer,
    postgres: db.database,
    directory: files,
    database: 'games',
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
  const answer = await clickhouse.reader.query({ query: 'select name from pet', format: 'JSONEachRow' });
  expect(await answer.json()).toEqual([{ name: 'Ada; really' }]);
});

test('a file that was changed after it ran is refused by name', async () => {
  await writeFile(
    join(files, '0001-pets.sql'),
    'create table if not exists pet (name String, age UInt8) engine = Memory;\n',
  );

  await expect(migrate()).rejects.toThrow(/ClickHouse cannot be migrated: 0001-pets was changed/);
});
