/**
 * Returns the ids of all matches of a player since a time, page by page until a page is not full. A page without new ids is no reason to
 * stop: its ids may be known from the lists of other players, while older ones are still missing. Only the cursor says how far this list
 * was read.
 */
import type { Region } from '#/domain/riot/routing.ts';
import type { CallOptions } from '#/upstream/call.ts';
import type { CallFailure } from '#/upstream/retry.ts';
import type { TftCrawlOptions } from './crawl-options.ts';

/** The upstream's maximum. */
const PAGE = 200;
/** More than any player plays. Guards against a server that repeats a page. */
const MOST_PAGES = 50;

export interface MatchList {
  /** Newest first. */
  readonly ids: readonly string[];
  /** Null if the list is complete. */
  readonly failure: CallFailure | null;
}

export async function readMatchList(
  riot: Pick<TftCrawlOptions['riot'], 'tftMatchIds'>,
  { puuid, region, since }: { puuid: string; region: Region; since: Date },
  options: CallOptions,
): Promise<MatchList> {
  const startTime = Math.max(0, Math.floor(since.getTime() / 1_000));
  const ids = new Set<string>();
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer = await riot.tftMatchIds(
      { region, puuid, startTime, start: page * PAGE, count: PAGE },
      options,
    );
    if (answer.outcome !== 'ok') return { ids: [...ids], failure: answer };
    const before = ids.size;
    for (const id of answer.body) ids.add(id);
    if (answer.body.length < PAGE || ids.size === before) break;
  }
  return { ids: [...ids], failure: null };
}
