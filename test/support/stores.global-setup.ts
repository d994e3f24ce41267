/**
 * The stores that integration tests share. One PostgreSQL without fsync: its `template1` has our tables and those of pg-boss, so that every
 * database that a test file creates (`createTestDatabase`) begins with them; `template0` stays empty. And one ClickHouse engine, in which
 * test files have a database of their own (`createTestClickHouse`).
 */
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { createJobEngine } from '../../src/runtime/jobs/job-engine.ts';
import { SHIPPED } from '../../src/runtime/places.ts';
import { startServerUnderTest } from '../../src/runtime/clickhouse/embedded/server-under-test.ts';
import { createDatabase, type PostgresConnection } from '../../src/runtime/postgres/database.ts';
import { migratePostgres } from '../../src/runtime/postgres/migrate.ts';
import { createOwnPostgres, type OwnPostgres } from './jobs-postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    clickhouseUrl: string;
  }
}

/** Two for each worker. */
const READERS = 14;

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [postgres, clickhouse] = await Promise.all([startPostgres(), startServerUnderTest(READERS)]);
  project.provide('postgresUrl', postgres.url);
  project.provide('clickhouseUrl', clickhouse.connection.url.reveal());
  return async () => {
    await Promise.all([postgres.remove(), clickhouse.stop()]);
  };
}

async function startPostgres(): Promise<OwnPostgres> {
  const postgres = await createOwnPostgres();
  await postgres.start();
  await createTables(postgres.connectionTo('template1'));
  return postgres;
}

async function createTables(connection: PostgresConnection): Promise<void> {
  const log = pino({ level: 'silent' });
  const options = { applicationName: 'test', maxConnections: 1, statementTimeoutMs: 0, log };
  const database = createDatabase({ connection, ...options });
  await migratePostgres(database, SHIPPED.postgresMigrations);
  await database.close();
  const jobs = createJobEngine({ connection, log, kinds: [], roles: { work: false, schedule: false } });
  jobs.start();
  await jobs.ready();
  await jobs.stop({ graceMs: 0 });
}
