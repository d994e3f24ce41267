/**
 * Runs the jobs of one kind: claims as many as have room, runs them side by side, keeps their claims alive, and settles each
 * one when it ends. A slow job holds one place and nothing else; that is why this is no `work()` of pg-boss, which
 * fetches the next batch only when the slowest job of the last one has ended.
 *
 * A run is cut short in three cases, which its signal's reason names: its time is up (a failed attempt, at once, even if the
 * handler goes on), the process stops (a handler that gives up then spends no attempt), or its claim was lost (the outcome
 * counts for nothing). A run leaves the list when it is settled, lost or given back; what its handler does later is ignored.
 */
import { performance } from 'node:perf_hooks';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { JobEnd } from '#/contract/status.ts';
import { endsWithin, pause } from '../pause.ts';
import type { Database } from '../postgres/database.ts';
import { RunCutShort, type JobKind } from './define-job.ts';
import { insertJobEnds, type JobLogEntry } from './job-log.ts';
import { deadLetter, retryAt, type JobOutcome } from './job-outcome.ts';
import { settledIds } from './queues.ts';
import type { JobSender } from './send-jobs.ts';
import {
  attemptOf,
  createSettler,
  MAX_CRASHES,
  pastOf,
  reportEnds,
  SUSPECT,
  type EndedRun,
  type RunEnd,
} from './settle-jobs.ts';

export interface JobWorkerOptions {
  readonly kind: JobKind;
  readonly boss: PgBoss;
  readonly database: Database;
  readonly jobs: JobSender;
  readonly log: Logger;
  readonly onEnd: (end: JobEnd) => void;
  readonly giveUp: AbortSignal;
}

export interface JobWorker {
  readonly kind: string;
  /** There may be a job to claim. */
  wake(): void;
  /** Renews the claims of all runs. Runs whose claim is lost are told to end. */
  beat(): Promise<void>;
  /** Claims nothing more; resolves when every run has ended. Runs still going after `graceMs` go back to the queue. */
  stop(graceMs: number): Promise<void>;
}

type ClaimedJob = JobWithMetadata<unknown>;

interface Run {
  readonly job: ClaimedJob;
  readonly cut: AbortController;
  readonly left: Promise<void>;
}

/** New jobs are announced, and so is what is due (job-engine.ts). Polls are for what both miss. */
const POLL_MS = 5_000;
/** How long a run that was told to end may take for its own outcome. */
const LAST_OUTCOME_MS = 250;

export function createJobWorker(options: JobWorkerOptions): JobWorker {
  const { kind, boss, log } = options;
  const stopping = new AbortController();
  let woken = new AbortController();
  /** The last claim got as many jobs as it asked for. */
  let mayHaveMore = false;
  let isFailing = false;
  const wake = (): void => woken.abort();
  const runs = createRuns(options, {
    onLeft: () => void (mayHaveMore && wake()),
    onPutBack: (delayMs) => void (delayMs < POLL_MS && setTimeout(wake, Math.max(delayMs, 0)).unref()),
  });

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      await claim();
      if (!mayHaveMore || runs.count() >= kind.concurrency) await pause(POLL_MS, woken.signal);
      woken = new AbortController();
    }
  }

  async function claim(): Promise<void> {
    const room = Math.min(kind.concurrency - runs.count(), kind.batch);
    if (room <= 0) return;
    try {
      const claimed = await boss.fetch<unknown>(kind.kind, { batchSize: room, includeMetadata: true });
      if (stopping.signal.aborted) await runs.giveBack(claimed);
      else for (const job of claimed) await runs.begin(job);
      isFailing = false;
      mayHaveMore = claimed.length === room;
    } catch (error) {
      // Once per outage: with many kinds, every try would be a flood.
      const level = isFailing ? 'debug' : 'warn';
      log[level]({ err: error, kind: kind.kind }, 'jobs could not be claimed, trying again');
      isFailing = true;
      mayHaveMore = false;
    }
  }

  const working = work();
  return {
    kind: kind.kind,
    wake,
    beat: () => runs.beat(),
    async stop(graceMs) {
      const deadline = performance.now() + graceMs;
      stopping.abort();
      wake();
      // A claim may hang on a broken line; it gives back what it gets.
      await endsWithin(graceMs, working);
      await runs.drain(deadline - performance.now());
    },
  };
}

/** The runs of one kind that are under way in this process. */
function createRuns(
  options: JobWorkerOptions,
  { onLeft, onPutBack }: { readonly onLeft: () => void; readonly onPutBack: (delayMs: number) => void },
) {
  const { kind, boss, jobs, log } = options;
  const settler = createSettler({ ...options, onPutBack });
  const runs = new Map<string, Run>();
  const allLeft = (): Promise<unknown> => Promise.all([...runs.values()].map((run) => run.left));

  async function runUntilLeft(job: ClaimedJob, cut: AbortController): Promise<void> {
    const ended = await runJob({ kind, job, cut, log, jobs });
    if (runs.get(job.id)?.cut !== cut) return;
    await settler.settle(ended);
    // The same job may run here again already, under a claim of its own.
    if (runs.get(job.id)?.cut === cut) runs.delete(job.id);
    onLeft();
  }

  async function giveBack(unfinished: readonly ClaimedJob[]): Promise<void> {
    const end = retryAt(new Date(), 'the process stopped');
    await Promise.all(unfinished.map((job) => settler.settle(notRun(job, end))));
  }

  return {
    count: () => runs.size,
    giveBack,
    async begin(job: ClaimedJob): Promise<void> {
      const { crashes, hasCrashed } = pastOf(job);
      if (hasCrashed) {
        const end = endAfterCrash(crashes);
        if (end !== null) return settler.settle(notRun(job, end));
        await recordCrash(options, job);
      }
      const cut = new AbortController();
      runs.set(job.id, { job, cut, left: runUntilLeft(job, cut) });
    },
    async beat(): Promise<void> {
      const held = [...runs.values()];
      if (held.length === 0) return;
      const claims = held.map(({ job }) => job);
      const kept = new Set(settledIds(await boss.touch(kind.kind, claims)));
      // A run that was settled meanwhile is missing too; to end it again changes nothing.
      for (const { job, cut } of held.filter((run) => !kept.has(run.job.id))) {
        if (runs.get(job.id)?.cut === cut) runs.delete(job.id);
        cut.abort(new RunCutShort('claim lost', 'another worker has taken this job'));
        onLeft();
      }
    },
    async drain(graceMs: number): Promise<void> {
      await endsWithin(graceMs, allLeft());
      for (const { cut } of runs.values()) cut.abort(new RunCutShort('process stops', 'the process stops'));
      await endsWithin(LAST_OUTCOME_MS, allLeft());
      const unfinished = [...runs.values()].map((run) => run.job);
      runs.clear();
      await giveBack(unfinished);
    },
  };
}

const WORKER_DIED = 'its worker died';

/** Null: the job is run again at once. */
function endAfterCrash(crashes: number): RunEnd | null {
  if (crashes >= MAX_CRASHES) return deadLetter(`${crashes} workers died while they ran it`);
  return crashes >= SUSPECT.crashes ? { type: 'crashed', reason: WORKER_DIED } : null;
}

/** pg-boss took the job from its dead worker, so this end has no settling transaction of ours. */
async function recordCrash({ kind, database, log, onEnd }: JobWorkerOptions, job: ClaimedJob): Promise<void> {
  const entry: JobLogEntry = {
    kind: kind.kind,
    key: job.singletonKey,
    jobId: job.id,
    runName: null,
    outcome: 'retried',
    attempts: attemptOf(job) - 1,
    durationMs: 0,
    reason: WORKER_DIED,
  };
  try {
    await insertJobEnds(database, [entry]);
    reportEnds([entry], onEnd);
  } catch (error) {
    log.warn({ err: error, kind: kind.kind, jobId: job.id }, 'the death of a worker could not be recorded');
  }
}

function notRun(job: ClaimedJob, end: RunEnd): EndedRun {
  // The end is one of the run before this one, except when a job is given back, which is the same attempt again.
  const attempt = attemptOf(job) - (end.type === 'retryAt' ? 0 : 1);
  return { job, end, attempt, durationMs: 0, runName: null };
}

interface RunOptions {
  readonly kind: JobKind;
  readonly job: ClaimedJob;
  readonly cut: AbortController;
  readonly log: Logger;
  readonly jobs: JobSender;
}

/** Never rejects, whatever the payload or the handler does. */
async function runJob(options: RunOptions): Promise<EndedRun> {
  const { kind, job, cut } = options;
  const startedAt = performance.now();
  const run: { name: string | null } = { name: null };
  const timer = setTimeout(() => {
    cut.abort(new RunCutShort('time is up', `the run took longer than ${kind.timeoutSeconds} s`));
  }, kind.timeoutSeconds * 1_000);
  try {
    const end = await Promise.race([callHandler(options, run), failWhenTimeIsUp(cut.signal)]);
    return {
      job,
      end,
      attempt: attemptOf(job),
      durationMs: performance.now() - startedAt,
      runName: run.name,
    };
  } finally {
    clearTimeout(timer);
  }
}

async function callHandler(
  { kind, job, cut, log, jobs }: RunOptions,
  run: { name: string | null },
): Promise<RunEnd> {
  try {
    const runLog = log.child({ kind: kind.kind, jobId: job.id });
    const checked = kind.check(job.data);
    if (!checked.ok) return deadLetter(`the payload does not fit: ${checked.reason}`);
    const outcome: JobOutcome | undefined = await kind.handle(checked.payload, {
      signal: cut.signal,
      log: runLog,
      attempt: attemptOf(job),
      jobId: job.id,
      key: job.singletonKey,
      nameRun(name) {
        run.name = name;
        runLog.setBindings({ run: name });
      },
      jobs,
    });
    return outcome ?? { type: 'failed', reason: 'the handler gave no outcome' };
  } catch (error) {
    const { reason } = cut.signal;
    if (reason instanceof RunCutShort && reason.why === 'process stops')
      return retryAt(new Date(), 'the process stopped');
    return { type: 'failed', reason: describeThrown(error) };
  }
}

function describeThrown(error: unknown): string {
  if (error instanceof Error) return error.message || error.name;
  return typeof error === 'string' ? error : 'the handler threw something that is no error';
}

function failWhenTimeIsUp(signal: AbortSignal): Promise<RunEnd> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      const reason: unknown = signal.reason;
      if (reason instanceof RunCutShort && reason.why === 'time is up')
        resolve({ type: 'failed', reason: reason.message });
    });
  });
}
