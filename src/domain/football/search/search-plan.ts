/** When a goal is searched for next: a fixed time after the last search began, while searches are left and its window is open. */
export interface SearchPlan {
  /** From the beginning of one search to that of the next. */
  readonly everySeconds: number;
  /** Between executions of a search that no site answered, and how many there are at most. */
  readonly retrySeconds: number;
  readonly tries: number;
}

export interface SearchState {
  readonly searches: number;
  readonly limit: number;
  readonly until: Date;
  readonly startedAt: Date;
  readonly now: Date;
}

/** Null: there is no next one. */
export function nextSearchAt(plan: Pick<SearchPlan, 'everySeconds'>, state: SearchState): Date | null {
  if (state.searches >= state.limit) return null;
  const at = Math.max(state.startedAt.getTime() + plan.everySeconds * 1_000, state.now.getTime());
  return at > state.until.getTime() ? null : new Date(at);
}
