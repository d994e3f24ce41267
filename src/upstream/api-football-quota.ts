/**
 * The day's calls to API-Football that all processes share, one row for each key. A change reads, decides and writes under the row's
 * lock, by PostgreSQL's clock.
 */
import {
  createDayCount,
  type DayCount,
  type DayQuota,
  hearQuota,
  type QuotaWord,
  takeCall,
} from '#/domain/football/day-quota.ts';
import type { Database, Queryable } from '#/runtime/postgres/database.ts';
import type { LimitReading } from '#/domain/limiter/limiter.ts';
import { parseRetryAfterMs } from '#/domain/limiter/rate-limit-headers.ts';
import { headerText, type AnswerHeaders } from './exchange.ts';

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

/** The clock is read after the lock is there: read before, it would be late by as long as the lock was waited for. */
async function lockCount(tx: Queryable, budgetId: string): Promise<DayCount & { readonly now: number }> {
  const [row] = await tx.query<DayCount & { now: number }>(
    `with locked as materialized (
       select * from gamekeeper.football_quota where budget_id = $1 for update
     )
     select (extract(epoch from day_at) * 1000)::float8 as "dayAt", call_limit as limit, used,
            coalesce(extract(epoch from blocked_until) * 1000, 0)::float8 as "blockedUntil",
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

/**
 * What an answer's headers say of the quotas. Trap: the names are the wrong way round from what one expects:
 * `x-ratelimit-requests-*` is of the day, `x-ratelimit-limit` and `-remaining` are of the minute. Headers are hostile text: a number
 * that makes no sense is not told.
 */

const MINUTE_MS = 60_000;
/** What a refusal by the minute's limit costs when it does not say: the rest of the minute, and a little. */
export const MINUTE_REFUSAL_MS = 65_000;
const NOTHING: LimitReading['method'] = { limits: [], counts: new Map() };

export function readMinuteLimit(status: number, headers: AnswerHeaders, now: Date): LimitReading {
  const limit = numberIn(headers, 'x-ratelimit-limit');
  const remaining = numberIn(headers, 'x-ratelimit-remaining');
  const app =
    limit === null || limit === 0
      ? NOTHING
      : {
          limits: [{ limit, spanMs: MINUTE_MS }],
          counts: new Map(remaining === null ? [] : [[MINUTE_MS, Math.max(0, limit - remaining)]]),
        };
  if (status !== 429) return { app, method: NOTHING };
  return { app, method: NOTHING, refusal: { by: 'application', retryAfterMs: refusalMs(headers, now) } };
}

export function readDayLimit(headers: AnswerHeaders): Omit<QuotaWord, 'refusal'> {
  const limit = numberIn(headers, 'x-ratelimit-requests-limit');
  return {
    limit: limit === 0 ? null : limit,
    remaining: numberIn(headers, 'x-ratelimit-requests-remaining'),
  };
}

export function refusalMs(headers: AnswerHeaders, now: Date): number {
  return parseRetryAfterMs(headerText(headers, 'retry-after'), now) ?? MINUTE_REFUSAL_MS;
}

function numberIn(headers: AnswerHeaders, name: string): number | null {
  const text = headerText(headers, name)?.trim() ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}
