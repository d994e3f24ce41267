/**
 * The time line of a goal: every run of a step. A run is written down when it begins and again when it ends. A run whose process died has
 * no end of its own: the next run of the same job, or the watch over old ones, writes that it was cut off. An end is written once.
 */
import type { Step, StepOutcome } from '#/domain/football/clip-state.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';

export interface BegunStep {
  readonly goalId: string;
  readonly clipId: string | null;
  readonly step: Step;
  readonly name: string;
  readonly jobId: string;
  readonly attempt: number;
}

/** Its id. Earlier runs of the same job that never ended were cut off. */
export async function beginStep(db: Queryable, step: BegunStep): Promise<string> {
  const { goalId, clipId, name, jobId, attempt } = step;
  const [row] = await db.query<{ id: string }>(
    `with cut as (
       update gamekeeper.goal_step set ended_at = now(), outcome = 'cut-off', reason = 'the process ended before the step did'
       where goal_id = $1 and job_id = $5 and ended_at is null)
     insert into gamekeeper.goal_step (goal_id, clip_id, step, name, job_id, attempt, started_at)
     values ($1, $2, $3, $4, $5, $6, now()) returning id::text as id`,
    [goalId, clipId, step.step, name, jobId, attempt],
  );
  if (row === undefined) throw new Error(`PostgreSQL kept no row for the step ${name}`);
  return row.id;
}

export async function endStep(
  db: Queryable,
  id: string,
  { outcome, reason }: { readonly outcome: StepOutcome; readonly reason: string | null },
): Promise<void> {
  await db.query(
    `update gamekeeper.goal_step set ended_at = now(), outcome = $2, reason = $3 where id = $1 and ended_at is null`,
    [id, outcome, reason],
  );
}

/** Runs that began so long ago that no process can still be at them. */
export async function cutOffOldSteps(db: Queryable, olderThanSeconds: number): Promise<number> {
  const rows = await db.query(
    `update gamekeeper.goal_step set ended_at = now(), outcome = 'cut-off', reason = 'nothing was heard of it again'
     where ended_at is null and started_at < now() - make_interval(secs => $1) returning 1`,
    [olderThanSeconds],
  );
  return rows.length;
}

export interface GoalStepRow {
  readonly id: string;
  readonly step: Step;
  readonly name: string;
  readonly clipId: string | null;
  readonly attempt: number;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly outcome: StepOutcome | null;
  readonly reason: string | null;
}

/** In the order in which they began. */
export async function listGoalSteps(db: Queryable, goalId: string): Promise<GoalStepRow[]> {
  return db.query<GoalStepRow>(
    `select id::text as id, step, name, clip_id as "clipId", attempt, started_at as "startedAt", ended_at as "endedAt", outcome, reason
     from gamekeeper.goal_step where goal_id = $1 order by gamekeeper.goal_step.id`,
    [goalId],
  );
}

/** How often a step of a clip was begun in vain within the last hour: it failed, or its process ended. */
export async function countVainRuns(db: Queryable, clipId: string, step: Step): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from gamekeeper.goal_step
     where clip_id = $1 and step = $2 and outcome in ('cut-off', 'failed') and started_at > now() - interval '1 hour'`,
    [clipId, step],
  );
  return row?.count ?? 0;
}

/** Why the newest search of a goal was not made: no site answered, or it was not begun. Null: a site answered, or there was none. */
export async function readSearchObstacle(
  db: Queryable,
  goalId: string,
): Promise<{ readonly outcome: 'failed' | 'skipped'; readonly reason: string | null } | null> {
  const [row] = await db.query<{ outcome: StepOutcome; reason: string | null }>(
    `select outcome, reason from gamekeeper.goal_step
     where goal_id = $1 and ((step in ('search', 'execute-search') and outcome in ('done', 'failed'))
       or (step in ('search', 'get-search') and outcome = 'skipped')) order by id desc limit 1`,
    [goalId],
  );
  return row?.outcome === 'failed' || row?.outcome === 'skipped' ? { ...row, outcome: row.outcome } : null;
}
