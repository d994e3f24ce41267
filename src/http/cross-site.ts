/**
 * Keeps other sites in the reader's browser from changing things here. Browsers say where a request comes from in
 * Sec-Fetch-Site (older ones in Origin), which no script can forge; programs send neither and have no reader to abuse.
 * Pure.
 */
import { notJson } from './error-map.ts';
import { HttpProblem } from './problems.ts';

export interface ChangingRequest {
  readonly method: string;
  readonly fetchSite: string | undefined;
  readonly origin: string | undefined;
  readonly ownOrigins: () => readonly string[];
  readonly contentType: string | undefined;
}

const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);
const JSON_TYPE = /^application\/json *(;|$)/i;

/** The reason to refuse, or `undefined`. */
export function refuseCrossSite(request: ChangingRequest): HttpProblem | undefined {
  if (READING_METHODS.has(request.method)) return undefined;
  const { fetchSite, origin } = request;
  if (fetchSite === undefined && origin === undefined) return undefined;
  const isOwn = fetchSite === undefined ? request.ownOrigins().includes(origin ?? '') : isOwnSite(fetchSite);
  if (!isOwn)
    return new HttpProblem('forbidden', 'Changing things is only possible from pages of this server.');
  // A plain form cannot send JSON: this stops what slips through in a browser too old for either header.
  return JSON_TYPE.test(request.contentType ?? '') ? undefined : notJson();
}

/** `none` is the person themself: a typed address, a bookmark, an extension. */
function isOwnSite(fetchSite: string): boolean {
  return fetchSite === 'same-origin' || fetchSite === 'none';
}
