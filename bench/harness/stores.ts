/** Embedded stores in a temporary folder, with our tables and no rows. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { PROJECTED_TABLES } from '../../src/app/open-projector.ts';
import { createClickHouse } from '../../src/runtime/clickhouse/clickhouse.ts';
import { startEmbeddedClickHouse } from '../../src/runtime/clickhouse/embedded/embedded-clickhouse.ts';
import { createMissingTables } from '../../src/runtime/clickhouse/projected-tables.ts';
import { createDatabase, type PostgresConnection } from '../../src/runtime/postgres/database.ts';
import { startEmbeddedPostgres } from '../../src/runtime/postgres/embedded/embedded-postgres.ts';
import { migratePostgres } from '../../src/runtime/postgres/migrate.ts';
import { seedPatches } from '../../src/tft/patch.ts';

export const log = pino({ level: 'warn' }, pino.destination(2));
const DATABASE = 'gamekeeper';
/** Wider than the product's: peers may take longer and answer with more rows. */
const LIMITS = { seconds: 120, memoryBytes: 8e9, resultRows: 1e6 };
const migrations = join(import.meta.dirname, '../../migrations');

export function makeFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'gamekeeper-bench-'));
  // As root, PostgreSQL runs as another user, who must be able to enter.
  chmodSync(path, 0o755);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export function connectDatabase(connection: PostgresConnection, maxConnections = 4) {
  return createDatabase({
    connection,
    applicationName: 'bench',
    maxConnections,
    statementTimeoutMs: 60_000,
    log,
  });
}

export async function openPostgres(folder: string) {
  const directory = join(folder, 'postgres');
  const postgres = await startEmbeddedPostgres({ directory, log });
  const database = connectDatabase(postgres.connection);
  await migratePostgres(database, join(migrations, 'postgres'));
  return {
    database,
    directory,
    connection: postgres.connection,
    async stop() {
      await database.close();
      await postgres.stop();
    },
  };
}

export async function openClickHouse(
  folder: string,
  { database = 'default', threads = 0 }: { database?: string; threads?: number } = {},
) {
  const directory = join(folder, 'clickhouse');
  if (threads > 0) limitThreads(directory, threads);
  const engine = await startEmbeddedClickHouse({ directory, readers: 3, limits: LIMITS, log });
  const clickhouse = createClickHouse(engine.connection, {
    database,
    limits: LIMITS,
    log,
    application: 'bench',
  });
  return {
    clickhouse,
    connection: engine.connection,
    pid: () => engine.describe().pid ?? 0,
    async stop() {
      await clickhouse.close();
      await engine.stop();
    },
  };
}

/** For each query. The engine merges what lies in `users.d` into its own configuration. */
function limitThreads(directory: string, threads: number): void {
  mkdirSync(join(directory, 'users.d'), { recursive: true });
  writeFileSync(
    join(directory, 'users.d', 'threads.xml'),
    `<clickhouse><profiles><default><max_threads>${threads}</max_threads></default></profiles></clickhouse>`,
  );
}

export type OpenClickHouse = Awaited<ReturnType<typeof openClickHouse>>;

/** Writes the answer to a file in format Parquet. */
export async function exportParquet(
  { connection }: OpenClickHouse,
  sql: string,
  path: string,
): Promise<void> {
  const { host, username } = new URL(connection.url.reveal());
  const answer = await fetch(`http://${host}/query`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${username}` },
    body: JSON.stringify({ sql, database: 'default', params: {}, settings: {}, format: 'Parquet' }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  await writeFile(path, new Uint8Array(await answer.arrayBuffer()));
}

export type BothStores = Awaited<ReturnType<typeof openBothStores>>;

export async function openBothStores() {
  const folder = makeFolder();
  const postgres = await openPostgres(folder.path);
  const engine = await openClickHouse(folder.path, { database: DATABASE });
  const { database } = postgres;
  const { clickhouse } = engine;
  await seedPatches(database);
  await createMissingTables({
    client: clickhouse.writer,
    postgres: database,
    tables: PROJECTED_TABLES,
  });
  return {
    database,
    clickhouse,
    connections: { postgres: postgres.connection, clickhouse: engine.connection, database: DATABASE },
    async stop() {
      await engine.stop();
      await postgres.stop();
      folder.remove();
    },
  };
}
