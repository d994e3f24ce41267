/**
 * The workers of `gamekeeper up --workers N`: the same program with the role `worker`. Its settings name the stores and the practice
 * world of this process, as for a worker on another machine.
 */
import { join } from 'node:path';
import { environmentWith } from '#/config.ts';
import { UserError } from '#/domain/user-error.ts';
import { createFleet, type Fleet } from '#/runtime/fleet.ts';
import type { PostgresConnection } from '#/runtime/postgres/database.ts';
import type { App, Base, Stores } from './context.ts';

const PROGRAM = join(import.meta.dirname, '..', 'main.ts');
/** Connections that the embedded PostgreSQL accepts (`server-settings.ts`), and those of a process with all roles. */
const EMBEDDED_CONNECTIONS = 95;
const OWN_CONNECTIONS = 25;
/** Connections of a worker in addition to DATABASE_CONNECTIONS: those of its job engine, and three that listen. */
const EXTRA_CONNECTIONS = 7;
const MIN_CONNECTIONS = 2;
/** Time for the rest of an orderly stop, after running jobs have ended. */
const REST_MS = 6_000;

/** Called before anything is started. */
export function refuseLargeFleet({ config, workers = 0 }: Pick<App, 'config' | 'workers'>): void {
  const most = Math.floor((EMBEDDED_CONNECTIONS - OWN_CONNECTIONS) / (EXTRA_CONNECTIONS + MIN_CONNECTIONS));
  if (config.DATABASE_URL !== undefined || workers <= most) return;
  throw new UserError(
    `--workers is ${workers}; the embedded PostgreSQL has connections for ${most} at most.`,
    'Ask for fewer, or set DATABASE_URL to a PostgreSQL of your own that accepts more connections.',
  );
}

type FleetContext = Base & Stores & Pick<App, 'practice'>;

/** Null without workers. They are asked to end together with this process, and have ended before the stores stop. */
export function openFleet(app: FleetContext): Fleet | null {
  const { config, log, shutdown, stopAsked, workers = 0 } = app;
  if (workers === 0) return null;
  const graceMs = config.SHUTDOWN_SECONDS * 1_000 + REST_MS;
  const fleet = createFleet({
    size: workers,
    command: [PROGRAM, 'up', '--roles', 'worker'],
    environment: environmentWith(settingsFor(app)),
    graceMs,
    log,
  });
  stopAsked.addEventListener('abort', () => fleet.dismiss(), { once: true });
  shutdown.onStop('workers', () => fleet.stop(), graceMs + 1_000);
  return fleet;
}

/** Settings that differ; workers inherit everything else. */
function settingsFor(app: FleetContext): Record<string, string> {
  const { config, workers = 0, postgresConnection, clickhouseConnection, practice } = app;
  return {
    LOG_FORMAT: 'json',
    // The monitoring port belongs to this process.
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
  const share = Math.floor((EMBEDDED_CONNECTIONS - OWN_CONNECTIONS) / workers) - EXTRA_CONNECTIONS;
  return Math.max(MIN_CONNECTIONS, Math.min(asked, share));
}

function toPostgresUrl(connection: PostgresConnection): string {
  if ('url' in connection) return connection.url.reveal();
  const { host, port, user, database, password } = connection;
  const url = new URL(`postgres://${host}:${port}/${encodeURIComponent(database)}`);
  url.username = encodeURIComponent(user);
  url.password = encodeURIComponent(password.reveal());
  return url.href;
}
