/**
 * What needs a session of PostgreSQL and not a pool: advisory locks and LISTEN.
 *
 * `createHeldConnection` keeps one session open. It connects again and again until it is stopped, and notices within
 * seconds that the server is gone: by the end of the socket when the server dies, by an unanswered statement when the line is cut.
 * `createLead` holds an advisory lock on such a session, `createNoticeListener` listens on one.
 */
import { backoffDelayMs, type BackoffPolicy } from '#/domain/backoff.ts';
import { Socket } from 'node:net';
import pg from 'pg';
import type { Logger } from 'pino';
import { pause } from '../pause.ts';
import { type PostgresConnection, type Queryable, toClientConfig } from './database.ts';

interface HeldSession {
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
}

export interface HeldConnectionOptions {
  readonly connection: PostgresConnection;
  readonly applicationName: string;
  readonly log: Logger;
  /** Runs on every new session before it counts as open. */
  readonly onOpen: (session: HeldSession) => Promise<void>;
  /** Runs every `beatMs`; its statement also proves that the server is still there. */
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
/** New work may wait for the upper bound after an outage, so it is low. */
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
      // Logged once per outage: later attempts add nothing.
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

/** Resolves when stopped, rejects when the session is lost or a statement is not answered. */
async function holdOneSession(
  options: HeldConnectionOptions,
  stop: AbortSignal,
  onOpen: () => void,
): Promise<void> {
  const answerTimeoutMs = options.answerTimeoutMs ?? ANSWER_TIMEOUT_MS;
  // A socket of our own can be destroyed; an orderly end would wait for a server that may be gone.
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
  // Also during a statement that is never answered.
  const hangUp = (): void => void socket.destroy(new Error('stopped'));
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
  // Deliberately empty: the session may be lost between two races; the next one rejects with the error.
}

export interface LeadOptions {
  readonly connection: PostgresConnection;
  readonly log: Logger;
  /** Shown by the server in its list of sessions, and in our log. */
  readonly name: string;
  /** Two numbers, so that it cannot meet a lock of another program by chance. */
  readonly lock: readonly [number, number];
  readonly onGained: () => void;
  readonly onLost: () => void;
}

export interface Lead {
  start(): void;
  /** Releases the lock at once. */
  stop(): Promise<void>;
  leads(): boolean;
}

/** Tries again and again instead of waiting in the queue of the lock: a waiting statement would hold back vacuum for days. */
const ASK_MS = 3_000;
const NOTICE_A_DEAD_CLIENT = `
  select set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '2', false),
         set_config('tcp_keepalives_count', '3', false), set_config('tcp_user_timeout', '10000', false)`;

/**
 * One leader among all processes that could do the same work: the one whose session holds an advisory lock. PostgreSQL releases the
 * lock of a dead process: when its socket is closed, or when keep-alives are unanswered for about 11 s (set for this session alone).
 *
 * A leader may be suspended until another one takes over, and then continue. So work that must not be done twice has to be
 * safe against that by itself; the lock only keeps two leaders from working against each other.
 */
export function createLead(options: LeadOptions): Lead {
  const { connection, log, name, lock } = options;
  let leading = false;
  const end = (): void => {
    if (!leading) return;
    leading = false;
    log.info({ lead: name }, 'lead lost');
    options.onLost();
  };
  const ask = async (session: HeldSession): Promise<void> => {
    const [answer] = await session.query<{ granted: boolean }>(
      'select pg_try_advisory_lock($1, $2) as granted',
      [...lock],
    );
    if (answer?.granted !== true) return;
    leading = true;
    log.info({ lead: name }, 'lead gained');
    options.onGained();
  };
  const held = createHeldConnection({
    connection,
    applicationName: `gamekeeper ${name}`,
    log,
    beatMs: ASK_MS,
    onOpen: async (session) => {
      await session.query(NOTICE_A_DEAD_CLIENT);
      await ask(session);
    },
    onBeat: (session) => (leading ? session.query('select 1').then(() => undefined) : ask(session)),
    onLost: end,
  });
  return {
    start: () => held.start(),
    async stop() {
      end();
      await held.stop();
    },
    leads: () => leading,
  };
}

/** The state behind a topic changed: listeners read its snapshot again. */
export interface LiveNotice {
  readonly topic: string;
}

export interface NoticeListenerOptions {
  readonly connection: PostgresConnection;
  readonly log: Logger;
  readonly onNotice: (notice: LiveNotice) => void;
  /** Notices before this moment may have been missed. Also called for the first connection. */
  readonly onGap: () => void;
  readonly heartbeatMs?: number;
  readonly answerTimeoutMs?: number;
  readonly retry?: BackoffPolicy;
}

export interface NoticeListener {
  /** Does nothing when already started. */
  start(): void;
  stop(): Promise<void>;
  isListening(): boolean;
}

const CHANNEL = 'gamekeeper_live';

/** Inside a transaction, the notice is delivered when that transaction commits. */
export async function publishNotice(db: Queryable, notice: LiveNotice): Promise<void> {
  await db.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify({ topic: notice.topic })]);
}

/**
 * Listens for the notices of all processes. They are hints and no log: those sent while a listener is disconnected are lost. So every
 * connection calls `onGap`, and the state is read anew. It may be started before PostgreSQL is there.
 */
export function createNoticeListener(options: NoticeListenerOptions): NoticeListener {
  const held = createHeldConnection({
    connection: options.connection,
    applicationName: 'gamekeeper live',
    log: options.log,
    beatMs: options.heartbeatMs ?? 10_000,
    ...(options.answerTimeoutMs !== undefined && { answerTimeoutMs: options.answerTimeoutMs }),
    ...(options.retry !== undefined && { reconnect: options.retry }),
    async onOpen(session) {
      await session.query(`listen ${CHANNEL}`);
      options.log.info('listening for live notices');
      options.onGap();
    },
    // A cut line is noticed only by an unanswered statement.
    async onBeat(session) {
      await session.query('select 1');
    },
    onNotice: (payload) => deliver(options, payload),
  });
  return { start: () => held.start(), stop: () => held.stop(), isListening: () => held.isOpen() };
}

function deliver(options: NoticeListenerOptions, payload: string): void {
  const notice = parseNotice(payload);
  if (notice === undefined) {
    options.log.warn({ payloadLength: payload.length }, 'live notice without a topic ignored');
  } else {
    options.onNotice(notice);
  }
}

/** Every user of the database can notify on the channel, so the payload is checked. */
function parseNotice(payload: string): LiveNotice | undefined {
  try {
    const value: unknown = JSON.parse(payload);
    if (typeof value !== 'object' || value === null || !('topic' in value)) return undefined;
    if (typeof value.topic !== 'string') return undefined;
    return { topic: value.topic };
  } catch {
    return undefined; // Not JSON: the caller reports it.
  }
}
