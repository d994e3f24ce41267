/**
 * Holds many WebSockets open as open pages do: each follows topics, answers pings, and comes back when it was cut off. From every picture
 * of the system's state that arrives, the time since the server had put it together is measured; both clocks are the same.
 */
import { WebSocket } from 'ws';
import { percentilesOf, type Percentiles } from './percentiles.ts';

export interface HoldPlan {
  readonly url: string;
  readonly sockets: number;
  readonly addresses: readonly (string | null)[];
  /** Everybody follows the first; every other one the second too, and so on by turns. */
  readonly topics: readonly string[];
  readonly opensPerSecond: number;
}

/** Since the last report. */
export interface Held {
  readonly open: number;
  readonly refused: number;
  /** Ended by the other side or by the network, or never begun because nobody answered. */
  readonly cutOff: number;
  readonly messages: number;
  readonly bytes: number;
  readonly delay: Percentiles;
}

export interface HeldSockets {
  /** When each has been open once, or was turned away. */
  readonly opened: Promise<void>;
  report(): Held;
  stop(): void;
}

interface Crowd {
  readonly plan: HoldPlan;
  readonly sockets: Set<WebSocket>;
  /** Numbers of those that were neither opened nor turned away yet. */
  readonly awaited: Set<number>;
  onAllOpened: () => void;
  delays: number[];
  refused: number;
  cutOff: number;
  messages: number;
  bytes: number;
  isStopped: boolean;
}

const PONG = '{"type":"pong"}';
const STATUS = Buffer.from('{"type":"snapshot","topic":"status"');
const NOW = Buffer.from('"now":"');
const TIME_LENGTH = '2026-01-02T03:04:05.678Z'.length;
const COME_BACK_MS = 2_000;

export function holdSockets(plan: HoldPlan): HeldSockets {
  const crowd: Crowd = {
    plan,
    sockets: new Set(),
    awaited: new Set(Array.from({ length: plan.sockets }, (_, number) => number)),
    onAllOpened: () => undefined,
    delays: [],
    refused: 0,
    cutOff: 0,
    messages: 0,
    bytes: 0,
    isStopped: false,
  };
  const opened = new Promise<void>((resolve) => {
    crowd.onAllOpened = resolve;
    if (plan.sockets === 0) resolve();
  });
  for (let number = 0; number < plan.sockets; number++)
    setTimeout(() => open(crowd, number), (number * 1000) / plan.opensPerSecond);
  return {
    opened,
    report: () => report(crowd),
    stop() {
      crowd.isStopped = true;
      for (const socket of crowd.sockets) socket.terminate();
    },
  };
}

function open(crowd: Crowd, number: number): void {
  if (crowd.isStopped) return;
  const { url, addresses, topics } = crowd.plan;
  const localAddress = addresses[number % addresses.length] ?? undefined;
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/live`, {
    perMessageDeflate: false,
    skipUTF8Validation: true,
    ...(localAddress !== undefined && { localAddress }),
  });
  let isRefused = false;
  socket.on('open', () => {
    crowd.sockets.add(socket);
    settle(crowd, number);
    for (const [place, topic] of topics.entries())
      if (number % (place + 1) === 0) socket.send(JSON.stringify({ type: 'subscribe', topic }));
  });
  socket.on('message', (data: Buffer) => hear(crowd, socket, data));
  // What is wrong is told by `close`, which always follows.
  socket.on('error', () => undefined);
  socket.on('unexpected-response', () => {
    isRefused = true;
    socket.terminate();
  });
  socket.on('close', () => {
    crowd.sockets.delete(socket);
    settle(crowd, number);
    if (crowd.isStopped) return;
    if (isRefused) crowd.refused += 1;
    else crowd.cutOff += 1;
    comeBack(crowd, number);
  });
}

/** Not all at once: whoever was cut off together would else come back together. */
function comeBack(crowd: Crowd, number: number): void {
  setTimeout(() => open(crowd, number), COME_BACK_MS * (0.5 + Math.random()));
}

function settle(crowd: Crowd, number: number): void {
  if (crowd.awaited.delete(number) && crowd.awaited.size === 0) crowd.onAllOpened();
}

function hear(crowd: Crowd, socket: WebSocket, data: Buffer): void {
  crowd.messages += 1;
  crowd.bytes += data.length;
  if (data.length < 20) {
    socket.send(PONG);
    return;
  }
  if (STATUS.compare(data, 0, STATUS.length) !== 0) return;
  const at = data.indexOf(NOW);
  if (at < 0) return;
  const from = at + NOW.length;
  crowd.delays.push(Date.now() - Date.parse(data.toString('latin1', from, from + TIME_LENGTH)));
}

function report(crowd: Crowd): Held {
  const { refused, cutOff, messages, bytes, delays } = crowd;
  Object.assign(crowd, { refused: 0, cutOff: 0, messages: 0, bytes: 0, delays: [] });
  return { open: crowd.sockets.size, refused, cutOff, messages, bytes, delay: percentilesOf(delays) };
}
