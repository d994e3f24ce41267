/**
 * One row per known match. Timelines have a table of their own with the same columns and states, handled by the same statements.
 *
 *   wanted ──► stored        its body is in `raw`
 *     │  └───► quarantined   refused or unreadable; the body, if there was one, is in `raw`
 *     └──────► gone          missing after the last attempt
 *
 * A row is wanted once, however many lists name it: the primary key deduplicates. Wanted rows are the queue of `fetch.ts`: workers
 * claim them by priority (`queue.ts`). Settling changes a row only while it is wanted, so a second answer for it changes nothing.
 */
import { isMatchId } from '#/domain/riot/riot-ids.ts';
import { placeOfMatch } from '#/domain/riot/routing.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';
import { toRecordset } from '#/runtime/postgres/rows.ts';

export type Source = 'tft' | 'lol';
type MatchState = 'wanted' | 'stored' | 'gone' | 'quarantined';

/** The kind is the name of the table, and of the body in `raw`. */
export interface Kept {
  readonly source: Source;
  readonly kind: 'match' | 'timeline';
}

/** A match that a list names. `priority`: see `priority.ts`. */
export interface ListedMatch {
  readonly id: string;
  readonly priority: number;
}

/**
 * Enqueues listed matches and returns the ids that were new. Concurrent inserts of the same id are ignored. An id without a known
 * region can never be fetched: it is kept as quarantined, so that no cursor passes it unseen; as a timeline it is left out.
 */
export async function enqueueMatches(
  db: Queryable,
  { source, kind }: Kept,
  listed: readonly ListedMatch[],
  listedAt: Date,
): Promise<string[]> {
  const rows = listed.map(({ id, priority }) => ({ id, priority, ...placeOf(id) }));
  const known = kind === 'match' ? rows : rows.filter(({ region }) => region !== null);
  if (known.length === 0) return [];
  // Sorted by id, so that concurrent inserts cannot deadlock.
  const added = await db.query<{ id: string }>(
    `insert into gamekeeper.${kind} (source, id, platform, region, state, reason, priority, day)
     select $1, n.id, n.platform, n.region, case when n.region is null then 'quarantined' else 'wanted' end,
            case when n.region is null then 'the id is of no known platform' end,
            n.priority, ($3::timestamptz at time zone 'utc')::date
     from jsonb_to_recordset($2) as n (id text, platform text, region text, priority smallint)
     order by n.id
     on conflict do nothing returning id`,
    [source, toRecordset(known), listedAt],
  );
  return added.map(({ id }) => id);
}

/** The region follows from the match id, not from the player who listed it: players move. */
function placeOf(id: string): { readonly platform: string; readonly region: string | null } {
  return (isMatchId(id) ? placeOfMatch(id) : undefined) ?? { platform: 'unknown', region: null };
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

/** Storable and without duplicates, in the order of the list. */
export function cleanIds(ids: readonly string[]): string[] {
  return [...new Set(ids.map(toStorableText))];
}

/** Locks the known ones of these matches until the transaction ends, so that they are not deleted meanwhile. */
export async function holdKnown(
  db: Queryable,
  { source, kind }: Kept,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly state: MatchState }[]> {
  return db.query(
    `select id, state from gamekeeper.${kind} where source = $1 and id = any($2) order by id for key share`,
    [source, ids],
  );
}

/**
 * Raises the priority of matches that wait with a lower one. A match that was missing is wanted again if it is still listed within a
 * day; one that was never asked for, because it is known not to exist, stays gone. Returns the ids that are now wanted and changed.
 */
export async function raisePriority(
  db: Queryable,
  { source, kind }: Kept,
  listed: readonly ListedMatch[],
): Promise<string[]> {
  if (listed.length === 0) return [];
  // Locked in the order of the ids, so that concurrent calls cannot deadlock.
  const rows = await db.query<{ id: string }>(
    `with raised as materialized (
       select m.id, l.priority from gamekeeper.${kind} m
       join jsonb_to_recordset($2) as l (id text, priority smallint) on l.id = m.id
       where m.source = $1
         and ((m.state = 'wanted' and m.priority < l.priority)
              or (m.state = 'gone' and m.attempts > 0 and m.listed_at > now() - interval '1 day'))
       order by m.id for no key update of m
     )
     update gamekeeper.${kind} m set
       priority = raised.priority, changed_at = now(), state = 'wanted',
       attempts = case m.state when 'gone' then 0 else m.attempts end,
       next_at = case m.state when 'gone' then null else m.next_at end
     from raised where m.source = $1 and m.id = raised.id returning m.id`,
    [source, toRecordset(listed)],
  );
  return rows.map(({ id }) => id);
}

export interface Settlement {
  readonly id: string;
  readonly state: MatchState;
  readonly attempts: number;
  /** For a match that stays wanted. */
  readonly retryAfterMs: number | null;
  readonly reason: string | null;
  readonly endedAt: Date | null;
  /** Who held the claim when the call was made. */
  readonly claimedBy?: string | undefined;
}

/** Returns the ids that this call settled. A body counts also if its claim was lost meanwhile; a failure does not. */
export async function settleMatches(
  db: Queryable,
  { source, kind }: Kept,
  settlements: readonly Settlement[],
): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(
    `update gamekeeper.${kind} m set
       state = s.state, attempts = s.attempts, reason = s.reason, changed_at = now(),
       claimed_by = null, claimed_until = null, lost_claims = 0,
       next_at = now() + make_interval(secs => s.retry_after_ms / 1000),
       day = coalesce((s.ended_at at time zone 'utc')::date, m.day)
     from jsonb_to_recordset($2)
       as s (id text, state text, attempts int, retry_after_ms float8, reason text, ended_at timestamptz,
               claimed_by uuid)
     where m.source = $1 and m.id = s.id and m.state = 'wanted'
       and (s.state <> 'wanted' or m.claimed_by is not distinct from s.claimed_by)
     returning m.id`,
    [source, toRecordset(settlements)],
  );
  return new Set(rows.map((row) => row.id));
}

/** Condition on a row that no worker fetches at this moment, so that it can be deleted. */
export const IS_FREE = '(claimed_until is null or claimed_until < now())';

/** How many could be fetched now, counted up to `atMost`. */
export async function countDue(
  db: Queryable,
  { source, kind }: Kept,
  region: string,
  atMost: number,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from (
       select from gamekeeper.${kind}
       where source = $1 and region = $2 and state = 'wanted' and (next_at is null or next_at <= now())
       limit $3) as due`,
    [source, region, atMost],
  );
  return row?.count ?? 0;
}

/** Until the transaction ends, no other transaction settles these matches. */
export async function lockMatches(db: Queryable, source: Source, ids: readonly string[]): Promise<void> {
  await db.query(
    'select from gamekeeper.match where source = $1 and id = any($2) order by id for no key update',
    [source, ids],
  );
}
