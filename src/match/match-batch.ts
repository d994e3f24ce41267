/** Finding again what is wanted and perhaps carried by no job: after a lost queue, a dead letter, a game that was asked for by hand. */
import type { Queryable } from '#/runtime/postgres/database.ts';
import type { Kept } from './match.ts';

export interface DueBatch {
  readonly batch: string;
  /** Of any of its games: all of them are asked for at one region. */
  readonly platform: string;
  /** All of its games have the same. */
  readonly priority: number;
}

/** Batches with a game that could have been asked for a minute ago. Most of them have a job. */
export async function findDueBatches(
  db: Queryable,
  { source, kind }: Kept,
  limit: number,
): Promise<DueBatch[]> {
  return db.query<DueBatch>(
    `select batch, min(platform) as platform, max(priority)::int as priority from gamekeeper.${kind}
     where source = $1 and state = 'wanted' and batch is not null
       and coalesce(next_at, changed_at) < now() - interval '1 minute'
     group by batch order by min(listed_at) limit $2`,
    [source, limit],
  );
}

/** Wanted games that are in no batch. */
export async function findStrays(db: Queryable, { source, kind }: Kept, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from gamekeeper.${kind}
     where source = $1 and state = 'wanted' and batch is null order by id limit $2`,
    [source, limit],
  );
  return rows.map((row) => row.id);
}

/**
 * Answers the batches that got one; who was put into another batch meanwhile stays there. A batch goes by one priority, so they all
 * get it.
 */
export async function assignBatches(
  db: Queryable,
  { source, kind }: Kept,
  strays: readonly { readonly id: string; readonly batch: string | null }[],
  priority: number,
): Promise<string[]> {
  const rows = await db.query<{ batch: string }>(
    `with assigned as (
       update gamekeeper.${kind} m set batch = s.batch, priority = $4
       from unnest($2::text[], $3::uuid[]) as s (id, batch)
       where m.source = $1 and m.id = s.id and m.state = 'wanted' and m.batch is null
       returning m.batch
     )
     select distinct batch from assigned`,
    [source, strays.map((stray) => stray.id), strays.map((stray) => stray.batch), priority],
  );
  return rows.map((row) => row.batch);
}
