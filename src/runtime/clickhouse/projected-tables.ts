/**
 * The tables of projections: definition, creation, identity, exchange. ClickHouse gives each table a UUID
 * that goes with its content, so a lost data directory, another server and an exchange are all detected by
 * it.
 *
 * Plain MergeTree without deduplication: batches are written exactly once, and queries with FINAL were 40 to
 * 150 times slower. `fsync` so that acknowledged rows survive a power cut.
 */
import type { ClickHouseReader, ClickHouseWriter } from './clickhouse.ts';

/**
 * A table of a projection, each column said once: its name and its type. The statement that creates it, the
 * columns of an insert and the expression that proves its rows are made from it; a test compares it with what
 * the migrations create.
 *
 * Plain MergeTree without anything that removes doubles: batches are written exactly once, and asking with
 * FINAL was 40 to 150 times slower. `fsync` so that what was acknowledged survives a power cut.
 */
export interface TableColumn {
  readonly name: string;
  readonly type: string;
  /** Where the engine's own is not the best. */
  readonly codec?: string;
}

export interface TableShape {
  readonly name: string;
  /** In the order in which the migrations create them. */
  readonly columns: readonly TableColumn[];
  /** The column whose value decides the partition. */
  readonly partitionBy: string;
  readonly orderBy: string;
  /** A number whose lowest bits are those of the game's: it decides the bucket. */
  readonly bucketBy: string;
  /** The game's number in PostgreSQL, as an expression. */
  readonly game: string;
  /**
   * How games leave it that have to be made anew. `rewrite`: the parts that hold them are written again
   * without them, and nothing is left to be skipped by whoever asks. `mask`: their rows are marked, which
   * costs the same however large the parts are.
   */
  readonly removal: 'rewrite' | 'mask';
  /** Of the table, besides what all have. */
  readonly settings?: readonly string[];
  /** In the order in which they are sent. */
  readonly sent: readonly string[];
  /** In the order in which they are proved; the partition proves itself, and a row may come in any batch. */
  readonly proved: readonly string[];
  /**
   * Proved after the others and told apart: looked up anew whenever rows are made, and a rank that came late
   * is no damage.
   */
  readonly ranks: readonly string[];
}

const SAFE = ['fsync_after_insert = 1', 'fsync_part_directory = 1'];

export function columnsOf({ name, columns }: TableShape, names: readonly string[]): TableColumn[] {
  return names.map((wanted) => {
    const column = columns.find((one) => one.name === wanted);
    if (column === undefined) throw new Error(`${name} has no column ${wanted}`);
    return column;
  });
}

function columnStatement({ name, type, codec }: TableColumn): string {
  return `  ${name} ${type}${codec === undefined ? '' : ` codec(${codec})`}`;
}

export function createTableStatement(shape: TableShape, name: string): string {
  const columns = shape.columns.map(columnStatement).join(',\n');
  return (
    `create table if not exists ${name} (\n${columns}\n)\n` +
    `engine = MergeTree partition by ${shape.partitionBy} order by (${shape.orderBy})\n` +
    `settings ${[...SAFE, ...(shape.settings ?? [])].join(', ')}`
  );
}

export interface ProjectedTable {
  readonly shape: TableShape;
  readonly name: string;
}

/** Where a projection is built before it takes the place of the one that is asked. */
export function toNext(tables: readonly ProjectedTable[]): ProjectedTable[] {
  return tables.map(({ shape, name }) => ({ shape, name: `${name}_next` }));
}

/** In the order of the tables; an empty text for one that is missing. */
export async function readTableIds(
  client: ClickHouseReader,
  tables: readonly ProjectedTable[],
): Promise<string[]> {
  const rows = await client.query<{ name: string; id: string }>(
    `select name, toString(uuid) as id from system.tables
            where database = currentDatabase() and name in {names:Array(String)}`,
    { params: { names: tables.map(({ name }) => name) } },
  );
  const ids = new Map(rows.map(({ name, id }) => [name, id]));
  return tables.map(({ name }) => ids.get(name) ?? '');
}

/** Whether the tables have the columns that this program writes. */
export async function haveOurShape(
  client: ClickHouseReader,
  tables: readonly ProjectedTable[],
): Promise<boolean> {
  const found = await client.query<{ table: string; name: string; type: string }>(
    `select table, name, type from system.columns
            where database = currentDatabase() and table in {names:Array(String)} order by table, position`,
    { params: { names: tables.map(({ name }) => name) } },
  );
  return tables.every(({ shape, name }) => {
    const columns = found.filter(({ table }) => table === name);
    return (
      columns.length === shape.columns.length &&
      columns.every((column, at) => {
        const wanted = shape.columns[at];
        return column.name === wanted?.name && column.type === wanted.type;
      })
    );
  });
}

export async function createTables(
  client: ClickHouseWriter,
  tables: readonly ProjectedTable[],
): Promise<void> {
  for (const { shape, name } of tables) await client.command(createTableStatement(shape, name));
}

export async function dropTables(client: ClickHouseWriter, tables: readonly ProjectedTable[]): Promise<void> {
  for (const { name } of tables) await client.command(`drop table if exists ${name} sync`);
}

export async function exchangeTables(client: ClickHouseWriter, one: string, other: string): Promise<void> {
  await client.command(`exchange tables ${one} and ${other}`);
}
