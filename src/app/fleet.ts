/**
 * The further workers of `gamekeeper up --workers N`: the same program with the role `worker`, which finds the stores and the practice world of
 * this process by its settings, as a worker on another machine would.
 */
import { join } from 'node:path';
import { environmentWith } from '#/config.ts';
import { UserError } from '#/domain/user-error.ts';
import { createFleet, type Fleet } from '#/runtime/fleet.ts';
import type { PracticeWorld } from '#/runtime/practice.ts';
import type { PostgresConnection } from '#/runtime/postgres/database.ts';
import type { Ground } from './ground.ts';
import type { Stores } from './open-stores.ts';

const PROGRAM = join(import.meta.dirname, '..', 'main.ts');
/** What our own PostgreSQL lets in (`server-settings.ts`), and how much of it a process with all roles may take. */
const EMBEDDED_CONNECTIONS = 95;
const OWN_CONNECTIONS = 25;
/** A worker's besides DATABASE_CONNECTIONS: those of its job engine, and three that listen. */
const BESIDES = 7;
const FEWEST = 2;
/** After the grace, this long for the rest of an orderly stop. */
const REST_MS = 6_000;

/** Asked before anything is started. */
export function refuseLargeFleet({ config, workers = 0 }: Pick<Ground, 'config' | 'workers'>): void {
  const most = Math.floor((EMBEDDED_CONNECTIONS - OWN_CONNECTIONS) / (BESIDES + FEWEST));
  if (config.DATABASE_URL !== undefined || workers <= most) return;
  throw new UserError(
    `--workers is ${workers}; the embedded PostgreSQL has connections for ${most} at most.`,
    'Ask for fewer, or set DATABASE_URL to a PostgreSQL of your own that lets more in.',
  );
}

/** Null: none are asked for. They are told to end as soon as this process is, and are waited for before the stores stop. */
export function openFleet(ground: Ground, stores: Stores, practice: PracticeWorld | null): Fleet | null {
  const { config, log, shutdown, stopAsked, workers = 0 } = ground;
  if (workers === 0) return null;
  const graceMs = config.SHUTDOWN_SECONDS * 1_000 + REST_MS;
  const fleet = createFleet({
    size: workers,
    command: [PROGRAM, 'up', '--roles', 'worker'],
    environment: environmentWith(settingsFor(ground, stores, practice)),
    graceMs,
    log,
  });
  stopAsked.addEventListener('abort', () => fleet.dismiss(), { once: true });
  shutdown.onStop('workers', () => fleet.stop(), graceMs + 1_000);
  return fleet;
}

/** Only what they could not know: everything else they inherit. */
function settingsFor(
  { config, workers = 0 }: Ground,
  { postgresConnection, clickhouseConnection }: Stores,
  practice: PracticeWorld | null,
): Record<string, string> {
  return {
    LOG_FORMAT: 'json',
    // There is one such port on a machine, and it is this process's.
    WATCH_PORT: '0',
    ...(config.DATABASE_URL === undefined && {
      DATABASE_URL: toPostgresUrl(postgresConnection),
      DATABASE_CONNECTIONS: String(connectionsOfEach(config.DATABASE_CONNECTIONS, workers)),
    }),
    ...(config.CLICKHOUSE_URL === undefined && { CLICKHOUSE_URL: clickhouseConnection.url.reveal() }),
    ...(practice !== null && { PRACTICE_URL: practice.url }),
  };
}

function connectionsOfEach(asked: number, workers: number): number {
  const share = Math.floor((EMBEDDED_CONNECTIONS - OWN_CONNECTIONS) / workers) - BESIDES;
  return Math.max(FEWEST, Math.min(asked, share));
}

function toPostgresUrl(connection: PostgresConnection): string {
  if ('url' in connection) return connection.url.reveal();
  const { host, port, user, database, password } = connection;
  const url = new URL(`postgres://${host}:${port}/${encodeURIComponent(database)}`);
  url.username = encodeURIComponent(user);
  url.password = encodeURIComponent(password.reveal());
  return url.href;
}
