/**
 * A crowd that listens, in its own process: WebSockets as open pages hold them. Each follows topics, answers pings, and comes back
 * when it was cut off. Its argument is a `HoldPlan`; its first message says that every socket was opened or turned away, and it
 * answers every message with a `Held`. A picture of the status carries the time at which the server made it; both clocks are the same.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { endWithParent, programArgument } from '../harness/programs.ts';
import { type Percentiles, percentilesOf } from '../harness/statistics.ts';

export interface HoldPlan {
  readonly url: string;
  readonly sockets: number;
  readonly addresses: readonly (string | null)[];
  /** All follow the first, every second one the second, and so on. */
  readonly topics: readonly string[];
}

/** Since the last report. */
export interface Held {
  readonly open: number;
  readonly refused: number;
  /** Ended by the other side or by the network, or not accepted. */
  readonly cutOff: number;
  readonly messages: number;
  readonly delay: Percentiles;
}

const OPENS_PER_SECOND = 400;
const COME_BACK_MS = 2_000;
const PONG = '{"type":"pong"}';
const STATUS = Buffer.from('{"type":"snapshot","topic":"status"');
const NOW = Buffer.from('"now":"');
const TIME_LENGTH = '2026-01-02T03:04:05.678Z'.length;

const plan = programArgument() as HoldPlan;
const open = new Set<WebSocket>();
let seen = { refused: 0, cutOff: 0, messages: 0, delays: [] as number[] };
endWithParent();
process.on('message', () => {
  const { delays, ...counts } = seen;
  seen = { refused: 0, cutOff: 0, messages: 0, delays: [] };
  process.send?.({ open: open.size, ...counts, delay: percentilesOf(delays) } satisfies Held);
});
await Promise.all(Array.from({ length: plan.sockets }, (_, number) => hold(number)));
process.send?.('opened');

/** Resolves when the socket was open once, or was turned away. */
async function hold(number: number): Promise<void> {
  await delay((number * 1000) / OPENS_PER_SECOND);
  return new Promise((resolve) => connect(number, resolve));
}

function connect(number: number, onSettled: () => void): void {
  const localAddress = plan.addresses[number % plan.addresses.length] ?? undefined;
  const socket = new WebSocket(`${plan.url.replace(/^http/, 'ws')}/api/live`, {
    perMessageDeflate: false,
    skipUTF8Validation: true,
    ...(localAddress !== undefined && { localAddress }),
  });
  let isRefused = false;
  socket.on('open', () => {
    open.add(socket);
    onSettled();
    for (const [place, topic] of plan.topics.entries())
      if (number % (place + 1) === 0) socket.send(JSON.stringify({ type: 'subscribe', topic }));
  });
  socket.on('message', (data: Buffer) => read(socket, data));
  socket.on('error', () => undefined); // `close` follows and is counted.
  socket.on('unexpected-response', () => {
    isRefused = true;
    socket.terminate();
  });
  socket.on('close', () => {
    open.delete(socket);
    onSettled();
    seen[isRefused ? 'refused' : 'cutOff'] += 1;
    // Spread, because sockets that were cut off together would come back together.
    setTimeout(() => connect(number, onSettled), COME_BACK_MS * (0.5 + Math.random()));
  });
}

function read(socket: WebSocket, data: Buffer): void {
  seen.messages += 1;
  if (data.length < 20) return socket.send(PONG);
  if (STATUS.compare(data, 0, STATUS.length) !== 0) return;
  const at = data.indexOf(NOW);
  if (at < 0) return;
  const from = at + NOW.length;
  seen.delays.push(Date.now() - Date.parse(data.toString('latin1', from, from + TIME_LENGTH)));
}
