/** What a job does after a failed call: unlimited deferral if the upstream or the limits are the cause, a failed attempt otherwise. */
import type { Outcome } from './outcome.ts';
import { nextStep } from './retry-policy.ts';
import { retryAt, type JobOutcome } from '#/runtime/jobs/job-outcome.ts';

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

/** Throws if the requested object may be the cause; the retry policy of the job kind then limits the attempts. */
export function postponeOrThrow(failure: CallFailure, what: string, now: Date, random: number): JobOutcome {
  const step = nextStep(failure, 1, random);
  const reason = `${what}: ${describeFailure(failure)}`;
  if (step.step === 'retry' && !step.spendsAttempt)
    return retryAt(new Date(now.getTime() + step.afterMs), reason);
  throw new Error(reason);
}
