/**
 * The calls of the day to API-Football, shared by all processes: one row per key. A change reads, decides and writes under the row lock, by
 * PostgreSQL's clock.
 */
import {
  createDayCount,
  type DayCount,
  type DayQuota,
  hearQuota,
  takeCall,
} from '#/domain/football/day-quota.ts';
import type { Database, Queryable } from '#/runtime/postgres/database.ts';

export function createFootballQuota(database: Database): DayQuota {
  const change = <T>(
    budgetId: string,
    decide: (count: DayCount, now: number) => { readonly count: DayCount; readonly result: T },
  ): Promise<T> =>
    database.transaction(async (tx) => {
      await beginCount(tx, budgetId);
      const { now, ...count } = await lockCount(tx, budgetId);
      const decided = decide(count, now);
      await saveCount(tx, budgetId, decided.count);
      return decided.result;
    });
  return {
    take: (budgetId) =>
      change(budgetId, (before, now) => {
        const { count, taken } = takeCall(before, now);
        return { count, result: taken };
      }),
    hear: (budgetId, word) =>
      change(budgetId, (before, now) => ({ count: hearQuota(before, word, now), result: undefined })),
  };
}

async function beginCount(tx: Queryable, budgetId: string): Promise<void> {
  const { dayAt, used } = createDayCount(0);
  await tx.query(
    `insert into gamekeeper.football_quota (budget_id, day_at, used)
     values ($1, to_timestamp($2::float8 / 1000), $3) on conflict do nothing`,
    [budgetId, dayAt, used],
  );
}

/** The clock is read after the lock is taken; before, it would be late by the wait for the lock. */
async function lockCount(tx: Queryable, budgetId: string): Promise<DayCount & { readonly now: number }> {
  const [row] = await tx.query<DayCount & { now: number }>(
    `with locked as materialized (
       select * from gamekeeper.football_quota where budget_id = $1 for update
     )
     select (extract(epoch from day_at) * 1000)::float8 as day_at, call_limit as limit, used,
            coalesce(extract(epoch from blocked_until) * 1000, 0)::float8 as blocked_until,
            (extract(epoch from clock_timestamp()) * 1000)::float8 as now
     from locked`,
    [budgetId],
  );
  if (row === undefined) throw new Error(`the quota of ${budgetId} was deleted while it was used`);
  return row;
}

async function saveCount(
  tx: Queryable,
  budgetId: string,
  { dayAt, limit, used, blockedUntil }: DayCount,
): Promise<void> {
  await tx.query(
    `update gamekeeper.football_quota
     set day_at = to_timestamp($2::float8 / 1000), call_limit = $3, used = $4,
         blocked_until = case when $5::float8 > 0 then to_timestamp($5::float8 / 1000) end, changed_at = now()
     where budget_id = $1`,
    [budgetId, dayAt, limit, used, blockedUntil],
  );
}
