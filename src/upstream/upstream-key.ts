/** What each upstream last said of our key. */
import type { Queryable } from '#/runtime/postgres/database.ts';

export interface HeardOfKey {
  readonly upstream: string;
  readonly state: 'ok' | 'rejected';
  /** Of the refusal: the HTTP status and what the upstream wrote. */
  readonly status: number | null;
  readonly message: string | null;
  readonly since: Date;
}

export async function recordHeardOfKey(database: Queryable, heard: HeardOfKey): Promise<void> {
  const { upstream, state, status, message, since } = heard;
  await database.query(
    `insert into gamekeeper.upstream_key (upstream, state, status, message, since) values ($1, $2, $3, $4, $5)
     on conflict (upstream) do update
       set state = excluded.state, status = excluded.status, message = excluded.message, since = excluded.since,
           heard_at = now()`,
    [upstream, state, status, message, since],
  );
}

export function listHeardOfKeys(database: Queryable): Promise<HeardOfKey[]> {
  return database.query<HeardOfKey>(
    'select upstream, state, status, message, since from gamekeeper.upstream_key',
  );
}

/** A key that is replaced or taken away has not been heard of yet. */
export async function forgetHeardOfKeys(database: Queryable, upstreams: readonly string[]): Promise<void> {
  await database.query('delete from gamekeeper.upstream_key where upstream = any($1)', [upstreams]);
}
