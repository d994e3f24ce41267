/**
 * Works off one kind: claims jobs when there is room for them and has them run side by side. A slow job holds one place and
 * nothing else; its neighbours are settled and replaced meanwhile.
 *
 * It sleeps until it is woken: by a notice when a job is sent, by the pulse when a delayed one is due, by a freed place when
 * the last claim was full, so that there is probably more. It does not poll.
 */
import { performance } from 'node:perf_hooks';
import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { pause } from '../pause.ts';
import type { Claim } from './claimed-jobs.ts';
import type { JobKind } from './define-job.ts';
import type { ClaimedJob } from './job-runner.ts';
import { createJobRuns } from './job-runs.ts';
import { createBell, endsWithin } from './repeat.ts';
import type { JobSender } from './send-jobs.ts';
import type { Settler } from './settle-jobs.ts';

export interface JobWorkerOptions {
  readonly kind: JobKind;
  readonly boss: PgBoss;
  readonly settler: Settler;
  readonly jobs: JobSender;
  readonly log: Logger;
}

export interface JobWorker {
  readonly kind: string;
  wake(): void;
  claims(): readonly Claim[];
  /** When a job was last claimed or ended, on the clock of `performance.now()`. */
  lastProgressAt(): number;
  /** These claims are no longer ours: their runs are told to end, and what comes of them is dropped. */
  lose(claims: readonly Claim[]): void;
  /** Claims nothing more; resolves when every run has ended. Runs still going after `graceMs` go back to the queue. */
  stop(graceMs: number): Promise<void>;
}

/** After a failed claim; the listener wakes us sooner when PostgreSQL is back. */
const RETRY_MS = 500;

export function createJobWorker({ kind, boss, settler, jobs, log }: JobWorkerOptions): JobWorker {
  const bell = createBell();
  const stopping = new AbortController();
  let probablyMore = false;
  let isFailing = false;
  const runs = createJobRuns({
    kind,
    settler,
    jobs,
    log,
    onLeft: () => (probablyMore ? bell.ring() : undefined),
  });

  async function claim(): Promise<void> {
    const room = Math.min(kind.concurrency - runs.count(), kind.batch);
    if (room <= 0) return bell.heard();
    try {
      const claimed = await claimJobs(boss, kind.kind, room);
      if (stopping.signal.aborted) return runs.giveBack(claimed);
      claimed.forEach((job) => runs.begin(job));
      probablyMore = claimed.length === room;
      isFailing = false;
    } catch (error) {
      // Once per outage: with many kinds, every try would be a flood.
      log[isFailing ? 'debug' : 'warn'](
        { err: error, kind: kind.kind },
        'jobs could not be claimed, trying again',
      );
      isFailing = true;
      return pause(RETRY_MS, stopping.signal);
    }
    if (!probablyMore) await bell.heard();
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) await claim();
  }

  const working = work();
  return {
    kind: kind.kind,
    wake: () => bell.ring(),
    claims: () => runs.claims(),
    lastProgressAt: () => runs.lastProgressAt(),
    lose: (claims) => runs.lose(claims),
    async stop(graceMs) {
      const deadline = performance.now() + graceMs;
      stopping.abort();
      bell.ring();
      // A claim may hang on a dead line; it gives back what it gets, should it ever get something.
      await endsWithin(graceMs, working);
      await runs.drain(deadline - performance.now());
    },
  };
}

async function claimJobs(boss: PgBoss, kind: string, room: number): Promise<ClaimedJob[]> {
  const jobs = await boss.fetch<unknown>(kind, { batchSize: room, includeMetadata: true });
  return jobs.map(({ id, retryCount, retryLimit, startedOn, singletonKey, data }) => {
    return { id, retryCount, retryLimit, startedOn, key: singletonKey, data };
  });
}
