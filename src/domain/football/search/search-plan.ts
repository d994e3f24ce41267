/**
 * When a goal is searched for next. Searches begin a fixed time apart, while there are some left and their window is open. One that
 * no site answered does not count, and is tried again soon, a few times; then its turn has passed.
 */
export interface SearchPlan {
  /** From the beginning of one search to that of the next. */
  readonly everySeconds: number;
  /** Between tries of one that failed, and how many tries there are. */
  readonly retrySeconds: number;
  readonly tries: number;
}

export interface SearchState {
  readonly searches: number;
  readonly limit: number;
  readonly until: Date;
  readonly startedAt: Date;
  readonly now: Date;
  /** How many tries in a row have failed by now, this one included; 0: it went well. */
  readonly failures: number;
}

/** Null: there is no next one. */
export function nextSearchAt(plan: SearchPlan, state: SearchState): Date | null {
  if (state.searches >= state.limit) return null;
  const isRetried = state.failures % plan.tries !== 0;
  const wanted = isRetried
    ? state.now.getTime() + plan.retrySeconds * 1_000
    : state.startedAt.getTime() + plan.everySeconds * 1_000;
  const at = Math.max(wanted, state.now.getTime());
  return at > state.until.getTime() ? null : new Date(at);
}
