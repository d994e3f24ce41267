/**
 * How a handler says what came of its work. A throw is no outcome: it is a failed attempt, which the kind's retry policy
 * answers. `retryAt` is for "not now" (a limit, a night, an upstream that is down) and spends no attempt.
 */
export type JobOutcome =
  | { readonly type: 'done' }
  | { readonly type: 'skip'; readonly reason: string }
  | { readonly type: 'retryAt'; readonly at: Date; readonly reason: string | null }
  | { readonly type: 'deadLetter'; readonly reason: string };

export function done(): JobOutcome {
  return { type: 'done' };
}

/** Nothing had to be done, and why. It ends the job like `done`. */
export function skip(reason: string): JobOutcome {
  return { type: 'skip', reason };
}

/** The same job again, not before `at`, with as many attempts left as now. */
export function retryAt(at: Date, reason: string | null = null): JobOutcome {
  if (Number.isNaN(at.getTime()))
    throw new RangeError('retryAt was given an invalid date; expected a moment in time');
  return { type: 'retryAt', at, reason };
}

/** Trying again cannot help: the job is put aside, where it can be seen and re-driven. */
export function deadLetter(reason: string): JobOutcome {
  return { type: 'deadLetter', reason };
}
