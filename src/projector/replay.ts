/**
 * Projects the games of some days again, because the calendar now assigns them to another patch.
 *
 * Their raw bodies are published again, as after any change of a body. The projector then replaces their rows under new batches
 * (`send-batch.ts`), so a kill at any point loses and doubles nothing. A task that is started over publishes only what the cursor has passed.
 * The work follows the number of games of these days, not of the archive.
 */
import { pause } from '#/stores/pause.ts';
import type { Projection } from '#/stores/postgres/projection.ts';
import {
  countGamesByDay,
  listReadGames,
  listRevisedAfter,
  publishRawAgain,
  type DayRange,
} from '#/stores/postgres/raw-pages.ts';
import type { ProjectorParts } from './parts.ts';
import { projectRange, type OnPage } from './project-range.ts';

/** In one transaction; a longer one would hold back every reader in commit order. */
const GAMES_AT_ONCE = 1_000;
/** Until transactions that began before have ended. */
const LOOK_AGAIN_MS = 100;

/** Returns how many games were projected again. */
export async function replayDays(
  parts: ProjectorParts,
  live: Projection,
  days: readonly DayRange[],
  onPage: OnPage,
  signal: AbortSignal,
): Promise<number> {
  const { database, projection } = parts;
  const { source } = projection;
  let published = 0;
  for (const { day } of await countGamesByDay(database, source, days)) {
    const ids = await listReadGames(database, source, day, live.cursor);
    for (let at = 0; at < ids.length; at += GAMES_AT_ONCE) {
      signal.throwIfAborted();
      const group = ids.slice(at, at + GAMES_AT_ONCE);
      await database.transaction((tx) => publishRawAgain(tx, source, group));
      published += group.length;
    }
  }
  let { cursor } = live;
  const accepts = (patch: string): boolean => !live.dropped.includes(patch);
  while ((await listRevisedAfter(database, source, cursor)).length > 0) {
    await projectRange(
      parts,
      projection.live,
      { after: cursor, accepts, movesCursor: true, replaces: true },
      async (page, removalMs) => {
        cursor = page.to;
        await onPage(page, removalMs);
      },
      signal,
    );
    await pause(LOOK_AGAIN_MS, signal);
    signal.throwIfAborted();
  }
  return published;
}
