/**
 * Claims on rows. A row of `match`, `timeline` or `player` says that it waits, since when, how urgently and from when on; workers claim
 * rows in that order. A claim ends after `CLAIM_SECONDS` without an extension, so claims of a process that died are taken over.
 */
import { REGIONS, type Region } from '#/domain/riot/routing.ts';
import type { QueueState } from '#/runtime/jobs/queues.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';
import type { Source } from './rows.ts';

const CLAIM_SECONDS = 10;
/**
 * A row whose workers keep dying would end one process after the other. After so many lost claims in a row it waits between two claims;
 * until then it does not, because most workers die for other reasons.
 */
export const SUSPECT_CLAIMS = 5;
const WAITS_AFTER_LOSSES = [
  { least: 20, seconds: 6 * 3_600 },
  { least: SUSPECT_CLAIMS, seconds: 30 },
] as const;

const BY_AGE = {
  key: 'id',
  waits: `m.state = 'wanted'`,
  order: 'm.priority desc, m.listed_at, m.id desc',
  since: 'm.listed_at',
};
/** `order` is that of an index on the rows that wait. */
const TABLES = {
  match: BY_AGE,
  timeline: BY_AGE,
  player: {
    key: 'puuid',
    waits: 'm.listing_since is not null',
    order: 'm.priority desc, m.puuid',
    since: 'm.listing_since',
  },
};
export type QueueTable = keyof typeof TABLES;

export interface ClaimedRow {
  readonly key: string;
  readonly region: Region;
  readonly attempts: number;
  readonly priority: number;
  readonly claimedBy: string;
  readonly lostClaims: number;
}

/** Which rows of a table. `where` is a condition on `m` that uses `$1`, `$2` … for `values`. */
export interface RowFilter {
  readonly table: QueueTable;
  readonly source: Source;
  readonly where?: { readonly sql: string; readonly values: readonly unknown[] };
}

export interface Room {
  readonly region: Region;
  readonly rows: number;
}

export interface Claim {
  readonly by: string;
  readonly rooms: readonly Room[];
  /** Rows that this process works on already, also if their claim has ended during an outage of PostgreSQL. */
  readonly except: readonly string[];
}

/**
 * Right after a start of PostgreSQL no claim counts as ended: no worker could extend it while the server was away.
 *
 * The partial indexes hold only rows that wait, in this order, so the cost does not depend on what is stored: with 1.9 million stored and
 * 67,000 wanted matches, 24 rows are claimed in 0.4 ms. `any (array(…))` instead of a join, because the planner cannot know the limits of
 * `rooms` and would read the whole table (780 ms).
 */
export async function claimRows(
  db: Queryable,
  filter: RowFilter,
  { by, rooms, except }: Claim,
): Promise<ClaimedRow[]> {
  const { key, waits, order } = TABLES[filter.table];
  const { sql, values } = shiftParameters(filter, 5);
  return db.query<ClaimedRow>(
    `with free as materialized (
       select q.${key} from unnest($3::text[], $4::int[]) as r (region, room)
       cross join lateral (
         select m.${key} from gamekeeper.${filter.table} m
         where m.source = $1 and m.region = r.region and ${waits} and ${isDue()}
           and not ${isClaimed()} and m.${key} <> all($5) and ${sql}
         order by ${order} limit r.room for no key update skip locked) as q
     )
     update gamekeeper.${filter.table} m set claimed_by = $2, claimed_until = ${claimEnd()},
       lost_claims = ${LOST}, next_at = case ${nextAtAfterLosses()} else m.next_at end
     where m.source = $1 and m.${key} = any (array(select ${key} from free))
     returning m.${key} as key, m.region, m.attempts, m.priority, m.claimed_by, m.lost_claims`,
    [filter.source, by, rooms.map(({ region }) => region), rooms.map(({ rows }) => rows), except, ...values],
  );
}

export async function extendClaims(
  db: Queryable,
  { table, source }: Pick<RowFilter, 'table' | 'source'>,
  by: string,
  keys: readonly string[],
): Promise<void> {
  await db.query(
    `update gamekeeper.${table} set claimed_until = ${claimEnd()}
     where source = $1 and claimed_by = $2 and ${TABLES[table].key} = any($3)`,
    [source, by, keys],
  );
}

/** The rows can be claimed again after `seconds`. */
export async function releaseClaims(
  db: Queryable,
  { table, source }: Pick<RowFilter, 'table' | 'source'>,
  by: string,
  keys: readonly string[],
  seconds: number,
): Promise<void> {
  await db.query(
    `update gamekeeper.${table} set claimed_by = null, claimed_until = null, lost_claims = 0,
       next_at = case when $4 > 0 then greatest(next_at, now() + make_interval(secs => $4)) else next_at end
     where source = $1 and claimed_by = $2 and ${TABLES[table].key} = any($3)`,
    [source, by, keys, seconds],
  );
}

/** Per region, over all tables of a queue. Reads all rows that wait; ask at most once a second. */
export async function countRows(
  db: Queryable,
  kind: string,
  filters: readonly RowFilter[],
): Promise<QueueState[]> {
  const values: unknown[] = [REGIONS, kind];
  const parts = filters.map((filter) => {
    const { waits, since } = TABLES[filter.table];
    const where = shiftParameters(filter, values.length + 1);
    values.push(filter.source, ...where.values);
    return `select m.next_at, m.claimed_until, ${since} as since from gamekeeper.${filter.table} m
      where m.source = $${values.length - where.values.length} and m.region = r.region and ${waits} and ${where.sql}`;
  });
  return db.query<QueueState>(
    `select $2 || '/' || r.region as kind, c.*, 0 as dead_lettered, null as oldest_active_seconds
     from unnest($1::text[]) with ordinality as r (region, place) cross join lateral (
       select count(*) filter (where ${isDue()} and not ${isClaimed()})::int as waiting,
              count(*) filter (where not ${isDue()})::int as delayed,
              count(*) filter (where ${isClaimed()})::int as active,
              extract(epoch from now() - min(greatest(m.since, m.next_at))
                filter (where ${isDue()} and not ${isClaimed()}))::float8 as oldest_waiting_seconds
       from (${parts.join(' union all ')}) as m) as c order by r.place`,
    values,
  );
}

/** Of the row that is being claimed: a claim that was neither settled nor given back is lost. */
const LOST = 'm.lost_claims + (m.claimed_until is not null)::int';

/** For the next claim, if this one is lost too. */
function nextAtAfterLosses(): string {
  return WAITS_AFTER_LOSSES.map(
    ({ least, seconds }) => `when ${LOST} >= ${least} then now() + interval '${seconds} seconds'`,
  ).join(' ');
}

function isDue(): string {
  return '(m.next_at is null or m.next_at <= now())';
}

function isClaimed(): string {
  return `(m.claimed_until is not null
    and (m.claimed_until >= now() or pg_postmaster_start_time() > now() - interval '${CLAIM_SECONDS} seconds'))`;
}

function claimEnd(): string {
  return `now() + interval '${CLAIM_SECONDS} seconds'`;
}

function shiftParameters(
  { where }: RowFilter,
  taken: number,
): { readonly sql: string; readonly values: readonly unknown[] } {
  if (where === undefined) return { sql: 'true', values: [] };
  const sql = where.sql.replaceAll(/\$(\d+)/g, (_, place: string) => `$${Number(place) + taken}`);
  return { sql, values: where.values };
}
