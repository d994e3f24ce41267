/**
 * Enqueues the matches of a player's list, for everything that collects: they are added to the player's history, unknown ones become
 * wanted, and waiting ones with a lower priority are raised, in one transaction. A stored match is never wanted again; of a stored match
 * without a timeline, only the timeline is.
 */
import { PERSON, type Priority } from '#/match/priority.ts';
import { cleanIds, enqueueMatches, holdKnown, raisePriority, type ListedMatch } from '#/match/rows.ts';
import type { Transaction } from '#/runtime/postgres/database.ts';
import { addToHistory } from './player-match.ts';
import { MATCHES, SOURCE, TIMELINES } from './lol-kinds.ts';

/** Enough for a first view. */
const FIRST_SHOWN = 20;

export interface GamesWish {
  readonly puuid: string;
  readonly ids: readonly string[];
  readonly withTimelines: boolean;
  readonly priority: Priority;
  /** Time of the list call, by the upstream's clock. */
  readonly listedAt: Date;
  /** Set by a collection: if it is cancelled, matches that nothing else requested are not wanted any more. */
  readonly collection?: string | undefined;
  /** Matches of the same list on earlier pages. */
  readonly before?: number | undefined;
}

export async function wantGames(
  tx: Transaction,
  { puuid, withTimelines, priority, listedAt, collection, before = 0, ...wish }: GamesWish,
): Promise<{ readonly added: number }> {
  const ids = cleanIds(wish.ids);
  if (ids.length === 0) return { added: 0 };
  // The newest matches of all players come before older ones of any, so that a second request soon has something to show.
  const listed = ids.map((id, place): ListedMatch => ({
    id,
    priority: priority === PERSON && before + place < FIRST_SHOWN ? PERSON + 1 : priority,
  }));
  await addToHistory(tx, SOURCE, { puuid, ids, collection: collection ?? null });
  const known = await holdKnown(tx, MATCHES, ids);
  const raised = new Set(await raisePriority(tx, MATCHES, listed));
  const added = await enqueueMatches(tx, MATCHES, listed, listedAt);
  if (withTimelines) {
    const lost = new Set(
      known
        .filter(({ id, state }) => (state === 'gone' && !raised.has(id)) || state === 'quarantined')
        .map(({ id }) => id),
    );
    const worthIt = listed.filter(({ id }) => !lost.has(id));
    await raisePriority(tx, TIMELINES, worthIt);
    await enqueueMatches(tx, TIMELINES, worthIt, listedAt);
  }
  return { added: added.length };
}
