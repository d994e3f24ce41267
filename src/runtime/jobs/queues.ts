/**
 * The queues behind the kinds: made when missing, brought in line with the code at every start, counted for the status page.
 * One dead-letter queue serves all kinds; a row there knows the kind it came from. Queues of kinds that this process does not
 * know belong to an older or newer process and are left alone.
 */
import type { PgBoss, QueueResult } from 'pg-boss';
import type { QueueRow } from '#/contract/status.ts';
import type { Database, Queryable } from '../postgres/database.ts';
import type { JobKind } from './define-job.ts';

export const DEAD_LETTERS = 'dead-letter';

const YEAR_SECONDS = 31_536_000;
const DAY_SECONDS = 86_400;

export async function ensureQueues(
  boss: PgBoss,
  database: Database,
  kinds: readonly JobKind[],
): Promise<void> {
  await boss.createQueue(DEAD_LETTERS, { retentionSeconds: YEAR_SECONDS, deleteAfterSeconds: YEAR_SECONDS });
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const kind of kinds) {
    const wanted = queueSettings(kind);
    const policy = policyOf(kind);
    const found = existing.get(kind.kind);
    if (found === undefined) {
      await boss.createQueue(kind.kind, { ...wanted, policy });
    } else if (!fits(found, wanted)) {
      await boss.updateQueue(kind.kind, wanted);
    }
    if (found !== undefined && found.policy !== policy) await changePolicy(database, kind.kind, policy);
  }
  await indexActiveJobs(database);
}

function queueSettings({ retry, timeoutSeconds }: JobKind) {
  return {
    retryLimit: retry.limit,
    retryDelay: retry.firstDelaySeconds,
    retryBackoff: true,
    retryDelayMax: retry.maxDelaySeconds,
    // pg-boss ends what outlives this; our own clock comes first, this one is for a runner that forgot.
    expireInSeconds: timeoutSeconds + 60,
    // pg-boss drops what waits longer. Work may wait long here, and must not vanish.
    retentionSeconds: 10 * YEAR_SECONDS,
    // Only failed originals are left to be deleted: their copy is the dead letter.
    deleteAfterSeconds: DAY_SECONDS,
    deadLetter: DEAD_LETTERS,
    notify: true,
  };
}

function policyOf(kind: JobKind): 'exclusive' | 'standard' {
  return kind.onePerKey ? 'exclusive' : 'standard';
}

function fits(found: QueueResult, wanted: ReturnType<typeof queueSettings>): boolean {
  const has: Record<string, unknown> = { ...found };
  return Object.entries(wanted).every(([name, value]) => has[name] === value);
}

/** pg-boss refuses to change a policy because others of its policies need other indexes; these two do not. */
async function changePolicy(db: Queryable, kind: string, policy: string): Promise<void> {
  await db.query('update pgboss.queue set policy = $2, updated_on = now() where name = $1', [kind, policy]);
}

/** Without it, looking for dead workers every few seconds would read the whole table of waiting jobs. */
async function indexActiveJobs(database: Database): Promise<void> {
  const [index] = await database.query<{ found: string | null }>(
    `select to_regclass('pgboss.gamekeeper_active') as found`,
  );
  if (index?.found !== null) return;
  await database.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('gamekeeper_active', 0))`);
    await tx.query(
      `create index if not exists gamekeeper_active on pgboss.job_common (name) where state = 'active'`,
    );
  });
}

export async function countQueues(db: Queryable, kinds: readonly JobKind[]): Promise<QueueRow[]> {
  return db.query<QueueRow>(
    `select k.kind,
       (select count(*)::int from pgboss.job j
        where j.name = k.kind and j.state < 'active' and not j.blocked and j.start_after <= now()) as waiting,
       (select count(*)::int from pgboss.job j
        where j.name = k.kind and j.state < 'active' and not j.blocked and j.start_after > now()) as delayed,
       (select count(*)::int from pgboss.job j where j.name = k.kind and j.state = 'active') as active,
       (select count(*)::int from pgboss.job j
        where j.name = '${DEAD_LETTERS}' and j.state < 'active' and not j.blocked and j.source_name = k.kind) as "deadLettered"
     from unnest($1::text[]) with ordinality as k (kind, place) order by k.place`,
    [kinds.map((kind) => kind.kind)],
  );
}

export interface DeadLetter {
  readonly id: string;
  readonly kind: string;
  readonly key: string | null;
  readonly payload: unknown;
  readonly reason: string | null;
  readonly attempts: number;
  readonly deadSince: string;
}

/** Newest first. */
export async function listDeadLetters(db: Queryable, limit: number): Promise<DeadLetter[]> {
  return db.query<DeadLetter>(
    `select id, source_name as kind, singleton_key as key, data as payload, source_output ->> 'message' as reason,
            source_retry_count + 1 as attempts, to_json(created_on) #>> '{}' as "deadSince"
     from pgboss.job where name = '${DEAD_LETTERS}' and state < 'active' order by created_on desc limit $1`,
    [limit],
  );
}
