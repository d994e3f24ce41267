/**
 * The ids of the games that somebody has played since a time, all of them: pages until one is not full. That a page holds nothing
 * new is no reason to stop before: ids are known from the lists of those who were in the same game, and older ones may be missing
 * still. How far this very list was read is known by its cursor.
 */
import type { Region } from '#/domain/riot/routing.ts';
import type { CallOptions } from '#/sources/riot/riot-call.ts';
import type { CallFailure } from '../games/call-failure.ts';
import type { TftCrawlOptions } from './crawl-options.ts';

/** The most that is given at once. */
const PAGE = 200;
/** Nobody plays so much; should a server give the same page for ever. */
const MOST_PAGES = 50;

export interface MatchList {
  /** Newest first. */
  readonly ids: readonly string[];
  /** Null when the list is whole. */
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
