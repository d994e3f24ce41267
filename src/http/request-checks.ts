/** What every request must fulfil before anything is done for it: a name of ours, a bounded address, a body as it is, and no foreign page behind it. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuseCrossSite } from './cross-site.ts';
import { ADDRESS_TOO_LONG } from './error-map.ts';
import type { HostAllowList } from './host-allow-list.ts';
import { HttpProblem } from './problems.ts';

interface RequestLimits {
  readonly queryCharacters: number;
  readonly queryParameters: number;
}

export function addRequestChecks(server: FastifyInstance, hosts: HostAllowList, limits: RequestLimits): void {
  server.addHook('onRequest', (request, _reply, done) => done(refusalOf(request, hosts, limits)));
}

function refusalOf(
  request: FastifyRequest,
  hosts: HostAllowList,
  limits: RequestLimits,
): HttpProblem | undefined {
  const host = hostOf(request);
  // Node would refuse these by itself, but not in our form; probes that speak HTTP/1.0 have no name to say.
  if (host === '' && request.raw.httpVersion === '1.1')
    return new HttpProblem('invalid-request', 'The request says no Host, which HTTP/1.1 asks for.');
  if (request.routeOptions.config.anyHost !== true && !hosts.allows(host)) {
    return new HttpProblem(
      'forbidden',
      'This server does not answer to that host name. Set PUBLIC_URL or ALLOWED_HOSTS if it should.',
    );
  }
  return (
    refuseNul(request.url) ??
    refuseQuery(request.url, limits) ??
    refuseEncodedBody(request) ??
    refuseForeign(request, hosts, host)
  );
}

/** No name and no id has one, and PostgreSQL refuses every statement that carries one: so nothing behind this line has to think of it. */
function refuseNul(url: string): HttpProblem | undefined {
  return url.includes('%00')
    ? new HttpProblem('invalid-request', 'The address holds a NUL character (%00).')
    : undefined;
}

function refuseQuery(url: string, limits: RequestLimits): HttpProblem | undefined {
  const queryStart = url.indexOf('?');
  if (queryStart < 0) return undefined;
  if (url.length - queryStart > limits.queryCharacters) {
    return new HttpProblem('too-large', 'The query is longer than this server accepts.', {
      status: ADDRESS_TOO_LONG,
    });
  }
  const parameters = url.slice(queryStart).split('&').length;
  if (parameters <= limits.queryParameters) return undefined;
  return new HttpProblem('invalid-request', `The query has more than ${limits.queryParameters} parameters.`);
}

/** Nothing is unpacked here: what a few bytes could grow to is not ours to find out. */
function refuseEncodedBody({ headers }: FastifyRequest): HttpProblem | undefined {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() === 'identity') return undefined;
  return new HttpProblem('unsupported-media-type', 'A body must be sent as it is, without Content-Encoding.');
}

function refuseForeign(request: FastifyRequest, hosts: HostAllowList, host: string): HttpProblem | undefined {
  return refuseCrossSite({
    method: request.method,
    fetchSite: singleValue(request.headers['sec-fetch-site']),
    fetchMode: singleValue(request.headers['sec-fetch-mode']),
    fetchDest: singleValue(request.headers['sec-fetch-dest']),
    purpose: singleValue(request.headers['sec-purpose']),
    origin: request.headers.origin,
    ownOrigins: () => hosts.originsFor(request.protocol, host),
    contentType: request.headers['content-type'],
  });
}

/** Never X-Forwarded-Host, not even behind a proxy: a page's script can set that one, and Host it cannot. */
export function hostOf(request: FastifyRequest): string {
  return request.headers.host ?? '';
}

/** Sent twice, a header that browsers send once is a lie; the joined text matches nothing. */
function singleValue(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header;
}
