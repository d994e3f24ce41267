/** How long to wait before trying again: doubling from `firstMs`, never above `maxMs`, spread so that a fleet does not retry in step. */
export interface BackoffPolicy {
  readonly firstMs: number;
  readonly maxMs: number;
}

/** `attempt` counts from 1; `random` is in [0, 1). The result lies between half of the doubled delay and all of it. */
export function backoffDelayMs(policy: BackoffPolicy, attempt: number, random: number): number {
  const doubled = policy.firstMs * 2 ** Math.min(Math.max(attempt, 1) - 1, 30);
  const capped = Math.min(doubled, policy.maxMs);
  return Math.round(capped * (0.5 + random / 2));
}
