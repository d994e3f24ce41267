/** For how long the oldest job of each kind has been waiting for a worker, and running. */
import type { Queryable } from '../postgres/database.ts';

export interface QueueAge {
  readonly kind: string;
  readonly oldestWaitingSeconds: number | null;
  readonly oldestActiveSeconds: number | null;
}

/** A job that had to wait for its time has waited since then, not since it was sent. */
export async function readQueueAges(db: Queryable, kinds: readonly string[]): Promise<QueueAge[]> {
  return db.query<QueueAge>(
    `select k.kind,
       (select extract(epoch from now() - min(greatest(j.created_on, j.start_after)))::float8 from pgboss.job j
        where j.name = k.kind and j.state < 'active' and not j.blocked and j.start_after <= now()) as "oldestWaitingSeconds",
       (select extract(epoch from now() - min(j.started_on))::float8 from pgboss.job j
        where j.name = k.kind and j.state = 'active') as "oldestActiveSeconds"
     from unnest($1::text[]) as k (kind)`,
    [kinds],
  );
}
