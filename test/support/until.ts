/** Polls for a condition that no event announces. */

/** On a busy machine everything takes longer. A test that passes never waits this long. */
const SHORTEST_LIMIT_MS = 150_000;

/** Most looks ask a store: what takes seconds is looked at less and less often. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 80;

/** What processes and stores report while they start, stop or are restarted. */
const AWAY =
  /fetch failed|ECONNREFUSED|ECONNRESET|EPIPE|socket hang up|Connection terminated|terminating connection|the database system is|no PostgreSQL answers|answers (?:429|50[23])\b/;

/** Thrown by a look that has a reason to show if the time runs out. */
export class NotYet extends Error {}

/**
 * Resolves with the first result that is not false, null or undefined. An exception ends the wait at once, because a failed assertion does
 * not become true by waiting. Exceptions to that are `NotYet`, a process or store that does not answer, and what `isExpected` accepts;
 * the last of these is the cause of the error after the limit.
 */
export async function until<T>(
  what: string,
  withinMs: number,
  look: () => T | Promise<T>,
  isExpected: (error: unknown) => boolean = () => false,
): Promise<Exclude<T, false | null | undefined>> {
  const limitMs = Math.max(withinMs, SHORTEST_LIMIT_MS);
  const deadline = performance.now() + limitMs;
  let last: unknown;
  let pauseMs = FIRST_PAUSE_MS;
  for (;;) {
    try {
      const seen = await look();
      if (seen !== false && seen !== null && seen !== undefined)
        return seen as Exclude<T, false | null | undefined>;
    } catch (error) {
      if (!(error instanceof NotYet) && !isAway(error) && !isExpected(error)) throw error;
      last = error;
    }
    if (performance.now() > deadline) throw new Error(`not within ${limitMs} ms: ${what}`, { cause: last });
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    pauseMs = Math.min(1.2 * pauseMs, LONGEST_PAUSE_MS);
  }
}

function isAway(error: unknown): boolean {
  return error instanceof Error && (AWAY.test(`${error.name} ${error.message}`) || isAway(error.cause));
}
