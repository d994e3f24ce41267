/**
 * The wire between processes for the live feed: PostgreSQL's LISTEN/NOTIFY on one channel.
 *
 * A notice leaves with the transaction that made it true, or not at all. It is a hint and no log: while a listener is
 * disconnected, notices pass it by. So every (re)connection calls `onGap`, and whoever listens reads the truth anew.
 * The listener has a connection of its own (LISTEN needs a session), keeps trying for ever, and may be started before
 * PostgreSQL is.
 */
import type { Logger } from 'pino';
import type { BackoffPolicy } from '#/domain/backoff.ts';
import type { PostgresConnection, Queryable } from './database.ts';
import { createHeldConnection } from './held-connection.ts';

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
    // A cut cable is silent: only a question shows that nobody is there any more.
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
