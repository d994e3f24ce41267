/** Whether and when a call that failed is made again by itself. What takes longer is told to the person, who may press the button. */
import { ApiProblem } from './api-problem.ts';

const MAX_AGAIN = 1;
/** Too many requests, an upstream that does not answer, a server that is overloaded: the same request may succeed later. */
const PASSING = new Set([429, 502, 503]);
const USUAL_DELAY_MS = 1_000;
/** Longer than this, a page that says nothing looks broken. */
const LONGEST_SILENCE_MS = 10_000;

export function isPassing(error: Error | null): error is ApiProblem {
  return error instanceof ApiProblem && PASSING.has(error.status ?? 0);
}

/** Other refusals would be the same again. */
export function shouldAskAgain(failures: number, error: Error): boolean {
  if (failures >= MAX_AGAIN) return false;
  if (!(error instanceof ApiProblem) || error.status === undefined) return true;
  return isPassing(error) && askAgainDelay(failures, error) <= LONGEST_SILENCE_MS;
}

export function askAgainDelay(_failures: number, error: Error): number {
  return (error instanceof ApiProblem ? error.retryAfterMs : undefined) ?? USUAL_DELAY_MS;
}
