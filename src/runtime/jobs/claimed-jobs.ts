/**
 * The statements on pg-boss's job table that pg-boss itself does not offer. All of them touch only claims that are still
 * held: the row is active, at the run that was fetched (`retry_count`), started when we fetched it (`started_on`, cut to the
 * milliseconds a `Date` can hold). So a worker that lost its claim and comes back late changes nothing.
 *
 * What they rely on in pg-boss 12.35: a claim adds one to `retry_count` only when `started_on` is set; states below `active`
 * are waiting; `exclusive` protection covers waiting and active rows. `claimed-jobs.integration.test.ts` turns red when that changes.
 */
import type { Queryable, Transaction } from '../postgres/database.ts';

/** One run of one job, as it was fetched. */
export interface Claim {
  readonly id: string;
  readonly retryCount: number;
  readonly startedOn: Date;
}

const HELD = `
  j.state = 'active' and j.retry_count = c.retry_count
  and date_trunc('milliseconds', j.started_on) = c.started_on`;
const CLAIMS = 'unnest($2::uuid[], $3::int[], $4::timestamptz[]) as c (id, retry_count, started_on)';

/** Removes ended jobs: the job log is the record of them, and a table of waiting work alone stays small and fast. */
export async function finishClaims(
  tx: Transaction,
  kind: string,
  claims: readonly Claim[],
): Promise<string[]> {
  return idsOf(
    await tx.query<{ id: string }>(
      `delete from pgboss.job j using ${CLAIMS} where j.name = $1 and j.id = c.id and ${HELD} returning j.id`,
      [kind, ...columns(claims)],
    ),
  );
}

/**
 * Puts jobs back to wait until a given time, without spending an attempt: with `started_on` empty, the next claim counts as
 * the same attempt. It is one update of the same row, so id, key and exclusivity stay, and a crash leaves either the claim
 * (which lapses) or the waiting job.
 */
export async function postponeClaims(
  tx: Transaction,
  kind: string,
  claims: readonly (Claim & { readonly until: Date })[],
): Promise<string[]> {
  return idsOf(
    await tx.query<{ id: string }>(
      `update pgboss.job j
       set state = 'created', started_on = null, heartbeat_on = null, start_after = c.until,
           keep_until = greatest(j.keep_until, c.until + interval '1 year')
       from unnest($2::uuid[], $3::int[], $4::timestamptz[], $5::timestamptz[]) as c (id, retry_count, started_on, until)
       where j.name = $1 and j.id = c.id and ${HELD}
       returning j.id`,
      [kind, ...columns(claims), claims.map((claim) => claim.until)],
    ),
  );
}

/** Locks the rows of claims that are still ours, so that what follows in the transaction is certain to hit them. */
export async function holdClaims(tx: Transaction, kind: string, claims: readonly Claim[]): Promise<string[]> {
  return idsOf(
    await tx.query<{ id: string }>(
      `select j.id from pgboss.job j join ${CLAIMS} on j.id = c.id where j.name = $1 and ${HELD} for update of j`,
      [kind, ...columns(claims)],
    ),
  );
}

/** Makes the next failure the last one, whatever the retry policy would have allowed. */
export async function exhaustRetries(tx: Transaction, kind: string, ids: readonly string[]): Promise<void> {
  await tx.query(
    `update pgboss.job set retry_limit = retry_count where name = $1 and id = any($2::uuid[]) and state = 'active'`,
    [kind, ids],
  );
}

/** Says that these runs are alive; answers which claims are still ours. */
export async function touchClaims(
  db: Queryable,
  claims: readonly (Claim & { readonly kind: string })[],
): Promise<string[]> {
  return idsOf(
    await db.query<{ id: string }>(
      `update pgboss.job j set heartbeat_on = now()
       from unnest($1::text[], $2::uuid[], $3::int[], $4::timestamptz[]) as c (name, id, retry_count, started_on)
       where j.name = c.name and j.id = c.id and ${HELD}
       returning j.id`,
      [claims.map((claim) => claim.kind), ...columns(claims)],
    ),
  );
}

export interface AbandonedJob extends Claim {
  readonly kind: string;
  readonly key: string | null;
  readonly crashes: number;
  readonly durationMs: number;
}

/**
 * Claims whose worker has not been heard of for `leaseSeconds`, locked. Right after a start of the server nobody had the
 * chance to be heard, so nothing counts as abandoned then.
 */
export async function findAbandoned(
  tx: Transaction,
  kinds: readonly string[],
  leaseSeconds: number,
): Promise<AbandonedJob[]> {
  return tx.query<AbandonedJob>(
    `select j.name as kind, j.id, j.retry_count as "retryCount", j.started_on as "startedOn", j.singleton_key as key,
            case when jsonb_typeof(j.output -> 'crashes') = 'number' then (j.output -> 'crashes')::int else 0 end as crashes,
            extract(epoch from now() - j.started_on)::float8 * 1000 as "durationMs"
     from pgboss.job j
     where j.name = any($1::text[]) and j.state = 'active'
       and j.heartbeat_on < now() - make_interval(secs => $2)
       and pg_postmaster_start_time() < now() - make_interval(secs => $2)
     limit 1000
     for update skip locked`,
    [kinds, leaseSeconds],
  );
}

/**
 * Gives jobs of a dead worker back at once. The run that died stays counted (`retry_count` names the run, and a worker that
 * is not dead after all must not be able to settle the next one), but it is paid for with one more allowed run: the process
 * died, which is no fault of the job. How often that happened to a job is kept in its `output`; whoever is suspected of being at fault
 * after all has to wait.
 */
export async function returnAbandoned(
  tx: Transaction,
  ids: readonly string[],
  suspect: { readonly crashes: number; readonly waitSeconds: number },
): Promise<void> {
  await tx.query(
    `update pgboss.job j
     set state = 'retry', heartbeat_on = null, retry_limit = j.retry_limit + 1,
         start_after = now() + make_interval(secs => case when d.deaths > $2 then $3 else 0 end),
         output = jsonb_build_object('message', 'its worker died', 'crashes', d.deaths)
     from (
       select a.id, 1 + case when jsonb_typeof(a.output -> 'crashes') = 'number' then (a.output -> 'crashes')::int else 0 end as deaths
       from pgboss.job a where a.id = any($1::uuid[])
     ) as d
     where j.id = d.id and j.state = 'active'`,
    [ids, suspect.crashes, suspect.waitSeconds],
  );
}

/** The kinds that have a job to run now. One cheap probe per kind into pg-boss's fetch index, however long the queue is. */
export async function findKindsWithDueJobs(db: Queryable, kinds: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ kind: string }>(
    `select k.kind from unnest($1::text[]) as k (kind)
     where exists (
       select from pgboss.job j
       where j.name = k.kind and j.state < 'active' and not j.blocked and j.start_after <= now())`,
    [kinds],
  );
  return rows.map((row) => row.kind);
}

function columns(claims: readonly Claim[]): [string[], number[], Date[]] {
  return [claims.map((c) => c.id), claims.map((c) => c.retryCount), claims.map((c) => c.startedOn)];
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map((row) => row.id);
}
