/**
 * One leader among all processes that could schedule: who holds an advisory lock of PostgreSQL on a session of its own.
 *
 * pg-boss's own claim (a time stamp that whoever comes first after an interval may move) keeps slots from being sent twice,
 * but nobody leads: it cannot tell `status` who schedules. A lock can, and PostgreSQL takes it from a dead process itself:
 * a killed one loses it with its socket, an unplugged one when the server's keep-alives go unanswered (about 11 s, set for
 * this session alone). The leader notices the loss of its session no later, and stops leading at that moment.
 *
 * Others ask every 3 s instead of waiting in the lock's queue: a waiting statement would hold back vacuum for days.
 */
import type { Logger } from 'pino';
import type { PostgresConnection } from '#/stores/postgres/database.ts';
import { createHeldConnection, type HeldSession } from '#/stores/postgres/held-connection.ts';

export interface LeadershipOptions {
  readonly connection: PostgresConnection;
  readonly log: Logger;
  readonly onGained: () => void;
  readonly onLost: () => void;
}

export interface Leadership {
  start(): void;
  /** Gives the lead away at once. */
  stop(): Promise<void>;
  leads(): boolean;
}

const ASK_MS = 3_000;
/** The lock's name; two numbers so that it cannot meet a lock of another program by chance. */
const LOCK = [0x67616d65, 0x6c656164];
const NOTICE_A_DEAD_CLIENT = `
  select set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '2', false),
         set_config('tcp_keepalives_count', '3', false), set_config('tcp_user_timeout', '10000', false)`;

export function createLeadership(options: LeadershipOptions): Leadership {
  let leading = false;
  const end = (): void => {
    if (!leading) return;
    leading = false;
    options.log.info('scheduler no longer leads');
    options.onLost();
  };
  const held = createHeldConnection({
    connection: options.connection,
    applicationName: 'gamekeeper scheduler',
    log: options.log,
    beatMs: ASK_MS,
    onOpen: async (session) => {
      await session.query(NOTICE_A_DEAD_CLIENT);
      await ask(session);
    },
    onBeat: (session) => (leading ? session.query('select 1').then(() => undefined) : ask(session)),
    onLost: end,
  });

  async function ask(session: HeldSession): Promise<void> {
    const [answer] = await session.query<{ granted: boolean }>(
      'select pg_try_advisory_lock($1, $2) as granted',
      LOCK,
    );
    if (answer?.granted !== true) return;
    leading = true;
    options.log.info('scheduler leads');
    options.onGained();
  }

  return {
    start: () => held.start(),
    async stop() {
      end();
      await held.stop();
    },
    leads: () => leading,
  };
}
