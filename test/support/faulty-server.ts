/**
 * A server on loopback that misbehaves as networks and servers do: cuts connections, falls silent, sends without end, answers with errors.
 * Without a fault it answers, or passes the request on to a real server.
 */
import { once } from 'node:events';
import {
  createServer,
  request as forward,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Server } from 'node:net';

export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the server does in the place of an answer. */
type Misbehaviour =
  | Answer
  /** No byte of an answer ever comes. */
  | { readonly kind: 'silent' }
  /** The connection ends before a byte of the answer. */
  | { readonly kind: 'close' | 'reset' }
  /** The connection ends after these bytes, whatever they are. */
  | { readonly kind: 'raw'; readonly bytes: string }
  /** A body of 200 that never ends: at full speed, or a byte every 5 ms. */
  | { readonly kind: 'endless' | 'drip'; readonly beginning?: Buffer }
  /** The request is cut after so many bytes of its body. */
  | { readonly kind: 'cut-request'; readonly afterBytes: number };

/** The answer of the real server ends, or stalls, after so many bytes of its body. */
interface PartOfAnswer {
  readonly kind: 'cut' | 'stall';
  readonly afterBytes: number;
}

export type Fault = Misbehaviour | PartOfAnswer;

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly fault: Fault | null;
}

export interface FaultyServer {
  /** Without a path. */
  readonly origin: string;
  readonly seen: Seen[];
  /** Called for each request; null: no fault. */
  decide: (method: string, url: string) => Fault | null;
  /** Resolves when a client has closed the connection of an answer under way. */
  readonly abandoned: Promise<void>;
  stop(): Promise<void>;
}

export type Normally = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  part: PartOfAnswer | null,
) => void;

/** `normally`: what happens without a fault. Default: 404. */
export async function startFaultyServer(normally: Normally = answerNothing): Promise<FaultyServer> {
  const abandoned = Promise.withResolvers<void>();
  const server = createServer((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    const fault = faulty.decide(method, url);
    faulty.seen.push({ method, url, headers, fault });
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) abandoned.resolve();
    });
    if (fault === null || isPart(fault)) normally(incoming, outgoing, fault);
    else misbehave(incoming, outgoing, fault);
  });
  const faulty: FaultyServer = {
    origin: await listen(server),
    seen: [],
    decide: () => null,
    abandoned: abandoned.promise,
    async stop() {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return faulty;
}

/** Hands each request to a real server, whose answer goes back unchanged, or cut as the fault says. */
export function passTo(target: string): Normally {
  const { hostname, port } = new URL(target);
  return (incoming, outgoing, part) => {
    const { method, url: path, headers } = incoming;
    const onward = forward({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      if (part === null) answer.pipe(outgoing);
      else sendPart(answer, outgoing, part);
    });
    onward.on('error', () => incoming.socket.destroy());
    incoming.pipe(onward);
  };
}

function isPart(fault: Fault): fault is PartOfAnswer {
  return fault.kind === 'cut' || fault.kind === 'stall';
}

function answerNothing(_incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(404).end();
}

function misbehave(incoming: IncomingMessage, outgoing: ServerResponse, fault: Misbehaviour): void {
  const { socket } = incoming;
  switch (fault.kind) {
    case 'answer':
      incoming.resume();
      outgoing.writeHead(fault.status, fault.headers);
      return void outgoing.end(incoming.method === 'HEAD' ? undefined : fault.body);
    case 'silent':
      return void incoming.resume();
    case 'close':
      return void socket.end();
    case 'reset':
      return void socket.resetAndDestroy();
    case 'raw':
      return void socket.end(fault.bytes);
    case 'endless':
      return pour(outgoing, fault.beginning);
    case 'drip':
      return drip(outgoing, fault.beginning);
    case 'cut-request':
      return cutRequest(incoming, fault.afterBytes);
    default:
      fault satisfies never;
  }
}

function pour(outgoing: ServerResponse, beginning: Uint8Array = new Uint8Array()): void {
  const block = Buffer.alloc(64 * 1024, 'x');
  const go = (): void => {
    while (!outgoing.destroyed && outgoing.write(block));
  };
  outgoing.write(beginning);
  outgoing.on('drain', go);
  go();
}

function drip(outgoing: ServerResponse, beginning: Uint8Array = new Uint8Array()): void {
  outgoing.writeHead(200).write(beginning);
  const timer = setInterval(() => outgoing.write('x'), 5);
  outgoing.on('close', () => clearInterval(timer));
}

function cutRequest(incoming: IncomingMessage, afterBytes: number): void {
  let bytes = 0;
  const cut = (): void => void incoming.socket.destroy();
  incoming.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > afterBytes) cut();
  });
  incoming.on('end', cut);
}

function sendPart(
  answer: IncomingMessage,
  outgoing: ServerResponse,
  { kind, afterBytes }: PartOfAnswer,
): void {
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    if (bytes > afterBytes) return;
    bytes += chunk.length;
    const isEnd = bytes > afterBytes && kind === 'cut';
    // After the callback of the write, so that the part arrives before the connection ends.
    outgoing.write(chunk, () => isEnd && outgoing.socket?.destroySoon());
  });
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
