/**
 * Keeps other sites in the reader's browser from changing things here, and from having them read: a page that names one of our addresses as
 * its picture gets nothing to see, but would have the work done. Other sites may link to us. Browsers say where a request comes from in
 * Sec-Fetch-Site (older ones in Origin), which no script can forge; programs send neither and have no reader to abuse. Pure.
 */
import { notJson } from './error-map.ts';
import { HttpProblem } from './problems.ts';

export interface RequestOrigin {
  readonly method: string;
  readonly fetchSite: string | undefined;
  readonly fetchMode: string | undefined;
  readonly fetchDest: string | undefined;
  /** Set where a browser loads ahead of need, without anybody having followed anything. */
  readonly purpose: string | undefined;
  readonly origin: string | undefined;
  readonly ownOrigins: () => readonly string[];
  readonly contentType: string | undefined;
}

const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);
const JSON_TYPE = /^application\/json *(;|$)/i;

/** The reason to refuse, or `undefined`. */
export function refuseCrossSite(request: RequestOrigin): HttpProblem | undefined {
  if (READING_METHODS.has(request.method)) return refuseForeignLoad(request);
  const { fetchSite, origin } = request;
  if (fetchSite === undefined && origin === undefined) return undefined;
  const isOwn = fetchSite === undefined ? request.ownOrigins().includes(origin ?? '') : isOwnSite(fetchSite);
  if (!isOwn)
    return new HttpProblem('forbidden', 'Changing things is only possible from pages of this server.');
  // A plain form cannot send JSON: this stops what slips through in a browser too old for either header.
  return JSON_TYPE.test(request.contentType ?? '') ? undefined : notJson();
}

function refuseForeignLoad(request: RequestOrigin): HttpProblem | undefined {
  const { fetchSite, fetchMode, fetchDest, purpose } = request;
  if (fetchSite === undefined || isOwnSite(fetchSite)) return undefined;
  // A link that somebody follows; a frame navigates too, but what it loads is a part of the foreign page.
  if (fetchMode === 'navigate' && fetchDest === 'document' && purpose === undefined) return undefined;
  return new HttpProblem('forbidden', 'Other sites may link to this server, but not load from it.');
}

/** `none` is the person themself: a typed address, a bookmark, an extension. */
export function isOwnSite(fetchSite: string): boolean {
  return fetchSite === 'same-origin' || fetchSite === 'none';
}
