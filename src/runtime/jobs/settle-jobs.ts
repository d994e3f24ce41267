/**
 * Writes down how runs ended: the job's new place and its job-log row in one transaction, for all runs of a kind that ended
 * meanwhile. That is why a settle is ours and not pg-boss's `work()`: there the log row could only be written before (and
 * tell of an end that was lost) or after (and be lost with the process).
 *
 * Runs that end while a transaction is under way wait for the next one, so batches grow with the load and a lone job is
 * settled at once. While PostgreSQL is away, ended runs are kept and tried again; a claim that has lapsed in the meantime
 * settles nothing and logs nothing, for the next run of that job will.
 */
import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { JobEnd } from '#/contract/status.ts';
import type { Database, Transaction } from '../postgres/database.ts';
import { insertJobEnds, type JobLogEntry } from './job-log.ts';
import { pause } from '../pause.ts';
import { toBossDatabase } from './boss-database.ts';
import { exhaustRetries, finishClaims, holdClaims, postponeClaims } from './claimed-jobs.ts';
import type { EndedJob } from './job-runner.ts';
import { isPassingFault } from './passing-fault.ts';
import { toStorableText } from './storable-payload.ts';

export interface SettlerOptions {
  readonly kind: string;
  readonly boss: PgBoss;
  readonly database: Database;
  readonly log: Logger;
  readonly onEnd: (end: JobEnd) => void;
  /** Aborted when waiting for PostgreSQL any longer makes no sense: the process ends. */
  readonly giveUp: AbortSignal;
}

export interface Settler {
  /** Resolves when the run is written down, or when it never can be; it does not reject. */
  settle(ended: EndedJob): Promise<void>;
}

type Entry = { readonly ended: EndedJob; readonly release: () => void };

const RETRY_MS = 500;

export function createSettler(options: SettlerOptions): Settler {
  let waiting: Entry[] = [];
  let writing = false;

  async function writeAll(): Promise<void> {
    // One turn of the event loop lets all runs that end together be written together.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await writeBatch(
        options,
        batch.map((entry) => entry.ended),
      );
      for (const entry of batch) entry.release();
    }
    writing = false;
  }

  return {
    settle(ended) {
      return new Promise((resolve) => {
        waiting.push({ ended, release: resolve });
        if (writing) return;
        writing = true;
        void writeAll();
      });
    },
  };
}

/** Until it is written, or cannot be. One job that PostgreSQL refuses must not hold back the others of its batch. */
async function writeBatch(options: SettlerOptions, batch: readonly EndedJob[]): Promise<void> {
  while (!options.giveUp.aborted) {
    try {
      const entries = await options.database.transaction((tx) => settleAll(tx, options, batch));
      if (entries.length < batch.length) {
        options.log.warn(
          { kind: options.kind, lost: batch.length - entries.length },
          'claims lapsed before their runs ended',
        );
      }
      for (const { jobId: _, ...end } of entries)
        options.onEnd({ ...end, endedAt: new Date().toISOString() });
      return;
    } catch (error) {
      if (isPassingFault(error)) {
        await pause(RETRY_MS, options.giveUp);
      } else if (batch.length > 1) {
        for (const ended of batch) await writeBatch(options, [ended]);
        return;
      } else {
        // Its claim is kept alive no longer, so it will be run again, and given up in the end.
        options.log.error(
          { err: error, kind: options.kind, jobId: batch[0]?.job.id },
          'the end of a job cannot be written',
        );
        return;
      }
    }
  }
}

async function settleAll(
  tx: Transaction,
  options: SettlerOptions,
  batch: readonly EndedJob[],
): Promise<JobLogEntry[]> {
  const { kind, boss } = options;
  const settled = new Set<string>();
  const note = (ids: readonly string[]): void => ids.forEach((id) => settled.add(id));

  const finished = batch.filter(({ outcome }) => outcome.type === 'done' || outcome.type === 'skip');
  if (finished.length > 0)
    note(
      await finishClaims(
        tx,
        kind,
        finished.map(({ job }) => job),
      ),
    );

  const postponed = batch.flatMap(({ job, outcome }) =>
    outcome.type === 'retryAt' ? [{ ...job, until: outcome.at }] : [],
  );
  if (postponed.length > 0) note(await postponeClaims(tx, kind, postponed));

  const failed = batch.filter(({ outcome }) => outcome.type === 'failed' || outcome.type === 'deadLetter');
  if (failed.length > 0) {
    const held = new Set(
      await holdClaims(
        tx,
        kind,
        failed.map(({ job }) => job),
      ),
    );
    const dead = failed.filter(({ job, outcome }) => outcome.type === 'deadLetter' && held.has(job.id));
    if (dead.length > 0)
      await exhaustRetries(
        tx,
        kind,
        dead.map(({ job }) => job.id),
      );
    for (const { job, outcome } of failed) {
      if (held.has(job.id))
        await boss.fail(kind, job.id, { message: reasonOf(outcome) }, { db: toBossDatabase(tx) });
    }
    note([...held]);
  }

  const entries = batch.filter(({ job }) => settled.has(job.id)).map((ended) => toLogEntry(kind, ended));
  await insertJobEnds(tx, entries);
  return entries;
}

function toLogEntry(kind: string, { job, outcome, durationMs, runName }: EndedJob): JobLogEntry {
  const isLastFailure = outcome.type === 'failed' && job.retryCount >= job.retryLimit;
  return {
    kind,
    key: job.key,
    runName: runName === null ? null : toStorableText(runName),
    jobId: job.id,
    outcome: isLastFailure ? 'dead-lettered' : OUTCOME_IN_LOG[outcome.type],
    attempts: job.retryCount + 1,
    durationMs,
    reason: reasonOf(outcome),
  };
}

const OUTCOME_IN_LOG = {
  done: 'done',
  skip: 'skipped',
  retryAt: 'postponed',
  deadLetter: 'dead-lettered',
  failed: 'retried',
} as const satisfies Record<EndedJob['outcome']['type'], JobEnd['outcome']>;

function reasonOf(outcome: EndedJob['outcome']): string | null {
  if (outcome.type === 'done' || outcome.reason === null) return null;
  return toStorableText(outcome.reason);
}
