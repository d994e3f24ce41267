/**
 * When a process should be sent requests, and until when. Only what it needs itself to answer counts: in a fleet, the scheduler, the projector and
 * the practice world run elsewhere, and while they are away for a moment all API processes would leave their proxy at once.
 *
 * A process that was told to stop says so at `/readyz` and goes on answering for a while, so that whoever stands in front of it can look
 * elsewhere before it closes.
 */
import type { SystemStatus } from '#/contract/status.ts';

const RUN_ELSEWHERE: ReadonlySet<string> = new Set(['scheduler', 'projector', 'practice']);

export function missingParts({ parts }: Pick<SystemStatus, 'parts'>): string[] {
  return parts
    .filter(({ id, state }) => !RUN_ELSEWHERE.has(id) && (state === 'down' || state === 'starting'))
    .map(({ id }) => id);
}

/** Resolves when the goodbye has been said for long enough, counted from the order to stop. */
export function createGoodbye(stopAsked: AbortSignal, forMs: number): () => Promise<void> {
  let saidAt: number | undefined;
  stopAsked.addEventListener('abort', () => (saidAt = performance.now()), { once: true });
  return async () => {
    // A start that failed stops without an order: nobody was told to come here yet.
    if (saidAt === undefined) return;
    const leftMs = saidAt + forMs - performance.now();
    if (leftMs > 0) await new Promise<void>((resolve) => void setTimeout(resolve, leftMs));
  };
}
