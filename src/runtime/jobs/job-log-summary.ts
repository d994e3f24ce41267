/** What the record of work says of a period: how many runs ended how, and how long they took. */
import type { JobEnd } from '#/contract/status.ts';
import type { Queryable } from '../postgres/database.ts';
import { toJobEnd, type JobLogRow } from './job-log.ts';

export interface JobLogSummary {
  readonly kind: string;
  readonly done: number;
  readonly skipped: number;
  readonly postponed: number;
  readonly retried: number;
  readonly deadLettered: number;
  /** Of the newest runs of the period. */
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
  readonly lastEndedAt: Date | null;
}

/** Durations are those of so many newest runs at most: an hour may hold a hundred thousand. */
const TIMED_RUNS = 2_000;

export async function summariseJobLog(
  db: Queryable,
  kinds: readonly string[],
  minutes: number,
): Promise<JobLogSummary[]> {
  return db.query<JobLogSummary>(
    `select k.kind, n.done, n.skipped, n.postponed, n.retried, n.dead_lettered as "deadLettered",
            t.times[1] as "medianMs", t.times[2] as "p95Ms", l.ended_at as "lastEndedAt"
     from unnest($1::text[]) as k (kind)
     cross join lateral (
       select count(*) filter (where outcome = 'done')::int as done,
              count(*) filter (where outcome = 'skipped')::int as skipped,
              count(*) filter (where outcome = 'postponed')::int as postponed,
              count(*) filter (where outcome = 'retried')::int as retried,
              count(*) filter (where outcome = 'dead-lettered')::int as dead_lettered
       from gamekeeper.job_log where kind = k.kind and ended_at > now() - make_interval(mins => $2)) as n
     cross join lateral (
       select percentile_cont(array[0.5, 0.95]) within group (order by duration_ms) as times from (
         select duration_ms from gamekeeper.job_log
         where kind = k.kind and ended_at > now() - make_interval(mins => $2)
         order by ended_at desc limit ${TIMED_RUNS}) as newest) as t
     left join lateral (
       select ended_at from gamekeeper.job_log where kind = k.kind order by ended_at desc limit 1) as l on true`,
    [kinds, minutes],
  );
}

export interface JobLogFilter {
  readonly kind?: string | undefined;
  readonly outcome?: JobEnd['outcome'] | undefined;
  readonly limit: number;
}

/** Newest first. */
export async function readJobLog(db: Queryable, { kind, outcome, limit }: JobLogFilter): Promise<JobEnd[]> {
  const rows = await db.query<JobLogRow>(
    `select kind, key, run_name as "runName", outcome, attempts, duration_ms as "durationMs", reason, ended_at as "endedAt"
     from gamekeeper.job_log
     where ($1::text is null or kind = $1) and ($2::text is null or outcome = $2)
     order by ended_at desc, id desc limit $3`,
    [kind ?? null, outcome ?? null, limit],
  );
  return rows.map(toJobEnd);
}
