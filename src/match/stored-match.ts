/** One match as it is kept: how it stands with it, and its body if there is one. */
import type { Queryable } from '#/runtime/postgres/database.ts';
import type { Source } from './rows.ts';

export interface StoredMatch {
  readonly state: 'wanted' | 'stored' | 'gone' | 'quarantined';
  /** zstd. */
  readonly body: Uint8Array | null;
}

/** Undefined: nobody has ever listed it. */
export async function readStoredMatch(
  db: Queryable,
  source: Source,
  id: string,
): Promise<StoredMatch | undefined> {
  const [row] = await db.query<StoredMatch>(
    `select m.state, r.body from gamekeeper.match m
     left join gamekeeper.raw r on r.source = m.source and r.kind = 'match' and r.id = m.id
     where m.source = $1 and m.id = $2`,
    [source, id],
  );
  return row;
}

/** When stored games were over: the end of that day, in UTC. */
export async function readStoredDays(
  db: Queryable,
  source: Source,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly overBy: Date }[]> {
  return db.query(
    `select id, ((day + 1)::timestamp at time zone 'utc') as "overBy"
     from gamekeeper.match where source = $1 and id = any($2) and state = 'stored'`,
    [source, ids],
  );
}
