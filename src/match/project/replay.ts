/**
 * Projects the matches of some days again after the calendar assigned them to another patch.
 *
 * Their raw bodies are published again, as after any change of a body. The projector then replaces their rows under new batches
 * (`send-batch.ts`), so a kill at any point loses and duplicates nothing. A restarted task publishes only matches below the cursor. The
 * cost depends on the matches of these days, not on the archive.
 */
import { pause } from '#/runtime/pause.ts';
import type { Projection } from './projection.ts';
import {
  countGamesByDay,
  listReadGames,
  listRevisedAfter,
  publishRawAgain,
  type DayRange,
} from '../raw-pages.ts';
import type { ProjectorParts } from './parts.ts';
import { projectRange, type OnPage } from './project-range.ts';

/** Rows per transaction. A longer transaction would hold back every reader in commit order. */
const GAMES_AT_ONCE = 1_000;
/** Pause until earlier transactions have ended. */
const LOOK_AGAIN_MS = 100;

/** Returns the number of matches that were projected again. */
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
