/**
 * Records every run of a step in the goal's time line: what ran, for which clip, when, which attempt it was and how it ended. The row is written
 * before the work begins, so a run whose process dies is recorded too. The name of the run is also that of the job's run.
 *
 * A step has an end for people (`outcome`, `reason`) and one for the job engine (`job`). They differ: a clip that is gone for good is a failed
 * step, and its job is done.
 */
import type { Step, StepOutcome } from '#/domain/football/clip-state.ts';
import { stepName } from '#/domain/football/search/run-name.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import type { SearchedGoalRow } from './goal-search.ts';
import { beginStep, endStep } from './goal-step.ts';
import type { JobContext } from '#/runtime/jobs/define-job.ts';
import { done, retryAt, skip, type JobOutcome } from '#/runtime/jobs/job-outcome.ts';
import { RunCutShort } from '#/runtime/jobs/job-runner.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';

export interface StepEnd {
  readonly outcome: Exclude<StepOutcome, 'cut-off'>;
  readonly reason: string | null;
  readonly job: JobOutcome;
}

export interface StepRun {
  readonly step: Step;
  readonly goal: SearchedGoalRow;
  readonly clipId?: string;
  /** Default: the job's. */
  readonly attempt?: number;
  /** Default: made of the step, the goal and the clip. */
  readonly name?: string;
}

export function stepDone(reason: string | null = null, job: JobOutcome = done()): StepEnd {
  return { outcome: 'done', reason, job };
}

export function stepSkipped(reason: string): StepEnd {
  return { outcome: 'skipped', reason, job: skip(reason) };
}

/** For good, or until the job runs again. */
export function stepFailed(reason: string, job: JobOutcome = skip(reason)): StepEnd {
  return { outcome: 'failed', reason, job };
}

export function stepPostponed(at: Date, reason: string): StepEnd {
  return { outcome: 'postponed', reason, job: retryAt(at, reason) };
}

export async function recordedStep(
  database: Database,
  { step, goal, clipId, attempt, name = stepName(step, goal, clipId) }: StepRun,
  context: JobContext,
  work: () => Promise<StepEnd>,
): Promise<JobOutcome> {
  context.nameRun(name);
  const id = await beginStep(database, {
    goalId: goal.id,
    clipId: clipId ?? null,
    step,
    name,
    jobId: context.jobId,
    attempt: attempt ?? context.attempt,
  });
  try {
    const end = await work();
    await writeEnd(database, id, step, end, context);
    return end.job;
  } catch (error) {
    await writeEnd(database, id, step, describeThrow(error, context.signal), context);
    throw error;
  }
}

/** What was done stays done when its end cannot be written: the row will say that it was cut off. */
async function writeEnd(
  database: Database,
  id: string,
  step: Step,
  { outcome, reason }: Pick<StepEnd, 'outcome' | 'reason'>,
  { log }: JobContext,
): Promise<void> {
  log.info({ step, outcome, reason }, 'step ended');
  try {
    await endStep(database, id, { outcome, reason: reason === null ? null : toStorableText(reason) });
  } catch (error) {
    log.warn({ err: error, step: id }, 'the end of a step could not be written');
  }
}

function describeThrow(error: unknown, signal: AbortSignal): Pick<StepEnd, 'outcome' | 'reason'> {
  const cut: unknown = signal.reason;
  if (cut instanceof RunCutShort && cut.why === 'process stops')
    return { outcome: 'postponed', reason: 'the process stopped' };
  if (cut instanceof RunCutShort) return { outcome: 'failed', reason: cut.message };
  return { outcome: 'failed', reason: error instanceof Error ? error.message : String(error) };
}
