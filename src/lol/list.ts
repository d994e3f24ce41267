/** The match list of a player: reading it, enqueueing its matches, and how far a list that is taken in parts has been taken. */
import { type Platform, regionOf } from '#/domain/riot/routing.ts';
import { PERSON, type Priority } from '#/match/priority.ts';
import { cleanIds, enqueueMatches, holdKnown, type ListedMatch, raisePriority } from '#/match/rows.ts';
import type { CursorName } from '#/runtime/postgres/cursor.ts';
import type { Queryable, Transaction } from '#/runtime/postgres/database.ts';
import type { CallOptions } from '#/upstream/call.ts';
import type { CallFailure } from '#/upstream/retry.ts';
import type { RiotClient } from '#/upstream/riot.ts';
import { MATCHES, SOURCE, TIMELINES } from './kinds.ts';
import { addToHistory } from './progress.ts';

/** The upstream's maximum. */
const PAGE = 100;
/** Lists end at about a thousand. Guards against a server that repeats a page. */
const MOST_PAGES = 50;

export interface ListedGames {
  readonly puuid: string;
  readonly platform: Platform;
  /** Bounds on the start of a game. */
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  /** Only this many of the newest. */
  readonly max?: number | undefined;
  readonly queue?: number | undefined;
}

export interface GameIds {
  /** Newest first. */
  readonly ids: readonly string[];
  /** Null if the list is complete. */
  readonly failure: CallFailure | null;
}

/**
 * Returns the ids of all matches of a player, newest first, page by page until a page is not full. A page without new ids is no reason to
 * stop: its ids may be known from the histories of other players. `onPage` is called with each page before the next is requested; if it
 * throws, reading ends.
 */
export async function readGameIds(
  riot: Pick<RiotClient, 'lolMatchIds'>,
  { puuid, platform, since, until, max = Infinity, queue }: ListedGames,
  calling: CallOptions,
  onPage?: (ids: readonly string[]) => Promise<void>,
): Promise<GameIds> {
  const ids = new Set<string>();
  for (let page = 0; page < MOST_PAGES && ids.size < max; page++) {
    const count = Math.min(PAGE, max - ids.size);
    const answer = await riot.lolMatchIds(
      {
        region: regionOf(platform),
        puuid,
        queue,
        startTime: toSeconds(since),
        endTime: toSeconds(until),
        start: page * PAGE,
        count,
      },
      calling,
    );
    if (answer.outcome !== 'ok') return { ids: [...ids], failure: answer };
    await onPage?.(answer.body);
    const before = ids.size;
    for (const id of answer.body) ids.add(id);
    if (answer.body.length < count || ids.size === before) break;
  }
  return { ids: [...ids], failure: null };
}

function toSeconds(time: Date | undefined): number | undefined {
  return time && Math.max(0, Math.floor(time.getTime() / 1_000));
}

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

/**
 * Adds the matches to the player's history, enqueues unknown ones, and raises waiting ones with a lower priority, in one transaction. A
 * stored match is not fetched again; of a stored match without a timeline, only the timeline is.
 */
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

/** No match before `readUntil` is missing; of the later ones `position` have been taken and `leftOver` are left. `readUntil` never decreases. */
export interface ListPosition {
  readonly readUntil: Date;
  readonly position: number;
  readonly leftOver: number;
}

export async function noteListPosition(
  db: Queryable,
  { source, kind, name }: CursorName,
  { readUntil, position, leftOver }: ListPosition,
): Promise<void> {
  await db.query(
    `insert into gamekeeper.cursor as c (source, kind, name, read_until, position, left_over) values ($1, $2, $3, $4, $5, $6)
     on conflict (source, kind, name) do update set
       read_until = greatest(c.read_until, excluded.read_until), position = excluded.position,
       left_over = excluded.left_over, changed_at = now()`,
    [source, kind, name, readUntil, position, leftOver],
  );
}

export async function readListPositions(
  db: Queryable,
  { source, kind }: Pick<CursorName, 'source' | 'kind'>,
  names: readonly string[],
): Promise<ReadonlyMap<string, ListPosition>> {
  const rows = await db.query<ListPosition & { name: string }>(
    `select name, read_until as "readUntil", position, left_over as "leftOver" from gamekeeper.cursor
     where source = $1 and kind = $2 and name = any($3)`,
    [source, kind, names],
  );
  return new Map(rows.map(({ name, ...position }) => [name, position]));
}
