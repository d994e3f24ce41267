/**
 * The table `permit`: the budget of each API key and host, shared by all processes, and the counts of calls beside it. A change reads, decides
 * and writes under the row lock, by PostgreSQL's clock: the only one that all processes share.
 */
import { createBudget, describeBudget, type Budget, type BudgetView } from '#/domain/limiter/budget.ts';
import type { Database, Queryable } from '#/runtime/postgres/database.ts';
import type { CallCounts } from '#/runtime/postgres/operations.ts';
import { toRecordset } from '#/runtime/postgres/rows.ts';
import type { Logger } from 'pino';
import type { LimiterObserver } from './host-limiter.ts';
import { SOURCES, sourceOfMethods, type Source } from './sources.ts';

export interface BudgetName {
  readonly keyId: string;
  readonly host: string;
}

export type ChangeBudget = <T>(
  name: BudgetName,
  change: (budget: Budget, now: number) => { readonly result: T; readonly notifyOthers: boolean },
) => Promise<T>;

export const PERMIT_CHANNEL = 'gamekeeper_permit';

export function createBudgetStore(database: Database): ChangeBudget {
  return (name, change) =>
    database.transaction(async (tx) => {
      const { budget, now } = (await lockBudget(tx, name)) ?? (await createRow(tx, name));
      const { result, notifyOthers } = change(budget, now);
      await tx.query(
        'update gamekeeper.permit set budget = $3, changed_at = now() where key_id = $1 and host = $2',
        [name.keyId, name.host, JSON.stringify(budget)],
      );
      // Only a hint: a process that misses it reads the budget a little later anyway.
      if (notifyOthers) await tx.query('select pg_notify($1, $2)', [PERMIT_CHANNEL, toHint(name)]);
      return result;
    });
}

export function toHint({ keyId, host }: BudgetName): string {
  return `${keyId} ${host}`;
}

interface LockedBudget {
  readonly budget: Budget;
  readonly now: number;
}

/** The clock is read after the lock is taken; before, it would be late by the wait for the lock. */
async function lockBudget(tx: Queryable, { keyId, host }: BudgetName): Promise<LockedBudget | undefined> {
  const [row] = await tx.query<{ budget: Budget; now: number }>(
    `with locked as materialized (
       select budget from gamekeeper.permit where key_id = $1 and host = $2 for update
     )
     select budget, (extract(epoch from clock_timestamp()) * 1000)::float8 as now from locked`,
    [keyId, host],
  );
  return row;
}

async function createRow(tx: Queryable, name: BudgetName): Promise<LockedBudget> {
  await tx.query(
    'insert into gamekeeper.permit (key_id, host, budget) values ($1, $2, $3) on conflict do nothing',
    [name.keyId, name.host, JSON.stringify(createBudget())],
  );
  const locked = await lockBudget(tx, name);
  if (locked === undefined)
    throw new Error(`the budget of ${name.keyId} on ${name.host} was deleted while it was created`);
  return locked;
}

/** Unused for days. A later use starts with one probing call. */
export async function forgetUnusedBudgets(database: Queryable): Promise<number> {
  const rows = await database.query(
    "delete from gamekeeper.permit where changed_at < now() - interval '7 days' returning host",
  );
  return rows.length;
}

/** Takes no permit and no lock. Undefined: the key was not used on this host yet, so its limits are unknown. */
export async function readBudgetView(
  db: Queryable,
  { keyId, host }: BudgetName,
): Promise<BudgetView | undefined> {
  const [row] = await db.query<{ budget: Budget; now: number }>(
    `select budget, (extract(epoch from clock_timestamp()) * 1000)::float8 as now
     from gamekeeper.permit where key_id = $1 and host = $2`,
    [keyId, host],
  );
  return row && describeBudget(row.budget, row.now);
}

export interface UpstreamBudget extends CallCounts {
  /** Identifies key and host across samples. Not to be shown. */
  readonly mark: string;
  readonly upstream: string;
  readonly host: string;
  readonly scopes: BudgetView;
  /** PostgreSQL's clock, in milliseconds since 1970. */
  readonly now: number;
}

interface PermitRow extends CallCounts {
  readonly keyId: string;
  readonly host: string;
  readonly budget: Budget;
  readonly now: number;
}

/**
 * Of each source and host the budget that was used last, because a key may have been replaced. Rows that are not valid budgets are skipped, so
 * that one of them does not hide the others.
 */
export async function readUpstreamBudgets(
  db: Queryable,
  sources: readonly Source[] = SOURCES,
): Promise<UpstreamBudget[]> {
  const rows = await db.query<PermitRow>(
    `select key_id, host, budget, calls::float8 as calls, refusals::float8 as refusals,
            (extract(epoch from clock_timestamp()) * 1000)::float8 as now
     from gamekeeper.permit
     where changed_at > now() - interval '1 day' and budget ?& array['app', 'methods'] order by changed_at desc`,
  );
  const methodsOf = new Map<string, string[]>();
  for (const { keyId, budget } of rows)
    methodsOf.set(keyId, [...(methodsOf.get(keyId) ?? []), ...Object.keys(budget.methods)]);
  const found = new Map<string, UpstreamBudget>();
  for (const { keyId, host, budget, calls, refusals, now } of rows) {
    const upstream = sourceOfMethods(methodsOf.get(keyId) ?? [], sources);
    const place = `${upstream} ${host}`;
    if (found.has(place)) continue;
    const scopes = describeBudget(budget, now);
    found.set(place, { mark: `${keyId} ${host}`, upstream, host, scopes, calls, refusals, now });
  }
  return [...found.values()].sort(byPlace);
}

export interface DayBudget {
  readonly limit: number;
  readonly used: number;
  /** In milliseconds since 1970. */
  readonly resetsAt: number;
  readonly blockedUntil: number | null;
}

const DAY_MS = 86_400_000;

/** The calls of this day at API-Football; undefined before its first answer, or if it was not called for days. */
export async function readFootballDay(db: Queryable): Promise<DayBudget | undefined> {
  const [row] = await db.query<{ limit: number; used: number; today: number; blockedUntil: number | null }>(
    `select call_limit as limit, (extract(epoch from blocked_until) * 1000)::float8 as blocked_until,
            case when day_at = date_trunc('day', now(), 'UTC') then used else 0 end as used,
            (extract(epoch from date_trunc('day', now(), 'UTC')) * 1000)::float8 as today
     from gamekeeper.football_quota
     where call_limit is not null and changed_at > now() - interval '7 days' order by changed_at desc limit 1`,
  );
  if (row === undefined) return undefined;
  const { limit, used, today, blockedUntil } = row;
  return { limit, used, resetsAt: today + DAY_MS, blockedUntil };
}

function byPlace(one: UpstreamBudget, other: UpstreamBudget): number {
  return one.upstream.localeCompare(other.upstream, 'en') || one.host.localeCompare(other.host, 'en');
}

/** Counts of deleted budgets are dropped. */
export async function addUpstreamCalls(
  db: Queryable,
  counts: readonly (BudgetName & CallCounts)[],
): Promise<void> {
  if (counts.length === 0) return;
  // Locked in order, so that concurrent processes cannot deadlock.
  await db.query(
    `with counted as (
       select * from jsonb_to_recordset($1) as c (key_id text, host text, calls bigint, refusals bigint)
     ), held as materialized (
       select p.key_id, p.host from gamekeeper.permit p join counted using (key_id, host)
       order by p.key_id, p.host for no key update of p
     )
     update gamekeeper.permit p set calls = p.calls + c.calls, refusals = p.refusals + c.refusals
     from counted c join held using (key_id, host)
     where p.key_id = c.key_id and p.host = c.host`,
    [toRecordset(counts)],
  );
}

export interface UpstreamCalls extends LimiterObserver {
  /** Writes the remaining counts. */
  stop(): Promise<void>;
}

export interface UpstreamCallsOptions {
  readonly database: Queryable;
  readonly log: Pick<Logger, 'debug'>;
  readonly everyMs?: number;
}

interface Counted extends BudgetName {
  calls: number;
  refusals: number;
}

const EVERY_MS = 10_000;

/** Writes the counts every few seconds. A killed process loses its last seconds: the counts are for charts, no limit depends on them. */
export function countUpstreamCalls({
  database,
  log,
  everyMs = EVERY_MS,
}: UpstreamCallsOptions): UpstreamCalls {
  const counted = new Map<string, Counted>();
  const countOf = ({ keyId, host }: BudgetName): Counted => {
    const name = toHint({ keyId, host });
    const known = counted.get(name) ?? { keyId, host, calls: 0, refusals: 0 };
    counted.set(name, known);
    return known;
  };
  const flush = async (): Promise<void> => {
    const counts = [...counted.values()];
    counted.clear();
    try {
      await addUpstreamCalls(database, counts);
    } catch (error) {
      log.debug({ err: error }, 'call counts not written');
      for (const { calls, refusals, ...name } of counts) {
        const count = countOf(name);
        count.calls += calls;
        count.refusals += refusals;
      }
    }
  };
  const timer = setInterval(() => void flush(), everyMs);
  return {
    granted(call) {
      countOf(call).calls += 1;
    },
    refused(call) {
      countOf(call).refusals += 1;
    },
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}
