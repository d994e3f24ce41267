/**
 * Keeps one WebSocket to the live feed open.
 *
 * A lost connection is opened again after growing, random delays, and at once when the page becomes visible or the network returns.
 * A socket that is silent for two heartbeats is replaced although it looks open: after sleep or a cut cable, no close event may ever
 * arrive. A page that is hidden for two minutes gives its connection back to the server.
 */
import { LIVE_HEARTBEAT_MS, type LiveRequest } from '#/contract/live.ts';
import { backoffDelayMs, type BackoffPolicy } from '#/domain/backoff.ts';

import type { Presence, PresenceSignal } from './presence.ts';
import type { Timers } from './timers.ts';

/**
 * ```
 * idle ──subscribe──► connecting ──first frame──► live
 *                        ▲   │ lost                 │ lost, or silent for two heartbeats
 *                        │   ▼                      ▼
 *                        └─ waiting ◄───────────────┘        hidden for two minutes: any ──► paused ──visible──► connecting
 * ```
 * `live` needs a frame, not only an open socket: a proxy or a server in trouble accepts and closes at once, and the page would
 * flicker between "live" and "lost".
 */
export interface LiveState {
  readonly phase: 'idle' | 'connecting' | 'live' | 'waiting' | 'paused';
  /** When the present or last connection was started, in ms. Data received before that came over another one. */
  readonly triedAt: number;
  /** Attempts since the last frame; 0 while live. */
  readonly failures: number;
  /** When the feed was last lost, in ms; `null` while live and before the first connection. */
  readonly lostAt: number | null;
}

export const IDLE: LiveState = { phase: 'idle', triedAt: 0, failures: 0, lostAt: null };

const SILENCE_MS = 2 * LIVE_HEARTBEAT_MS;
const HIDDEN_GRACE_MS = 120_000;
const RECONNECT: BackoffPolicy = { firstMs: 500, maxMs: 15_000 };

export interface LiveConnectionDeps {
  readonly url: string;
  readonly openSocket: (url: string) => WebSocket;
  readonly timers: Timers;
  readonly random: () => number;
  readonly presence: Presence;
  readonly onOpen: () => void;
  /** Returns whether the frame was valid; only then the connection counts as live. */
  readonly onFrame: (frame: unknown) => boolean;
  readonly onState: (state: LiveState) => void;
}

interface Line {
  readonly deps: LiveConnectionDeps;
  state: LiveState;
  socket: WebSocket | null;
  lastFrameAt: number;
  /** Cancels the next timer: the end of a silent socket, or the next attempt. */
  cancelNext: () => void;
  cancelPause: () => void;
}

const nothing = () => undefined;

export function createLiveConnection(deps: LiveConnectionDeps) {
  const line: Line = {
    deps,
    state: IDLE,
    socket: null,
    lastFrameAt: 0,
    cancelNext: nothing,
    cancelPause: nothing,
  };
  let stopPresence: (() => void) | null = null;
  return {
    open: () => {
      if (line.state.phase !== 'idle') return;
      stopPresence = deps.presence.onSignal((signal) => onPresence(line, signal));
      if (!deps.presence.isVisible()) onPresence(line, 'hidden');
      connect(line);
    },
    /** Does nothing without an open socket: `onOpen` repeats what must survive a reconnect. */
    send: (request: LiveRequest) => {
      if (line.socket?.readyState === WebSocket.OPEN) line.socket.send(JSON.stringify(request));
    },
    close: () => {
      stopPresence?.();
      line.cancelPause();
      disconnect(line);
      setState(line, IDLE);
    },
  };
}

function connect(line: Line): void {
  disconnect(line);
  setState(line, { ...line.state, phase: 'connecting', triedAt: line.deps.timers.now() });
  const socket = line.deps.openSocket(line.deps.url);
  line.socket = socket;
  // Events of a socket that was replaced are ignored.
  const ifCurrent = (act: () => void) => {
    if (line.socket === socket) act();
  };
  socket.addEventListener('open', () => ifCurrent(line.deps.onOpen));
  socket.addEventListener('message', (message) => ifCurrent(() => receive(line, message.data)));
  socket.addEventListener('close', () => ifCurrent(() => lose(line)));
  restartSilenceTimer(line);
}

function receive(line: Line, frame: unknown): void {
  restartSilenceTimer(line);
  const isValid = line.deps.onFrame(frame);
  if (isValid && line.state.phase === 'connecting')
    setState(line, { ...line.state, phase: 'live', failures: 0, lostAt: null });
}

function restartSilenceTimer(line: Line): void {
  const { timers } = line.deps;
  line.lastFrameAt = timers.now();
  line.cancelNext();
  line.cancelNext = timers.after(SILENCE_MS, () => lose(line));
}

function lose(line: Line): void {
  const { timers, random } = line.deps;
  disconnect(line);
  const failures = line.state.failures + 1;
  setState(line, { ...line.state, phase: 'waiting', failures, lostAt: line.state.lostAt ?? timers.now() });
  line.cancelNext = timers.after(backoffDelayMs(RECONNECT, failures, random()), () => connect(line));
}

function onPresence(line: Line, signal: PresenceSignal): void {
  const { timers } = line.deps;
  const { phase } = line.state;
  if (signal === 'hidden') {
    line.cancelPause = timers.after(HIDDEN_GRACE_MS, () => {
      disconnect(line);
      setState(line, { ...line.state, phase: 'paused' });
    });
    return;
  }
  if (signal === 'visible') line.cancelPause();
  const isSilent = timers.now() - line.lastFrameAt >= SILENCE_MS;
  if (phase === 'waiting' || isSilent || (phase === 'paused' && signal === 'visible')) connect(line);
}

function disconnect(line: Line): void {
  line.cancelNext();
  const { socket } = line;
  line.socket = null;
  socket?.close();
}

function setState(line: Line, state: LiveState): void {
  line.state = state;
  line.deps.onState(state);
}
