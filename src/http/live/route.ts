/**
 * The WebSocket `/api/live`. Browsers let any page open a socket to any server, so the upgrade is refused unless Origin is one of our
 * own; programs send no Origin, and carry no browser session that could be abused.
 */
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { HostAllowList } from '../host-allow-list.ts';
import { HttpProblem, unavailable } from '../problems.ts';
import { clientOf } from '../rate-limits.ts';
import { hostOf } from '../request-checks.ts';
import type { LiveHub } from './hub.ts';

export const LIVE_PATH = '/api/live';

export interface LiveRouteDeps {
  readonly hub: LiveHub;
  readonly hosts: HostAllowList;
}

/** Must run before any hook that may refuse a request: only the plugin closes the socket of a refused upgrade. */
export async function addWebSockets(server: FastifyInstance, hub: LiveHub): Promise<void> {
  await server.register(websocket, {
    options: { maxPayload: hub.limits.maxMessageBytes, perMessageDeflate: false, clientTracking: false },
    preClose: async () => hub.close(),
    // `socket.ts` handles the fault; here it is only logged.
    errorHandler: (error, _socket, request) => request.log.debug({ err: error }, 'live socket failed'),
  });
}

export function addLiveRoute(server: FastifyInstance, { hub, hosts }: LiveRouteDeps): void {
  server.route({
    method: 'GET',
    url: LIVE_PATH,
    config: { policy: 'open' },
    schema: { hide: true },
    preValidation: async (request) => {
      if (!request.ws) return;
      refuseBrokenHandshake(request);
      refuseForeignOrigin(request, hosts);
      refuseOneTooMany(request, hub);
    },
    handler: () => {
      throw upgradeRequired();
    },
    wsHandler: (socket, request) => hub.accept(socket, clientOf(request)),
  });
}

/** `ws` would refuse these too, but not as problem JSON. */
function refuseBrokenHandshake({ headers }: FastifyRequest): void {
  const isComplete =
    headers['sec-websocket-version'] === '13' &&
    /^[+/0-9a-z]{22}==$/i.test(headers['sec-websocket-key'] ?? '');
  if (!isComplete) throw upgradeRequired();
}

function refuseForeignOrigin(request: FastifyRequest, hosts: HostAllowList): void {
  const { origin } = request.headers;
  if (origin === undefined || hosts.originsFor(request.protocol, hostOf(request)).includes(origin)) return;
  throw new HttpProblem('forbidden', 'The live feed is only open to pages of this server.');
}

function refuseOneTooMany(request: FastifyRequest, hub: LiveHub): void {
  const full = hub.refusal(clientOf(request));
  if (full === 'all') throw unavailable('The live feed is full. Try again in a moment.');
  if (full === 'client') {
    throw new HttpProblem('too-many-requests', 'Too many live connections from one address.', {
      headers: { 'retry-after': '30' },
    });
  }
}

function upgradeRequired(): HttpProblem {
  return new HttpProblem('invalid-request', 'This address speaks WebSocket, version 13.', {
    status: { code: 426, title: 'Upgrade Required' },
    headers: { upgrade: 'websocket', connection: 'upgrade', 'sec-websocket-version': '13' },
  });
}
