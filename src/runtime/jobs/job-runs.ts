/**
 * The runs of one kind that are under way in this process. A run leaves when it is written down, when its claim is lost, or
 * when it is given back because the process stops; from then on, whatever its handler still does counts for nothing.
 */
import { performance } from 'node:perf_hooks';
import type { Logger } from 'pino';
import type { Claim } from './claimed-jobs.ts';
import type { JobKind } from './define-job.ts';
import { retryAt } from './job-outcome.ts';
import { runJob, RunCutShort, type ClaimedJob } from './job-runner.ts';
import { endsWithin } from './repeat.ts';
import type { JobSender } from './send-jobs.ts';
import type { Settler } from './settle-jobs.ts';

export interface JobRunsOptions {
  readonly kind: JobKind;
  readonly settler: Settler;
  readonly jobs: JobSender;
  readonly log: Logger;
  readonly onLeft: () => void;
}

export interface JobRuns {
  count(): number;
  claims(): readonly Claim[];
  /** When a run last began or left, on the clock of `performance.now()`. */
  lastProgressAt(): number;
  begin(job: ClaimedJob): void;
  lose(claims: readonly Claim[]): void;
  /** Back to the queue at once, with no attempt spent. */
  giveBack(jobs: readonly ClaimedJob[]): Promise<void>;
  /** Waits for the runs, then tells them to end, then gives back what is left. */
  drain(graceMs: number): Promise<void>;
}

interface Run {
  readonly job: ClaimedJob;
  readonly cut: AbortController;
  readonly left: Promise<void>;
}

/** How long a run that was told to end may take to say so itself. */
const LAST_WORD_MS = 250;

export function createJobRuns({ kind, settler, jobs, log, onLeft }: JobRunsOptions): JobRuns {
  const runs = new Map<string, Run>();
  let progressAt = performance.now();
  const allLeft = (): Promise<unknown> => Promise.all([...runs.values()].map((run) => run.left));

  async function runUntilLeft(job: ClaimedJob, cut: AbortController): Promise<void> {
    const ended = await runJob({ kind, job, cut, log, jobs });
    if (runs.get(job.id)?.cut !== cut) return;
    await settler.settle(ended);
    // The same job may run here again already, under a claim of its own.
    if (runs.get(job.id)?.cut === cut) runs.delete(job.id);
    progressAt = performance.now();
    onLeft();
  }

  async function giveBack(unfinished: readonly ClaimedJob[]): Promise<void> {
    const outcome = retryAt(new Date(), 'the process stopped');
    await Promise.all(
      unfinished.map((job) => settler.settle({ job, outcome, durationMs: 0, runName: null })),
    );
  }

  return {
    count: () => runs.size,
    claims: () => [...runs.values()].map((run) => run.job),
    lastProgressAt: () => progressAt,
    giveBack,
    begin(job) {
      const cut = new AbortController();
      progressAt = performance.now();
      runs.set(job.id, { job, cut, left: runUntilLeft(job, cut) });
    },
    lose(claims) {
      for (const claim of claims) {
        const run = runs.get(claim.id);
        if (run?.job !== claim) continue;
        runs.delete(claim.id);
        run.cut.abort(new RunCutShort('claim lost', 'another worker has taken this job'));
        onLeft();
      }
    },
    async drain(graceMs) {
      await endsWithin(graceMs, allLeft());
      for (const { cut } of runs.values()) cut.abort(new RunCutShort('process stops', 'the process stops'));
      await endsWithin(LAST_WORD_MS, allLeft());
      const unfinished = [...runs.values()].map((run) => run.job);
      runs.clear();
      await giveBack(unfinished);
    },
  };
}
