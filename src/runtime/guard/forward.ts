/**
 * One plain HTTP request, asked again on a connection that the guard opened. Headers that speak to a proxy or of the connection stay
 * here; everything else goes through as it came. Every byte of a body is counted as it passes, and an answer that is cut is cut for the
 * asker too, so that half a file never looks whole.
 */
import {
  request as ask,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Budget } from './budget.ts';

const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export interface Forwarding {
  readonly url: URL;
  readonly socket: Socket;
  readonly budget: Budget;
}

export function forward(asked: IncomingMessage, response: ServerResponse, forwarding: Forwarding): void {
  const { url, socket, budget } = forwarding;
  const upstream = ask({
    createConnection: () => socket,
    method: asked.method,
    path: `${url.pathname}${url.search}`,
    // The name in the address counts: it is the one that was judged.
    headers: { ...withoutHops(asked.headers), host: url.host, connection: 'close' },
    setHost: false,
  });
  const cut = (): void => {
    upstream.destroy();
    response.destroy();
  };
  response.on('close', () => upstream.destroy());
  upstream.on('error', (error) => {
    if (response.headersSent || response.destroyed) return cut();
    response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
    response.end(`the connection broke: ${error.message.slice(0, 100)}`);
  });
  upstream.on('response', (answer) => {
    const status = answer.statusCode ?? 0;
    // Numbers that no server sends are not passed on: writing them throws.
    if (status < 200 || status > 599) return cut();
    response.writeHead(status, withoutHops(answer.headers));
    answer.on('data', (chunk: Buffer) => budget.spend(chunk.length));
    answer.on('error', cut);
    answer.pipe(response);
  });
  asked.on('data', (chunk: Buffer) => budget.spend(chunk.length));
  asked.on('error', cut);
  asked.pipe(upstream);
}

function withoutHops(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  // What `connection` names is of the connection as well.
  const named = (headers.connection ?? '').toLowerCase().split(/\s*,\s*/);
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || HOP_BY_HOP.has(name) || named.includes(name) ? [] : [[name, value]],
    ),
  );
}
