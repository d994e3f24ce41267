/**
 * The games that were ever seen, one row each: the primary key decides who saw it first, so nothing is wanted twice. Timelines have a
 * table of their own with the same columns and the same life, and are handled by the same statements.
 *
 *   wanted ──► stored        its body is in `raw`
 *     │  └───► quarantined   refused or unreadable; the body, if there was one, is in `raw`
 *     └──────► gone          missing again and again
 *
 * A wanted game belongs to one batch, and a batch to one job. Only who is still wanted is settled: of two that settle the same
 * game the second changes nothing, and is told so.
 */
import type { Queryable } from '#/runtime/postgres/database.ts';

export type Source = 'tft' | 'lol';
type MatchState = 'wanted' | 'stored' | 'gone' | 'quarantined';

/** Whose rows are meant. The kind is the name of the table, and of the body in `raw`. */
export interface Kept {
  readonly source: Source;
  readonly kind: 'match' | 'timeline';
}

export interface NewMatch {
  readonly id: string;
  readonly platform: string;
  readonly batch: string | null;
  /** Set when it can never be asked for: it is kept as quarantined, so that no cursor passes it unseen. */
  readonly fault: string | null;
}

export async function findUnknown(
  db: Queryable,
  { source, kind }: Kept,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select l.id from unnest($2::text[]) with ordinality as l (id, place)
     where not exists (select from gamekeeper.${kind} m where m.source = $1 and m.id = l.id)
     order by l.place`,
    [source, ids],
  );
  return rows.map((row) => row.id);
}

/** Answers the batches that got at least one game; games that somebody else has added meanwhile are theirs. */
export async function insertMatches(
  db: Queryable,
  { source, kind }: Kept,
  matches: readonly NewMatch[],
  { priority, listedAt }: { readonly priority: number; readonly listedAt: Date },
): Promise<string[]> {
  // In order: two that add the same games wait for each other and not in a circle.
  const rows = await db.query<{ batch: string }>(
    `with added as (
       insert into gamekeeper.${kind} (source, id, platform, batch, state, reason, priority, day)
       select $1, n.id, n.platform, n.batch, case when n.fault is null then 'wanted' else 'quarantined' end, n.fault,
              $6, ($7::timestamptz at time zone 'utc')::date
       from unnest($2::text[], $3::text[], $4::uuid[], $5::text[]) as n (id, platform, batch, fault)
       order by n.id
       on conflict do nothing
       returning batch
     )
     select distinct batch from added where batch is not null`,
    [
      source,
      matches.map((match) => match.id),
      matches.map((match) => match.platform),
      matches.map((match) => match.batch),
      matches.map((match) => match.fault),
      priority,
      listedAt,
    ],
  );
  return rows.map((row) => row.batch);
}

export interface WantedMatch {
  readonly id: string;
  readonly attempts: number;
  readonly priority: number;
  /** 0 when it can be asked for now. */
  readonly waitMs: number;
}

export async function readBatch(
  db: Queryable,
  { source, kind }: Kept,
  batch: string,
): Promise<WantedMatch[]> {
  return db.query<WantedMatch>(
    `select id, attempts, priority,
            greatest(0, coalesce(extract(epoch from next_at - now()) * 1000, 0))::float8 as "waitMs"
     from gamekeeper.${kind} where source = $1 and batch = $2 and state = 'wanted' order by id`,
    [source, batch],
  );
}

export interface Settlement {
  readonly id: string;
  readonly state: MatchState;
  readonly attempts: number;
  /** For a game that stays wanted. */
  readonly retryAfterMs: number | null;
  readonly reason: string | null;
  readonly endedAt: Date | null;
}

/** Answers those that were still wanted, which are now settled. */
export async function settleMatches(
  db: Queryable,
  { source, kind }: Kept,
  settlements: readonly Settlement[],
): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(
    `update gamekeeper.${kind} m set
       state = s.state, attempts = s.attempts, reason = s.reason, changed_at = now(), asked_at = null,
       next_at = now() + make_interval(secs => s.retry_after_ms / 1000),
       day = coalesce((s.ended_at at time zone 'utc')::date, m.day)
     from unnest($2::text[], $3::text[], $4::int[], $5::float8[], $6::text[], $7::timestamptz[])
       as s (id, state, attempts, retry_after_ms, reason, ended_at)
     where m.source = $1 and m.id = s.id and m.state = 'wanted'
     returning m.id`,
    [
      source,
      settlements.map((one) => one.id),
      settlements.map((one) => one.state),
      settlements.map((one) => one.attempts),
      settlements.map((one) => one.retryAfterMs),
      settlements.map((one) => one.reason),
      settlements.map((one) => one.endedAt),
    ],
  );
  return new Set(rows.map((row) => row.id));
}

/** How many could be asked for now; counts no further than `atMost`. */
export async function countDue(
  db: Queryable,
  { source, kind }: Kept,
  platforms: readonly string[],
  atMost: number,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from (
       select from gamekeeper.${kind}
       where source = $1 and platform = any($2) and state = 'wanted' and (next_at is null or next_at <= now())
       limit $3) as due`,
    [source, platforms, atMost],
  );
  return row?.count ?? 0;
}

/** Until the transaction ends, nobody else settles these games. */
export async function lockMatches(db: Queryable, source: Source, ids: readonly string[]): Promise<void> {
  await db.query(
    'select from gamekeeper.match where source = $1 and id = any($2) order by id for no key update',
    [source, ids],
  );
}
