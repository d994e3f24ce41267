/**
 * What somebody's wish means for games that are known already: one that waits with less priority moves into a batch of those that have
 * more, and one that was missing a moment ago is wanted again when it is still listed. A game that is being asked for at this very
 * moment stays where it is: moved, it would be asked for twice. What was never asked for because it cannot be there stays gone.
 */
import type { Queryable } from '#/runtime/postgres/database.ts';
import type { Kept } from './match.ts';

export interface KnownMatch {
  readonly id: string;
  readonly state: 'wanted' | 'stored' | 'gone' | 'quarantined';
  /** It would change if it were wished for with this priority. */
  readonly canBeHastened: boolean;
}

const HASTENED = `(m.state = 'wanted' and m.priority < $3 and m.asked_at is null)
  or (m.state = 'gone' and m.attempts > 0 and m.listed_at > now() - interval '1 day')`;

/** Until the transaction ends, nobody takes them away. */
export async function findKnown(
  db: Queryable,
  { source, kind }: Kept,
  ids: readonly string[],
  priority: number,
): Promise<KnownMatch[]> {
  return db.query<KnownMatch>(
    `select m.id, m.state, (${HASTENED}) as "canBeHastened"
     from gamekeeper.${kind} m where m.source = $1 and m.id = any($2) order by m.id for key share`,
    [source, ids, priority],
  );
}

/** Answers the batches that got at least one. */
export async function hastenMatches(
  db: Queryable,
  { source, kind }: Kept,
  wishes: readonly { readonly id: string; readonly batch: string | null }[],
  priority: number,
): Promise<string[]> {
  // In order, as everywhere: two that change the same games wait for each other and not in a circle.
  const rows = await db.query<{ batch: string }>(
    `with hastened as materialized (
       select m.id from gamekeeper.${kind} m
       where m.source = $1 and m.id = any($2) and (${HASTENED}) order by m.id for no key update
     ), moved as (
       update gamekeeper.${kind} m set
         batch = w.batch, priority = $3, changed_at = now(),
         attempts = case m.state when 'gone' then 0 else m.attempts end,
         next_at = case m.state when 'gone' then null else m.next_at end,
         state = 'wanted'
       from unnest($2::text[], $4::uuid[]) as w (id, batch)
       where m.source = $1 and m.id = w.id and w.id in (select id from hastened)
       returning m.batch
     )
     select distinct batch from moved`,
    [source, wishes.map(({ id }) => id), priority, wishes.map(({ batch }) => batch)],
  );
  return rows.map((row) => row.batch);
}

/**
 * To be called right before a game is asked for: nobody moves it or takes it away from then on, until it is settled. Undefined when
 * it is no longer this batch's to ask for. A run that died leaves its marks behind; the batch's next run asks all the same.
 */
export async function claimMatch(
  db: Queryable,
  { source, kind }: Kept,
  { id, batch }: { readonly id: string; readonly batch: string },
): Promise<{ readonly attempts: number; readonly priority: number } | undefined> {
  const [row] = await db.query<{ attempts: number; priority: number }>(
    `update gamekeeper.${kind} set asked_at = now()
     where source = $1 and id = $2 and batch = $3 and state = 'wanted' returning attempts, priority`,
    [source, id, batch],
  );
  return row;
}
