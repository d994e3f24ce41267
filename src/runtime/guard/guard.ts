/**
 * The guard: an HTTP proxy on loopback through which everything goes that fetches what strangers named (our downloads, yt-dlp, the
 * browser). It takes nobody to an address that is not public, pins what it has looked at, and ends the job's whole traffic when its
 * budget of bytes or time is spent. One guard per job, so that a budget is a job's own; a password per guard, so that nobody else on
 * the machine can borrow it.
 *
 * Both ways of a proxy: `GET http://…` is asked again on a connection of our own, `CONNECT host:port` becomes a tunnel.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createAddressRules } from './address-rules.ts';
import { createBudget, type Budget } from './budget.ts';
import { forward } from './forward.ts';
import { connectGuarded, dialAddress, lookUpAll, type Connection, type LookUp } from './guarded-connect.ts';
import { createTargetRules, parsePair, targetOf, writePair, type Target } from './target-rules.ts';

export interface GuardOptions {
  readonly allowedPairs: readonly string[];
  /** Null: any public host. */
  readonly hosts: readonly string[] | null;
  readonly maxBytes: number;
  readonly maxMs: number;
  readonly connectMs?: number;
  readonly maxConnections?: number;
  readonly lookUp?: LookUp;
  readonly dial?: (address: string, port: number) => Socket;
}

interface GuardRefusal {
  readonly target: string;
  readonly words: string;
}

export interface Guard {
  readonly port: number;
  /** `http://127.0.0.1:port`. */
  readonly server: string;
  readonly username: string;
  readonly password: string;
  /** With name and password, for programs that take a proxy as one text. */
  readonly proxyUrl: string;
  /** Whom it did not take, the first few. */
  refusals(): readonly GuardRefusal[];
  spent(): 'bytes' | 'time' | null;
  bytesUsed(): number;
  /** Cuts what is under way. */
  stop(): Promise<void>;
}

const USERNAME = 'job';
const KEPT_REFUSALS = 20;

export async function startGuard(options: GuardOptions): Promise<Guard> {
  const password = randomBytes(18).toString('base64url');
  const open = new Set<Duplex>();
  let isStopped = false;
  const refusals: GuardRefusal[] = [];
  const cutAll = (): void => open.forEach((socket) => socket.destroy());
  const budget = createBudget({ ...options, onSpent: cutAll });
  const rules = {
    targets: createTargetRules(options),
    addresses: createAddressRules(),
    lookUp: options.lookUp ?? lookUpAll,
    connectMs: options.connectMs ?? 10_000,
    dial: options.dial ?? dialAddress,
  };
  const keep = (socket: Duplex): void => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  };
  const connectTo = async (target: Target): Promise<Connection> => {
    if (budget.spent() !== null) return { type: 'refused', words: 'the budget of this job is spent' };
    const connection = await connectGuarded(target, rules);
    if (connection.type === 'refused' && refusals.length < KEPT_REFUSALS)
      refusals.push({ target: writePair(target), words: connection.words });
    if (connection.type !== 'connected') return connection;
    keep(connection.socket);
    // Connecting takes a while, in which all may have ended.
    if (budget.spent() !== null || isStopped) connection.socket.destroy();
    return connection;
  };
  const server = createServer({ maxHeaderSize: 32 * 1024 });
  server.maxConnections = options.maxConnections ?? 64;
  server.on('connection', keep);
  serve(server, `Basic ${Buffer.from(`${USERNAME}:${password}`).toString('base64')}`, connectTo, budget);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    server: `http://127.0.0.1:${port}`,
    username: USERNAME,
    password,
    proxyUrl: `http://${USERNAME}:${password}@127.0.0.1:${port}`,
    refusals: () => refusals,
    spent: () => budget.spent(),
    bytesUsed: () => budget.used(),
    async stop() {
      if (isStopped) return;
      isStopped = true;
      budget.stop();
      const closed = once(server, 'close');
      server.close();
      cutAll();
      await closed;
    },
  };
}

type ConnectTo = (target: Target) => Promise<Connection>;

function serve(server: Server, authorization: string, connectTo: ConnectTo, budget: Budget): void {
  const isOurs = (request: IncomingMessage): boolean =>
    request.headers['proxy-authorization'] === authorization;
  server.on('request', (request, response) => {
    if (!isOurs(request)) return answer(response, 407, 'this proxy belongs to one job');
    void forwardRequest(request, response, connectTo, budget);
  });
  server.on('connect', (request, client, head) => {
    // What breaks on one side is cut on the other by `close`.
    client.on('error', () => client.destroy());
    if (!isOurs(request)) return refuseTunnel(client, 407, 'this proxy belongs to one job');
    void openTunnel(request, client, head, connectTo, budget);
  });
  // Asked for without a tunnel: nobody honest does.
  server.on('upgrade', (_request, socket) => socket.destroy());
  server.on('clientError', (_error, socket) => socket.destroy());
}

async function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  connectTo: ConnectTo,
  budget: Budget,
): Promise<void> {
  const url = URL.canParse(request.url ?? '') ? new URL(request.url ?? '') : null;
  if (url?.protocol !== 'http:')
    return answer(response, 400, 'this is a proxy, and takes http: addresses only');
  const connection = await connectTo(targetOf(url));
  if (connection.type !== 'connected')
    return answer(response, connection.type === 'refused' ? 403 : 502, connection.words);
  if (response.destroyed) return void connection.socket.destroy();
  forward(request, response, { url, socket: connection.socket, budget });
}

async function openTunnel(
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
  connectTo: ConnectTo,
  budget: Budget,
): Promise<void> {
  const target = parsePair(request.url ?? '');
  if (target === null) return refuseTunnel(client, 400, 'CONNECT takes host:port');
  const connection = await connectTo(target);
  if (connection.type !== 'connected')
    return refuseTunnel(client, connection.type === 'refused' ? 403 : 502, connection.words);
  const { socket } = connection;
  socket.on('error', () => socket.destroy());
  socket.on('close', () => client.destroy());
  client.on('close', () => socket.destroy());
  if (client.destroyed) return void socket.destroy();
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
  const count = (chunk: Buffer): unknown => budget.spend(chunk.length);
  socket.on('data', count).pipe(client);
  client.on('data', count).pipe(socket);
  if (head.length > 0 && budget.spend(head.length)) socket.write(head);
}

function answer(response: ServerResponse, status: number, words: string): void {
  const challenge = status === 407 ? { 'proxy-authenticate': 'Basic realm="gamekeeper"' } : {};
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    connection: 'close',
    ...challenge,
  });
  response.end(words);
}

function refuseTunnel(client: Duplex, status: number, words: string): void {
  const challenge = status === 407 ? 'Proxy-Authenticate: Basic realm="gamekeeper"\r\n' : '';
  const body = Buffer.from(words);
  client.end(
    `HTTP/1.1 ${status} ${status === 407 ? 'Proxy Authentication Required' : 'Refused'}\r\n${challenge}` +
      `Content-Type: text/plain; charset=utf-8\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${words}`,
  );
}
