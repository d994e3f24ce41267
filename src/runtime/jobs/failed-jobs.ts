/**
 * Jobs that were given up, one by one: an admin looks at one and has it done again, or thrown away. To be sent again and to be gone from
 * here is one transaction, so a job is never lost and never sent twice.
 */
import type { Database, Queryable } from '../postgres/database.ts';
import { DEAD_LETTERS, type DeadLetter } from './queues.ts';
import type { JobSender } from './send-jobs.ts';

const COLUMNS = `id, source_name as kind, singleton_key as key, data as payload, source_output ->> 'message' as reason,
  source_retry_count + 1 as attempts, to_json(created_on) #>> '{}' as "deadSince"`;
const FAILED = `name = '${DEAD_LETTERS}' and state < 'active'`;

/** Newest first, and how many there are in all. */
export async function readFailedJobs(
  db: Queryable,
  { kind, limit }: { readonly kind?: string | undefined; readonly limit: number },
): Promise<{ readonly jobs: DeadLetter[]; readonly total: number }> {
  // One statement: a job that fails meanwhile is in both or in neither.
  const rows = await db.query<DeadLetter & { total: number }>(
    `select ${COLUMNS}, count(*) over ()::int as total from pgboss.job
     where ${FAILED} and ($1::text is null or source_name = $1) order by created_on desc, id limit $2`,
    [kind ?? null, limit],
  );
  return { jobs: rows, total: rows[0]?.total ?? 0 };
}

export interface RetriedJob {
  readonly kind: string;
  /** Null: another job with the same key waits or runs already, and stands for this one. */
  readonly jobId: string | null;
}

/** Undefined: there is no such failed job. Throws, and leaves it where it is, when its kind refuses it. */
export async function retryFailedJob(
  database: Database,
  jobs: JobSender,
  id: string,
): Promise<RetriedJob | undefined> {
  return database.transaction(async (tx) => {
    const job = await takeFailedJob(tx, id);
    if (job === undefined) return undefined;
    const { kind, key, payload } = job;
    const jobId = await jobs.send(kind, payload, { tx, ...(key !== null && { key }) });
    return { kind, jobId };
  });
}

/** Its kind; undefined: there is no such failed job. */
export async function discardFailedJob(db: Queryable, id: string): Promise<string | undefined> {
  return (await takeFailedJob(db, id))?.kind;
}

async function takeFailedJob(db: Queryable, id: string): Promise<DeadLetter | undefined> {
  const [job] = await db.query<DeadLetter>(
    `delete from pgboss.job where ${FAILED} and id = $1::uuid returning ${COLUMNS}`,
    [id],
  );
  return job;
}
