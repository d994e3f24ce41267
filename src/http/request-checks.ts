/** What every request must fulfil before anything is done for it: a name of ours, a bounded address, and no foreign page behind a change. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuseCrossSite } from './cross-site.ts';
import { ADDRESS_TOO_LONG } from './error-map.ts';
import type { HostAllowList } from './host-allow-list.ts';
import { HttpProblem } from './problems.ts';

export function addRequestChecks(
  server: FastifyInstance,
  hosts: HostAllowList,
  limits: { readonly queryCharacters: number },
): void {
  server.addHook('onRequest', (request, _reply, done) => done(refusalOf(request, hosts, limits)));
}

function refusalOf(
  request: FastifyRequest,
  hosts: HostAllowList,
  limits: { readonly queryCharacters: number },
): HttpProblem | undefined {
  const host = hostOf(request);
  if (request.routeOptions.config.anyHost !== true && !hosts.allows(host)) {
    return new HttpProblem(
      'forbidden',
      'This server does not answer to that host name. Set PUBLIC_URL or ALLOWED_HOSTS if it should.',
    );
  }
  const queryStart = request.url.indexOf('?');
  if (queryStart >= 0 && request.url.length - queryStart > limits.queryCharacters) {
    return new HttpProblem('too-large', 'The query is longer than this server accepts.', {
      status: ADDRESS_TOO_LONG,
    });
  }
  return refuseCrossSite({
    method: request.method,
    fetchSite: singleValue(request.headers['sec-fetch-site']),
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
