/**
 * The search of a goal that is under way, one row per goal. It is written by `get-search`, gets its answers from `execute-search`, and is
 * deleted by the transaction of `save-search` that writes the clips; so it says which step comes next after a kill.
 */
import type { Queryable, Transaction } from '#/runtime/postgres/database.ts';

export interface ClipSearchRow {
  /** Upstream's clock. */
  readonly startedAt: Date;
  readonly query: string;
  /** Executions that no site answered. */
  readonly failures: number;
  /** Null: not executed yet. */
  readonly answers: string | null;
}

const SELECT = `select started_at as "startedAt", query, failures, answers from gamekeeper.clip_search where goal_id = $1`;

export async function readClipSearch(db: Queryable, goalId: string): Promise<ClipSearchRow | undefined> {
  const [row] = await db.query<ClipSearchRow>(SELECT, [goalId]);
  return row;
}

export async function isSearchRunning(db: Queryable, goalId: string): Promise<boolean> {
  return (await readClipSearch(db, goalId)) !== undefined;
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
     returning s.answers is not null as "isExecuted"`,
    [goalId, startedAt, query],
  );
  return row?.isExecuted === true;
}

export async function countFailedExecution(tx: Transaction, goalId: string): Promise<void> {
  await tx.query('update gamekeeper.clip_search set failures = failures + 1 where goal_id = $1', [goalId]);
}

/** Returns false if there are answers already, or no search is under way. */
export async function keepAnswers(tx: Transaction, goalId: string, answers: string): Promise<boolean> {
  const rows = await tx.query(
    'update gamekeeper.clip_search set answers = $2 where goal_id = $1 and answers is null returning 1',
    [goalId, answers],
  );
  return rows.length > 0;
}

export async function deleteClipSearch(tx: Transaction, goalId: string): Promise<void> {
  await tx.query('delete from gamekeeper.clip_search where goal_id = $1', [goalId]);
}
