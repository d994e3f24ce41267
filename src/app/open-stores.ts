/** Both stores, ours or the operator's, the connections to them, and their migrations. */
import { createAdminAccess } from '#/runtime/postgres/admin.ts';
import { createClickHouse } from '#/runtime/clickhouse/clickhouse.ts';
import { createMissingTables } from '#/runtime/clickhouse/projected-tables.ts';
import { openClickHouse, openPostgres } from '#/runtime/open-stores.ts';
import { placesBelow, SHIPPED } from '#/runtime/places.ts';
import { createDatabase, type Database } from '#/runtime/postgres/database.ts';
import { migratePostgres } from '#/runtime/postgres/migrate.ts';
import { isStoreOutage } from '#/runtime/store-outage.ts';
import { untilAvailable } from '#/runtime/supervise.ts';
import type { App, Base, Stores } from './context.ts';
import { PROJECTED_TABLES } from './open-projector.ts';
import { queryLimits, storeSettings } from './settings-of-parts.ts';
import { stopIfOpened } from '#/runtime/shutdown.ts';

export async function openStores({ config, log, shutdown, stopAsked, partChanges }: Base): Promise<Stores> {
  const places = placesBelow(config.DATA_DIR);
  const limits = queryLimits(config);
  const { readers, maxConnections } = storeSettings(config);
  const onChange = (): void => void partChanges.dispatchEvent(new Event('change'));
  const common = { log, onChange, signal: stopAsked };
  const openingPostgres = openPostgres({ ...common, url: config.DATABASE_URL, directory: places.postgres });
  const openingClickHouse = openClickHouse({
    ...common,
    url: config.CLICKHOUSE_URL,
    cluster: config.CLICKHOUSE_CLUSTER,
    directory: places.clickhouse,
    readers,
    limits,
  });
  // Registered before either is open: PostgreSQL stops last even if it opens last, and one that opens alone is stopped too.
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

/** Migrates PostgreSQL as soon as it answers, then runs `work`. */
export function preparePostgres<T>(
  { database, log, stopAsked }: Pick<App, 'database' | 'log' | 'stopAsked'>,
  work: () => Promise<T>,
): Promise<T> {
  return untilAvailable(
    async () => {
      await migratePostgres(database, SHIPPED.postgresMigrations);
      return work();
    },
    { what: 'PostgreSQL', isOutage: isStoreOutage, log, signal: stopAsked },
  );
}

/** Creates missing tables as soon as ClickHouse answers, and again whenever the engine had to start with an empty folder. */
export async function prepareClickHouse(
  app: Pick<App, 'config' | 'log' | 'stopAsked' | 'partChanges' | 'clickhouse' | 'database' | 'parts'>,
): Promise<void> {
  const { log, clickhouse, database: postgres, parts } = app;
  const prepare = () =>
    untilAvailable(
      () => createMissingTables({ client: clickhouse.writer, postgres, tables: PROJECTED_TABLES }),
      {
        what: 'ClickHouse',
        isOutage: isStoreOutage,
        log,
        signal: app.stopAsked,
      },
    );

  let preparedFor = parts.clickhouse.describe().beganAnew;
  await prepare();
  app.partChanges.addEventListener('change', () => {
    const { state, beganAnew } = parts.clickhouse.describe();
    if (state === 'down' || beganAnew === preparedFor) return;
    preparedFor = beganAnew;
    prepare().catch((error: unknown) =>
      log.error({ err: error }, 'the tables of ClickHouse could not be created again'),
    );
  });
}
