/** From an endpoint and its arguments to a request, or to the reason why there will be none. */
import type { Forbidden, Rejected } from '../outcome.ts';
import type { Credential, Credentials } from './credentials.ts';
import type { Endpoint } from './endpoints.ts';
import {
  badArgument,
  fillTemplate,
  findFault,
  hostFor,
  placeholdersIn,
  type Arguments,
  type Game,
} from './request-parts.ts';

export interface PreparedRequest {
  readonly credential: Credential;
  readonly host: string;
  /** The name of the limit. */
  readonly method: string;
  /** With the query. */
  readonly path: string;
}

export function prepareRequest(
  endpoint: Endpoint,
  args: Arguments,
  credentials: Credentials,
): PreparedRequest | Rejected | Forbidden {
  const { query = {}, mostCount = 0 } = endpoint;
  const needed = placeholdersIn(endpoint.path);
  if (endpoint.key === 'asked') needed.push('game');
  const fault = findFault(args, needed, Object.values(query), endpoint.host);
  if (fault !== null) return fault;
  if (Number(args['count'] ?? 0) > mostCount)
    return badArgument('count', args['count'], `at most ${mostCount} for ${endpoint.method}`);
  const game = endpoint.key === 'asked' ? (args['game'] as Game) : endpoint.key;
  const credential = credentials[game];
  if (credential === undefined) {
    const message = `no Riot key is set for ${game}`;
    return { outcome: 'forbidden', reason: 'noKey', status: null, message };
  }
  return {
    credential,
    host: hostFor(endpoint.host, args),
    method: fillTemplate(endpoint.method, args),
    path: fillTemplate(endpoint.path, args) + queryOf(query, args),
  };
}

function queryOf(query: Readonly<Record<string, string>>, args: Arguments): string {
  const pairs = Object.entries(query)
    .filter(([, part]) => args[part] !== undefined)
    .map(([name, part]) => `${name}=${encodeURIComponent(String(args[part]))}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
