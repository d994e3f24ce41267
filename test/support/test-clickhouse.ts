/** A ClickHouse database of its own for one test file, with our tables. */
import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { Secret } from '#/domain/secret.ts';
import { SHIPPED } from '#/runtime/places.ts';
import { createClickHouse, type ClickHouse } from '#/runtime/clickhouse/clickhouse.ts';
import {
  serverAt,
  silentLog,
  TEST_LIMITS,
  type TestServer,
} from '#/runtime/clickhouse/embedded/server-under-test.ts';
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
  const { url, writer, reader } = inject('clickhouse');
  return serverAt({
    url,
    writer: { user: 'writer', password: new Secret(writer) },
    reader: { user: 'reader', password: new Secret(reader) },
  });
}

export async function createTestClickHouse(
  /** Migrations take their lock there. */
  postgres: Database,
  server: TestServer = sharedClickHouse(),
): Promise<TestClickHouse> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const options = { database: name, limits: TEST_LIMITS, log: silentLog, application: 'test' };
  const clickhouse = createClickHouse(server.connection, options);
  const { writer } = clickhouse;
  const migrate = () =>
    migrateClickHouse({ client: writer, postgres, directory: SHIPPED.clickhouseMigrations, database: name });
  await migrate();
  return {
    ...clickhouse,
    server,
    name,
    migrate,
    async drop() {
      await writer.command(`drop database ${name}`);
      await clickhouse.close();
      await server.stop();
    },
  };
}
