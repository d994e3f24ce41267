/**
 * Keeps one WebSocket to the live feed open, and says where it stands (see live-state.ts).
 *
 * Lost connections come back with growing, scattered delays; at once when the person returns to the page or the
 * network returns. A socket that stays silent for two heartbeats is given up although it looks open: after sleep
 * or a cut cable no close event may ever come. A page hidden for long gives its connection back to the server.
 */
import { LIVE_HEARTBEAT_MS, type LiveRequest } from '#/contract/live.ts';
import { backoffDelayMs, type BackoffPolicy } from '#/domain/backoff.ts';

import { IDLE, type LiveState } from './live-state.ts';
import type { Presence, PresenceSignal } from './presence.ts';
import type { Timers } from './timers.ts';

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
  /** Returns whether the frame made sense; only then the connection counts as live. */
  readonly onFrame: (frame: unknown) => boolean;
  readonly onState: (state: LiveState) => void;
}

interface Line {
  readonly deps: LiveConnectionDeps;
  state: LiveState;
  socket: WebSocket | null;
  heardAt: number;
  /** Calls off the next thing that time will bring: giving up a silent socket, or the next try. */
  cancelNext: () => void;
  cancelPause: () => void;
}

const nothing = () => undefined;

export function createLiveConnection(deps: LiveConnectionDeps) {
  const line: Line = {
    deps,
    state: IDLE,
    socket: null,
    heardAt: 0,
    cancelNext: nothing,
    cancelPause: nothing,
  };
  let stopPresence: (() => void) | null = null;
  return {
    open: () => {
      if (line.state.phase !== 'idle') return;
      stopPresence = deps.presence.onSignal((signal) => heed(line, signal));
      if (!deps.presence.isVisible()) heed(line, 'hidden');
      connect(line);
    },
    /** Dropped when there is no open socket: what must survive a reconnect is said again in `onOpen`. */
    send: (request: LiveRequest) => {
      if (line.socket?.readyState === WebSocket.OPEN) line.socket.send(JSON.stringify(request));
    },
    close: () => {
      stopPresence?.();
      line.cancelPause();
      hangUp(line);
      setState(line, IDLE);
    },
  };
}

function connect(line: Line): void {
  hangUp(line);
  setState(line, { ...line.state, phase: 'connecting', triedAt: line.deps.timers.now() });
  const socket = line.deps.openSocket(line.deps.url);
  line.socket = socket;
  // A socket that was given up may still speak; only the current one is heard.
  const ifCurrent = (act: () => void) => {
    if (line.socket === socket) act();
  };
  socket.addEventListener('open', () => ifCurrent(line.deps.onOpen));
  socket.addEventListener('message', (message) => ifCurrent(() => hear(line, message.data)));
  socket.addEventListener('close', () => ifCurrent(() => lose(line)));
  expectWord(line);
}

function hear(line: Line, frame: unknown): void {
  expectWord(line);
  const madeSense = line.deps.onFrame(frame);
  if (madeSense && line.state.phase === 'connecting')
    setState(line, { ...line.state, phase: 'live', failures: 0, lostAt: null });
}

function expectWord(line: Line): void {
  const { timers } = line.deps;
  line.heardAt = timers.now();
  line.cancelNext();
  line.cancelNext = timers.after(SILENCE_MS, () => lose(line));
}

function lose(line: Line): void {
  const { timers, random } = line.deps;
  hangUp(line);
  const failures = line.state.failures + 1;
  setState(line, { ...line.state, phase: 'waiting', failures, lostAt: line.state.lostAt ?? timers.now() });
  line.cancelNext = timers.after(backoffDelayMs(RECONNECT, failures, random()), () => connect(line));
}

function heed(line: Line, signal: PresenceSignal): void {
  const { timers } = line.deps;
  const { phase } = line.state;
  if (signal === 'hidden') {
    line.cancelPause = timers.after(HIDDEN_GRACE_MS, () => {
      hangUp(line);
      setState(line, { ...line.state, phase: 'paused' });
    });
    return;
  }
  if (signal === 'visible') line.cancelPause();
  const isSilent = timers.now() - line.heardAt >= SILENCE_MS;
  if (phase === 'waiting' || isSilent || (phase === 'paused' && signal === 'visible')) connect(line);
}

function hangUp(line: Line): void {
  line.cancelNext();
  const { socket } = line;
  line.socket = null;
  socket?.close();
}

function setState(line: Line, state: LiveState): void {
  line.state = state;
  line.deps.onState(state);
}
