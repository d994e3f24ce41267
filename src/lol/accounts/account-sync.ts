/** The steps of a synchronisation. See `account.ts` for what makes them safe. */
import type { SyncTrigger } from '#/domain/lol/account/sync-state.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';

/** A sync that somebody asked for, to be carried out by a job. */
export interface PendingSync {
  readonly id: string;
  readonly requestedAt: Date;
}

/** Of one whose row is locked, and that is completed or failed. A sync that was asked for anew reads its list anew. */
export async function makePending(tx: Queryable, id: string, trigger: SyncTrigger): Promise<PendingSync> {
  const [row] = await tx.query<PendingSync>(
    `update gamekeeper.account set state = 'pending', trigger = $2, requested_at = now(), listed_at = null, retry_at = null
     where id = $1 and state in ('completed', 'failed') returning id, requested_at as "requestedAt"`,
    [id, trigger],
  );
  if (row === undefined)
    throw new Error(`account ${id} is neither completed nor failed; expected one of both`);
  return row;
}

/** The claim, or undefined: nothing is pending, or somebody else was first. */
export async function claimSync(db: Queryable, id: string): Promise<string | undefined> {
  const [row] = await db.query<{ claim: string }>(
    `update gamekeeper.account set state = 'syncing', claim = gen_random_uuid(), claimed_at = now(), beat_at = now()
     where id = $1 and state = 'pending' returning claim`,
    [id],
  );
  return row?.claim;
}

export interface SyncClaim {
  readonly id: string;
  readonly claim: string;
}

/** Says that the sync goes on. False: it is not ours any more. In a transaction it also keeps it ours until the end. */
export async function beatSync(db: Queryable, { id, claim }: SyncClaim): Promise<boolean> {
  return changed(
    await db.query(`update gamekeeper.account set beat_at = now() where id = $1 and claim = $2 returning 1`, [
      id,
      claim,
    ]),
  );
}

export async function noteSyncListed(tx: Queryable, { id, claim }: SyncClaim): Promise<boolean> {
  return changed(
    await tx.query(
      `update gamekeeper.account set listed_at = now(), beat_at = now() where id = $1 and claim = $2 returning 1`,
      [id, claim],
    ),
  );
}

export async function completeSync(db: Queryable, { id, claim }: SyncClaim): Promise<boolean> {
  return changed(
    await db.query(
      `update gamekeeper.account set state = 'completed', completed_at = now(), claim = null, claimed_at = null, beat_at = null,
         failed_at = null, reason = null, failures = 0, retry_at = null
       where id = $1 and claim = $2 returning 1`,
      [id, claim],
    ),
  );
}

export async function failSync(
  db: Queryable,
  { id, claim }: SyncClaim,
  { reason, retryAfterMs }: { readonly reason: string; readonly retryAfterMs: number | null },
): Promise<boolean> {
  return changed(
    await db.query(
      `update gamekeeper.account set state = 'failed', failed_at = now(), reason = $3, failures = least(failures + 1, 30000),
         retry_at = now() + make_interval(secs => $4::float8 / 1000), claim = null, claimed_at = null, beat_at = null
       where id = $1 and claim = $2 returning 1`,
      [id, claim, reason, retryAfterMs],
    ),
  );
}

/** By its holder, who has to stop: it waits again as if it had not begun. */
export async function releaseSync(db: Queryable, { id, claim }: SyncClaim): Promise<boolean> {
  return changed(
    await db.query(
      `update gamekeeper.account set state = 'pending', requested_at = now(), claim = null, claimed_at = null, beat_at = null
       where id = $1 and claim = $2 returning 1`,
      [id, claim],
    ),
  );
}

/**
 * Syncs without a heartbeat wait again. Right after a start of the server nobody had the chance to be heard, so nothing counts as
 * dead then.
 */
export async function takeBackLapsed(db: Queryable, lapseSeconds: number): Promise<string[]> {
  return idsOf(
    await db.query<{ id: string }>(
      `update gamekeeper.account set state = 'pending', trigger = 'recovered', requested_at = now(),
         claim = null, claimed_at = null, beat_at = null
       where state = 'syncing' and beat_at < now() - make_interval(secs => $1)
         and pg_postmaster_start_time() < now() - make_interval(secs => $1)
       returning id`,
      [lapseSeconds],
    ),
  );
}

/** Failed ones whose time has come. */
export async function makeRetriesPending(db: Queryable): Promise<string[]> {
  return idsOf(
    await db.query<{ id: string }>(
      `update gamekeeper.account set state = 'pending', trigger = 'retry', requested_at = now(), retry_at = null
       where state = 'failed' and retry_at <= now() returning id`,
    ),
  );
}

/** Completed ones that are older than so many minutes. */
export async function makeStalePending(db: Queryable, staleMinutes: number): Promise<string[]> {
  return idsOf(
    await db.query<{ id: string }>(
      `update gamekeeper.account set state = 'pending', trigger = 'schedule', requested_at = now(), listed_at = null
       where state = 'completed' and completed_at < now() - make_interval(secs => $1 * 60) returning id`,
      [staleMinutes],
    ),
  );
}

/** Whoever waits longest first. */
export async function findPendingSyncs(db: Queryable, limit: number): Promise<PendingSync[]> {
  return db.query<PendingSync>(
    `select id, requested_at as "requestedAt" from gamekeeper.account
     where state = 'pending' order by requested_at, id limit $1`,
    [limit],
  );
}

function changed(rows: readonly unknown[]): boolean {
  return rows.length > 0;
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map((row) => row.id);
}
