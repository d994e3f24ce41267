/**
 * Brings the ClickHouse database up to date. Its ledger lives in ClickHouse, because a directory that was moved aside
 * must be filled from the first file again; the lock lives in PostgreSQL, because ClickHouse has none.
 *
 * ClickHouse has no transactions either: a file that was cut off in the middle runs again from its beginning, so every
 * statement in these files must be repeatable (`if not exists`). A statement ends with `;` at the end of a line.
 *
 * On a cluster the same files are run, each statement on all nodes (`cluster-statements.ts`). A database is one or the other for good: tables
 * of a single server cannot become those of a cluster, and everything in them can be made anew.
 */
import type { ClickHouseWriter } from './clickhouse.ts';
import type { Migration } from '#/domain/migration-plan.ts';
import { UserError } from '#/domain/user-error.ts';
import { pendingMigrations, readMigrations, type MigrationFile } from '../migration-files.ts';
import type { Database } from '../postgres/database.ts';

const MIGRATION_LOCK = 4_750_002;

export interface ClickHouseMigrationOptions {
  readonly client: ClickHouseWriter;
  /** Where the lock is taken. */
  readonly postgres: Database;
  readonly directory: string;
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
  { client, database }: ClickHouseMigrationOptions,
  files: readonly MigrationFile[],
): Promise<string[]> {
  const ledger = `${database}.migration`;
  await client.createDatabase();
  await refuseOtherLayout(client, database);
  await client.command(
    `create table if not exists ${ledger} (
      name String, checksum String, applied_at DateTime64(3, 'UTC') default now64(3)
    ) engine = MergeTree order by name settings fsync_after_insert = 1, fsync_part_directory = 1`,
  );
  const applied = await client.query<Migration>(`select name, checksum from ${ledger} order by name`);
  const pending = pendingMigrations('ClickHouse', files, applied);
  for (const { name, checksum, sql } of pending) {
    for (const query of statementsOf(sql)) await client.command(query);
    await client.insert({ table: ledger, columns: ['name', 'checksum'], rows: [{ name, checksum }] });
  }
  return pending.map((file) => file.name);
}

/** The ledger is made first, and tells by its engine how everything after it was made. */
async function refuseOtherLayout(client: ClickHouseWriter, database: string): Promise<void> {
  const { cluster } = client;
  const [ledger] = await client.query<{ engine: string }>(
    // In quotes, so that it is this node's own view on a cluster too.
    'select engine from "system"."tables" where database = {database:String} and name = {name:String}',
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
