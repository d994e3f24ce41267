/**
 * Refuses servers that speak PostgreSQL's language and would lose rows. The projector reads what was committed by PostgreSQL's own
 * transaction ids and snapshots, leaders hold advisory locks, live notices are LISTEN and NOTIFY; where one of these is missing or means
 * something else, games would be left out of the statistics without a word. Pure but for the question.
 */
import { UserError } from '#/domain/user-error.ts';
import type { Queryable } from './database.ts';

const OLDEST_MAJOR = 15;

export async function refuseUnfitServer(database: Queryable): Promise<void> {
  const [row] = await database.query<{ version: string; number: number }>(
    `select version() as version, current_setting('server_version_num')::int as number`,
  );
  const reason = reasonAgainst(row?.version ?? '', row?.number ?? 0);
  if (reason !== null)
    throw new UserError(
      `DATABASE_URL leads to a server that Gamekeeper cannot use: ${reason}.`,
      `Use PostgreSQL ${OLDEST_MAJOR} or newer, or leave DATABASE_URL unset; docs/self-hosting.md tells which kinds are known to work.`,
    );
}

/** Null: nothing is known against it. */
export function reasonAgainst(version: string, number: number): string | null {
  const [product] = /cockroachdb|yugabyte|-yb-|greenplum|redshift|spanner/i.exec(version) ?? [];
  if (product !== undefined)
    return `it is not PostgreSQL itself but ${JSON.stringify(version.slice(0, 60))}, whose transaction ids do not tell the order of commits`;
  const major = Math.floor(number / 10_000);
  return major < OLDEST_MAJOR
    ? `it is PostgreSQL ${major}, and ${OLDEST_MAJOR} is the oldest that is supported`
    : null;
}
