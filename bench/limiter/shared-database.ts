/** The product's own PostgreSQL in a folder of its own, for as long as the benchmark takes. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import {
  createDatabase,
  type Database,
  type PostgresConnection,
} from '../../src/stores/postgres/database.ts';
import { startEmbeddedPostgres } from '../../src/stores/postgres/embedded/embedded-postgres.ts';
import { migratePostgres } from '../../src/stores/postgres/migrate.ts';

export interface SharedDatabase {
  readonly directory: string;
  readonly connection: PostgresConnection;
  readonly database: Database;
  stop(): Promise<void>;
}

const MIGRATIONS = join(import.meta.dirname, '../../migrations/postgres');

export async function startSharedDatabase(): Promise<SharedDatabase> {
  const root = mkdtempSync(join(tmpdir(), 'gamekeeper-bench-limiter-'));
  // As root, PostgreSQL runs as another user, who must be able to enter.
  chmodSync(root, 0o755);
  const directory = join(root, 'postgres');
  const log = pino({ level: 'warn' }, pino.destination(2));
  const postgres = await startEmbeddedPostgres({ directory, log });
  const { connection } = postgres;
  const database = createDatabase({
    connection,
    applicationName: 'gamekeeper limiter benchmark',
    maxConnections: 5,
    statementTimeoutMs: 30_000,
    log,
  });
  await migratePostgres(database, MIGRATIONS);
  return {
    directory,
    connection,
    database,
    async stop() {
      await database.close();
      await postgres.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
