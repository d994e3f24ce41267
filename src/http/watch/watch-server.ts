/**
 * A small server beside the real one, for machines that watch: `/healthz`, `/readyz` and `/metrics` of this process, whatever its roles.
 * A worker has no other, and an API process should not let everybody who reads the page read its numbers.
 *
 * Any host name is right, because those who watch use addresses; there is nothing here that a page of somebody else could want. No
 * framework: three answers to GET, short limits, and no way to change anything.
 */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { UserError } from '#/domain/user-error.ts';
import { withinTime, type HealthDeps } from '../health/health-routes.ts';

export interface WatchServerOptions extends HealthDeps {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  readonly metrics: Registry;
}

export interface WatchServer {
  readonly url: string;
  close(): Promise<void>;
}

const LIMITS = {
  maxHeaderSize: 8_192,
  requestTimeout: 5_000,
  headersTimeout: 5_000,
  keepAliveTimeout: 30_000,
};
const MAX_CONNECTIONS = 64;

export async function openWatchServer(options: WatchServerOptions): Promise<WatchServer> {
  const server = createServer(LIMITS, (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return say(response, 405, { status: 'GET only' });
    answer(request.url ?? '', response, options).catch(() => response.destroy());
  });
  server.maxConnections = MAX_CONNECTIONS;
  await listen(server, options);
  const { address, port, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(path: string, response: ServerResponse, options: WatchServerOptions): Promise<void> {
  const [place = ''] = path.split('?', 1);
  switch (place) {
    case '/healthz':
      return say(response, 200, { status: 'ok' });
    case '/readyz': {
      const { ready, reasons } = await withinTime(options);
      return ready
        ? say(response, 200, { status: 'ready' })
        : say(response, 503, { status: 'not ready', reasons });
    }
    case '/metrics': {
      const text = await options.metrics.metrics();
      response.writeHead(200, { 'content-type': options.metrics.contentType, 'cache-control': 'no-store' });
      response.end(text);
      return;
    }
    default:
      return say(response, 404, { status: 'not found' });
  }
}

function say(response: ServerResponse, status: number, body: Readonly<Record<string, unknown>>): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(`${JSON.stringify(body)}\n`);
}

function listen(server: Server, { host, port }: WatchServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new UserError(
          `WATCH_PORT ${port} on ${host} cannot be listened on: ${error.message}.`,
          'Choose another one, or 0 for none.',
          { cause: error },
        ),
      ),
    );
    server.listen({ host, port }, () => resolve());
  });
}
