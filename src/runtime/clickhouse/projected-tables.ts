/**
 * The tables of a projection as things: made, told apart, exchanged, dropped. ClickHouse gives each table an id of its own that goes
 * with its content: a folder that was lost, a server that is another one and an exchange all show in it.
 */
import type { ClickHouseReader, ClickHouseWriter } from './clickhouse.ts';
import { createTableStatement, type TableShape } from './table-shape.ts';

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
