/**
 * Brings the schema `gamekeeper` up to date. Safe when many processes start at once: the ledger is read and written under
 * one advisory lock inside one transaction, so either all pending files are in, or none is.
 */
import type { Migration } from '#/domain/migration-plan.ts';
import { UserError } from '#/domain/user-error.ts';
import { pendingMigrations, readMigrations } from '../migration-files.ts';
import type { Database, Queryable } from './database.ts';

/** Any constant that no other lock of ours uses. */
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

const OLDEST_MAJOR = 15;

/**
 * Refuses servers that speak PostgreSQL's protocol and would lose rows. The projector reads what was committed by PostgreSQL's own
 * transaction ids and snapshots, leaders hold advisory locks, live notices are LISTEN and NOTIFY. Where one of these is missing or
 * means something else, matches would be missing from the statistics without an error.
 */
export async function refuseUnfitServer(database: Queryable): Promise<void> {
  const [row] = await database.query<{ version: string; number: number }>(
    `select version() as version, current_setting('server_version_num')::int as number`,
  );
  const reason = reasonAgainst(row?.version ?? '', row?.number ?? 0);
  if (reason !== null)
    throw new UserError(
      `DATABASE_URL leads to a server that Gamekeeper cannot use: ${reason}.`,
      `Use PostgreSQL ${OLDEST_MAJOR} or newer, or leave DATABASE_URL unset; docs/self-hosting.md names the kinds that are known to work.`,
    );
}

/** Null: it can be used. */
export function reasonAgainst(version: string, number: number): string | null {
  const [product] = /cockroachdb|yugabyte|-yb-|greenplum|redshift|spanner/i.exec(version) ?? [];
  if (product !== undefined)
    return `it is not PostgreSQL itself but ${JSON.stringify(version.slice(0, 60))}, whose transaction ids do not tell the order of commits`;
  const major = Math.floor(number / 10_000);
  return major < OLDEST_MAJOR
    ? `it is PostgreSQL ${major}, and ${OLDEST_MAJOR} is the oldest that is supported`
    : null;
}
