/**
 * The search for clips of a goal, and its end. What a goal is, is written by whoever follows the match; here stands how far the work for it
 * has come. Whatever decides about several clips of a goal holds `lockClips` while it does, so that the last one to end sees that
 * everybody else has.
 *
 * Times of the search are by the upstream's clock, as all times of a goal.
 */
import type { GoalKind, GoalState, ScoreLine } from '#/domain/football/goal.ts';
import type { OtherGoalOfMatch } from '#/domain/football/search/judge-post.ts';
import type { Queryable, Transaction } from '#/runtime/postgres/database.ts';

export interface SearchedGoalRow {
  readonly id: string;
  readonly fixtureId: number;
  readonly label: string;
  readonly teamName: string;
  readonly otherTeamName: string;
  readonly playerName: string | null;
  readonly kind: GoalKind;
  readonly minute: number | null;
  readonly extraMinute: number | null;
  readonly scoreAfter: ScoreLine;
  readonly state: GoalState;
  readonly observedLive: boolean;
  /** At the latest: when it was first seen. Of a match that was followed late, when its minute was played; without a minute, the kick-off. */
  readonly scoredAt: Date;
  readonly searches: number;
  readonly searchLimit: number | null;
  readonly searchUntil: Date | null;
  readonly searchEndedAt: Date | null;
  /** The next search does not begin earlier. Null: at once. */
  readonly nextSearchAt: Date | null;
  readonly settledAt: Date | null;
}

/** A break lies before the second half. A goal that only the score tells of has no minute, and `least` passes over what is null. */
const SCORED_AT = `least(g.first_seen_at, f.kickoff_at + make_interval(mins =>
      g.minute + coalesce(g.extra_minute, 0) + case when g.minute > 45 then 15 else 0 end),
      case when not g.observed_live and g.minute is null then f.kickoff_at end)`;

export const SEARCHED_GOAL = `g.id, g.fixture_id::float8 as "fixtureId", g.label, g.team_name as "teamName",
    case g.side when 'home' then f.away_name else f.home_name end as "otherTeamName", g.player_name as "playerName", g.kind,
    g.minute, g.extra_minute as "extraMinute", jsonb_build_object('home', g.home_after, 'away', g.away_after) as "scoreAfter",
    g.state, g.observed_live as "observedLive", ${SCORED_AT} as "scoredAt", g.searches, g.search_limit as "searchLimit", g.search_until as "searchUntil",
    g.search_ended_at as "searchEndedAt", g.next_search_at as "nextSearchAt", g.settled_at as "settledAt"`;

export async function readSearchedGoal(db: Queryable, id: string): Promise<SearchedGoalRow | undefined> {
  const [row] = await db.query<SearchedGoalRow>(
    `select ${SEARCHED_GOAL} from gamekeeper.goal g join gamekeeper.fixture f on f.id = g.fixture_id where g.id = $1`,
    [id],
  );
  return row;
}

/** The same, and nobody opens its window again, or writes anything else of it, until the transaction ends. */
export async function holdSearchedGoal(tx: Transaction, id: string): Promise<SearchedGoalRow | undefined> {
  await tx.query('select from gamekeeper.goal where id = $1 for no key update', [id]);
  return readSearchedGoal(tx, id);
}

/** The other goals of its match, also those that were taken back: a post may be about one of them. */
export async function readOtherGoals(
  db: Queryable,
  { id, fixtureId }: Pick<SearchedGoalRow, 'id' | 'fixtureId'>,
): Promise<OtherGoalOfMatch[]> {
  return db.query<OtherGoalOfMatch>(
    `select player_name as "playerName", minute, extra_minute as "extraMinute",
       jsonb_build_object('home', home_after, 'away', away_after) as "scoreAfter"
     from gamekeeper.goal where fixture_id = $2 and id <> $1 order by first_seen_at, id`,
    [id, fixtureId],
  );
}

/** Nobody else decides about the clips of this goal until the transaction ends. */
export async function lockClips(tx: Transaction, goalId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('clips of ' || $1::text, 0))`, [goalId]);
}

export interface SearchWindow {
  readonly searches: number;
  readonly until: Date;
}

/**
 * That the window ends later than the search did means that somebody has opened it again: the scorer is another one, the goal counts
 * after all, or a person asks.
 */
export const SEARCH_IS_OVER = '(g.search_ended_at is not null and g.search_until <= g.search_ended_at)';

/** What is open, or was opened again, gets its limit. Undefined: it is over, or there is no such goal. */
export async function beginSearch(
  db: Queryable,
  id: string,
  { searches, until }: SearchWindow,
): Promise<{ readonly searches: number; readonly limit: number; readonly until: Date } | undefined> {
  const [row] = await db.query<{ searches: number; limit: number; until: Date }>(
    `update gamekeeper.goal g set search_ended_at = null, search_until = coalesce(search_until, $3),
       search_limit = case when search_ended_at is null then coalesce(search_limit, searches + $2) else searches + $2 end
     where id = $1 and not ${SEARCH_IS_OVER} returning searches, search_limit as limit, search_until as until`,
    [id, searches, until],
  );
  return row;
}

/** A new window, whether the old one is over or not. False: it is no goal that is searched for. */
export async function reopenSearch(
  tx: Transaction,
  id: string,
  { searches, until }: SearchWindow,
): Promise<boolean> {
  const rows = await tx.query(
    `update gamekeeper.goal set search_limit = searches + $2, search_until = greatest(search_until, $3),
       search_ended_at = null, next_search_at = null, settled_at = null, settled_reason = null
     where id = $1 and state = 'stable' returning 1`,
    [id, searches, until],
  );
  return rows.length > 0;
}

export async function countSearch(tx: Transaction, id: string): Promise<void> {
  await tx.query('update gamekeeper.goal set searches = searches + 1 where id = $1', [id]);
}

export async function planSearch(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx.query('update gamekeeper.goal set next_search_at = $2 where id = $1', [id, at]);
}

export async function endSearch(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx.query(
    `update gamekeeper.goal set search_ended_at = $2, search_until = least(search_until, $2), next_search_at = null
     where id = $1 and search_ended_at is null`,
    [id, at],
  );
}

/** A clip that somebody still has to do something with. */
export const OPEN_CLIP = `(c.state in ('found', 'downloaded') or (c.state = 'kept' and c.is_best and c.object_state <> 'stored'))`;

/** With `lockClips` held: the search is over, and no clip waits for anything. */
export async function isReadyToSettle(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from gamekeeper.goal g
     where g.id = $1 and g.state = 'stable' and g.settled_at is null and ${SEARCH_IS_OVER}
       and not exists (select from gamekeeper.clip c where c.goal_id = g.id and ${OPEN_CLIP})`,
    [id],
  );
  return rows.length > 0;
}

export async function settleGoal(tx: Transaction, id: string, at: Date, reason: string): Promise<void> {
  await tx.query('update gamekeeper.goal set settled_at = $2, settled_reason = $3 where id = $1', [
    id,
    at,
    reason,
  ]);
}

export interface ClipCounts {
  readonly found: number;
  readonly archived: number;
  readonly rejected: number;
  readonly failed: number;
  readonly duplicates: number;
}

export async function countClips(db: Queryable, goalId: string): Promise<ClipCounts> {
  const [row] = await db.query<ClipCounts>(
    `select count(*)::int as found, count(*) filter (where object_state = 'stored' and is_best)::int as archived,
       count(*) filter (where state = 'rejected')::int as rejected, count(*) filter (where state = 'failed')::int as failed,
       count(*) filter (where state = 'duplicate')::int as duplicates
     from gamekeeper.clip where goal_id = $1`,
    [goalId],
  );
  return row ?? { found: 0, archived: 0, rejected: 0, failed: 0, duplicates: 0 };
}
