/** A ClickHouse database for one test file, with our tables. */
import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { PROJECTED_TABLES } from '../../src/app/open-projector.ts';
import { Secret } from '../../src/domain/secret.ts';
import type { ClickHouse } from '../../src/runtime/clickhouse/clickhouse.ts';
import { serverAt, type TestServer } from '../../src/runtime/clickhouse/embedded/server-under-test.ts';
import { createMissingTables } from '../../src/runtime/clickhouse/projected-tables.ts';
import type { Database } from '../../src/runtime/postgres/database.ts';

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
  /** The creation of tables takes its lock there. */
  postgres: Database,
  server: TestServer = sharedClickHouse(),
): Promise<TestClickHouse> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const clickhouse = server.open(name);
  const { writer } = clickhouse;
  const migrate = () => createMissingTables({ client: writer, postgres, tables: PROJECTED_TABLES });
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
