/** Doctor's look at the two stores: whether the server answers and is new enough, and what is known to be wrong in it. */
import { existsSync } from 'node:fs';
import { describeDamage, listDamages } from '#/match/project/projection.ts';
import { createClickHouse } from '#/runtime/clickhouse/clickhouse.ts';
import { placesBelow } from '#/runtime/places.ts';
import { createDatabase, type PostgresConnection, type Queryable } from '#/runtime/postgres/database.ts';
import { findRunningPostgres } from '#/runtime/postgres/embedded/embedded-postgres.ts';
import { listProvisionalPatches } from '#/tft/patch.ts';
import { failure, ok, warning, type CheckContext, type Finding } from './finding.ts';

const OLDEST_POSTGRES = 15;

export async function checkPostgres({ config, log }: CheckContext): Promise<Finding[]> {
  if (config.DATABASE_URL !== undefined) return askPostgres({ url: config.DATABASE_URL }, 'external', log);
  const directory = placesBelow(config.DATA_DIR).postgres;
  const running = await findRunningPostgres(directory);
  if (running !== undefined) return askPostgres(running, 'embedded, running', log);
  const words = existsSync(directory) ? 'embedded, not running' : 'embedded, will be made at the first start';
  return [ok('PostgreSQL', words)];
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
    const words = `${what}, version ${version}`;
    if (Number.parseInt(version, 10) < OLDEST_POSTGRES)
      return [failure('PostgreSQL', words, `Gamekeeper needs PostgreSQL ${OLDEST_POSTGRES} or newer.`)];
    return [ok('PostgreSQL', words), ...(await checkPatches(database)), ...(await checkStatistics(database))];
  } catch (error) {
    return [silent('PostgreSQL', what, 'DATABASE_URL', error)];
  } finally {
    await database.close();
  }
}

async function checkPatches(database: Queryable): Promise<Finding[]> {
  const [table] = await database.query<{ exists: boolean }>(
    `select to_regclass('gamekeeper.patch') is not null as exists`,
  );
  const provisional = table?.exists === true ? await listProvisionalPatches(database) : [];
  return provisional.map((patch) =>
    warning(
      'patch calendar',
      `${patch} is provisional: Data Dragon lists it, and its start is an estimate`,
      `Confirm or correct it: gamekeeper patch --move ${patch} --from <day>.`,
    ),
  );
}

/** Damage of the statistics that the projector has found. Before the first start there is no such column. */
async function checkStatistics(database: Queryable): Promise<Finding[]> {
  const columns = await database.query(
    `select from information_schema.columns
     where table_schema = 'gamekeeper' and table_name = 'projection' and column_name = 'damage'`,
  );
  if (columns.length === 0) return [];
  const damages = await listDamages(database);
  if (damages.length === 0) return [ok('statistics', 'complete, as far as is known')];
  return damages.map((damage) =>
    warning(
      'statistics',
      describeDamage(damage),
      'Gamekeeper repairs them while it runs (role projector); if this stays, look at the log and the disk.',
    ),
  );
}

export async function checkClickHouse({ config, log }: CheckContext): Promise<Finding[]> {
  if (config.CLICKHOUSE_URL === undefined) {
    const exists = existsSync(placesBelow(config.DATA_DIR).clickhouse);
    return [ok('ClickHouse', exists ? 'embedded' : 'embedded, will be made at the first start')];
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
    return [silent('ClickHouse', 'external', 'CLICKHOUSE_URL', error)];
  } finally {
    await clickhouse.close();
  }
}

function silent(check: string, what: string, setting: string, error: unknown): Finding {
  return failure(
    check,
    `${what}, does not answer (${error instanceof Error ? error.message : String(error)})`,
    `Is the server up, and are address, user and password in ${setting} right? Unset it to use the embedded one.`,
  );
}
