/**
 * The time line of a goal: one row of `goal_step` per run of a step. The row is written before the work begins, so a run whose process dies
 * is recorded too; the next run of the same job, or `cutOffOldSteps`, ends it as cut off. An end is written once.
 *
 * A step has an end for people (`outcome`, `reason`) and one for the job engine (`job`). They differ: a video that does not exist any more is
 * a failed step, but its job is done.
 */
import type { Step, StepOutcome } from '#/domain/football/clip-state.ts';
import { stepName } from '#/domain/football/search/run-name.ts';
import type { JobContext } from '#/runtime/jobs/define-job.ts';
import { done, retryAt, skip, type JobOutcome } from '#/runtime/jobs/job-outcome.ts';
import { RunCutShort } from '#/runtime/jobs/define-job.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import type { Database, Queryable } from '#/runtime/postgres/database.ts';
import type { SearchedGoalRow } from './goal-search.ts';

export interface StepEnd {
  readonly outcome: Exclude<StepOutcome, 'cut-off'>;
  readonly reason: string | null;
  readonly job: JobOutcome;
}

export function stepDone(reason: string | null = null, job: JobOutcome = done()): StepEnd {
  return { outcome: 'done', reason, job };
}

export function stepSkipped(reason: string): StepEnd {
  return { outcome: 'skipped', reason, job: skip(reason) };
}

/** For good, unless `job` says that it runs again. */
export function stepFailed(reason: string, job: JobOutcome = skip(reason)): StepEnd {
  return { outcome: 'failed', reason, job };
}

export function stepPostponed(at: Date, reason: string): StepEnd {
  return { outcome: 'postponed', reason, job: retryAt(at, reason) };
}

interface StepRun {
  readonly step: Step;
  readonly goal: SearchedGoalRow;
  readonly clipId?: string;
  /** Default: the job's. */
  readonly attempt?: number;
  /** Default: made of the step, the goal and the clip. */
  readonly name?: string;
  /** Not the first step of its job: the job's run keeps the name of the first. */
  readonly isContinued?: boolean;
}

export async function recordedStep(
  database: Database,
  { step, goal, clipId, attempt, name = stepName(step, goal, clipId), isContinued = false }: StepRun,
  context: JobContext,
  work: () => Promise<StepEnd>,
): Promise<JobOutcome> {
  if (!isContinued) context.nameRun(name);
  const id = await beginStep(database, {
    goalId: goal.id,
    clipId: clipId ?? null,
    step,
    name,
    jobId: context.jobId,
    attempt: attempt ?? context.attempt,
  });
  const end = async ({ outcome, reason }: Pick<StepEnd, 'outcome' | 'reason'>): Promise<void> => {
    const about = { goal: goal.id, fixture: goal.fixtureId, ...(clipId !== undefined && { clip: clipId }) };
    context.log.info({ ...about, step, outcome, reason }, 'step ended');
    try {
      await endStep(database, id, { outcome, reason: reason === null ? null : toStorableText(reason) });
    } catch (error) {
      // The work is done; without its end the row will say that the run was cut off.
      context.log.warn({ ...about, err: error, step }, 'end of step not recorded');
    }
  };
  try {
    const ended = await work();
    await end(ended);
    return ended.job;
  } catch (error) {
    await end(describeError(error, context.signal));
    throw error;
  }
}

function describeError(error: unknown, signal: AbortSignal): Pick<StepEnd, 'outcome' | 'reason'> {
  const cut: unknown = signal.reason;
  if (cut instanceof RunCutShort && cut.why === 'process stops')
    return { outcome: 'postponed', reason: 'the process stopped' };
  if (cut instanceof RunCutShort) return { outcome: 'failed', reason: cut.message };
  return { outcome: 'failed', reason: error instanceof Error ? error.message : String(error) };
}

interface BegunStep {
  readonly goalId: string;
  readonly clipId: string | null;
  readonly step: Step;
  readonly name: string;
  readonly jobId: string;
  readonly attempt: number;
}

/** Returns the id of the row. Earlier runs of the same job without an end were cut off. */
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
  if (row === undefined) throw new Error(`PostgreSQL returned no row for the step ${name}`);
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

/** Ends runs that began so long ago that no process can still be working on them. */
export async function cutOffOldSteps(db: Queryable, olderThanSeconds: number): Promise<number> {
  const rows = await db.query(
    `update gamekeeper.goal_step set ended_at = now(), outcome = 'cut-off', reason = 'no end was recorded'
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
    `select id::text as id, step, name, clip_id, attempt, started_at, ended_at, outcome, reason
     from gamekeeper.goal_step where goal_id = $1 order by gamekeeper.goal_step.id`,
    [goalId],
  );
}

/** Runs of a step of a clip within the last hour that failed or were cut off. */
export async function countVainRuns(db: Queryable, clipId: string, step: Step): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from gamekeeper.goal_step
     where clip_id = $1 and step = $2 and outcome in ('cut-off', 'failed') and started_at > now() - interval '1 hour'`,
    [clipId, step],
  );
  return row?.count ?? 0;
}

/** Why the newest search of a goal asked no site or got no answer. Null: a site answered, or there was no search. */
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
