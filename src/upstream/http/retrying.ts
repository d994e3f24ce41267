/**
 * What is worth trying again while the caller waits, each time with a fresh permit: an upstream that is ill, a few times with
 * growing pauses; a refusal by a limit, a few times, where the wait is the limiter's; a connection that the server closed just as
 * we used it, once at once. Everything that needs more patience is returned, so that whoever asked can do something else.
 */
import { backoffDelayMs, type BackoffPolicy } from '#/domain/backoff.ts';
import type { Outcome, Unavailable } from '../outcome.ts';

export interface RetryLimits {
  /** Tries after the first one, when the upstream is ill. */
  readonly unavailable: number;
  /** The same, when a limit refuses. */
  readonly rateLimited: number;
  readonly backoff: BackoffPolicy;
  /** An upstream that asks for a longer pause than this is not waited for here. */
  readonly longestPauseMs: number;
}

export const DEFAULT_RETRY_LIMITS: RetryLimits = {
  unavailable: 2,
  rateLimited: 3,
  backoff: { firstMs: 500, maxMs: 5_000 },
  longestPauseMs: 120_000,
};

export async function withRetries<Body>(
  attempt: () => Promise<Outcome<Body>>,
  limits: RetryLimits,
  { random, signal }: { random: () => number; signal?: AbortSignal | undefined },
): Promise<Outcome<Body>> {
  let ill = 0;
  let refused = 0;
  for (;;) {
    const outcome = await attempt();
    if (outcome.outcome === 'rateLimited') {
      refused += 1;
      if (refused > limits.rateLimited || outcome.retryAfterMs > limits.longestPauseMs) return outcome;
    } else if (outcome.outcome === 'unavailable') {
      ill += 1;
      const pauseMs = pauseBefore(outcome, ill, limits, random);
      if (ill > limits.unavailable || pauseMs > limits.longestPauseMs) return outcome;
      await waitFor(pauseMs, signal);
    } else return outcome;
  }
}

function pauseBefore(
  outcome: Unavailable,
  attempt: number,
  limits: RetryLimits,
  random: () => number,
): number {
  switch (outcome.reason) {
    // undici does not send a call again itself: the server may have counted it, so it takes a permit of its own.
    case 'closedEarly':
      return attempt === 1 ? 0 : backoffDelayMs(limits.backoff, attempt, random());
    case 'stopped':
    case 'redirected':
      return Number.POSITIVE_INFINITY;
    case 'connect':
    case 'timeout':
    case 'truncated':
    case 'status':
      break;
  }
  return Math.max(backoffDelayMs(limits.backoff, attempt, random()), outcome.retryAfterMs ?? 0);
}

/** Rejects with the signal's reason. */
function waitFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', finish);
      if (signal?.aborted === true) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(finish, ms);
    signal?.addEventListener('abort', finish);
    if (signal?.aborted === true) finish();
  });
}
