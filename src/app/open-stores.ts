/** Both stores, ours or the operator's, and the connections to them. */
import { createAdminAccess, type AdminAccess } from '#/runtime/admin-access.ts';
import { openClickHouse, openPostgres } from '#/runtime/open-stores.ts';
import { placesBelow } from '#/runtime/places.ts';
import type { StorePart } from '#/runtime/store-part.ts';
import {
  createClickHouse,
  type ClickHouse,
  type ClickHouseConnection,
} from '#/runtime/clickhouse/clickhouse.ts';
import { createDatabase, type Database, type PostgresConnection } from '#/runtime/postgres/database.ts';
import type { Ground } from './ground.ts';
import { queryLimits, storeSettings } from './settings-of-parts.ts';
import { stopIfOpened } from './stop-if-opened.ts';

export interface Stores {
  readonly postgresConnection: PostgresConnection;
  readonly database: Database;
  readonly clickhouseConnection: ClickHouseConnection;
  readonly clickhouse: ClickHouse;
  readonly parts: { readonly postgres: StorePart; readonly clickhouse: StorePart };
  readonly admin: AdminAccess;
}

export async function openStores({ config, log, shutdown, stopAsked, partChanges }: Ground): Promise<Stores> {
  const places = placesBelow(config.DATA_DIR);
  const limits = queryLimits(config);
  const { readers, maxConnections } = storeSettings(config);
  const common = {
    log,
    onChange: () => void partChanges.dispatchEvent(new Event('change')),
    signal: stopAsked,
  };
  const openingPostgres = openPostgres({ ...common, url: config.DATABASE_URL, directory: places.postgres });
  const openingClickHouse = openClickHouse({
    ...common,
    url: config.CLICKHOUSE_URL,
    cluster: config.CLICKHOUSE_CLUSTER,
    directory: places.clickhouse,
    readers,
    limits,
  });
  // Named before either is there: whichever is done first, PostgreSQL stops last, and one that starts alone is stopped too.
  shutdown.onStop('PostgreSQL', () => stopIfOpened(openingPostgres), 20_000);
  shutdown.onStop('ClickHouse', () => stopIfOpened(openingClickHouse), 10_000);
  const [postgres, clickhouseStore] = await Promise.all([openingPostgres, openingClickHouse]);

  const database = createDatabase({
    connection: postgres.connection,
    applicationName: 'gamekeeper',
    maxConnections,
    statementTimeoutMs: 30_000,
    log,
  });
  shutdown.onStop('PostgreSQL connections', () => database.close());
  const clickhouse = createClickHouse(clickhouseStore.connection, {
    database: config.CLICKHOUSE_DATABASE,
    limits,
    log,
    application: 'gamekeeper',
  });
  shutdown.onStop('ClickHouse connections', () => clickhouse.close());
  return {
    postgresConnection: postgres.connection,
    database,
    clickhouseConnection: clickhouseStore.connection,
    clickhouse,
    parts: {
      postgres: {
        mode: postgres.mode,
        describe: () => postgres.describe(),
        version: () => postgresVersion(database),
      },
      clickhouse: {
        mode: clickhouseStore.mode,
        describe: () => clickhouseStore.describe(),
        version: () => clickhouse.version(),
      },
    },
    admin: createAdminAccess(database, config.ADMIN_TOKEN),
  };
}

async function postgresVersion(database: Database): Promise<string> {
  const [row] = await database.query<{ serverVersion: string }>('show server_version');
  return row?.serverVersion ?? 'unknown';
}
