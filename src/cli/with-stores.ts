/**
 * The stores for a short command: external ones; or the embedded PostgreSQL of a Gamekeeper that runs in this data directory; or
 * the embedded ones, started just for this command and stopped again.
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from '#/config.ts';
import { UserError } from '#/domain/user-error.ts';
import { beginAdminAction, endAdminAction } from '#/runtime/postgres/admin.ts';
import { findHolder, lockDataDirectory } from '#/runtime/data-directory-lock.ts';
import { openClickHouse } from '#/runtime/open-stores.ts';
import { placesBelow } from '#/runtime/places.ts';
import { createShutdown, nextStopSignal, type Shutdown } from '#/runtime/shutdown.ts';
import { openDataDirectory } from '#/app/data-directory.ts';
import { createClickHouse, type ClickHouse } from '#/runtime/clickhouse/clickhouse.ts';
import {
  createDatabase,
  type Database,
  type PostgresConnection,
  type Queryable,
} from '#/runtime/postgres/database.ts';
import { findRunningPostgres, startEmbeddedPostgres } from '#/runtime/postgres/embedded/embedded-postgres.ts';

export interface CommandStores {
  readonly database: Database;
  /** Opens ClickHouse; undefined if it belongs to a Gamekeeper that runs. */
  clickhouse(): Promise<ClickHouse | undefined>;
}

const LIMITS = { seconds: 60, memoryBytes: 1e9, resultRows: 100_000 };

export async function withStores<T>(
  config: Config,
  log: Logger,
  work: (stores: CommandStores) => Promise<T>,
): Promise<T> {
  const shutdown = createShutdown(log);
  const stopAsked = nextStopSignal();
  void stopAsked.promise.then(async (exitCode) => {
    await shutdown.run();
    process.exit(exitCode);
  });
  try {
    const isAttached = await holdUnlessHeld(config, shutdown);
    const connection = await postgresFor(config, log, isAttached, shutdown);
    const database = createDatabase({
      connection,
      applicationName: 'gamekeeper command',
      maxConnections: 2,
      statementTimeoutMs: 30_000,
      log,
    });
    shutdown.onStop('PostgreSQL connections', () => database.close());
    return await work({ database, clickhouse: () => clickhouseFor(config, log, isAttached, shutdown) });
  } finally {
    await shutdown.run();
  }
}

/** True when a Gamekeeper runs in the data directory; otherwise it is ours until the command ends. */
async function holdUnlessHeld(config: Config, shutdown: Shutdown): Promise<boolean> {
  if (config.DATABASE_URL !== undefined && config.CLICKHOUSE_URL !== undefined) return false;
  openDataDirectory(config.DATA_DIR);
  if (findHolder(config.DATA_DIR) !== undefined) return true;
  const lock = await lockDataDirectory(config.DATA_DIR);
  shutdown.onStop('data directory', () => lock.release());
  return false;
}

async function postgresFor(
  config: Config,
  log: Logger,
  isAttached: boolean,
  shutdown: Shutdown,
): Promise<PostgresConnection> {
  if (config.DATABASE_URL !== undefined) return { url: config.DATABASE_URL };
  const { postgres: directory } = placesBelow(config.DATA_DIR);
  if (isAttached) {
    const running = await findRunningPostgres(directory);
    if (running !== undefined) return running;
    throw new UserError(
      `Gamekeeper runs in ${config.DATA_DIR}, but its PostgreSQL does not answer.`,
      'It may be starting: try again in a moment, or look at its log.',
    );
  }
  const postgres = await startEmbeddedPostgres({ directory, log });
  shutdown.onStop('PostgreSQL', () => postgres.stop(), 20_000);
  return postgres.connection;
}

async function clickhouseFor(
  config: Config,
  log: Logger,
  isAttached: boolean,
  shutdown: Shutdown,
): Promise<ClickHouse | undefined> {
  if (isAttached && config.CLICKHOUSE_URL === undefined) return undefined;
  const store = await openClickHouse({
    log,
    onChange: () => undefined,
    signal: new AbortController().signal,
    url: config.CLICKHOUSE_URL,
    cluster: config.CLICKHOUSE_CLUSTER,
    directory: placesBelow(config.DATA_DIR).clickhouse,
    readers: 1,
    limits: LIMITS,
  });
  shutdown.onStop('ClickHouse', () => store.stop(), 10_000);
  const clickhouse = createClickHouse(store.connection, {
    database: config.CLICKHOUSE_DATABASE,
    limits: LIMITS,
    log,
    application: 'gamekeeper command',
  });
  shutdown.onStop('ClickHouse connections', () => clickhouse.close());
  return clickhouse;
}

/**
 * Records a change made from the command line beside those made with the admin token. `options` as they were typed; they never
 * contain a secret.
 */
export async function recordChange<T>(
  db: Queryable,
  command: string,
  options: Readonly<Record<string, unknown>>,
  change: () => Promise<T>,
): Promise<T> {
  const id = await beginAdminAction(db, {
    method: 'RUN',
    route: command,
    path: command,
    sent: Object.keys(options).length === 0 ? null : JSON.stringify(options),
    client: 'command line',
    requestId: randomUUID(),
  });
  const changed = await change().catch(async (error: unknown) => {
    // The caller reports the error; a row without an end shows that its end could not be written either.
    await endAdminAction(db, id, error instanceof UserError ? 409 : 500).catch(() => undefined);
    throw error;
  });
  await endAdminAction(db, id, 200);
  return changed;
}
