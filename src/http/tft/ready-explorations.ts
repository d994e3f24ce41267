/** The explorations that lie ready, by their address, as the short way of the server sends them (`ready-lane.ts`). */
import type { ReadyAnswer } from '../ready-lane.ts';
import type { AnswerDesk } from './answer-desk.ts';
import { ANSWER_CACHE_CONTROL, EXPLORE_PATH, queryOf } from './explore-query-route.ts';

const WITH_QUERY = `${EXPLORE_PATH}?`;

export function readyExplorations(desk: Pick<AnswerDesk, 'ready'>): (url: string) => ReadyAnswer | undefined {
  return (url) => {
    if (!url.startsWith(WITH_QUERY) && url !== EXPLORE_PATH) return undefined;
    const ready = desk.ready(queryOf(url));
    if (ready === undefined) return undefined;
    const { bytes, contentType, etag } = ready;
    const headers = ['content-type', contentType, 'cache-control', ANSWER_CACHE_CONTROL, 'etag', etag];
    return { bytes, route: EXPLORE_PATH, headers };
  };
}
