/**
 * The tables of projections: definition, creation, identity, exchange. ClickHouse gives each table a UUID
 * that goes with its content, so a lost data directory, another server and an exchange are all detected by
 * it.
 *
 * Plain MergeTree without deduplication: batches are written exactly once, and queries with FINAL were 40 to
 * 150 times slower. `fsync` so that acknowledged rows survive a power cut.
 */
import { UserError } from '#/domain/user-error.ts';
import type { Database } from '../postgres/database.ts';
import type { ClickHouseReader, ClickHouseWriter } from './clickhouse.ts';
import {
  createTable,
  dropTable,
  localTable,
  onCluster,
  systemTables,
  type ClickHousePlace,
} from './cluster.ts';

export interface TableColumn {
  readonly name: string;
  readonly type: string;
  /** Default: the engine's. */
  readonly codec?: string;
}

/** Made by `defineTable` (`row-table.ts`). */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  /** The column whose value decides the partition. */
  readonly partitionBy: string;
  readonly orderBy: string;
  /** A number whose lowest bits are those of the match's number; they decide the bucket. */
  readonly bucketBy: string;
  /** The match's number in PostgreSQL, as an expression. */
  readonly game: string;
  /**
   * How matches that are projected again leave the table. `rewrite`: their parts are written again without
   * them, and queries skip nothing. `mask`: their rows are marked, which costs the same for parts of any
   * size.
   */
  readonly removal: 'rewrite' | 'mask';
  /** In addition to those of all tables. */
  readonly settings?: readonly string[];
  /**
   * The words of a row's fingerprint (`row-proof.ts`), without those of its ranks. Partition and batch are
   * not part of it.
   */
  readonly facts: readonly string[];
  readonly ranks: readonly string[];
}

const SAFE_SETTINGS = ['fsync_after_insert = 1', 'fsync_part_directory = 1'];

function columnStatement({ name, type, codec }: TableColumn): string {
  return `  ${name} ${type}${codec === undefined ? '' : ` codec(${codec})`}`;
}

export function createTableStatements(place: ClickHousePlace, { shape, name }: ProjectedTable): string[] {
  return createTable(place, {
    name,
    columns: shape.columns.map(columnStatement).join(',\n'),
    keys: `partition by ${shape.partitionBy} order by (${shape.orderBy})`,
    settings: [...SAFE_SETTINGS, ...(shape.settings ?? [])],
    shardBy: shape.game,
  });
}

export interface ProjectedTable {
  readonly shape: TableShape;
  readonly name: string;
}

/** The tables in which a projection is built before they are exchanged with the live ones. */
export function toNext(tables: readonly ProjectedTable[]): ProjectedTable[] {
  return tables.map(({ shape, name }) => ({ shape, name: `${name}_next` }));
}

/** In the order of the tables; an empty text for one that is missing. */
export async function readTableIds(
  client: ClickHouseReader,
  tables: readonly ProjectedTable[],
): Promise<string[]> {
  const rows = await client.query<{ name: string; id: string }>(
    `select name, toString(uuid) as id from ${systemTables(client)}
            where database = '${client.database}' and name in {names:Array(String)}`,
    { params: { names: tables.map(({ name }) => name) } },
  );
  const ids = new Map(rows.map(({ name, id }) => [name, id]));
  return tables.map(({ name }) => ids.get(name) ?? '');
}

/** Whether the tables have the columns that this program writes, in any order. */
export async function haveOurShape(
  client: ClickHouseReader,
  tables: readonly ProjectedTable[],
): Promise<boolean> {
  const found = await client.query<{ table: string; name: string; type: string }>(
    `select table, name, type from system.columns
            where database = '${client.database}' and table in {names:Array(String)}`,
    { params: { names: tables.map(({ name }) => name) } },
  );
  return tables.every(
    ({ shape, name }) => toKeys(found.filter(({ table }) => table === name)) === toKeys(shape.columns),
  );
}

function toKeys(columns: readonly TableColumn[]): string {
  return columns
    .map(({ name, type }) => `${name} ${type}`)
    .sort()
    .join();
}

export async function createTables(
  client: ClickHouseWriter,
  tables: readonly ProjectedTable[],
): Promise<void> {
  for (const table of tables)
    for (const sql of createTableStatements(client, table)) await client.command(sql);
}

export async function dropTables(client: ClickHouseWriter, tables: readonly ProjectedTable[]): Promise<void> {
  for (const { name } of tables) for (const sql of dropTable(client, name)) await client.command(sql);
}

export async function exchangeTables(client: ClickHouseWriter, one: string, other: string): Promise<void> {
  await client.command(
    `exchange tables ${localTable(client, one)} and ${localTable(client, other)}${onCluster(client)}`,
  );
}

const CREATE_LOCK = 4_750_002;

export interface TableCreation {
  readonly client: ClickHouseWriter;
  /** The lock is taken there, because ClickHouse has none. */
  readonly postgres: Database;
  readonly tables: readonly TableShape[];
}

/**
 * Creates the database and the tables that are missing, and returns their names. A table with other columns,
 * created by another version, is left to the projector, which fills a new one from the raw bodies
 * (`match/project/live.ts`).
 */
export function createMissingTables({ client, postgres, tables }: TableCreation): Promise<string[]> {
  return postgres.transaction(async (tx) => {
    await tx.query('set local statement_timeout = 0');
    await tx.query('set local idle_in_transaction_session_timeout = 0');
    await tx.query('select pg_advisory_xact_lock($1)', [CREATE_LOCK]);
    await client.createDatabase();
    const existing = await client.query<{ name: string; engine: string }>(
      `select name, engine from system.tables
       where database = {database:String} and name in {names:Array(String)}`,
      { params: { database: client.database, names: tables.map(({ name }) => name) } },
    );
    for (const { engine } of existing) refuseOtherLayout(client, engine);
    const missing = tables.filter(({ name }) => !existing.some((table) => table.name === name));
    await createTables(
      client,
      missing.map((shape) => ({ shape, name: shape.name })),
    );
    return missing.map(({ name }) => name);
  });
}

/** Tables of a single server cannot become those of a cluster. */
function refuseOtherLayout({ cluster, database }: ClickHouseWriter, engine: string): void {
  if ((engine === 'Distributed') === (cluster !== undefined)) return;
  throw cluster === undefined
    ? new UserError(
        `The ClickHouse database ${database} was made for a cluster, but CLICKHOUSE_CLUSTER is not set.`,
        'Set CLICKHOUSE_CLUSTER to the name of that cluster, or CLICKHOUSE_DATABASE to another name.',
      )
    : new UserError(
        `The ClickHouse database ${database} was made for a single server, but CLICKHOUSE_CLUSTER is ${cluster}.`,
        'Set CLICKHOUSE_DATABASE to another name, or drop the database: it is filled again from PostgreSQL.',
      );
}
