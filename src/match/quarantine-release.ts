/**
 * The ways out of quarantine: what is fit after all becomes stored, and what is to be had anew becomes wanted.
 *
 *   quarantined ──► stored   its body passes by now
 *        └────────► wanted   upstream is asked for it again
 */
import type { Queryable, Transaction } from '#/runtime/postgres/database.ts';
import type { Kept } from './match.ts';

export interface Release {
  readonly id: string;
  /** Of the body that was judged: should there be another one by now, nothing is changed. */
  readonly rev: string;
  readonly endedAt: Date | null;
}

/** False: it is not in quarantine any more, or has another body. Whoever reads in commit order has to be told of it. */
export async function markStored(
  tx: Transaction,
  { source, kind }: Kept,
  { id, rev, endedAt }: Release,
): Promise<boolean> {
  const rows = await tx.query(
    `update gamekeeper.${kind} m set
       state = 'stored', reason = null, next_at = null, asked_at = null, changed_at = now(),
       day = coalesce(($4::timestamptz at time zone 'utc')::date, m.day)
     where m.source = $1 and m.id = $2 and m.state = 'quarantined'
       and exists (select from gamekeeper.raw r
                   where r.source = $1 and r.kind = $5 and r.id = $2 and r.rev = $3::bigint)
     returning 1`,
    [source, id, rev, endedAt, kind],
  );
  return rows.length === 1;
}

/** The rules may say something else of it by now. Since when it is in quarantine stays. */
export async function noteReason(
  db: Queryable,
  { source, kind }: Kept,
  id: string,
  reason: string,
): Promise<void> {
  await db.query(
    `update gamekeeper.${kind} set reason = $3 where source = $1 and id = $2 and state = 'quarantined'`,
    [source, id, reason],
  );
}

/**
 * False: it is not in quarantine any more. The body that is there is kept until another one comes, but its fingerprint is not: the same
 * bytes, should they come again and pass, have to count as new, or nobody who reads in commit order would see them.
 */
export async function wantAgain(
  tx: Transaction,
  { source, kind }: Kept,
  { id, batch, priority }: { readonly id: string; readonly batch: string; readonly priority: number },
): Promise<boolean> {
  const rows = await tx.query(
    `update gamekeeper.${kind} set
       state = 'wanted', reason = null, attempts = 0, next_at = null, asked_at = null, batch = $3, priority = $4,
       changed_at = now()
     where source = $1 and id = $2 and state = 'quarantined' returning 1`,
    [source, id, batch, priority],
  );
  if (rows.length === 0) return false;
  await tx.query(`update gamekeeper.raw set sha = '' where source = $1 and kind = $2 and id = $3`, [
    source,
    kind,
    id,
  ]);
  return true;
}
