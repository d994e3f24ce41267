/**
 * One leader among all processes that could do the same work: who holds an advisory lock of PostgreSQL on a session of its own.
 * PostgreSQL takes it from a dead process itself: a killed one loses it with its socket, an unplugged one when the server's
 * keep-alives go unanswered (about 11 s, set for this session alone).
 *
 * A leader may be paused so long that another one takes over, and then go on without knowing. So work that must not be done twice
 * has to be safe against that by itself; the lock only keeps two from working against each other.
 */
import type { Logger } from 'pino';
import type { PostgresConnection } from './database.ts';
import { createHeldConnection, type HeldSession } from './held-connection.ts';

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
  /** Gives the lead away at once. */
  stop(): Promise<void>;
  leads(): boolean;
}

/** Asking again and again instead of waiting in the lock's queue: a waiting statement would hold back vacuum for days. */
const ASK_MS = 3_000;
const NOTICE_A_DEAD_CLIENT = `
  select set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '2', false),
         set_config('tcp_keepalives_count', '3', false), set_config('tcp_user_timeout', '10000', false)`;

export function createLead(options: LeadOptions): Lead {
  const { connection, log, name, lock } = options;
  let leading = false;
  const end = (): void => {
    if (!leading) return;
    leading = false;
    log.info(`${name} no longer leads`);
    options.onLost();
  };
  const ask = async (session: HeldSession): Promise<void> => {
    const [answer] = await session.query<{ granted: boolean }>(
      'select pg_try_advisory_lock($1, $2) as granted',
      [...lock],
    );
    if (answer?.granted !== true) return;
    leading = true;
    log.info(`${name} leads`);
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
