/** A ClickHouse database for one test file, with our tables. */
import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { Secret } from '#/domain/secret.ts';
import { SHIPPED } from '#/runtime/places.ts';
import type { ClickHouse } from '#/runtime/clickhouse/clickhouse.ts';
import { serverAt, type TestServer } from '#/runtime/clickhouse/embedded/server-under-test.ts';
import { migrateClickHouse } from '#/runtime/clickhouse/migrate.ts';
import type { Database } from '#/runtime/postgres/database.ts';

export interface TestClickHouse extends ClickHouse {
  readonly server: TestServer;
  /** Of the database. */
  readonly name: string;
  migrate(): Promise<unknown>;
  drop(): Promise<void>;
}

/** The engine that the global set-up started. Tests that kill, block or reconfigure an engine start one of their own. */
export function sharedClickHouse(): TestServer {
  return serverAt({ url: new Secret(inject('clickhouseUrl')) });
}

export async function createTestClickHouse(
  /** Migrations take their lock there. */
  postgres: Database,
  server: TestServer = sharedClickHouse(),
): Promise<TestClickHouse> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const clickhouse = server.open(name);
  const { writer } = clickhouse;
  const migrate = () =>
    migrateClickHouse({
      client: writer,
      postgres,
      directory: SHIPPED.clickhouseMigrations,
      database: name,
      tables: [],
    });
  await migrate();
  return {
    ...clickhouse,
    server,
    name,
    migrate,
    async drop() {
      await writer.command(`drop database ${name}`);
      await server.stop();
    },
  };
}
