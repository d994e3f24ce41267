/**
 * How the server ends: new requests are told to come back later, requests under way finish, connections without a
 * request go at once, and what is left after a bounded time is cut off. WebSockets are ended by the live hub.
 */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { unavailable } from './problems.ts';

/** Must run before any route is added. */
export function addGracefulClose(server: FastifyInstance, closeTimeoutMs: number): void {
  const connections = trackConnections(server);
  let isClosing = false;
  let cutOff: NodeJS.Timeout | undefined;
  server.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of connections.unused) socket.destroy();
    cutOff = setTimeout(() => {
      server.log.warn({ afterMs: closeTimeoutMs }, 'requests cut off because the server is closing');
      for (const socket of connections.all) socket.destroy();
    }, closeTimeoutMs);
  });
  server.addHook('onClose', async () => clearTimeout(cutOff));
  server.addHook('onRequest', (_request, _reply, done) => {
    done(isClosing ? unavailable('The server is closing. Try again in a moment.') : undefined);
  });
  server.addHook('onSend', (_request, reply, payload, done) => {
    // Otherwise the connection would stay open, idle, until its keep-alive time is over.
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
}

interface Connections {
  /** Node's own `closeAllConnections` forgets those that were upgraded, or asked to be. */
  readonly all: ReadonlySet<Socket>;
  /** Browsers open connections ahead of need; Node does not count these as idle, and would wait for them. */
  readonly unused: ReadonlySet<Socket>;
}

function trackConnections(server: FastifyInstance): Connections {
  const all = new Set<Socket>();
  const unused = new Set<Socket>();
  server.server.on('connection', (socket) => {
    all.add(socket);
    unused.add(socket);
    socket.once('close', () => {
      all.delete(socket);
      unused.delete(socket);
    });
  });
  server.server.on('request', ({ socket }) => unused.delete(socket));
  server.server.on('upgrade', ({ socket }) => unused.delete(socket));
  return { all, unused };
}
