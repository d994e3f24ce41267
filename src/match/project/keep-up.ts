/**
 * Projects new matches between two pages of a long task. Parsing LoL bodies is slow, and a player who waits for a history should not wait
 * for a verify of all others. New matches have higher batch numbers, which separate them from the rows under comparison.
 */
import type { Projection } from './projection.ts';
import type { ProjectorParts } from './parts.ts';
import { projectRange } from './project-range.ts';

/** Minimum interval: most of the cost does not depend on the number of matches. */
const EVERY_MS = 1_000;

export function createKeepUp(
  parts: ProjectorParts,
  { cursor, dropped }: Projection,
  signal: AbortSignal,
): () => Promise<void> {
  const accepts = (partition: string): boolean => !dropped.includes(partition);
  let after = cursor;
  let due = performance.now() + (parts.collectMs ?? EVERY_MS);
  return async () => {
    if (performance.now() < due) return;
    const range = { after, accepts, movesCursor: true, replaces: true, maxPages: 1 };
    await projectRange(parts, parts.projection.live, range, (page) => void (after = page.to), signal);
    due = performance.now() + (parts.collectMs ?? EVERY_MS);
  };
}
