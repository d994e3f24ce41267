/** On a busy machine everything takes longer. A test that passes never waits this long. */
const SHORTEST_LIMIT_MS = 150_000;

/** Most looks ask a store: what takes seconds is looked at less and less often. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 80;

/** Polls for a condition that no event announces. */
export async function until<T>(
  what: string,
  withinMs: number,
  look: () => T | Promise<T>,
): Promise<Exclude<T, false | null | undefined>> {
  const limitMs = Math.max(withinMs, SHORTEST_LIMIT_MS);
  const deadline = performance.now() + limitMs;
  let last: unknown;
  let pauseMs = FIRST_PAUSE_MS;
  for (;;) {
    try {
      const seen = await look();
      last = seen;
      if (seen !== false && seen !== null && seen !== undefined)
        return seen as Exclude<T, false | null | undefined>;
    } catch (error) {
      last = error;
    }
    if (performance.now() > deadline) throw new Error(`not within ${limitMs} ms: ${what}`, { cause: last });
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    pauseMs = Math.min(1.2 * pauseMs, LONGEST_PAUSE_MS);
  }
}
