/** What the routes of the job log may do: look at queues and at what ended, and decide about what failed. */
import type { FailedJobAnswer, FailedJobs, JobKindRow, JobsOverview, JobsQuery } from '#/contract/jobs.ts';
import type { QueueRow } from '#/contract/status.ts';
import { discardFailedJob, readFailedJobs, retryFailedJob } from '#/runtime/jobs/failed-jobs.ts';
import type { JobEngine } from '#/runtime/jobs/job-engine.ts';
import { readQueueAges, type QueueAge } from '#/runtime/jobs/queue-ages.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import { readJobLog, summariseJobLog, type JobLogSummary } from '#/runtime/jobs/job-log-summary.ts';

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
  readonly jobs: Pick<JobEngine, 'queues' | 'schedules' | 'send' | 'sendMany'>;
  readonly now: () => Date;
}

const MINUTES = 60;
const LOGGED = 50;

export function createJobsAccess({ database, jobs, now }: JobsAccessDeps): JobsAccess {
  return {
    async overview({ minutes = MINUTES, kind, outcome, limit = LOGGED }) {
      const queues = (await jobs.queues()).filter((queue) => kind === undefined || queue.kind === kind);
      const names = queues.map((queue) => queue.kind);
      const [summaries, ages, log] = await Promise.all([
        summariseJobLog(database, names, minutes),
        readQueueAges(database, names),
        readJobLog(database, { kind, outcome, limit }),
      ]);
      const summaryOf = new Map(summaries.map((summary) => [summary.kind, summary]));
      const ageOf = new Map(ages.map((age) => [age.kind, age]));
      const scheduleOf = new Map(jobs.schedules().map(({ kind: name, ...schedule }) => [name, schedule]));
      const kinds = queues.map((queue) => {
        const { kind: name } = queue;
        const known = {
          summary: summaryOf.get(name),
          age: ageOf.get(name),
          schedule: scheduleOf.get(name) ?? null,
        };
        return toKindRow(queue, known, minutes);
      });
      return { now: now().toISOString(), minutes, kinds, totals: totalsOf(kinds), log };
    },
    async failed({ kind, limit = LOGGED }) {
      const known = new Set((await jobs.queues()).map((queue) => queue.kind));
      const { jobs: failed, total } = await readFailedJobs(database, { kind, limit });
      return {
        jobs: failed.map(({ id, kind: name, key, reason, attempts, payload, deadSince }) => ({
          id,
          kind: name,
          key,
          reason,
          attempts,
          payload,
          failedAt: deadSince,
          isKnownKind: known.has(name),
        })),
        total,
      };
    },
    async retry(id) {
      try {
        const retried = await retryFailedJob(database, jobs, id);
        return retried && { id, ...retried, did: retried.jobId === null ? 'joined' : 'retried' };
      } catch (error) {
        if (error instanceof Error && /^(no job kind|job kind) /.test(error.message))
          return { refused: error.message };
        throw error;
      }
    },
    async discard(id) {
      const kind = await discardFailedJob(database, id);
      return kind === undefined ? undefined : { id, kind, did: 'discarded', jobId: null };
    },
  };
}

interface KnownOfKind {
  readonly summary: JobLogSummary | undefined;
  readonly age: QueueAge | undefined;
  readonly schedule: JobKindRow['schedule'];
}

function toKindRow(queue: QueueRow, { summary, age, schedule }: KnownOfKind, minutes: number): JobKindRow {
  const { done = 0, skipped = 0, postponed = 0, retried = 0, deadLettered = 0 } = summary ?? {};
  const ended = done + skipped + deadLettered;
  const runs = ended + postponed + retried;
  return {
    kind: queue.kind,
    waiting: queue.waiting,
    delayed: queue.delayed,
    active: queue.active,
    failed: queue.deadLettered,
    oldestWaitingSeconds: age?.oldestWaitingSeconds ?? null,
    oldestActiveSeconds: age?.oldestActiveSeconds ?? null,
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
