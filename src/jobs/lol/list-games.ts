/**
 * The ids of the games that somebody has played, newest first, all of them: pages until one is not full. That a page holds nothing new
 * is no reason to stop before: ids are known from the histories of those who were in the same game.
 */
import { regionOf, type Platform } from '#/domain/riot/routing.ts';
import type { CallOptions } from '#/sources/riot/riot-call.ts';
import type { RiotClient } from '#/sources/riot/riot-client.ts';
import type { CallFailure } from '../games/call-failure.ts';

/** The most that is given at once. */
const PAGE = 100;
/** Lists end at about a thousand; should a server give the same page for ever. */
const MOST_PAGES = 50;

export interface ListedGames {
  readonly puuid: string;
  readonly platform: Platform;
  /** Bounds on the start of a game. */
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  /** The newest so many. */
  readonly max?: number | undefined;
  readonly queue?: number | undefined;
}

export interface GameIds {
  /** Newest first. */
  readonly ids: readonly string[];
  /** Null when the list is whole. */
  readonly failure: CallFailure | null;
}

/** `onPage` is told of each page before the next one is asked for; an error of it ends the reading. */
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
