/**
 * One session with PostgreSQL, kept for ever: for what belongs to a session and not to a pool, LISTEN and advisory locks.
 * It connects again and again until told to stop, and knows within seconds when the other side is gone: by the socket's
 * end when the server dies, by an unanswered question when the line is cut without a word.
 */
import { Socket } from 'node:net';
import pg from 'pg';
import type { Logger } from 'pino';
import { backoffDelayMs, type BackoffPolicy } from '#/domain/backoff.ts';
import { pause } from '../pause.ts';
import { toClientConfig, type PostgresConnection } from './database.ts';

export interface HeldSession {
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
}

export interface HeldConnectionOptions {
  readonly connection: PostgresConnection;
  readonly applicationName: string;
  readonly log: Logger;
  /** Runs on every new session before it counts as open. */
  readonly onOpen: (session: HeldSession) => Promise<void>;
  /** Runs every `beatMs`; whatever it asks also proves that the server is still there. */
  readonly onBeat: (session: HeldSession) => Promise<void>;
  readonly beatMs: number;
  readonly answerTimeoutMs?: number;
  readonly reconnect?: BackoffPolicy;
  readonly onNotice?: (payload: string) => void;
  readonly onLost?: () => void;
}

export interface HeldConnection {
  start(): void;
  stop(): Promise<void>;
  isOpen(): boolean;
  /** Why the last session ended or could not begin. */
  lastError(): string | null;
}

const ANSWER_TIMEOUT_MS = 5_000;
/** The upper bound is what new work may have to wait for after an outage, so it stays low. */
const RECONNECT = { firstMs: 100, maxMs: 1_000 };

export function createHeldConnection(options: HeldConnectionOptions): HeldConnection {
  const stopping = new AbortController();
  const state: SessionState = { isOpen: false, lastError: null };
  let holding: Promise<void> | undefined;
  return {
    start() {
      holding ??= holdUntilStopped(options, state, stopping.signal);
    },
    async stop() {
      stopping.abort();
      await holding;
    },
    isOpen: () => state.isOpen,
    lastError: () => state.lastError,
  };
}

interface SessionState {
  isOpen: boolean;
  lastError: string | null;
}

async function holdUntilStopped(
  options: HeldConnectionOptions,
  state: SessionState,
  stop: AbortSignal,
): Promise<void> {
  let failures = 0;
  while (!stop.aborted) {
    try {
      await holdOneSession(options, stop, () => {
        failures = 0;
        state.isOpen = true;
      });
    } catch (error) {
      failures += 1;
      state.lastError = error instanceof Error ? error.message : String(error);
      // Said once per outage: the attempts that follow say nothing new.
      if (failures === 1 && !stop.aborted)
        options.log.warn({ err: error, session: options.applicationName }, 'session with PostgreSQL lost');
    }
    if (state.isOpen) {
      state.isOpen = false;
      options.onLost?.();
    }
    await pause(backoffDelayMs(options.reconnect ?? RECONNECT, failures, Math.random()), stop);
  }
}

/** Resolves when told to stop, rejects when the session is lost or silent. */
async function holdOneSession(
  options: HeldConnectionOptions,
  stop: AbortSignal,
  onOpen: () => void,
): Promise<void> {
  const answerTimeoutMs = options.answerTimeoutMs ?? ANSWER_TIMEOUT_MS;
  // A socket of our own can be destroyed; a polite goodbye would wait for a server that may be gone.
  const socket = new Socket();
  const client = new pg.Client({
    ...toClientConfig(options.connection),
    application_name: options.applicationName,
    connectionTimeoutMillis: answerTimeoutMs,
    query_timeout: answerTimeoutMs,
    keepAlive: true,
    stream: () => socket,
  });
  const lost = new Promise<never>((_resolve, reject) => {
    client.on('error', reject);
    client.on('end', () => reject(new Error(`the session ${options.applicationName} ended`)));
  });
  lost.catch(ignoreBecauseTheRaceReports);
  client.on('notification', (notice) => options.onNotice?.(notice.payload ?? ''));
  const session: HeldSession = {
    async query<Row extends object>(text: string, values: unknown[] = []) {
      const result = await Promise.race([client.query<Row>(text, values), lost]);
      return result.rows;
    },
  };
  // Also in the middle of a question that is never answered.
  const hangUp = (): void => void socket.destroy(new Error('told to stop'));
  stop.addEventListener('abort', hangUp);
  try {
    await Promise.race([client.connect(), lost]);
    await options.onOpen(session);
    onOpen();
    while (!stop.aborted) {
      await Promise.race([pause(options.beatMs, stop), lost]);
      if (!stop.aborted) await options.onBeat(session);
    }
  } finally {
    stop.removeEventListener('abort', hangUp);
    socket.destroy();
  }
}

function ignoreBecauseTheRaceReports(): void {
  // Deliberately empty: the loss may come while nobody races against it; the next race rejects with it.
}
