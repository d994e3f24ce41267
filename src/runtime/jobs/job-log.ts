/**
 * The record of work: one row for every end of a run. It is written in the transaction that settles the job, so a job that
 * is gone from the queue has its row, and a row that is there tells of a job that was settled.
 */
import type { JobEnd } from '#/contract/status.ts';
import type { Queryable } from '../postgres/database.ts';

export interface JobLogEntry extends Omit<JobEnd, 'endedAt'> {
  readonly jobId: string;
}

/** One statement for all of them; the time is PostgreSQL's. */
export async function insertJobEnds(db: Queryable, entries: readonly JobLogEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await db.query(
    `insert into gamekeeper.job_log (kind, key, job_id, outcome, attempts, duration_ms, reason, run_name)
     select * from unnest($1::text[], $2::text[], $3::uuid[], $4::text[], $5::int[], $6::float8[], $7::text[],
       $8::text[])`,
    [
      entries.map((entry) => entry.kind),
      entries.map((entry) => entry.key),
      entries.map((entry) => entry.jobId),
      entries.map((entry) => entry.outcome),
      entries.map((entry) => entry.attempts),
      entries.map((entry) => entry.durationMs),
      entries.map((entry) => entry.reason),
      entries.map((entry) => entry.runName),
    ],
  );
}

/** Newest first. */
export async function recentJobEnds(db: Queryable, limit: number): Promise<JobEnd[]> {
  const rows = await db.query<JobLogRow>(
    `select kind, key, run_name as "runName", outcome, attempts, duration_ms as "durationMs", reason, ended_at as "endedAt"
     from gamekeeper.job_log order by ended_at desc, id desc limit $1`,
    [limit],
  );
  return rows.map(toJobEnd);
}

export type JobLogRow = Omit<JobEnd, 'endedAt'> & { readonly endedAt: Date };

export function toJobEnd({ endedAt, ...end }: JobLogRow): JobEnd {
  return { ...end, endedAt: endedAt.toISOString() };
}

/** Deletes at most `chunk` rows that ended before `olderThan`, oldest first; answers how many. Call it until it answers less. */
export async function pruneJobLog(db: Queryable, olderThan: Date, chunk: number): Promise<number> {
  const rows = await db.query(
    `delete from gamekeeper.job_log
     where id in (select id from gamekeeper.job_log where ended_at < $1 order by ended_at limit $2)
     returning 1`,
    [olderThan, chunk],
  );
  return rows.length;
}
