/**
 * Brings the ClickHouse database up to date. Its ledger lives in ClickHouse, because a directory that was moved aside
 * must be filled from the first file again; the lock lives in PostgreSQL, because ClickHouse has none.
 *
 * ClickHouse has no transactions either: a file that was cut off in the middle runs again from its beginning, so every
 * statement in these files must be repeatable (`if not exists`). A statement ends with `;` at the end of a line.
 *
 * These files are for a single server. On a cluster, where the DDL is another one, a new file means that all tables are created again from their
 * definitions, and filled again from PostgreSQL. A database is one or the other for good.
 */
import type { ClickHouseWriter } from './clickhouse.ts';
import { createTable } from './cluster.ts';
import type { Migration } from '#/domain/migration-plan.ts';
import { UserError } from '#/domain/user-error.ts';
import { pendingMigrations, readMigrations, type MigrationFile } from '../migration-files.ts';
import type { Database } from '../postgres/database.ts';
import { createTables, dropTables, SAFE_SETTINGS, type TableShape } from './projected-tables.ts';

const MIGRATION_LOCK = 4_750_002;

export interface ClickHouseMigrationOptions {
  readonly client: ClickHouseWriter;
  /** Where the lock is taken. */
  readonly postgres: Database;
  readonly directory: string;
  /** All tables of projections. */
  readonly tables: readonly TableShape[];
  /** Name of the ClickHouse database; validated by the settings. */
  readonly database: string;
}

/** Returns the names of the migrations that this call applied. */
export async function migrateClickHouse(options: ClickHouseMigrationOptions): Promise<string[]> {
  const files = await readMigrations(options.directory);
  return options.postgres.transaction(async (tx) => {
    await tx.query('set local statement_timeout = 0');
    await tx.query('set local idle_in_transaction_session_timeout = 0');
    await tx.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    return applyPending(options, files);
  });
}

async function applyPending(
  { client, database, tables }: ClickHouseMigrationOptions,
  files: readonly MigrationFile[],
): Promise<string[]> {
  const ledger = 'migration';
  await client.createDatabase();
  await refuseOtherLayout(client, database);
  const createLedger = createTable(client, {
    name: ledger,
    columns: "  name String, checksum String, applied_at DateTime64(3, 'UTC') default now64(3)",
    keys: 'order by name',
    settings: SAFE_SETTINGS,
    shardBy: 'cityHash64(name)',
  });
  for (const sql of createLedger) await client.command(sql);
  const applied = await client.query<Migration>(`select name, checksum from ${ledger} order by name`);
  const pending = pendingMigrations('ClickHouse', files, applied);
  if (client.cluster !== undefined && pending.length > 0) await createAllTables(client, tables);
  for (const { name, checksum, sql } of pending) {
    if (client.cluster === undefined) for (const query of statementsOf(sql)) await client.command(query);
    await client.insert({ table: ledger, columns: ['name', 'checksum'], rows: [{ name, checksum }] });
  }
  return pending.map((file) => file.name);
}

async function createAllTables(client: ClickHouseWriter, shapes: readonly TableShape[]): Promise<void> {
  const tables = shapes.map((shape) => ({ shape, name: shape.name }));
  await dropTables(client, tables);
  await createTables(client, tables);
}

/** The ledger is made first, and tells by its engine how everything after it was made. */
async function refuseOtherLayout(client: ClickHouseWriter, database: string): Promise<void> {
  const { cluster } = client;
  const [ledger] = await client.query<{ engine: string }>(
    'select engine from system.tables where database = {database:String} and name = {name:String}',
    { params: { database, name: 'migration' } },
  );
  if (ledger === undefined || (ledger.engine === 'Distributed') === (cluster !== undefined)) return;
  throw cluster === undefined
    ? new UserError(
        `The ClickHouse database ${database} was made for a cluster, but CLICKHOUSE_CLUSTER is not set.`,
        'Set CLICKHOUSE_CLUSTER to the name of that cluster, or CLICKHOUSE_DATABASE to another name.',
      )
    : new UserError(
        `The ClickHouse database ${database} was made for a single server, but CLICKHOUSE_CLUSTER is ${cluster}.`,
        'Set CLICKHOUSE_DATABASE to another name, or drop the database: everything in it is made anew from PostgreSQL.',
      );
}

function statementsOf(sql: string): string[] {
  return sql
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement.replaceAll(/^\s*--.*$/gm, '').trim() !== '');
}
