/**
 * The job log: one row for every end of a run, written in the transaction that settles the job. So a job that left the
 * queue has its row, and a row describes a job that was settled.
 */
import type { JobEnd } from '#/contract/status.ts';
import type { Queryable } from '../postgres/database.ts';
import { toRecordset } from '../postgres/rows.ts';

export interface JobLogEntry extends Omit<JobEnd, 'endedAt'> {
  readonly jobId: string;
}

/** One statement for all of them; the time is PostgreSQL's. */
export async function insertJobEnds(db: Queryable, entries: readonly JobLogEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const columns = 'kind, key, job_id, outcome, attempts, duration_ms, reason, run_name';
  await db.query(
    `insert into gamekeeper.job_log (${columns})
     select ${columns} from jsonb_populate_recordset(null::gamekeeper.job_log, $1::jsonb)`,
    [toRecordset(entries)],
  );
}

export interface JobLogFilter {
  readonly kind?: string | undefined;
  readonly outcome?: JobEnd['outcome'] | undefined;
  readonly limit: number;
}

/** Newest first. */
export async function readJobLog(db: Queryable, { kind, outcome, limit }: JobLogFilter): Promise<JobEnd[]> {
  return db.query<JobEnd>(
    `select kind, key, run_name, outcome, attempts, duration_ms, reason,
            to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ended_at
     from gamekeeper.job_log l
     where ($1::text is null or kind = $1) and ($2::text is null or outcome = $2)
     order by l.ended_at desc, l.id desc limit $3`,
    [kind ?? null, outcome ?? null, limit],
  );
}

export interface JobLogSummary {
  readonly kind: string;
  readonly done: number;
  readonly skipped: number;
  readonly postponed: number;
  readonly retried: number;
  readonly deadLettered: number;
  /** Of the newest `TIMED_RUNS` runs of the period. */
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
  readonly lastEndedAt: Date | null;
}

/** An hour may hold a hundred thousand runs; sorting the durations of all of them would be slow. */
const TIMED_RUNS = 2_000;

/** How many runs of the last minutes ended how, and how long they took. */
export async function summariseJobLog(
  db: Queryable,
  kinds: readonly string[],
  minutes: number,
): Promise<JobLogSummary[]> {
  return db.query<JobLogSummary>(
    `select k.kind, n.*, t.times[1] as median_ms, t.times[2] as p95_ms, l.ended_at as last_ended_at
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

/** Deletes at most `chunk` rows that ended before `olderThan`, oldest first; returns how many. Call it until it returns less. */
export async function pruneJobLog(db: Queryable, olderThan: Date, chunk: number): Promise<number> {
  const rows = await db.query(
    `delete from gamekeeper.job_log
     where id in (select id from gamekeeper.job_log where ended_at < $1 order by ended_at limit $2)
     returning 1`,
    [olderThan, chunk],
  );
  return rows.length;
}
