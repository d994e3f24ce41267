/** What has happened since the last look, counted where it costs next to nothing: beyond a mark in an index, never over whole tables. */
import type { Queryable } from '#/runtime/postgres/database.ts';
import type { RawPosition } from '#/match/raw.ts';

/** Bodies of games that came to be between two places. One that was published again came to be before. */
export async function countNewBodies(
  db: Queryable,
  source: string,
  { after, until }: { readonly after: RawPosition; readonly until: RawPosition },
): Promise<number> {
  const [row] = await db.query<{ bodies: number }>(
    `select count(*)::int as bodies from gamekeeper.raw
     where source = $1 and kind = 'match' and revision = 0
       and (xid, rev) > ($2::xid8, $3::bigint) and (xid, rev) <= ($4::xid8, $5::bigint)`,
    [source, after.xid, after.rev, until.xid, until.rev],
  );
  return row?.bodies ?? 0;
}

/** In a period, both ends in milliseconds since 1970; the first is left out, the second is in. */
export async function countJobEnds(
  db: Queryable,
  { after, until }: { readonly after: number; readonly until: number },
): Promise<Readonly<Record<string, number>>> {
  const rows = await db.query<{ outcome: string; ends: number }>(
    `select outcome, count(*)::int as ends from gamekeeper.job_log
     where ended_at > to_timestamp($1::float8 / 1000) and ended_at <= to_timestamp($2::float8 / 1000) group by outcome`,
    [after, until],
  );
  return Object.fromEntries(rows.map(({ outcome, ends }) => [outcome, ends]));
}
