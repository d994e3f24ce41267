/**
 * Records how runs ended: the job's next state and its job-log row in one transaction, for all runs of a kind that ended
 * meanwhile. `work()` of pg-boss settles in a transaction of its own; a log row could then only be written before (and
 * report an end that was lost) or after (and be lost with the process).
 *
 * Every statement is limited to the attempt that was fetched (`retryCount`), so a worker that lost its claim settles nothing.
 * Runs that end while a transaction is open wait for the next one: batches grow with the load. While PostgreSQL is away,
 * ended runs are kept and tried again.
 */
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { JobEnd } from '#/contract/status.ts';
import { backoffDelayMs } from '#/domain/backoff.ts';
import { pause } from '../pause.ts';
import type { Database, Transaction } from '../postgres/database.ts';
import { isPassingFault } from '../store-outage.ts';
import type { JobKind } from './define-job.ts';
import { insertJobEnds, type JobLogEntry } from './job-log.ts';
import type { JobOutcome } from './job-outcome.ts';
import { limitRuns, RUNS_LEFT, settledIds, toBossDatabase } from './queues.ts';
import { toStorableText } from './storable-payload.ts';

/** `crashed`: the worker of the run before this one died, and the job is not run now. */
export type RunEnd = JobOutcome | { readonly type: 'failed' | 'crashed'; readonly reason: string };

export interface EndedRun {
  readonly job: JobWithMetadata<unknown>;
  readonly end: RunEnd;
  readonly attempt: number;
  readonly durationMs: number;
  readonly runName: string | null;
}

/** What happened to a job before this run. */
export interface JobPast {
  readonly failures: number;
  readonly crashes: number;
  /** The last run was not settled. */
  readonly hasCrashed: boolean;
}

/** A job whose workers have died so often may have killed them, and waits before it is run again. */
export const SUSPECT = { crashes: 6, waitSeconds: 30 };
/** After so many it is set aside: a job that takes a minute may outlive six processes that were killed for other reasons, not twenty. */
export const MAX_CRASHES = 20;

const RETRY_MS = 500;

/**
 * Settling a run leaves the number of failures in the job's output, and as many runs as before (`limitRuns`). pg-boss does neither when
 * it takes a job from a dead worker, so missing runs are crashes. A crash also loses the number of failures: the job has
 * all its attempts again, and at most twenty times.
 */
export function pastOf(job: Pick<JobWithMetadata, 'retryCount' | 'retryLimit' | 'output'>): JobPast {
  const crashes = RUNS_LEFT - (job.retryLimit - job.retryCount);
  // A job that a former version sent has only as many runs as its kind allowed then.
  if (crashes > RUNS_LEFT / 2) return { failures: job.retryCount, crashes: 0, hasCrashed: false };
  const output: { readonly run?: unknown; readonly failures?: unknown } | null = job.output;
  const wasSettled = output?.run === job.retryCount - 1;
  const failures = wasSettled && typeof output.failures === 'number' ? output.failures : 0;
  return { failures, crashes, hasCrashed: job.retryCount > 0 && !wasSettled };
}

export function attemptOf(job: Parameters<typeof pastOf>[0]): number {
  const { failures, crashes } = pastOf(job);
  return failures + crashes + 1;
}

export interface SettlerOptions {
  readonly kind: JobKind;
  readonly boss: PgBoss;
  readonly database: Database;
  readonly log: Logger;
  readonly onEnd: (end: JobEnd) => void;
  /** A job was put back, to be run again after this time. */
  readonly onPutBack: (delayMs: number) => void;
  /** Aborted when the process ends and waiting for PostgreSQL is pointless. */
  readonly giveUp: AbortSignal;
}

export interface Settler {
  /** Resolves when the end is recorded, or when it cannot be; it does not reject. */
  settle(ended: EndedRun): Promise<void>;
}

export function createSettler(options: SettlerOptions): Settler {
  let waiting: { readonly ended: EndedRun; readonly release: () => void }[] = [];
  let isWriting = false;

  async function writeAll(): Promise<void> {
    // One turn of the event loop, so that runs that end together are recorded together.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await writeBatch(
        options,
        batch.map(({ ended }) => ended),
      );
      for (const { release } of batch) release();
    }
    isWriting = false;
  }

  return {
    settle(ended) {
      return new Promise((resolve) => {
        waiting.push({ ended, release: resolve });
        if (isWriting) return;
        isWriting = true;
        void writeAll();
      });
    },
  };
}

interface Settlement extends EndedRun {
  /** What becomes of the job. It is run again at a moment, or in so many seconds on PostgreSQL's clock. */
  readonly next: 'done' | 'set aside' | Date | number;
}

/** Tries until it is recorded or cannot be. One job that PostgreSQL refuses must not hold back the others of its batch. */
async function writeBatch(options: SettlerOptions, batch: readonly EndedRun[]): Promise<void> {
  const { database, log, onEnd, onPutBack } = options;
  const kind = options.kind.kind;
  const settlements = batch.map((ended) => ({ ...ended, next: nextRun(options.kind, ended) }));
  while (!options.giveUp.aborted) {
    try {
      const settled = await database.transaction((tx) => settleAll(tx, options, settlements));
      if (settled.length < batch.length)
        log.warn({ kind, lost: batch.length - settled.length }, 'claims lapsed before their runs ended');
      for (const { next } of settled) {
        if (typeof next === 'number') onPutBack(next * 1_000);
        else if (typeof next === 'object') onPutBack(next.getTime() - Date.now());
      }
      reportEnds(
        settled.map((settlement) => toLogEntry(kind, settlement)),
        onEnd,
      );
      return;
    } catch (error) {
      if (isPassingFault(error)) {
        await pause(RETRY_MS, options.giveUp);
      } else if (batch.length > 1) {
        for (const ended of batch) await writeBatch(options, [ended]);
        return;
      } else {
        // Its claim gets no more heartbeats, so the job is run again, and finally set aside.
        log.error({ err: error, kind, jobId: batch[0]?.job.id }, 'the end of a job cannot be recorded');
        return;
      }
    }
  }
}

export function reportEnds(entries: readonly JobLogEntry[], onEnd: (end: JobEnd) => void): void {
  for (const { jobId: _, ...end } of entries) onEnd({ ...end, endedAt: new Date().toISOString() });
}

function nextRun(kind: JobKind, { job, end }: EndedRun): Settlement['next'] {
  if (end.type === 'done' || end.type === 'skip') return 'done';
  if (end.type === 'retryAt') return end.at;
  if (end.type === 'crashed') return SUSPECT.waitSeconds;
  const { failures } = pastOf(job);
  if (end.type === 'deadLetter' || failures >= kind.retry.limit) return 'set aside';
  const { firstDelaySeconds, maxDelaySeconds } = kind.retry;
  const policy = { firstMs: firstDelaySeconds * 1_000, maxMs: maxDelaySeconds * 1_000 };
  return backoffDelayMs(policy, failures + 1, Math.random()) / 1_000;
}

/** Returns those whose claim was still held. */
async function settleAll(
  tx: Transaction,
  { kind: { kind }, boss }: SettlerOptions,
  settlements: readonly Settlement[],
): Promise<Settlement[]> {
  const db = toBossDatabase(tx);
  const settled = new Set<string>();
  const finished = settlements.filter(({ next }) => next === 'done').map(({ job }) => job);
  if (finished.length > 0) {
    // The job log is the record of ended jobs. A table of waiting jobs alone stays small and fast.
    for (const id of settledIds(await boss.deleteJob(kind, finished, { db }))) settled.add(id);
  }
  const others = settlements.filter(({ next }) => next !== 'done');
  if (others.length > 0) {
    const limits = others.map(({ job, next }) => {
      const { id, retryCount } = job;
      return { id, retryCount, runsLeft: next === 'set aside' ? 0 : RUNS_LEFT - pastOf(job).crashes + 1 };
    });
    const held = await limitRuns(tx, kind, limits);
    for (const other of others.filter(({ job }) => held.has(job.id))) {
      const { job, next } = other;
      settled.add(job.id);
      await boss.fail(kind, job, outputOf(other), { db });
      if (typeof next !== 'string') await boss.update(kind, undefined, { id: job.id, startAfter: next, db });
    }
  }
  const recorded = settlements.filter(({ job }) => settled.has(job.id));
  await insertJobEnds(
    tx,
    recorded.map((settlement) => toLogEntry(kind, settlement)),
  );
  return recorded;
}

function outputOf({ job, end, attempt }: EndedRun): object {
  const failures = pastOf(job).failures + (end.type === 'failed' ? 1 : 0);
  return { message: reasonOf(end), run: job.retryCount, failures, attempts: attempt };
}

function toLogEntry(kind: string, { job, end, next, attempt, durationMs, runName }: Settlement): JobLogEntry {
  return {
    kind,
    key: job.singletonKey,
    runName: runName === null ? null : toStorableText(runName),
    jobId: job.id,
    outcome: next === 'set aside' ? 'dead-lettered' : OUTCOME_IN_LOG[end.type],
    attempts: attempt,
    durationMs,
    reason: reasonOf(end),
  };
}

const OUTCOME_IN_LOG = {
  done: 'done',
  skip: 'skipped',
  retryAt: 'postponed',
  deadLetter: 'dead-lettered',
  failed: 'retried',
  crashed: 'retried',
} as const satisfies Record<RunEnd['type'], JobEnd['outcome']>;

function reasonOf(end: RunEnd): string | null {
  if (end.type === 'done' || end.reason === null) return null;
  return toStorableText(end.reason);
}
