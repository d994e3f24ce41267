/**
 * Rows of `goal`: what is known of a goal by now. Only the transaction that processes a poll writes what the upstream reports (`poll.ts`), with the
 * fixture's row locked. The search for clips has columns of its own in the same row (`searches`, `search_*`, `settled_*`; `goal-search.ts`), so
 * neither overwrites the other.
 *
 * All times are by the upstream's clock, which equals ours unless the practice world runs fast.
 */
import type { FollowedGoal, GoalChange, GoalDecision, GoalState } from '#/domain/football/goal.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';
import { toRecordset } from '#/runtime/postgres/rows.ts';

export interface GoalRow extends FollowedGoal {
  readonly fixtureId: number;
  readonly byHand: GoalDecision | null;
  /** False: it was scored before the first poll of its match, or between two polls that were far apart. */
  readonly observedLive: boolean;
  /** The number of searches, and the end of the window. Null: no search has begun. */
  readonly searches: number;
  readonly searchUntil: Date | null;
  /** When all its steps were done. */
  readonly settledAt: Date | null;
  readonly settledReason: string | null;
}

/** The columns that `followGoals` writes. */
const FOLLOWED = `side, team_id, team_name, player_id, player_name, former_scorers, assist_id, assist_name, kind,
  minute, extra_minute, state, sightings, misses, home_before, away_before, home_after, away_after,
  label, first_seen_at, last_seen_at, stable_at, removed_at, restored_at`;

/** The row has the scores in four columns. */
interface FoundRow extends Omit<GoalRow, 'scoreBefore' | 'scoreAfter'> {
  readonly homeBefore: number;
  readonly awayBefore: number;
  readonly homeAfter: number;
  readonly awayAfter: number;
}

const SELECT = `select id, fixture_id::float8 as fixture_id, ${FOLLOWED},
  by_hand, observed_live, searches, search_until, settled_at, settled_reason from gamekeeper.goal`;

/** In the order of the match. */
export async function readGoals(db: Queryable, fixtureIds: readonly number[]): Promise<GoalRow[]> {
  const rows = await db.query<FoundRow>(
    `${SELECT} where fixture_id = any($1::bigint[])
     order by fixture_id, minute nulls last, extra_minute nulls first, home_after + away_after, first_seen_at, id`,
    [fixtureIds],
  );
  return rows.map(toGoalRow);
}

export async function findGoal(db: Queryable, id: string): Promise<GoalRow | undefined> {
  const [row] = await db.query<FoundRow>(`${SELECT} where id = $1`, [id]);
  return row && toGoalRow(row);
}

/** Inserts or updates, and keeps the columns of the search. `observedLive` is set for new goals only. */
export async function saveGoals(
  tx: Queryable,
  fixtureId: number,
  goals: readonly FollowedGoal[],
  observedLive = true,
): Promise<void> {
  if (goals.length === 0) return;
  await tx.query(
    `insert into gamekeeper.goal (id, fixture_id, observed_live, ${FOLLOWED})
     select id, $1, $3, ${FOLLOWED} from jsonb_populate_recordset(null::gamekeeper.goal, $2::jsonb)
     on conflict (id) do update set ${FOLLOWED.replaceAll(/\w+/g, '$& = excluded.$&')}`,
    [fixtureId, toRecordset(goals.map(toColumns)), observedLive],
  );
}

export async function addGoalChanges(tx: Queryable, changes: readonly GoalChange[]): Promise<void> {
  if (changes.length === 0) return;
  await tx.query(
    `insert into gamekeeper.goal_change (goal_id, at, kind, before, after)
     select * from jsonb_to_recordset($1::jsonb) as c (goal_id uuid, at timestamptz, kind text, before text, after text)`,
    [toRecordset(changes)],
  );
}

/** Oldest first. */
export async function readGoalChanges(db: Queryable, goalIds: readonly string[]): Promise<GoalChange[]> {
  return db.query<GoalChange>(
    `select goal_id, at, kind, before, after from gamekeeper.goal_change
     where goal_id = any($1::uuid[]) order by id`,
    [goalIds],
  );
}

/** Opens the search again because the scorer changed or the goal was restored: a window that ends after the search did (`goal-search.ts`). */
export async function openSearch(tx: Queryable, ids: readonly string[], until: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(
    `update gamekeeper.goal set search_until = greatest(search_until, $2), search_limit = null, next_search_at = null,
       settled_at = null, settled_reason = null
     where id = any($1::uuid[])`,
    [ids, until],
  );
}

/** By hand. A goal that is shown before it was seen often enough becomes stable. */
export async function writeDecision(
  tx: Queryable,
  id: string,
  { state, byHand, at }: { state: GoalState; byHand: GoalDecision | null; at: Date },
): Promise<void> {
  await tx.query(
    `update gamekeeper.goal set state = $2, by_hand = $3,
       stable_at = case when $2 = 'stable' then coalesce(stable_at, $4) else stable_at end,
       removed_at = case when $2 = 'removed' then coalesce(removed_at, $4) end,
       restored_at = case when $2 = 'removed' then restored_at else $4::timestamptz end
     where id = $1`,
    [id, state, byHand, at],
  );
}

function toGoalRow({ homeBefore, awayBefore, homeAfter, awayAfter, ...row }: FoundRow): GoalRow {
  return {
    ...row,
    scoreBefore: { home: homeBefore, away: awayBefore },
    scoreAfter: { home: homeAfter, away: awayAfter },
  };
}

function toColumns({ scoreBefore, scoreAfter, ...goal }: FollowedGoal): object {
  return {
    ...goal,
    homeBefore: scoreBefore.home,
    awayBefore: scoreBefore.away,
    homeAfter: scoreAfter.home,
    awayAfter: scoreAfter.away,
  };
}
