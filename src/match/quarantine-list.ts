/** What was put aside: games and timelines that were refused, each with its reason, and with its body where there was one. */
import type { Queryable } from '#/runtime/postgres/database.ts';
import type { Kept } from './match.ts';

export interface QuarantinedRow extends Kept {
  readonly id: string;
  readonly reason: string;
  readonly since: Date;
  /** Of the body as it was sent; null: it was refused before there was one. */
  readonly bytes: number | null;
}

const ASIDE = `(
  select source, 'match' as kind, id, reason, changed_at from gamekeeper.match where state = 'quarantined'
  union all
  select source, 'timeline', id, reason, changed_at from gamekeeper.timeline where state = 'quarantined')`;
const REASON = `coalesce(a.reason, 'nobody said why')`;

/** Newest first. */
export async function listQuarantined(
  db: Queryable,
  { source, limit }: { readonly source: string | null; readonly limit: number },
): Promise<QuarantinedRow[]> {
  return db.query<QuarantinedRow>(
    `select a.source, a.kind, a.id, ${REASON} as reason, a.changed_at as since, r.size as bytes
     from (select * from ${ASIDE} as a where $1::text is null or a.source = $1
           order by changed_at desc, id, kind limit $2) as a
     left join gamekeeper.raw r on r.source = a.source and r.kind = a.kind and r.id = a.id
     order by a.changed_at desc, a.id, a.kind`,
    [source, limit],
  );
}

export interface QuarantineCounts {
  readonly total: number;
  /** Most frequent first. */
  readonly reasons: readonly { readonly reason: string; readonly count: number }[];
}

export async function countReasons(
  db: Queryable,
  { source, limit }: { readonly source: string | null; readonly limit: number },
): Promise<QuarantineCounts> {
  const rows = await db.query<{ reason: string; count: number; total: number }>(
    `select ${REASON} as reason, count(*)::int as count, (sum(count(*)) over ())::int as total
     from ${ASIDE} as a where $1::text is null or a.source = $1
     group by 1 order by count desc, 1 limit $2`,
    [source, limit],
  );
  return {
    total: rows[0]?.total ?? 0,
    reasons: rows.map(({ reason, count }) => ({ reason, count })),
  };
}

export interface QuarantineCount extends Kept {
  readonly count: number;
}

/** By what it is; what has none is there with 0. */
export async function countQuarantined(db: Queryable): Promise<QuarantineCount[]> {
  return db.query<QuarantineCount>(
    `select k.source, k.kind, count(a.id)::int as count
     from (values ('tft', 'match'), ('lol', 'match'), ('lol', 'timeline')) as k (source, kind)
     left join ${ASIDE} as a on a.source = k.source and a.kind = k.kind
     group by k.source, k.kind order by k.source desc, k.kind`,
  );
}

export interface QuarantinedBody {
  /** zstd. */
  readonly packed: Uint8Array;
  /** Of this very body: another one has another. */
  readonly rev: string;
  readonly fetchedAt: Date;
}

export interface FoundQuarantined {
  readonly row: QuarantinedRow;
  readonly body: QuarantinedBody | null;
}

/** Undefined: there is no such thing, or it is not in quarantine. */
export async function readQuarantined(
  db: Queryable,
  { source, kind }: Kept,
  id: string,
): Promise<FoundQuarantined | undefined> {
  const [found] = await db.query<
    Omit<QuarantinedRow, 'source' | 'kind' | 'id'> & {
      packed: Uint8Array | null;
      rev: string | null;
      fetchedAt: Date | null;
    }
  >(
    `select ${REASON} as reason, a.changed_at as since, r.size as bytes, r.body as packed, r.rev::text as rev,
            r.fetched_at as "fetchedAt"
     from gamekeeper.${kind} a
     left join gamekeeper.raw r on r.source = a.source and r.kind = $3 and r.id = a.id
     where a.source = $1 and a.id = $2 and a.state = 'quarantined'`,
    [source, id, kind],
  );
  if (found === undefined) return undefined;
  const { packed, rev, fetchedAt, ...rest } = found;
  const body = packed === null || rev === null || fetchedAt === null ? null : { packed, rev, fetchedAt };
  return { row: { source, kind, id, ...rest }, body };
}
