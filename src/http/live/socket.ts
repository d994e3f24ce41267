/**
 * One client's WebSocket: reads its requests, writes its events, and bounds what it can cost.
 *
 * Every message is checked against the contract; invalid ones are answered, counted and finally end the connection. A client that
 * reads too slowly gets no events until its buffer has drained, and then a new snapshot; one that never drains is closed, so memory
 * stays bounded however many clients are slow.
 */
import type { WebSocket } from '@fastify/websocket';
import { Compile } from 'typebox/compile';
import { LiveRequest, type LiveErrorCode, type LiveEvent } from '#/contract/live.ts';
import type { LiveLimits } from './limits.ts';
import type { Follower } from './feed.ts';

export interface LiveSocket extends Follower {
  readonly topics: Set<string>;
  /** Closes the connection of a client that was silent since the last beat or fell too far behind; otherwise pings it. */
  beat(): void;
  close(code: number, reason: string): void;
}

export interface LiveSocketOptions {
  readonly socket: WebSocket;
  readonly limits: LiveLimits;
  readonly onSent: () => void;
  readonly onDropped: () => void;
  readonly onSubscribe: (topic: string) => void;
  readonly onUnsubscribe: (topic: string) => void;
  /** Events of this topic were dropped, and there is room again. */
  readonly onCaughtUp: (topic: string) => void;
  readonly onClosed: () => void;
}

/** RFC 6455 §7.4.1. */
export const CLOSE_GOING_AWAY = 1001;
const CLOSE_POLICY = 1008;
const CLOSE_TRY_LATER = 1013;

const RATE_WINDOW_MS = 10_000;
const PING = Buffer.from('{"type":"ping"}');
/** The bytes are encoded already: `ws` sends them unchanged, to any number of sockets. */
const AS_TEXT = { binary: false };
const requestSchema = Compile(LiveRequest);

interface Line extends LiveSocketOptions {
  readonly topics: Set<string>;
  /** Topics of which this client missed events. */
  readonly behind: Set<string>;
  behindSince: number | undefined;
  heardSinceBeat: boolean;
  badMessages: number;
  windowStart: number;
  messagesInWindow: number;
  cutOff: NodeJS.Timeout | undefined;
}

export function createLiveSocket(options: LiveSocketOptions): LiveSocket {
  const line: Line = {
    ...options,
    topics: new Set(),
    behind: new Set(),
    behindSince: undefined,
    heardSinceBeat: true,
    badMessages: 0,
    windowStart: 0,
    messagesInWindow: 0,
    cutOff: undefined,
  };
  const { socket } = options;
  socket.on('message', (data, isBinary) => hear(line, isBinary ? undefined : toText(data)));
  // `ws` answers protocol errors with the right close code; a peer that ignores it is disconnected.
  socket.on('error', () => cutOffLater(line));
  socket.on('close', () => {
    clearTimeout(line.cutOff);
    options.onClosed();
  });
  return {
    topics: line.topics,
    deliver: (topic, frame) => deliver(line, topic, frame),
    fail: (code, message, topic) => sendError(line, code, message, topic),
    beat: () => beat(line),
    close: (code, reason) => close(line, code, reason),
  };
}

function hear(line: Line, text: string | undefined): void {
  line.heardSinceBeat = true;
  if (isTooFast(line)) return bad(line, 'Too many messages; slow down.');
  const request = parseJson(text);
  if (!requestSchema.Check(request)) {
    return bad(
      line,
      'Expected {"type": "subscribe" or "unsubscribe", "topic": "…"} or {"type": "pong"} as JSON text.',
    );
  }
  if (request.type === 'subscribe') line.onSubscribe(request.topic);
  else if (request.type === 'unsubscribe') line.onUnsubscribe(request.topic);
}

function isTooFast(line: Line): boolean {
  const now = performance.now();
  if (now - line.windowStart > RATE_WINDOW_MS) {
    line.windowStart = now;
    line.messagesInWindow = 0;
  }
  line.messagesInWindow += 1;
  return line.messagesInWindow > line.limits.maxMessagesPerTenSeconds;
}

function bad(line: Line, message: string): void {
  line.badMessages += 1;
  sendError(line, 'bad-message', message);
  if (line.badMessages >= line.limits.maxBadMessages) close(line, CLOSE_POLICY, 'too many bad messages');
}

function sendError(line: Line, code: LiveErrorCode, message: string, topic?: string): void {
  const event: LiveEvent =
    topic === undefined ? { type: 'error', code, message } : { type: 'error', code, message, topic };
  // Errors answer a client's own messages; if it does not read, they are not worth the memory.
  if (line.socket.bufferedAmount > line.limits.slowBytes) line.onDropped();
  else transmit(line, Buffer.from(JSON.stringify(event)));
}

function deliver(line: Line, topic: string, frame: Buffer): void {
  if (line.socket.bufferedAmount <= line.limits.slowBytes) return transmit(line, frame);
  line.behind.add(topic);
  line.behindSince ??= performance.now();
  line.onDropped();
}

function transmit(line: Line, frame: Buffer): void {
  const { socket, limits } = line;
  if (socket.readyState !== socket.OPEN) return;
  // A failed write is followed by the close event, which cleans up.
  socket.send(frame, AS_TEXT, () => afterFlush(line));
  line.onSent();
  if (socket.bufferedAmount > limits.stuckBytes) close(line, CLOSE_TRY_LATER, 'too far behind');
}

function afterFlush(line: Line): void {
  if (line.behind.size === 0 || line.socket.bufferedAmount > line.limits.slowBytes / 2) return;
  const missed = [...line.behind];
  line.behind.clear();
  line.behindSince = undefined;
  for (const topic of missed) line.onCaughtUp(topic);
}

function beat(line: Line): void {
  const { behindSince, limits } = line;
  if (behindSince !== undefined && performance.now() - behindSince > limits.stuckMs) {
    close(line, CLOSE_TRY_LATER, 'too far behind for too long');
  } else if (!line.heardSinceBeat) {
    close(line, CLOSE_POLICY, 'no answer to ping');
  } else {
    line.heardSinceBeat = false;
    transmit(line, PING);
  }
}

function close(line: Line, code: number, reason: string): void {
  if (line.cutOff !== undefined) return;
  line.socket.close(code, reason);
  cutOffLater(line);
}

function cutOffLater(line: Line): void {
  line.cutOff ??= setTimeout(() => line.socket.terminate(), line.limits.closeTimeoutMs);
}

type RawData = Buffer | ArrayBuffer | Buffer[];

function toText(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return (Buffer.isBuffer(data) ? data : Buffer.from(data)).toString('utf8');
}

/** `undefined` for text that is not JSON; the schema refuses `undefined`. */
function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined; // `bad` answers the sender.
  }
}
