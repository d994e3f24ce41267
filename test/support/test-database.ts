/** A database for one test file, on the server that the global set-up started. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import { Secret } from '#/domain/secret.ts';
import { createDatabase, type Database, type PostgresConnection } from '#/runtime/postgres/database.ts';

export interface TestDatabase {
  readonly connection: PostgresConnection;
  readonly database: Database;
  drop(): Promise<void>;
}

/** With our tables and those of pg-boss, or empty. */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runOnServer(server, `create database ${name} template ${empty ? 'template0' : 'template1'}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const connection = { url: new Secret(url.href) };
  const database = createDatabase({
    connection,
    applicationName: 'test',
    maxConnections: 5,
    statementTimeoutMs: 30_000,
    log: pino({ level: 'silent' }),
  });
  return {
    connection,
    database,
    async drop() {
      await database.close();
      await runOnServer(server, `drop database ${name} with (force)`);
    },
  };
}

/** The same for all tests of the file that calls it, with hooks that create, clear and drop it. `clear`: a statement to run before each test. */
export function useTestDatabase(clear?: string): Omit<TestDatabase, 'drop'> {
  let created: TestDatabase;
  beforeAll(async () => {
    created = await createTestDatabase();
  });
  if (clear !== undefined) beforeEach(async () => void (await created.database.query(clear)));
  afterAll(() => created.drop());
  return {
    get connection() {
      return created.connection;
    },
    get database() {
      return created.database;
    },
  };
}

async function runOnServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
