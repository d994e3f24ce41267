/**
 * Estimates the time for a number of calls under the key's limits without other traffic: each window permits its free room, then its full
 * size each time it opens again. The slowest window decides. Pure.
 */
import type { BudgetView } from '#/domain/limiter/budget.ts';

/** Undefined while no limit is known. `methods`: the methods of the calls. */
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
