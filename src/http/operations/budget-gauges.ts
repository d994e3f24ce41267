/** Budgets as gauges: one for each window of each scope, and one for API-Football's day. */
import type { BudgetGauge } from '#/contract/operations.ts';
import type { DayBudget, UpstreamBudget } from '#/upstream/permit.ts';

const DAY_SECONDS = 86_400;
const FOOTBALL = 'api-football';

export function toGauges(
  budgets: readonly UpstreamBudget[],
  footballDay: DayBudget | undefined,
): BudgetGauge[] {
  const gauges = budgets.flatMap(({ upstream, host, scopes, now }) =>
    scopes.flatMap(({ method, windows, blockedForMs }) =>
      windows.map(({ limit, spanMs, used, closesInMs }): BudgetGauge => ({
        upstream,
        host,
        scope: method ?? 'application',
        windowSeconds: Math.max(1, Math.round(spanMs / 1_000)),
        limit,
        used,
        resetsAt: closesInMs > 0 ? toTime(now + closesInMs) : null,
        blockedUntil: blockedForMs > 0 ? toTime(now + blockedForMs) : null,
      })),
    ),
  );
  return footballDay === undefined ? gauges : [...gauges, toDayGauge(footballDay)];
}

function toDayGauge({ limit, used, resetsAt, blockedUntil }: DayBudget): BudgetGauge {
  return {
    upstream: FOOTBALL,
    host: FOOTBALL,
    scope: 'application',
    windowSeconds: DAY_SECONDS,
    limit,
    used,
    resetsAt: toTime(resetsAt),
    blockedUntil: blockedUntil === null ? null : toTime(blockedUntil),
  };
}

function toTime(ms: number): string {
  return new Date(ms).toISOString();
}
