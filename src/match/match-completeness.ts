/**
 * How much of what was listed is there, per platform and day. Counted, not kept: a number that is derived cannot go wrong. The
 * index holds all that it reads; on a million rows it takes some tenths of a second, so ask for the days that are shown.
 *
 * A stored game counts for the day (UTC) on which it ended. Of others nothing is known but when they were listed.
 */
import type { Queryable } from '#/runtime/postgres/database.ts';
import type { Source } from './rows.ts';

export interface Completeness {
  readonly platform: string;
  /** `2026-11-15`. */
  readonly day: string;
  readonly wanted: number;
  readonly stored: number;
  readonly gone: number;
  readonly quarantined: number;
}

export interface CompletenessFilter {
  readonly platforms: readonly string[];
  /** Days, both included. */
  readonly from: string;
  readonly to: string;
}

export async function readCompleteness(
  db: Queryable,
  source: Source,
  { platforms, from, to }: CompletenessFilter,
): Promise<Completeness[]> {
  return db.query<Completeness>(
    `select platform, to_char(day, 'YYYY-MM-DD') as day,
            count(*) filter (where state = 'wanted')::int as wanted,
            count(*) filter (where state = 'stored')::int as stored,
            count(*) filter (where state = 'gone')::int as gone,
            count(*) filter (where state = 'quarantined')::int as quarantined
     from gamekeeper.match
     where source = $1 and platform = any($2) and day between $3::date and $4::date
     group by match.platform, match.day order by match.platform, match.day`,
    [source, platforms, from, to],
  );
}
