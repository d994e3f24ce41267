/**
 * A server between the product and the practice world that spoils some answers as networks, proxies and bad servers do. It asks the
 * world first in any case, so that the call is counted, as an upstream would. Everything else passes unchanged.
 *
 * It notes how long the product waits for an answer that does not end, and how much it reads of one that is too large.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { request } from 'undici';
import { startFaultyServer } from '../support/faulty-server.ts';

export interface Asked {
  readonly path: string;
  readonly query: URLSearchParams;
  /** How often this path was asked for by now, this time included. */
  readonly nth: number;
}

export type Trick =
  /** Another answer in the place of the true one. */
  | {
      readonly kind: 'answer';
      readonly name: string;
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: string;
    }
  /** The true one, changed. */
  | { readonly kind: 'change'; readonly name: string; readonly change: (body: Buffer) => Buffer | string }
  | { readonly kind: 'stall-headers' | 'stall-body' | 'reset-headers' | 'reset-body' | 'half-close' }
  | { readonly kind: 'drip'; readonly bytes: number; readonly everyMs: number }
  /** So many bytes, and no end before. */
  | { readonly kind: 'pour'; readonly bytes: number }
  | { readonly kind: 'bomb'; readonly bytes: number; readonly encoding: string };

export interface Mischief {
  /** With `{route}`, as the product's setting. */
  readonly baseUrl: string;
  /** How often, by kind or name. */
  readonly done: Readonly<Record<string, number>>;
  /** How long the product waited for answers that did not end. */
  readonly borneMs: readonly number[];
  /** The most that it read of one answer. */
  readonly mostTakenBytes: () => number;
  openSockets(): number;
  stop(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[]>;
  readonly body: Buffer;
}

const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
]);
const CHUNK = Buffer.alloc(1024 * 1024, ' ');

export async function startMischief(
  worldUrl: string,
  decide: (asked: Asked) => Trick | null,
): Promise<Mischief> {
  const times = new Map<string, number>();
  const done: Record<string, number> = {};
  const borneMs: number[] = [];
  const sockets = new Set<IncomingMessage['socket']>();
  let mostTaken = 0;
  const server = await startFaultyServer((incoming, outgoing) => {
    const { socket } = incoming;
    if (!sockets.has(socket)) socket.once('close', () => sockets.delete(socket));
    sockets.add(socket);
    serve(incoming, outgoing).catch(() => outgoing.destroy()); // The product hung up, or the world is gone.
  });

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { url = '' } = incoming;
    const { pathname: path, searchParams: query } = new URL(url, worldUrl);
    const nth = (times.get(path) ?? 0) + 1;
    times.set(path, nth);
    const answer = await askTheWorld(worldUrl + url, incoming.headers['x-riot-token']);
    const trick = answer.status === 200 ? decide({ path, query, nth }) : null;
    if (trick === null) return send(outgoing, answer);
    const name = 'name' in trick ? trick.name : trick.kind;
    done[name] = (done[name] ?? 0) + 1;
    if (ENDLESS.has(trick.kind)) {
      const begun = performance.now();
      outgoing.once('close', () => borneMs.push(performance.now() - begun));
    }
    const taken = await play(trick, answer, outgoing);
    mostTaken = Math.max(mostTaken, taken ?? 0);
  }

  return {
    baseUrl: `${server.origin}/{route}`,
    done,
    borneMs,
    mostTakenBytes: () => mostTaken,
    openSockets: () => sockets.size,
    stop: () => server.stop(),
  };
}

async function askTheWorld(url: string, key: string | string[] | undefined): Promise<Answer> {
  const { statusCode, headers, body } = await request(url, { headers: { 'x-riot-token': String(key) } });
  const kept = Object.entries(headers).filter(
    (entry): entry is [string, string | string[]] => entry[1] !== undefined && !HOP_BY_HOP.has(entry[0]),
  );
  return {
    status: statusCode,
    headers: Object.fromEntries(kept),
    body: Buffer.from(await body.arrayBuffer()),
  };
}

function send(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  outgoing.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
}

const ENDLESS = new Set<Trick['kind']>(['stall-headers', 'stall-body', 'drip']);

/** Resolves with the bytes that the product read, if the answer is too large. */
async function play(trick: Trick, answer: Answer, outgoing: ServerResponse): Promise<number | void> {
  const { headers, body } = answer;
  const { socket } = outgoing;
  const half = body.subarray(0, body.length >> 1);
  const begin = (): void => void outgoing.writeHead(200, { ...headers, 'content-length': body.length });
  switch (trick.kind) {
    case 'answer':
      return send(outgoing, {
        status: trick.status,
        headers: { ...headers, ...trick.headers },
        body: Buffer.from(trick.body),
      });
    case 'change':
      return send(outgoing, { ...answer, body: Buffer.from(trick.change(body)) });
    case 'stall-headers':
      return;
    case 'stall-body':
      begin();
      return void outgoing.write(half);
    case 'reset-headers':
      return void socket?.resetAndDestroy();
    case 'reset-body':
      begin();
      return void outgoing.write(half, () => socket?.resetAndDestroy());
    case 'half-close':
      // The answer is whole and says that the connection stays; then it is closed.
      outgoing.writeHead(200, { ...headers, 'content-length': body.length, connection: 'keep-alive' });
      return void outgoing.end(body, () => socket?.end());
    case 'drip':
      begin();
      for (let at = 0; at < body.length && !outgoing.destroyed; at += trick.bytes) {
        outgoing.write(body.subarray(at, at + trick.bytes));
        await delay(trick.everyMs);
      }
      return void outgoing.end();
    case 'pour':
      return pour(trick.bytes, headers, outgoing);
    case 'bomb':
      return send(outgoing, {
        status: 200,
        headers: { ...headers, 'content-encoding': trick.encoding },
        body: pack(trick.bytes),
      });
    default:
      return trick satisfies never;
  }
}

const packed = new Map<number, Buffer>();

/** Packing blocks the process for a while: each size is packed once. */
function pack(bytes: number): Buffer {
  const bomb = packed.get(bytes) ?? gzipSync(Buffer.alloc(bytes, ' '), { level: 1 });
  packed.set(bytes, bomb);
  return bomb;
}

/** Without a length, so that only a client that reads can find it too large. */
async function pour(bytes: number, headers: Answer['headers'], outgoing: ServerResponse): Promise<number> {
  outgoing.writeHead(200, headers);
  outgoing.write('{"metadata":{');
  outgoing.once('close', () => outgoing.emit('drain')); // Ends the wait below.
  let sent = 0;
  while (sent < bytes && !outgoing.destroyed) {
    sent += CHUNK.length;
    if (!outgoing.write(CHUNK)) await new Promise((resolve) => outgoing.once('drain', resolve));
  }
  outgoing.end('}}');
  return sent;
}
