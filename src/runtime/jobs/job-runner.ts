/**
 * Runs one claimed job to its end: checks the payload, calls the handler, keeps its time. It never throws, whatever the
 * payload or the handler does: what came of the run is a value.
 *
 * A run can be cut short in three ways, told by the reason of its signal: its time is up (a failed attempt, at once, even if
 * the handler goes on), the process stops (a handler that gives up then goes back to the queue unspent), or another worker
 * has taken the job (the outcome counts for nothing).
 */
import { performance } from 'node:perf_hooks';
import type { Logger } from 'pino';
import type { Claim } from './claimed-jobs.ts';
import type { JobKind } from './define-job.ts';
import { deadLetter, retryAt, type JobOutcome } from './job-outcome.ts';
import type { JobSender } from './send-jobs.ts';

export interface ClaimedJob extends Claim {
  readonly data: unknown;
  readonly key: string | null;
  readonly retryLimit: number;
}

export interface EndedJob {
  readonly job: ClaimedJob;
  readonly outcome: JobOutcome | { readonly type: 'failed'; readonly reason: string };
  readonly durationMs: number;
  readonly runName: string | null;
}

type CutShort = 'time is up' | 'process stops' | 'claim lost';

/** The reason of an aborted run's signal. */
export class RunCutShort extends Error {
  override readonly name = 'RunCutShort';
  readonly why: CutShort;

  constructor(why: CutShort, message: string) {
    super(message);
    this.why = why;
  }
}

export interface RunOptions {
  readonly kind: JobKind;
  readonly job: ClaimedJob;
  readonly cut: AbortController;
  readonly log: Logger;
  readonly jobs: JobSender;
}

export async function runJob(options: RunOptions): Promise<EndedJob> {
  const { kind, job, cut } = options;
  const startedAt = performance.now();
  const name: RunName = { given: null };
  const timer = setTimeout(() => {
    cut.abort(new RunCutShort('time is up', `the run took longer than ${kind.timeoutSeconds} s`));
  }, kind.timeoutSeconds * 1_000);
  try {
    const outcome = await Promise.race([callHandler(options, name), failWhenTimeIsUp(cut.signal)]);
    return { job, outcome, durationMs: performance.now() - startedAt, runName: name.given };
  } finally {
    clearTimeout(timer);
  }
}

interface RunName {
  given: string | null;
}

async function callHandler(
  { kind, job, cut, log, jobs }: RunOptions,
  name: RunName,
): Promise<EndedJob['outcome']> {
  try {
    const runLog = log.child({ kind: kind.kind, jobId: job.id });
    const checked = kind.check(job.data);
    if (!checked.ok) return deadLetter(`the payload does not fit: ${checked.reason}`);
    const outcome: JobOutcome | undefined = await kind.handle(checked.payload, {
      signal: cut.signal,
      log: runLog,
      attempt: job.retryCount + 1,
      jobId: job.id,
      key: job.key,
      nameRun(given) {
        name.given = given;
        runLog.setBindings({ run: given });
      },
      jobs,
    });
    return outcome ?? { type: 'failed', reason: 'the handler gave no outcome' };
  } catch (error) {
    if (whyCutShort(cut.signal) === 'process stops') return retryAt(new Date(), 'the process stopped');
    return { type: 'failed', reason: describeThrown(error) };
  }
}

function describeThrown(error: unknown): string {
  if (error instanceof Error) return error.message || error.name;
  return typeof error === 'string' ? error : 'the handler threw something that is no error';
}

function whyCutShort(signal: AbortSignal): CutShort | null {
  return signal.reason instanceof RunCutShort ? signal.reason.why : null;
}

function failWhenTimeIsUp(signal: AbortSignal): Promise<EndedJob['outcome']> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      const reason: unknown = signal.reason;
      if (reason instanceof RunCutShort && reason.why === 'time is up')
        resolve({ type: 'failed', reason: reason.message });
    });
  });
}
