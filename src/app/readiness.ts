/** When a process should receive requests, and until when. */
import type { SystemStatus } from '#/contract/status.ts';
import type { Readiness } from '#/http/health/health-routes.ts';
import type { App } from './context.ts';

/** In a fleet these run in other processes: while one restarts, all API processes would leave their proxy at once. */
const RUN_ELSEWHERE: ReadonlySet<string> = new Set(['scheduler', 'projector', 'practice']);

/** Ready while every part that this process needs answers, and it is not stopping. */
export function createReadiness({
  readStatus,
  stopAsked,
}: Pick<App, 'readStatus' | 'stopAsked'>): () => Promise<Readiness> {
  return async () => {
    if (stopAsked.aborted) return { ready: false, reasons: ['stopping'] };
    const reasons = missingParts(await readStatus());
    return { ready: reasons.length === 0, reasons };
  };
}

export function missingParts({ parts }: Pick<SystemStatus, 'parts'>): string[] {
  return parts
    .filter(({ id, state }) => !RUN_ELSEWHERE.has(id) && (state === 'down' || state === 'starting'))
    .map(({ id }) => id);
}

/**
 * GOODBYE_SECONDS: a stopping process says so at `/readyz` and still answers for a while, so that a proxy can take it out of rotation.
 * Resolves when that time is over, counted from the request to stop.
 */
export function createGoodbye(stopAsked: AbortSignal, forMs: number): () => Promise<void> {
  let askedAt: number | undefined;
  stopAsked.addEventListener('abort', () => (askedAt = performance.now()), { once: true });
  return async () => {
    // A start that failed stops without a request: no proxy sends anything here yet.
    if (askedAt === undefined) return;
    const leftMs = askedAt + forMs - performance.now();
    if (leftMs > 0) await new Promise<void>((resolve) => void setTimeout(resolve, leftMs));
  };
}
