/**
 * Brings the schema `gamekeeper` up to date. Safe when many processes start at once: the ledger is read and written under
 * one advisory lock inside one transaction, so either all pending files are in, or none is.
 */
import { pendingMigrations, readMigrations } from '../migration-files.ts';
import type { Migration } from '#/domain/migration-plan.ts';
import type { Database } from './database.ts';
import { refuseUnfitServer } from './server-kind.ts';

/** Any constant will do, as long as nothing else of ours locks on it. */
const MIGRATION_LOCK = 4_750_001;

/** Returns the names of the migrations that this call applied. */
export async function migratePostgres(database: Database, directory: string): Promise<string[]> {
  const files = await readMigrations(directory);
  await refuseUnfitServer(database);
  return database.transaction(async (tx) => {
    // Waiting for another process to finish its migrations must not run into the ordinary statement time-out.
    await tx.query('set local statement_timeout = 0');
    await tx.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await tx.query('create schema if not exists gamekeeper');
    await tx.query(`create table if not exists gamekeeper.migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    const applied = await tx.query<Migration>(
      'select name, checksum from gamekeeper.migration order by name',
    );
    const pending = pendingMigrations('PostgreSQL', files, applied);
    for (const { name, checksum, sql } of pending) {
      await tx.query(sql);
      await tx.query('insert into gamekeeper.migration (name, checksum) values ($1, $2)', [name, checksum]);
    }
    return pending.map((file) => file.name);
  });
}
