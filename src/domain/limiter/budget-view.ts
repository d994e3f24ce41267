/** A budget as people and gauges want to see it: how much of each window is used, and who has to wait how long. */
import type { Budget } from './budget.ts';
import type { Scope } from './scope.ts';

interface WindowView {
  readonly limit: number;
  readonly spanMs: number;
  /** Counted by the server, or on their way to be. */
  readonly used: number;
  /** Until the window is certainly over; 0: it is not open. */
  readonly closesInMs: number;
}

interface ScopeView {
  /** Null for the application's own limits. */
  readonly method: string | null;
  readonly windows: readonly WindowView[];
  /** After a refusal; 0: not blocked. */
  readonly blockedForMs: number;
}

export type BudgetView = readonly ScopeView[];

export function describeBudget(budget: Budget, now: number): BudgetView {
  const methods = Object.entries(budget.methods).sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    describeScope(null, budget.app, now),
    ...methods.map(([method, scope]) => describeScope(method, scope, now)),
  ];
}

function describeScope(method: string | null, scope: Scope, now: number): ScopeView {
  return {
    method,
    blockedForMs: Math.max(0, scope.blockedUntil - now),
    windows: scope.windows.map(({ limit, spanMs, bound, probes, closesAt }) => ({
      limit,
      spanMs,
      used: Math.min(limit, now < closesAt ? bound : probes),
      closesInMs: Math.max(0, closesAt - now),
    })),
  };
}
