/**
 * Returns the ids of all matches of a player, newest first, page by page until a page is not full. A page without new ids is no reason to
 * stop: its ids may be known from the histories of other players.
 */
import { regionOf, type Platform } from '#/domain/riot/routing.ts';
import type { CallOptions } from '#/upstream/call.ts';
import type { RiotClient } from '#/upstream/riot.ts';
import type { CallFailure } from '#/upstream/retry.ts';

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

/** `onPage` is called with each page before the next is requested; if it throws, reading ends. */
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
