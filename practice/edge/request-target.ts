/**
 * Which of Riot's hosts a request means: by its first path segment (`/euw1/lol/…`) or, as with the real API, by the Host header
 * (`euw1.api.riotgames.com`, `euw1.localhost:4100`). A request to a Riot host never reaches the side door, nor what is not Riot's.
 */
import { ANNEX_NAMES, type AnnexName } from './annex.ts';
import { isHost } from './hosts.ts';

export type RequestTarget =
  | { readonly to: 'riot'; readonly host: string; readonly path: string; readonly query: string }
  | { readonly to: 'practice' | 'static'; readonly path: string; readonly query: string }
  | { readonly to: 'annex'; readonly name: AnnexName; readonly path: string; readonly query: string }
  | { readonly to: 'nowhere' };

const NOWHERE: RequestTarget = { to: 'nowhere' };
const STATIC = new Set(['ddragon', 'cdragon']);

export function parseRequestTarget(url: string, hostHeader: string): RequestTarget {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const query = mark < 0 ? '' : url.slice(mark + 1);
  if (!path.startsWith('/')) return NOWHERE;

  const dot = hostHeader.indexOf('.');
  const label = dot < 0 ? '' : hostHeader.slice(0, dot).toLowerCase();
  if (isHost(label)) return { to: 'riot', host: label, path, query };

  const slash = path.indexOf('/', 1);
  const first = slash < 0 ? path.slice(1) : path.slice(1, slash);
  if (isHost(first)) return { to: 'riot', host: first, path: slash < 0 ? '/' : path.slice(slash), query };
  if (first === 'practice') return { to: 'practice', path, query };
  if (STATIC.has(first)) return { to: 'static', path, query };
  const name = ANNEX_NAMES.find((annex) => annex === first);
  return name === undefined
    ? NOWHERE
    : { to: 'annex', name, path: slash < 0 ? '/' : path.slice(slash), query };
}
