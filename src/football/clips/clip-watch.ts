/** Work that the tables want and that may have lost its job, and clips whose time is over. */
import type { Queryable } from '#/runtime/postgres/database.ts';
import { OPEN_CLIP, SEARCH_IS_OVER } from './goal-search.ts';

export interface OpenSearch {
  readonly goal: string;
  readonly step: 'get-search' | 'execute-search' | 'save-search';
}

/** Goals whose search is under way, or is not over and due. `at`: upstream's clock. */
export async function findSearchesToGoOn(db: Queryable, at: Date, limit: number): Promise<OpenSearch[]> {
  return db.query<OpenSearch>(
    `select g.id as goal, case when s.goal_id is null then 'get-search' when s.answers is null then 'execute-search'
       else 'save-search' end as step
     from gamekeeper.goal g left join gamekeeper.clip_search s on s.goal_id = g.id
     where g.state = 'stable' and (s.goal_id is not null
       or (g.settled_at is null and not ${SEARCH_IS_OVER} and coalesce(g.next_search_at <= $1, true)))
     order by g.stable_at, g.id limit $2`,
    [at, limit],
  );
}

export interface WaitingClip {
  readonly id: string;
  readonly goalId: string;
  readonly want: 'download' | 'deduplicate' | 'upload';
}

/** Clips of goals that count, and what they wait for; in the order of their ids. */
export async function findWaitingClips(db: Queryable, limit: number): Promise<WaitingClip[]> {
  return db.query<WaitingClip>(
    `select c.id, c.goal_id as "goalId",
       case c.state when 'found' then 'download' when 'downloaded' then 'deduplicate' else 'upload' end as want
     from gamekeeper.clip c join gamekeeper.goal g on g.id = c.goal_id
     where g.state = 'stable' and ${OPEN_CLIP} and c.object_state <> 'deleting' order by c.id limit $1`,
    [limit],
  );
}

/** Goals of which nothing is open, and that nobody has settled. */
export async function findGoalsToSettle(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select g.id from gamekeeper.goal g
     where g.state = 'stable' and g.settled_at is null and ${SEARCH_IS_OVER}
       and not exists (select from gamekeeper.clip c where c.goal_id = g.id and ${OPEN_CLIP}) order by g.id limit $1`,
    [limit],
  );
  return rows.map(({ id }) => id);
}

/** Archived before that moment; or found before it and never archived (its goal was taken back), with an object all the same. */
export async function findExpiredClips(db: Queryable, before: Date, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from gamekeeper.clip
     where state <> 'deleted' and (archived_at < $1 or (object_state <> 'none' and found_at < $1)) order by id limit $2`,
    [before, limit],
  );
  return rows.map(({ id }) => id);
}
