/** What a search asks for, from its address; or why that makes no sense. */
import { parseSearchQuery, type SearchQuery } from './search-query.ts';

export interface SearchRequest {
  readonly text: string;
  readonly query: SearchQuery;
  readonly fromMs: number;
  readonly toMs: number;
  /** How many have been shown already. */
  readonly offset: number;
}

const HOUR_MS = 3_600_000;
const FURTHEST_MS = 24 * HOUR_MS;
const CURSOR = /^(\d{1,6})\.(\d{1,15})$/;

/** A text is a complaint. */
export function parseSearchRequest(parameters: URLSearchParams, now: number): SearchRequest | string {
  const text = parameters.get('q') ?? '';
  const since = toTime(parameters.get('since'), now - HOUR_MS);
  const until = toTime(parameters.get('until'), now);
  if (since === undefined || until === undefined)
    return `since is ${JSON.stringify(parameters.get('since'))}, until is ${JSON.stringify(parameters.get('until'))}; expected times such as 2026-11-15T12:00:00Z`;
  const cursor = parameters.get('cursor');
  const [, offset, asOf] = CURSOR.exec(cursor ?? '') ?? [];
  if (cursor !== null && offset === undefined)
    return `cursor is ${JSON.stringify(cursor)}; expected the one that the last answer told`;
  return {
    text,
    query: parseSearchQuery(text),
    fromMs: Math.max(since, now - FURTHEST_MS),
    // Later pages are of the same moment as the first: what is posted meanwhile must not move the others.
    toMs: Math.min(until, asOf === undefined ? now : Number(asOf)),
    offset: Number(offset ?? 0),
  };
}

export function cursorOf({ toMs }: SearchRequest, offset: number): string {
  return `${offset}.${toMs}`;
}

function toTime(text: string | null, otherwise: number): number | undefined {
  if (text === null || text === '') return otherwise;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}
