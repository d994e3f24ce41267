/** Both embedded stores in a folder of their own, with our tables and nothing in them. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createClickHouse } from '../src/stores/clickhouse/clickhouse.ts';
import { startEmbeddedClickHouse } from '../src/stores/clickhouse/embedded/embedded-clickhouse.ts';
import { migrateClickHouse } from '../src/stores/clickhouse/migrate.ts';
import { createDatabase } from '../src/stores/postgres/database.ts';
import { startEmbeddedPostgres } from '../src/stores/postgres/embedded/embedded-postgres.ts';
import { migratePostgres } from '../src/stores/postgres/migrate.ts';
import { seedPatches } from '../src/stores/postgres/patch.ts';

const DATABASE = 'gamekeeper';
const log = pino({ level: 'silent' });
const limits = { seconds: 60, memoryBytes: 2e9, resultRows: 1e6 };
const migrations = join(import.meta.dirname, '../migrations');

export async function openBothStores() {
  const root = mkdtempSync(join(tmpdir(), 'gamekeeper-bench-'));
  // As root, PostgreSQL runs as another user, who must be able to enter.
  chmodSync(root, 0o755);
  const postgres = await startEmbeddedPostgres({ directory: join(root, 'postgres'), log });
  const directory = join(root, 'clickhouse');
  const engine = await startEmbeddedClickHouse({ directory, readers: 1, limits, log });
  const clickhouse = createClickHouse(engine.connection, {
    database: DATABASE,
    limits,
    log,
    application: 'bench',
  });
  const database = createDatabase({
    connection: postgres.connection,
    applicationName: 'bench',
    maxConnections: 4,
    statementTimeoutMs: 60_000,
    log,
  });
  await migratePostgres(database, join(migrations, 'postgres'));
  await seedPatches(database);
  await migrateClickHouse({
    client: clickhouse.writer,
    postgres: database,
    directory: join(migrations, 'clickhouse'),
    database: DATABASE,
  });
  return {
    database,
    clickhouse,
    connections: { postgres: postgres.connection, clickhouse: engine.connection, database: DATABASE },
    async stop() {
      await Promise.all([clickhouse.close(), database.close()]);
      await engine.stop();
      await postgres.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
