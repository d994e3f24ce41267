/**
 * Retries: during a call, while the caller waits (`withRetries`), and afterwards, as a decision of the job (`nextStep`).
 */
import type { Outcome, Unavailable } from './outcome.ts';
import { backoffDelayMs, type BackoffPolicy } from '#/domain/backoff.ts';
import { retryAt, type JobOutcome } from '#/runtime/jobs/job-outcome.ts';

export interface RetryLimits {
  /** Attempts after the first one, for an unavailable upstream. */
  readonly unavailable: number;
  /** The same, for a refusal by a limit. */
  readonly rateLimited: number;
  readonly backoff: BackoffPolicy;
  /** A longer pause is left to the caller. */
  readonly longestPauseMs: number;
}

export const DEFAULT_RETRY_LIMITS: RetryLimits = {
  unavailable: 2,
  rateLimited: 3,
  backoff: { firstMs: 500, maxMs: 5_000 },
  longestPauseMs: 120_000,
};

/**
 * Each attempt takes its own permit: an unavailable upstream is retried a few times with growing pauses, a refusal by a limit a few times
 * (the limiter waits), and a connection that the server closed just as we used it once at once. Longer waits are left to the caller.
 */
export async function withRetries<Body>(
  attempt: () => Promise<Outcome<Body>>,
  limits: RetryLimits,
  { random, signal }: { random: () => number; signal?: AbortSignal | undefined },
): Promise<Outcome<Body>> {
  let failed = 0;
  let refused = 0;
  for (;;) {
    const outcome = await attempt();
    if (outcome.outcome === 'rateLimited') {
      refused += 1;
      if (refused > limits.rateLimited || outcome.retryAfterMs > limits.longestPauseMs) return outcome;
    } else if (outcome.outcome === 'unavailable') {
      failed += 1;
      const pauseMs = pauseBefore(outcome, failed, limits, random);
      if (failed > limits.unavailable || pauseMs > limits.longestPauseMs) return outcome;
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
    // undici does not repeat the call: the server may have counted it, so the next attempt needs its own permit.
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

export type NextStep =
  | { readonly step: 'use' }
  | { readonly step: 'retry'; readonly afterMs: number; readonly spendsAttempt: boolean }
  | { readonly step: 'giveUp'; readonly as: 'gone' | 'quarantined' | 'refused'; readonly reason: string };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const UNREADABLE: BackoffPolicy = { firstMs: MINUTE, maxMs: HOUR };
/** An id can be listed minutes before its match is available, and a few matches never are. */
const MISSING_WAITS_MS = [MINUTE, 10 * MINUTE, HOUR, 6 * HOUR];
const UNREADABLE_ATTEMPTS = 4;
/** Constant, because no attempt is counted; the client has already retried a few times. */
const OUTAGE_MS = MINUTE;
/** The key gate checks a refused key once a minute; earlier calls would not be sent. */
const REFUSED_KEY_MS = 2 * MINUTE;
const NO_KEY_MS = 10 * MINUTE;

/**
 * What a job does after an outcome. Limits, outages and a refused key are retried without limit and without spending an attempt: a day of
 * outage must not lose a match. What may be caused by the object itself (missing, unreadable) has a few attempts far apart.
 *
 * `attempt` counts the attempts spent so far and this one, from 1; `random` is in [0, 1).
 */
export function nextStep(outcome: Outcome<unknown>, attempt: number, random: number): NextStep {
  switch (outcome.outcome) {
    case 'ok':
      return { step: 'use' };
    case 'notFound': {
      const waitMs = MISSING_WAITS_MS[attempt - 1];
      if (waitMs === undefined) return { step: 'giveUp', as: 'gone', reason: outcome.message };
      return { step: 'retry', afterMs: spread(waitMs, random), spendsAttempt: true };
    }
    case 'rateLimited':
      return { step: 'retry', afterMs: outcome.retryAfterMs, spendsAttempt: false };
    case 'unavailable': {
      const afterMs = Math.max(spread(OUTAGE_MS, random), outcome.retryAfterMs ?? 0);
      return { step: 'retry', afterMs, spendsAttempt: false };
    }
    case 'rejected':
      return { step: 'giveUp', as: 'refused', reason: outcome.message };
    case 'malformed': {
      if (outcome.fault === 'shape' || attempt >= UNREADABLE_ATTEMPTS)
        return { step: 'giveUp', as: 'quarantined', reason: outcome.reason };
      return { step: 'retry', afterMs: backoffDelayMs(UNREADABLE, attempt, random), spendsAttempt: true };
    }
    case 'forbidden':
      break;
  }
  const waitMs = outcome.reason === 'noKey' ? NO_KEY_MS : REFUSED_KEY_MS;
  return { step: 'retry', afterMs: spread(waitMs, random), spendsAttempt: false };
}

/** Up to a quarter later, so that jobs that failed together do not retry together. */
function spread(ms: number, random: number): number {
  return Math.round(ms * (1 + random / 4));
}

export type CallFailure = Exclude<Outcome<never>, { readonly outcome: 'ok' }>;

export function describeFailure(failure: CallFailure): string {
  switch (failure.outcome) {
    case 'notFound':
    case 'rejected':
    case 'forbidden':
      return `${failure.outcome}: ${failure.message}`;
    case 'rateLimited':
      return `rate-limited for another ${failure.retryAfterMs} ms`;
    case 'unavailable':
      return `unavailable (${failure.reason}): ${failure.detail}`;
    case 'malformed':
      return `malformed (${failure.fault}): ${failure.reason}`;
  }
  return failure satisfies never;
}

/** Defers if the upstream or a limit is the cause; otherwise throws, and the retry policy of the job kind limits the attempts. */
export function postponeOrThrow(failure: CallFailure, what: string, now: Date, random: number): JobOutcome {
  const step = nextStep(failure, 1, random);
  const reason = `${what}: ${describeFailure(failure)}`;
  if (step.step === 'retry' && !step.spendsAttempt)
    return retryAt(new Date(now.getTime() + step.afterMs), reason);
  throw new Error(reason);
}
