/** What the routes of the job log may do: look at queues and at what ended, and decide about what failed. */
import type { FailedJobAnswer, FailedJobs, JobKindRow, JobsOverview, JobsQuery } from '#/contract/jobs.ts';
import type { JobEngine } from '#/runtime/jobs/job-engine.ts';
import { readJobLog, summariseJobLog, type JobLogSummary } from '#/runtime/jobs/job-log.ts';
import { readFailedJobs, type QueueState } from '#/runtime/jobs/queues.ts';
import type { Database } from '#/runtime/postgres/database.ts';

export interface JobsAccess {
  overview(query: JobsQuery): Promise<JobsOverview>;
  failed(query: {
    readonly kind?: string | undefined;
    readonly limit?: number | undefined;
  }): Promise<FailedJobs>;
  /** Undefined: there is no such failed job. `refused`: its kind does not take it any more, and it stays where it is. */
  retry(id: string): Promise<FailedJobAnswer | { readonly refused: string } | undefined>;
  discard(id: string): Promise<FailedJobAnswer | undefined>;
}

export interface JobsAccessDeps {
  readonly database: Database;
  readonly jobs: Pick<JobEngine, 'queues' | 'schedules' | 'retryFailed' | 'discardFailed'>;
  readonly now: () => Date;
}

const MINUTES = 60;
const LOGGED = 50;

export function createJobsAccess({ database, jobs, now }: JobsAccessDeps): JobsAccess {
  return {
    async overview({ minutes = MINUTES, kind, outcome, limit = LOGGED }) {
      const queues = (await jobs.queues()).filter((queue) => kind === undefined || queue.kind === kind);
      const names = queues.map((queue) => queue.kind);
      const [summaries, log] = await Promise.all([
        summariseJobLog(database, names, minutes),
        readJobLog(database, { kind, outcome, limit }),
      ]);
      const summaryOf = new Map(summaries.map((summary) => [summary.kind, summary]));
      const scheduleOf = new Map(jobs.schedules().map(({ kind: name, ...schedule }) => [name, schedule]));
      const kinds = queues.map((queue) =>
        toKindRow(queue, summaryOf.get(queue.kind), scheduleOf.get(queue.kind) ?? null, minutes),
      );
      return { now: now().toISOString(), minutes, kinds, totals: totalsOf(kinds), log };
    },
    async failed({ kind, limit = LOGGED }) {
      const known = new Set((await jobs.queues()).map((queue) => queue.kind));
      const { jobs: failed, total } = await readFailedJobs(database, { kind, limit });
      return {
        jobs: failed.map(({ id, kind: name, key, reason, attempts, payload, failedAt }) => {
          return { id, kind: name, key, reason, attempts, payload, failedAt, isKnownKind: known.has(name) };
        }),
        total,
      };
    },
    async retry(id) {
      try {
        const retried = await jobs.retryFailed(id);
        return retried && { id, ...retried, did: retried.jobId === null ? 'joined' : 'retried' };
      } catch (error) {
        if (error instanceof Error && /^(no job kind|job kind) /.test(error.message))
          return { refused: error.message };
        throw error;
      }
    },
    async discard(id) {
      const kind = await jobs.discardFailed(id);
      return kind === undefined ? undefined : { id, kind, did: 'discarded', jobId: null };
    },
  };
}

function toKindRow(
  queue: QueueState,
  summary: JobLogSummary | undefined,
  schedule: JobKindRow['schedule'],
  minutes: number,
): JobKindRow {
  const { done = 0, skipped = 0, postponed = 0, retried = 0, deadLettered = 0 } = summary ?? {};
  const ended = done + skipped + deadLettered;
  const runs = ended + postponed + retried;
  return {
    kind: queue.kind,
    waiting: queue.waiting,
    delayed: queue.delayed,
    active: queue.active,
    failed: queue.deadLettered,
    oldestWaitingSeconds: queue.oldestWaitingSeconds,
    oldestActiveSeconds: queue.oldestActiveSeconds,
    ended: { done, skipped, postponed, retried, deadLettered },
    perMinute: runs / minutes,
    retryRate: runs === 0 ? null : retried / runs,
    failureRate: ended === 0 ? null : deadLettered / ended,
    medianMs: summary?.medianMs ?? null,
    p95Ms: summary?.p95Ms ?? null,
    lastEndedAt: summary?.lastEndedAt?.toISOString() ?? null,
    schedule,
  };
}

function totalsOf(kinds: readonly JobKindRow[]): JobsOverview['totals'] {
  const sum = (read: (kind: JobKindRow) => number): number =>
    kinds.reduce((all, kind) => all + read(kind), 0);
  const ages = kinds.flatMap(({ oldestWaitingSeconds }) => oldestWaitingSeconds ?? []);
  return {
    waiting: sum(({ waiting }) => waiting),
    delayed: sum(({ delayed }) => delayed),
    active: sum(({ active }) => active),
    failed: sum(({ failed }) => failed),
    perMinute: sum(({ perMinute }) => perMinute),
    oldestWaitingSeconds: ages.length === 0 ? null : Math.max(...ages),
  };
}
