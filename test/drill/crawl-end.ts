/** When a crawl is over: nothing is left to collect, and everything that was collected is in the statistics. */
import { setTimeout as delay } from 'node:timers/promises';

export type WorkLeft = Readonly<Record<string, number>> | undefined;

const LOOK_MS = 200;

/** Of stored games that are not in the statistics yet; undefined: nothing was projected so far. */
export async function readLag(url: string): Promise<WorkLeft> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const value = /^gamekeeper_projection_lag_rows\{source="tft"\} (\d+)$/m.exec(text)?.[1];
  return value === undefined ? undefined : { games: Number(value) };
}

export async function untilNothingIsLeft(
  what: string,
  { withinMs, signal }: { readonly withinMs: number; readonly signal?: AbortSignal | undefined },
  look: () => Promise<WorkLeft>,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const left = await look();
    if (isNothing(left)) return;
    if (performance.now() > deadline)
      throw new Error(`${what} took longer than ${withinMs} ms; left: ${JSON.stringify(left)}`);
    await delay(LOOK_MS, undefined, { signal });
  }
}

export function isNothing(left: WorkLeft): boolean {
  return left !== undefined && Object.values(left).every((count) => count === 0);
}
