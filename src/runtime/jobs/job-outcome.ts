/**
 * The outcomes a handler can return. A throw is no outcome but a failed attempt, which is retried by the kind's retry policy. `retryAt` is for
 * "not now" (a limit, an upstream that is down) and spends no attempt.
 */
export type JobOutcome =
  | { readonly type: 'done' }
  | { readonly type: 'skip'; readonly reason: string }
  | { readonly type: 'retryAt'; readonly at: Date; readonly reason: string | null }
  | { readonly type: 'deadLetter'; readonly reason: string };

export function done(): JobOutcome {
  return { type: 'done' };
}

/** Nothing had to be done, for this reason. It ends the job like `done`. */
export function skip(reason: string): JobOutcome {
  return { type: 'skip', reason };
}

/** The same job again, not before `at`, with as many attempts left as now. */
export function retryAt(at: Date, reason: string | null = null): JobOutcome {
  if (Number.isNaN(at.getTime()))
    throw new RangeError('retryAt was given an invalid date; expected a moment in time');
  return { type: 'retryAt', at, reason };
}

/** Trying again cannot help: the job becomes a failed job, which an admin can send again or discard. */
export function deadLetter(reason: string): JobOutcome {
  return { type: 'deadLetter', reason };
}
