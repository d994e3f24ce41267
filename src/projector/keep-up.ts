/**
 * Projects what is stored meanwhile, between two pages of something that takes long: bodies of League of Legends are slow to read, and whoever
 * waits for a history should not have to wait until all others have been compared. What comes has higher batch numbers, so that it can
 * be told apart from what was there before.
 */
import type { Projection } from '#/stores/postgres/projection.ts';
import type { ProjectorParts } from './parts.ts';
import { projectRange } from './project-range.ts';

/** Only after so long: there is something to be done every time, and much of it is the same for one game as for many. */
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
