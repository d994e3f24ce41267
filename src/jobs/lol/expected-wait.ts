/**
 * How long a number of calls will take by the limits of the key, if nobody else calls: each window lets go what it has room for, and
 * then as many as it holds each time it opens anew. The slowest window decides. Pure.
 */
import type { BudgetView } from '#/domain/limiter/budget-view.ts';

/** Undefined when no limit is known yet. `methods` are those that the calls are of. */
export function expectedWaitMs(
  budget: BudgetView,
  calls: number,
  methods: readonly string[],
): number | undefined {
  const scopes = budget.filter(({ method }) => method === null || methods.includes(method));
  const windows = scopes.flatMap((scope) => scope.windows);
  if (windows.length === 0) return undefined;
  const blocked = Math.max(...scopes.map(({ blockedForMs }) => blockedForMs));
  const waits = windows.map(({ limit, spanMs, used, closesInMs }) => {
    const beyond = calls - Math.max(0, limit - used);
    if (beyond <= 0) return 0;
    const isOpen = closesInMs > 0;
    return (isOpen ? closesInMs : spanMs) + (Math.ceil(beyond / limit) - 1) * spanMs;
  });
  return blocked + Math.max(...waits);
}
