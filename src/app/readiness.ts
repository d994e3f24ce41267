/** Whether this process should get work: all parts that it needs answer, and it is not on its way out. */
import type { SystemStatus } from '#/contract/status.ts';
import type { Readiness } from '#/http/health/health-routes.ts';
import { missingParts } from '#/runtime/fleet-readiness.ts';

export function createReadiness(
  readStatus: () => Promise<SystemStatus>,
  stopAsked: AbortSignal,
): () => Promise<Readiness> {
  return async () => {
    if (stopAsked.aborted) return { ready: false, reasons: ['stopping'] };
    const reasons = missingParts(await readStatus());
    return { ready: reasons.length === 0, reasons };
  };
}
