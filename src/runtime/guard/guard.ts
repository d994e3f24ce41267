/**
 * The guard: an HTTP proxy on loopback for everything that fetches addresses from outside (our downloads, yt-dlp, the browser). It connects
 * to public addresses only, uses the address that it has checked, and cuts all traffic of the job when its budget of bytes or time is spent.
 * There is one guard per job, so a budget belongs to one job, and one password per guard, so no other program of the machine can use it.
 *
 * Both ways of a proxy: `GET http://…` is sent again on a connection of our own, `CONNECT host:port` becomes a tunnel.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as ask,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connectGuarded, type Connection, dialAddress, type LookUp, lookUpAll } from './guarded-connect.ts';
import {
  createAddressRules,
  createTargetRules,
  parsePair,
  type Target,
  targetOf,
  writePair,
} from './targets.ts';

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
  /** With name and password, for programs that take a proxy as one URL. */
  readonly proxyUrl: string;
  /** The first refused targets. */
  refusals(): readonly GuardRefusal[];
  spent(): 'bytes' | 'time' | null;
  bytesUsed(): number;
  /** Cuts all connections. */
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
    // The budget or the job may have ended while we connected.
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
    // `close` then cuts the other side.
    client.on('error', () => client.destroy());
    if (!isOurs(request)) return refuseTunnel(client, 407, 'this proxy belongs to one job');
    void openTunnel(request, client, head, connectTo, budget);
  });
  // An upgrade outside of a tunnel has no legitimate use.
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

interface Forwarding {
  readonly url: URL;
  readonly socket: Socket;
  readonly budget: Budget;
}

/**
 * Sends one plain HTTP request again on a connection that the guard opened. Headers for proxies and of the connection are dropped. Every byte of
 * a body is counted, and a cut answer is cut for the client too, so that half a file never looks whole.
 */
function forward(asked: IncomingMessage, response: ServerResponse, forwarding: Forwarding): void {
  const { url, socket, budget } = forwarding;
  const upstream = ask({
    createConnection: () => socket,
    method: asked.method,
    path: `${url.pathname}${url.search}`,
    // Not the client's header: the host in the URL is the one that was checked.
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
    // `writeHead` throws for other numbers.
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
  // Headers that `connection` names belong to the connection too.
  const named = (headers.connection ?? '').toLowerCase().split(/\s*,\s*/);
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || HOP_BY_HOP.has(name) || named.includes(name) ? [] : [[name, value]],
    ),
  );
}

/** Bytes in both directions and time that a job may use. Once spent, it stays spent. */
interface Budget {
  /** Returns false if the budget is spent. */
  spend(bytes: number): boolean;
  spent(): 'bytes' | 'time' | null;
  used(): number;
  /** Stops the clock. */
  stop(): void;
}

interface BudgetOptions {
  readonly maxBytes: number;
  readonly maxMs: number;
  /** Called once, when the budget is spent. */
  readonly onSpent: () => void;
}

function createBudget({ maxBytes, maxMs, onSpent }: BudgetOptions): Budget {
  let used = 0;
  let spent: 'bytes' | 'time' | null = null;
  const end = (by: 'bytes' | 'time'): void => {
    if (spent !== null) return;
    spent = by;
    clearTimeout(timer);
    onSpent();
  };
  const timer = setTimeout(() => end('time'), maxMs);
  return {
    spend(bytes) {
      used += bytes;
      if (used > maxBytes) end('bytes');
      return spent === null;
    },
    spent: () => spent,
    used: () => used,
    stop: () => clearTimeout(timer),
  };
}
