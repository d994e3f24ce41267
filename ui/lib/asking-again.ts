/** Whether and when a call that failed is made again by itself. What takes longer is told to the person, who may press the button. */
import { ApiProblem } from './api-problem.ts';

const MAX_AGAIN = 1;
const PASSING = new Set([429, 503]);
const USUAL_DELAY_MS = 1_000;
/** Longer than this, a page that says nothing looks broken. */
const LONGEST_SILENCE_MS = 10_000;

/** What the server refused for what it is, it will refuse again; what it had no time or place for, it may take. */
export function shouldAskAgain(failures: number, error: Error): boolean {
  if (failures >= MAX_AGAIN) return false;
  if (!(error instanceof ApiProblem) || error.status === undefined) return true;
  return PASSING.has(error.status) && askAgainDelay(failures, error) <= LONGEST_SILENCE_MS;
}

export function askAgainDelay(_failures: number, error: Error): number {
  return (error instanceof ApiProblem ? error.retryAfterMs : undefined) ?? USUAL_DELAY_MS;
}
