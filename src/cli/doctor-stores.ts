/** Doctor's look at the two stores: is the server there, is it new enough, and is the embedded one startable. */
import { existsSync } from 'node:fs';
import { placesBelow } from '#/runtime/places.ts';
import { createClickHouse } from '#/runtime/clickhouse/clickhouse.ts';
import { createDatabase, type PostgresConnection, type Queryable } from '#/runtime/postgres/database.ts';
import { findRunningPostgres } from '#/runtime/postgres/embedded/embedded-postgres.ts';
import { listProvisionalPatches } from '#/tft/patch.ts';
import { describeDamage, listDamages } from '#/match/project/projection.ts';
import { ok, type CheckContext, type Finding } from './finding.ts';

const OLDEST_POSTGRES = 15;

export async function checkPostgres({ config, log }: CheckContext): Promise<Finding[]> {
  if (config.DATABASE_URL !== undefined) return askPostgres({ url: config.DATABASE_URL }, 'external', log);
  const directory = placesBelow(config.DATA_DIR).postgres;
  const running = await findRunningPostgres(directory);
  if (running !== undefined) return askPostgres(running, 'embedded, running', log);
  return [
    ok(
      'PostgreSQL',
      existsSync(directory) ? 'embedded, not running' : 'embedded, will be made at the first start',
    ),
  ];
}

async function askPostgres(
  connection: PostgresConnection,
  what: string,
  log: CheckContext['log'],
): Promise<Finding[]> {
  const database = createDatabase({
    connection,
    applicationName: 'gamekeeper doctor',
    maxConnections: 1,
    statementTimeoutMs: 5_000,
    log,
  });
  try {
    const [row] = await database.query<{ serverVersion: string }>('show server_version');
    const version = row?.serverVersion ?? 'unknown';
    if (Number.parseInt(version, 10) >= OLDEST_POSTGRES)
      return [
        ok('PostgreSQL', `${what}, version ${version}`),
        ...(await checkPatches(database)),
        ...(await checkStatistics(database)),
      ];
    return [
      {
        check: 'PostgreSQL',
        level: 'error',
        message: `${what}, version ${version}`,
        hint: `Gamekeeper needs PostgreSQL ${OLDEST_POSTGRES} or newer.`,
      },
    ];
  } catch (error) {
    return [
      {
        check: 'PostgreSQL',
        level: 'error',
        message: `${what}, does not answer (${error instanceof Error ? error.message : String(error)})`,
        hint: 'Is the server up, and are address, user and password in DATABASE_URL right? Unset it to use the embedded one.',
      },
    ];
  } finally {
    await database.close();
  }
}

async function checkPatches(database: Queryable): Promise<Finding[]> {
  const [table] = await database.query<{ isThere: boolean }>(
    `select to_regclass('gamekeeper.patch') is not null as "isThere"`,
  );
  const provisional = table?.isThere === true ? await listProvisionalPatches(database) : [];
  return provisional.map((patch) => ({
    check: 'patch calendar',
    level: 'warning',
    message: `${patch} is provisional: Data Dragon lists it, and its start is an estimate`,
    hint: `Confirm or correct it: gamekeeper patch --move ${patch} --from <day>.`,
  }));
}

/** What the projector found missing from ClickHouse. Before the first start there is no table to ask. */
async function checkStatistics(database: Queryable): Promise<Finding[]> {
  const columns = await database.query(
    `select from information_schema.columns
     where table_schema = 'gamekeeper' and table_name = 'projection' and column_name = 'damage'`,
  );
  if (columns.length === 0) return [];
  const damages = await listDamages(database);
  if (damages.length === 0) return [ok('statistics', 'complete, as far as is known')];
  return damages.map((damage) => ({
    check: 'statistics',
    level: 'warning',
    message: describeDamage(damage),
    hint: 'Gamekeeper repairs them while it runs (role projector); if this stays, look at the log and the disk.',
  }));
}

export async function checkClickHouse({ config, log }: CheckContext): Promise<Finding[]> {
  if (config.CLICKHOUSE_URL === undefined) {
    const isThere = existsSync(placesBelow(config.DATA_DIR).clickhouse);
    return [ok('ClickHouse', isThere ? 'embedded' : 'embedded, will be made at the first start')];
  }
  const clickhouse = createClickHouse(
    { url: config.CLICKHOUSE_URL },
    {
      database: 'default',
      limits: { seconds: 5, memoryBytes: 1e8, resultRows: 1000 },
      log,
      application: 'gamekeeper doctor',
    },
  );
  try {
    return [ok('ClickHouse', `external, version ${await clickhouse.version()}`)];
  } catch (error) {
    return [
      {
        check: 'ClickHouse',
        level: 'error',
        message: `external, does not answer (${error instanceof Error ? error.message : String(error)})`,
        hint: 'Is the server up, and are address, user and password in CLICKHOUSE_URL right? Unset it to use the embedded one.',
      },
    ];
  } finally {
    await clickhouse.close();
  }
}
