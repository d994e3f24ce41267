/**
 * The queues of pg-boss behind the kinds, and every statement of ours on its tables. There are three, because its public
 * functions do not offer what they do (pg-boss 12.35, see docs/decisions.md): limits of held claims, counts with ages,
 * and a page of failed jobs. `settle-jobs.integration.test.ts` and the tests of `http/jobs` fail when a new version changes what they rely on.
 *
 * One dead-letter queue serves all kinds; a row there names the kind it came from. Queues of kinds that this process does
 * not know belong to an older or newer process and are left alone.
 */
import { randomUUID } from 'node:crypto';
import type { Db, JobWithMetadata, PgBoss, QueueResult } from 'pg-boss';
import type { Logger } from 'pino';
import type { QueueRow } from '#/contract/status.ts';
import type { Database, Queryable, Transaction } from '../postgres/database.ts';
import { toRecordset } from '../postgres/rows.ts';
import type { JobKind } from './define-job.ts';
import type { JobSender } from './send-jobs.ts';

const DEAD_LETTERS = 'dead-letter';
/**
 * pg-boss may start every job so often again. We count failures ourselves (settle-jobs.ts), because a deferral or a killed worker
 * spends one of these, but no attempt.
 */
export const RUNS_LEFT = 1_000;
/** A worker that is silent for so long is dead. pg-boss takes no less. */
export const LEASE_SECONDS = 10;

const YEAR_SECONDS = 31_536_000;
const DAY_SECONDS = 86_400;

/** Runs pg-boss on a pool or in a transaction of ours. */
export function toBossDatabase(queryable: Queryable, listen?: NonNullable<Db['listen']>): Db {
  return {
    async executeSql(text, values) {
      const rows: unknown = await queryable.query(text, values, 'columnNames');
      // Several statements in one text return several results, which pg-boss never reads here.
      return { rows: Array.isArray(rows) ? rows : [] };
    },
    ...(listen === undefined ? {} : { listen }),
  };
}

/** Creates missing queues and gives the others the settings of the code. */
export async function ensureQueues(boss: PgBoss, kinds: readonly JobKind[], log: Logger): Promise<void> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  const changed: string[] = [];
  if (!existing.has(DEAD_LETTERS)) {
    changed.push(DEAD_LETTERS);
    await boss.createQueue(DEAD_LETTERS, {
      retentionSeconds: YEAR_SECONDS,
      deleteAfterSeconds: YEAR_SECONDS,
    });
  }
  for (const kind of kinds) {
    const wanted = queueSettings(kind);
    const policy = kind.onePerKey ? 'exclusive' : 'standard';
    let found = existing.get(kind.kind);
    if (found !== undefined && found.policy !== policy) {
      // pg-boss cannot change the policy of a queue, so a queue with another one is replaced while it is empty.
      if ((await boss.findJobs(kind.kind)).length > 0) {
        log.warn(
          { kind: kind.kind, policy },
          'queue keeps its former policy until a start that finds it empty',
        );
      } else {
        await boss.deleteQueue(kind.kind);
        found = undefined;
      }
    }
    if (found !== undefined && hasSettings(found, wanted)) continue;
    if (found === undefined) await boss.createQueue(kind.kind, { ...wanted, policy });
    else await boss.updateQueue(kind.kind, wanted);
    changed.push(kind.kind);
  }
  // pg-boss reads the settings of a queue at its first use, on another connection. Within transactions of ours, several first uses
  // could wait for each other's connections.
  for (const name of changed) await boss.getJobById(name, randomUUID());
}

function queueSettings({ timeoutSeconds }: JobKind) {
  return {
    retryLimit: RUNS_LEFT,
    // A killed worker's job runs again at once. After a failure, settle-jobs.ts sets the time of the next attempt.
    retryDelay: 0,
    retryBackoff: false,
    heartbeatSeconds: LEASE_SECONDS,
    // For a run whose own clock failed; normally job-worker.ts ends it a minute earlier.
    expireInSeconds: timeoutSeconds + 60,
    // pg-boss deletes what waits longer. Here work may wait long and must not be lost.
    retentionSeconds: 10 * YEAR_SECONDS,
    // Only failed originals are left to be deleted; their copies are the dead letters.
    deleteAfterSeconds: DAY_SECONDS,
    deadLetter: DEAD_LETTERS,
    notify: true,
  };
}

function hasSettings(found: QueueResult, wanted: ReturnType<typeof queueSettings>): boolean {
  const has: Record<string, unknown> = { ...found };
  return Object.entries(wanted).every(([name, value]) => has[name] === value);
}

export type Claim = Pick<JobWithMetadata, 'id' | 'retryCount'>;

/**
 * Sets how often pg-boss may still start jobs again, of claims that are still held; returns their ids, with the rows locked. As a
 * limit of zero it makes the next failure final. pg-boss itself does that only for results of `work()`, outside of our transaction.
 */
export async function limitRuns(
  tx: Transaction,
  kind: string,
  claims: readonly (Claim & { readonly runsLeft: number })[],
): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    `update pgboss.job j set retry_limit = c.retry_count + c.runs_left
     from jsonb_to_recordset($2::jsonb) as c (id uuid, retry_count int, runs_left int)
     where j.name = $1 and j.id = c.id and j.state = 'active' and j.retry_count = c.retry_count
     returning j.id`,
    [kind, toRecordset(claims.map(({ id, retryCount, runsLeft }) => ({ id, retryCount, runsLeft })))],
  );
  return new Set(rows.map(({ id }) => id));
}

export interface QueueState extends QueueRow {
  /** Since a worker could have taken it: a delayed job waits from its time on, not since it was sent. */
  readonly oldestWaitingSeconds: number | null;
  readonly oldestActiveSeconds: number | null;
}

/** pg-boss counts only now and then (`getQueues`), and knows no ages. */
export async function readQueues(db: Queryable, kinds: readonly string[]): Promise<QueueState[]> {
  return db.query<QueueState>(
    `select k.kind, coalesce(j.waiting, 0) as waiting, coalesce(j.delayed, 0) as delayed, coalesce(j.active, 0) as active,
            coalesce(d.jobs, 0) as dead_lettered, j.oldest_waiting_seconds, j.oldest_active_seconds
     from unnest($1::text[]) with ordinality as k (kind, place)
     left join (
       select name, count(*) filter (where state < 'active' and start_after <= now())::int as waiting,
              count(*) filter (where state < 'active' and start_after > now())::int as delayed,
              count(*) filter (where state = 'active')::int as active,
              extract(epoch from now() - min(greatest(created_on, start_after))
                filter (where state < 'active' and start_after <= now()))::float8 as oldest_waiting_seconds,
              extract(epoch from now() - min(started_on) filter (where state = 'active'))::float8 as oldest_active_seconds
       from pgboss.job where name = any($1) and not blocked group by name) j on j.name = k.kind
     left join (
       select source_name, count(*)::int as jobs from pgboss.job
       where name = '${DEAD_LETTERS}' and state < 'active' group by source_name) d on d.source_name = k.kind
     order by k.place`,
    [kinds],
  );
}

export interface FailedJob {
  readonly id: string;
  readonly kind: string;
  readonly key: string | null;
  readonly payload: unknown;
  readonly reason: string | null;
  readonly attempts: number;
  readonly failedAt: string;
}

/** Newest first, and how many there are in all. pg-boss's `findJobs` has no limit, and there may be a hundred thousand. */
export async function readFailedJobs(
  db: Queryable,
  { kind, limit }: { readonly kind?: string | undefined; readonly limit: number },
): Promise<{ readonly jobs: FailedJob[]; readonly total: number }> {
  // One statement: a job that fails meanwhile is in both or in neither.
  const rows = await db.query<FailedJob & { total: number }>(
    `select id, source_name as kind, singleton_key as key, data as payload, source_output ->> 'message' as reason,
            coalesce((source_output ->> 'attempts')::int, source_retry_count + 1) as attempts,
            to_json(created_on) #>> '{}' as failed_at, count(*) over ()::int as total
     from pgboss.job where name = '${DEAD_LETTERS}' and state < 'active' and ($1::text is null or source_name = $1)
     order by created_on desc, id limit $2`,
    [kind ?? null, limit],
  );
  return { jobs: rows, total: rows[0]?.total ?? 0 };
}

export interface RetriedJob {
  readonly kind: string;
  /** Null: another job with the same key waits or runs already, and is done instead of this one. */
  readonly jobId: string | null;
}

/**
 * Sends a failed job again and removes it in one transaction, so it is neither lost nor sent twice. Undefined: there is no such failed
 * job. Throws, and leaves the job where it is, when its kind refuses the payload.
 */
export async function retryFailedJob(
  { boss, database, jobs }: { readonly boss: PgBoss; readonly database: Database; readonly jobs: JobSender },
  id: string,
): Promise<RetriedJob | undefined> {
  return database.transaction(async (tx) => {
    const job = await takeFailedJob(boss, tx, id);
    if (job === undefined || job.sourceName === null) return undefined;
    const { sourceName: kind, singletonKey: key, data } = job;
    return { kind, jobId: await jobs.send(kind, data, { tx, ...(key !== null && { key }) }) };
  });
}

/** Its kind; undefined: there is no such failed job. */
export async function discardFailedJob(
  boss: PgBoss,
  database: Database,
  id: string,
): Promise<string | undefined> {
  return database.transaction(async (tx) => (await takeFailedJob(boss, tx, id))?.sourceName ?? undefined);
}

async function takeFailedJob(
  boss: PgBoss,
  tx: Transaction,
  id: string,
): Promise<JobWithMetadata | undefined> {
  const db = toBossDatabase(tx);
  const job = await boss.getJobById<object>(DEAD_LETTERS, id, { db });
  if (job === null) return undefined;
  // Of several requests for one job, the first deletes it.
  const deleted = await boss.deleteJob(DEAD_LETTERS, id, { db });
  return settledIds(deleted).includes(id) ? job : undefined;
}

/** The ids that a statement of pg-boss changed. Its workers read this field of the response too; the type leaves it out. */
export function settledIds(response: object): readonly string[] {
  return 'settled' in response && Array.isArray(response.settled) ? response.settled : [];
}
