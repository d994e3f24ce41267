/**
 * The search for clips of a goal: the goal as a search needs it, its window, and the search that is under way (`clip_search`). A transaction
 * that decides about several clips of a goal holds `lockClips`, so that the last one to commit sees the others.
 *
 * Times are by the upstream's clock, as all times of a goal.
 */
import type { GoalKind, GoalState, ScoreLine } from '#/domain/football/goal.ts';
import type { OtherGoalOfMatch } from '#/domain/football/search/judge-post.ts';
import type { Queryable, Transaction } from '#/runtime/postgres/database.ts';
import type { SiteAnswer } from './ask-sites.ts';
import type { ClipQuery } from './sites/clip-site.ts';

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
  /** An upper bound: when it was first seen or, if its match was first polled late, when its minute was played (without a minute: kick-off). */
  readonly scoredAt: Date;
  readonly searches: number;
  readonly searchLimit: number | null;
  readonly searchUntil: Date | null;
  readonly searchEndedAt: Date | null;
  /** The earliest time of the next search. Null: now. */
  readonly nextSearchAt: Date | null;
  readonly settledAt: Date | null;
}

/** Counts a break of 15 minutes before the second half. A goal that is known from the score only has no minute; `least` ignores nulls. */
const SCORED_AT = `least(g.first_seen_at, f.kickoff_at + make_interval(mins =>
      g.minute + coalesce(g.extra_minute, 0) + case when g.minute > 45 then 15 else 0 end),
      case when not g.observed_live and g.minute is null then f.kickoff_at end)`;

export async function readSearchedGoal(db: Queryable, id: string): Promise<SearchedGoalRow | undefined> {
  const [row] = await db.query<SearchedGoalRow>(
    `select g.id, g.fixture_id::float8 as fixture_id, g.label, g.team_name,
       case g.side when 'home' then f.away_name else f.home_name end as other_team_name, g.player_name, g.kind, g.minute, g.extra_minute,
       jsonb_build_object('home', g.home_after, 'away', g.away_after) as score_after, g.state, g.observed_live,
       ${SCORED_AT} as scored_at, g.searches, g.search_limit, g.search_until, g.search_ended_at, g.next_search_at, g.settled_at
     from gamekeeper.goal g join gamekeeper.fixture f on f.id = g.fixture_id where g.id = $1`,
    [id],
  );
  return row;
}

/** The same with the row locked: its window cannot be opened again until the transaction ends. */
export async function holdSearchedGoal(tx: Transaction, id: string): Promise<SearchedGoalRow | undefined> {
  await tx.query('select from gamekeeper.goal where id = $1 for no key update', [id]);
  return readSearchedGoal(tx, id);
}

/** The other goals of the match, also removed ones: a post may be about one of them. */
export async function readOtherGoals(
  db: Queryable,
  { id, fixtureId }: Pick<SearchedGoalRow, 'id' | 'fixtureId'>,
): Promise<OtherGoalOfMatch[]> {
  return db.query<OtherGoalOfMatch>(
    `select player_name, minute, extra_minute, jsonb_build_object('home', home_after, 'away', away_after) as score_after
     from gamekeeper.goal where fixture_id = $2 and id <> $1 order by first_seen_at, id`,
    [id, fixtureId],
  );
}

/** Serialises decisions about the clips and objects of a goal until the transaction ends. */
export async function lockClips(tx: Transaction, goalId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('clips of ' || $1::text, 0))`, [goalId]);
}

export interface SearchWindow {
  readonly searches: number;
  readonly until: Date;
}

/** A window that ends after the search did was opened again: the scorer changed, the goal was restored, or by hand. */
export const SEARCH_IS_OVER = '(g.search_ended_at is not null and g.search_until <= g.search_ended_at)';

/** Sets limit and end of a window that is open or was opened again. Returns false if the search is over. */
export async function beginSearch(
  db: Queryable,
  id: string,
  { searches, until }: SearchWindow,
): Promise<boolean> {
  const rows = await db.query(
    `update gamekeeper.goal g set search_ended_at = null, search_until = coalesce(search_until, $3),
       search_limit = case when search_ended_at is null then coalesce(search_limit, searches + $2) else searches + $2 end
     where id = $1 and not ${SEARCH_IS_OVER} returning 1`,
    [id, searches, until],
  );
  return rows.length > 0;
}

/** Opens a new window, whether the old one is over or not. Returns false if the goal is not stable. */
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

/** A clip `c` that waits for a step. */
export const OPEN_CLIP = `c.state in ('found', 'downloaded')`;

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

/** The search of a goal that is under way. `get-search` writes the row, `execute-search` adds the answers, `save-search` deletes it. */
export interface ClipSearchRow {
  readonly startedAt: Date;
  readonly query: StoredQuery;
  /** Executions that no site answered. */
  readonly failures: number;
  /** Null: not executed yet. */
  readonly answers: readonly SiteAnswer[] | null;
}

/** `until` is set when the sites are asked. */
type StoredQuery = Omit<ClipQuery, 'until'>;

export async function readClipSearch(db: Queryable, goalId: string): Promise<ClipSearchRow | undefined> {
  const [row] = await db.query<{ startedAt: Date; query: string; failures: number; answers: string | null }>(
    'select started_at, query, failures, answers from gamekeeper.clip_search where goal_id = $1',
    [goalId],
  );
  return (
    row && {
      ...row,
      query: JSON.parse(row.query, reviveDates) as StoredQuery,
      answers: row.answers === null ? null : (JSON.parse(row.answers, reviveDates) as SiteAnswer[]),
    }
  );
}

function reviveDates(name: string, value: unknown): unknown {
  return (name === 'since' || name === 'postedAt') && typeof value === 'string' ? new Date(value) : value;
}

/** A search that is not executed yet gets the new query. Returns whether the sites have answered already. */
export async function beginClipSearch(
  tx: Transaction,
  goalId: string,
  { startedAt, query }: Pick<ClipSearchRow, 'startedAt' | 'query'>,
): Promise<boolean> {
  const [row] = await tx.query<{ isExecuted: boolean }>(
    `insert into gamekeeper.clip_search as s (goal_id, started_at, query) values ($1, $2, $3)
     on conflict (goal_id) do update set query = case when s.answers is null then excluded.query else s.query end
     returning s.answers is not null as is_executed`,
    [goalId, startedAt, JSON.stringify(query)],
  );
  return row?.isExecuted === true;
}

export async function countFailedExecution(tx: Transaction, goalId: string): Promise<void> {
  await tx.query('update gamekeeper.clip_search set failures = failures + 1 where goal_id = $1', [goalId]);
}

/** Returns false if there are answers already, or no search is under way. */
export async function keepAnswers(
  tx: Transaction,
  goalId: string,
  answers: readonly SiteAnswer[],
): Promise<boolean> {
  const rows = await tx.query(
    'update gamekeeper.clip_search set answers = $2 where goal_id = $1 and answers is null returning 1',
    [goalId, JSON.stringify(answers)],
  );
  return rows.length > 0;
}

export async function deleteClipSearch(tx: Transaction, goalId: string): Promise<void> {
  await tx.query('delete from gamekeeper.clip_search where goal_id = $1', [goalId]);
}
