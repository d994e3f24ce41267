/** Waits for a condition that announces itself by no event. */
export async function until<T>(
  what: string,
  withinMs: number,
  look: () => T | Promise<T>,
): Promise<Exclude<T, false | null | undefined>> {
  const deadline = performance.now() + withinMs;
  let last: unknown;
  for (;;) {
    try {
      const seen = await look();
      last = seen;
      if (seen !== false && seen !== null && seen !== undefined)
        return seen as Exclude<T, false | null | undefined>;
    } catch (error) {
      last = error;
    }
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`, { cause: last });
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
