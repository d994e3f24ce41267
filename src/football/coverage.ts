/**
 * Counts goals and clips of fixtures. Coverage is about goals that count; removed goals and those that are not stable yet are only in the counts of a
 * fixture.
 */
import type { ClipReason } from '#/domain/football/clip-state.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';

export interface FixtureCounts {
  readonly stable: number;
  readonly detected: number;
  readonly removed: number;
  /** Archived clips. */
  readonly clips: number;
}

export async function countGoalsAndClips(
  db: Queryable,
  fixtureIds: readonly number[],
): Promise<ReadonlyMap<number, FixtureCounts>> {
  const rows = await db.query<FixtureCounts & { id: number }>(
    `select g.fixture_id::float8 as id, count(*) filter (where g.state = 'stable')::int as stable,
       count(*) filter (where g.state = 'detected')::int as detected,
       count(*) filter (where g.state = 'removed')::int as removed,
       coalesce(sum((select count(*) from gamekeeper.clip c where c.goal_id = g.id and c.object_state = 'stored' and c.is_best))
         filter (where g.state = 'stable'), 0)::int as clips
     from gamekeeper.goal g where g.fixture_id = any($1::bigint[]) group by g.fixture_id`,
    [fixtureIds],
  );
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

export interface CoverageRow {
  readonly goals: number;
  readonly searched: number;
  readonly withClips: number;
  readonly found: number;
  readonly downloaded: number;
  /** Clusters of archived clips. */
  readonly distinct: number;
  readonly medianSeconds: number | null;
  readonly slowestSeconds: number | null;
}

export async function readCoverage(db: Queryable, fixtureIds: readonly number[]): Promise<CoverageRow> {
  const [row] = await db.query<CoverageRow>(
    `with counted as (
       select g.searches, of_goal.found, of_goal.downloaded, of_goal.distinct_clips,
         extract(epoch from of_goal.first_at - g.first_seen_at)::float8 as seconds
       from gamekeeper.goal g, lateral (
         select count(*) as found, count(*) filter (where c.md5 is not null) as downloaded,
           count(distinct c.cluster) filter (where c.state = 'kept') as distinct_clips, min(c.archived_at) as first_at
         from gamekeeper.clip c where c.goal_id = g.id) as of_goal
       where g.fixture_id = any($1::bigint[]) and g.state = 'stable')
     select count(*)::int as goals, count(*) filter (where searches > 0)::int as searched,
       count(seconds)::int as with_clips, coalesce(sum(found), 0)::int as found,
       coalesce(sum(downloaded), 0)::int as downloaded, coalesce(sum(distinct_clips), 0)::int as distinct,
       percentile_cont(0.5) within group (order by seconds) as median_seconds, max(seconds) as slowest_seconds
     from counted`,
    [fixtureIds],
  );
  if (row === undefined) throw new Error('PostgreSQL returned no coverage');
  return row;
}

export interface DroppedRow {
  readonly reason: ClipReason;
  readonly count: number;
}

/** Reasons why clips are not archived, most frequent first. */
export async function countDroppedClips(db: Queryable, fixtureIds: readonly number[]): Promise<DroppedRow[]> {
  return db.query<DroppedRow>(
    `select c.reason_code as reason, count(*)::int as count
     from gamekeeper.clip c join gamekeeper.goal g on g.id = c.goal_id
     where g.fixture_id = any($1::bigint[]) and g.state = 'stable'
       and c.state in ('duplicate', 'rejected', 'failed', 'deleted') and c.reason_code is not null
     group by c.reason_code order by count(*) desc, c.reason_code`,
    [fixtureIds],
  );
}
