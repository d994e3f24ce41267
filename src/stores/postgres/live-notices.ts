/**
 * The wire between processes for the live feed: PostgreSQL's LISTEN/NOTIFY on one channel.
 *
 * A notice leaves with the transaction that made it true, or not at all. It is a hint and no log: while a listener is
 * disconnected, notices pass it by. So every (re)connection calls `onGap`, and whoever listens reads the truth anew.
 * The listener has a connection of its own (LISTEN needs a session), keeps trying for ever, and may be started before
 * PostgreSQL is.
 */
import { Socket } from 'node:net';
import pg from 'pg';
import type { Logger } from 'pino';
import { backoffDelayMs } from '#/domain/backoff.ts';
import { toClientConfig, type PostgresConnection, type Queryable } from './database.ts';

export interface LiveNotice {
  readonly topic: string;
  /** What changed. Without it, or when it is too large to be sent, listeners read the topic's snapshot again. */
  readonly data?: unknown;
}

export interface NoticeListenerOptions {
  readonly connection: PostgresConnection;
  readonly log: Logger;
  readonly onNotice: (notice: LiveNotice) => void;
  /** Notices before this moment may have been missed. Also called for the first connection. */
  readonly onGap: () => void;
  readonly heartbeatMs?: number;
  readonly answerTimeoutMs?: number;
  readonly retry?: { readonly firstMs: number; readonly maxMs: number };
}

export interface NoticeListener {
  /** Does nothing when already started. */
  start(): void;
  stop(): Promise<void>;
  isListening(): boolean;
}

const CHANNEL = 'gamekeeper_live';
/** PostgreSQL refuses payloads of 8,000 bytes and more. */
const MAX_PAYLOAD_BYTES = 7_500;

/** Inside a transaction, the notice is delivered when that transaction commits. */
export async function publishNotice(db: Queryable, notice: LiveNotice): Promise<void> {
  const whole = JSON.stringify({ topic: notice.topic, data: notice.data });
  const payload =
    Buffer.byteLength(whole) > MAX_PAYLOAD_BYTES ? JSON.stringify({ topic: notice.topic }) : whole;
  await db.query('select pg_notify($1, $2)', [CHANNEL, payload]);
}

export function createNoticeListener(options: NoticeListenerOptions): NoticeListener {
  const stopping = new AbortController();
  const session = { isListening: false };
  let running: Promise<void> | undefined;
  return {
    start() {
      running ??= listenUntilStopped(options, session, stopping.signal);
    },
    async stop() {
      stopping.abort();
      await running;
    },
    isListening: () => session.isListening,
  };
}

async function listenUntilStopped(
  options: NoticeListenerOptions,
  session: { isListening: boolean },
  stop: AbortSignal,
): Promise<void> {
  const retry = options.retry ?? { firstMs: 250, maxMs: 10_000 };
  let failures = 0;
  while (!stop.aborted) {
    try {
      await holdOneConnection(options, stop, () => {
        failures = 0;
        session.isListening = true;
        options.log.info('listening for live notices');
        options.onGap();
      });
    } catch (error) {
      if (stop.aborted) return;
      failures += 1;
      options.log.warn({ err: error, failures }, 'live notices interrupted, trying again');
    } finally {
      session.isListening = false;
    }
    if (!stop.aborted) await pause(backoffDelayMs(retry, failures, Math.random()), stop);
  }
}

/** Resolves when told to stop, rejects when the connection is lost or silent. */
async function holdOneConnection(
  options: NoticeListenerOptions,
  stop: AbortSignal,
  onListening: () => void,
): Promise<void> {
  const answerTimeoutMs = options.answerTimeoutMs ?? 5_000;
  // Our own socket, because `client.end()` waits for the server, and a dead connection has none.
  const socket = new Socket();
  const client = new pg.Client({
    ...toClientConfig(options.connection),
    application_name: 'gamekeeper live',
    connectionTimeoutMillis: answerTimeoutMs,
    query_timeout: answerTimeoutMs,
    keepAlive: true,
    stream: () => socket,
  });
  const lost = new Promise<never>((_resolve, reject) => {
    client.on('error', reject);
    client.on('end', () => reject(new Error('the connection that listens for live notices ended')));
  });
  // The loss may come before anybody waits for it.
  lost.catch(ignoreBecauseTheRaceReports);
  client.on('notification', (message) => deliver(options, message.payload));
  const hangUp = (): void => void socket.destroy();
  stop.addEventListener('abort', hangUp);
  try {
    await Promise.race([client.connect(), lost]);
    await client.query(`listen ${CHANNEL}`);
    onListening();
    while (!stop.aborted) {
      await Promise.race([pause(options.heartbeatMs ?? 10_000, stop), lost]);
      // A cut cable is silent: only a question shows that nobody is there any more.
      if (!stop.aborted) await Promise.race([client.query('select 1'), lost]);
    }
  } finally {
    stop.removeEventListener('abort', hangUp);
    hangUp();
  }
}

function deliver(options: NoticeListenerOptions, payload: string | undefined): void {
  const notice = parseNotice(payload);
  if (notice === undefined) {
    options.log.warn({ payloadLength: payload?.length ?? 0 }, 'live notice without a topic ignored');
  } else {
    options.onNotice(notice);
  }
}

/** Anybody with the database's password can notify on the channel, so the payload is not trusted to be ours. */
function parseNotice(payload: string | undefined): LiveNotice | undefined {
  try {
    const value: unknown = JSON.parse(payload ?? '');
    if (typeof value !== 'object' || value === null || !('topic' in value)) return undefined;
    if (typeof value.topic !== 'string') return undefined;
    return 'data' in value ? { topic: value.topic, data: value.data } : { topic: value.topic };
  } catch {
    return undefined; // Not JSON: the caller reports it.
  }
}

function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      stop.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    stop.addEventListener('abort', finish);
    if (stop.aborted) finish();
  });
}

function ignoreBecauseTheRaceReports(): void {
  // Deliberately empty: `holdOneConnection` awaits the same promise in every race.
}
