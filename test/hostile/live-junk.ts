/**
 * The live feed among strangers: messages as the protocol wants them, nearly so, and not at all, and frames that no WebSocket client would
 * send. Whatever was said, the server says only what its protocol has, and either keeps answering or closes the connection.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { WebSocket } from 'ws';
import { LiveEvent, LiveRequest } from '../../src/contract/live.ts';
import type { AnswerCheck } from './answer-check.ts';
import type { JsonSchema } from './api-description.ts';
import { hostileText, hostileValue } from './hostile-text.ts';
import type { KnownValues } from './known-values.ts';
import { createSchemaValues } from './schema-values.ts';

const events = Compile(LiveEvent);
const { fitting, spoiled } = createSchemaValues({});
const asked = LiveRequest as unknown as JsonSchema;
const topics = [
  'status',
  'jobs',
  'operations',
  'football',
  'football-fixture/{id}',
  'lol-accounts',
  'lol-account/{id}',
  'lol-player/{puuid}',
  'nothing',
];

/** What the snapshots of a topic are, by its first part: names of the description. */
const SNAPSHOTS: ReadonlyMap<string, string> = new Map([
  ['status', 'SystemStatus'],
  ['football', 'FootballDay'],
  ['football-fixture', 'FootballFixtureView'],
  ['lol-accounts', 'LolAccounts'],
  ['lol-account', 'LolAccount'],
  ['lol-player', 'LolCollection'],
]);

interface LiveMessage {
  readonly text: string;
  readonly isBinary: boolean;
  readonly known: number;
}

export type LiveTalk = readonly LiveMessage[];

const texts = fc.oneof(
  fc
    .tuple(fc.constantFrom('subscribe', 'unsubscribe'), fc.constantFrom(...topics))
    .map(([type, topic]) => JSON.stringify({ type, topic })),
  fitting(asked).map((value) => JSON.stringify(value)),
  spoiled(asked).map((value) => JSON.stringify(value)),
  hostileValue.map((value) => JSON.stringify(value)),
  hostileText,
  fc.constantFrom(
    '{"type":"pong"}',
    '{"__proto__":{"type":"pong"}}',
    'x'.repeat(64 * 1024),
    '['.repeat(30_000),
  ),
);

/** Fewer than the bad messages after which a socket is closed, so that most talks go on. */
export const liveTalks: fc.Arbitrary<LiveTalk> = fc.array(
  fc.record({ text: texts, isBinary: fc.nat({ max: 9 }).map((chance) => chance === 0), known: fc.nat() }),
  { minLength: 1, maxLength: 9 },
);

export interface LiveOptions {
  readonly url: string;
  readonly known: KnownValues;
  readonly secrets: readonly string[];
  readonly check: Pick<AnswerCheck, 'faultOfShared'>;
  readonly deadlineMs: number;
}

/** What went wrong, in words; null: nothing. */
export async function holdTalk(talk: LiveTalk, options: LiveOptions): Promise<string | null> {
  const socket = new WebSocket(`${options.url.replace('http', 'ws')}/api/live`);
  const heard: string[] = [];
  socket.on('error', () => undefined);
  socket.on('message', (data: Buffer) => heard.push(data.toString('utf8')));
  const answered = new Promise<'answered'>((resolve) => {
    socket.on('message', (data: Buffer) => {
      if (data.toString('utf8').includes('"last-word"')) resolve('answered');
    });
  });
  const closed = once(socket, 'close').then(() => 'closed' as const);
  const giveUp = new AbortController();
  try {
    await Promise.race([once(socket, 'open'), closed]);
    for (const { text, isBinary, known } of talk)
      if (socket.readyState === WebSocket.OPEN)
        socket.send(fill(text, known, options.known), { binary: isBinary });
    if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"subscribe","topic":"last-word"}');
    const end = await Promise.race([answered, closed, expired(options.deadlineMs, giveUp.signal)]);
    if (end === 'expired') return `neither answered nor closed within ${options.deadlineMs} ms`;
    return heard.map((text) => faultOfEvent(text, options)).find((fault) => fault !== null) ?? null;
  } finally {
    giveUp.abort();
    socket.terminate();
  }
}

function fill(text: string, at: number, known: KnownValues): string {
  return text.replaceAll(/\{(id|puuid)\}/g, (_whole, name: string) => known.pick(name, at) ?? 'x');
}

function faultOfEvent(text: string, { secrets, check }: LiveOptions): string | null {
  if (secrets.some((secret) => text.includes(secret))) return 'an event holds a secret';
  const event: unknown = JSON.parse(text);
  if (!events.Check(event)) return `an event that the protocol does not have: ${text.slice(0, 200)}`;
  if (event.type !== 'snapshot') return null;
  const shape = SNAPSHOTS.get(event.topic.split('/', 1)[0] ?? '');
  const fault = shape === undefined ? null : check.faultOfShared(shape, event.data);
  return fault === null ? null : `the snapshot of ${event.topic} is no ${shape}: ${fault}`;
}

async function expired(ms: number, signal: AbortSignal): Promise<'expired'> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('expired'), ms);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
}

/** Each breaks a rule of RFC 6455, after which the server has to hang up. */
const BROKEN_FRAMES: Readonly<Record<string, Buffer>> = {
  'without a mask': Buffer.from([0x81, 0x02, 0x7b, 0x7d]),
  'with reserved bits': Buffer.from([0xf1, 0x80, 0, 0, 0, 0]),
  'of an unknown kind': Buffer.from([0x83, 0x80, 0, 0, 0, 0]),
  'a ping of 126 bytes': Buffer.concat([Buffer.from([0x89, 0xfe, 0, 126, 0, 0, 0, 0]), Buffer.alloc(126)]),
  'a ping in pieces': Buffer.from([0x09, 0x80, 0, 0, 0, 0]),
  'the rest of nothing': Buffer.from([0x80, 0x80, 0, 0, 0, 0]),
  'no UTF-8': Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28]),
  'of 2^63 bytes': Buffer.from([0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]),
  'of 65 KB, announced': Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 1, 4, 0, 0, 0, 0, 0]),
  'a goodbye of one byte': Buffer.from([0x88, 0x81, 0, 0, 0, 0, 3]),
  'a goodbye for no reason': Buffer.from([0x88, 0x82, 0, 0, 0, 0, 0x03, 0xec]),
};

export const brokenFrames: fc.Arbitrary<string> = fc.constantFrom(...Object.keys(BROKEN_FRAMES));

const HANDSHAKE =
  'GET /api/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

/** True when the server has hung up. */
export async function breakFrame(url: string, what: string, deadlineMs: number): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  const giveUp = new AbortController();
  try {
    socket.write(HANDSHAKE);
    await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    socket.resume();
    const closed = once(socket, 'close').then(() => 'closed' as const);
    socket.write(BROKEN_FRAMES[what] ?? Buffer.alloc(0));
    return (await Promise.race([closed, expired(deadlineMs, giveUp.signal)])) === 'closed';
  } finally {
    giveUp.abort();
    socket.destroy();
  }
}
