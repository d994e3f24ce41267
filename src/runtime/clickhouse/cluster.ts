/**
 * What differs between statements for a single server and for a cluster. On a cluster, each table is two: `tft_unit_local`, replicated, holds
 * rows on every node, and `tft_unit`, Distributed, is queried and inserted into. Queries and inserts are therefore the same everywhere;
 * statements that create, change or remove tables and rows name the table that holds them, and run on all nodes.
 *
 * All tables of a match are dealt to shards by its number, so that a board, its units and its items are on one shard and can be
 * joined there.
 */

/** Where statements run. Both names are validated by the settings. */
export interface ClickHousePlace {
  readonly database: string;
  /** As in the servers' `remote_servers`; undefined for a single server. */
  readonly cluster: string | undefined;
}

export interface NewTable {
  readonly name: string;
  readonly columns: string;
  /** PARTITION BY and ORDER BY. */
  readonly keys: string;
  readonly settings: readonly string[];
  /** The expression by which rows are dealt to shards. */
  readonly shardBy: string;
}

export function onCluster({ cluster }: ClickHousePlace): string {
  return cluster === undefined ? '' : ` on cluster '${cluster}'`;
}

/** The table that holds the rows. */
export function localTable({ database, cluster }: ClickHousePlace, table: string): string {
  return cluster === undefined ? table : `${database}.${table}_local`;
}

/** The table of ALTER TABLE and DELETE FROM. */
export function changedTable(place: ClickHousePlace, table: string): string {
  return `${localTable(place, table)}${onCluster(place)}`;
}

/** Statements in the order in which they are to be run. */
export function createTable(place: ClickHousePlace, table: NewTable): string[] {
  const { name, columns, keys, settings, shardBy } = table;
  const { database, cluster } = place;
  const create = (engine: string, more: readonly string[]): string =>
    `create table if not exists ${changedTable(place, name)} (\n${columns}\n)\n` +
    `engine = ${engine} ${keys}\nsettings ${[...settings, ...more].join(', ')}`;
  if (cluster === undefined) return [create('MergeTree', [])];
  return [
    // A batch is written once, by its number: rows that the server takes for a repetition and drops would be lost.
    create('ReplicatedMergeTree', ['replicated_deduplication_window = 0']),
    `create table if not exists ${database}.${name}${onCluster(place)} as ${localTable(place, name)}\n` +
      `engine = Distributed('${cluster}', '${database}', '${name}_local', ${shardBy})`,
  ];
}

export function dropTable(place: ClickHousePlace, table: string): string[] {
  const { database, cluster } = place;
  // The queried table first: without the other one, its queries would fail.
  const names = cluster === undefined ? [table] : [`${database}.${table}`, localTable(place, table)];
  return names.map((name) => `drop table if exists ${name}${onCluster(place)} sync`);
}

/** On a cluster, of one replica of each shard, so that nothing counts twice. */
export function systemParts({ cluster }: ClickHousePlace): string {
  if (cluster === undefined) return 'system.parts';
  return `(select * replace (replaceRegexpOne(table, '_local$', '') as table) from cluster('${cluster}', system.parts))`;
}

export function systemProcesses({ cluster }: ClickHousePlace): string {
  return cluster === undefined ? 'system.processes' : `clusterAllReplicas('${cluster}', system.processes)`;
}

/**
 * Names and UUIDs of the tables that hold rows. On a cluster, all nodes must agree; the query fails while an exchange has reached only
 * some of them.
 */
export function systemTables({ database, cluster }: ClickHousePlace): string {
  if (cluster === undefined) return 'system.tables';
  // Qualified with `one`, because a bare name would mean the column of the result.
  return `(select one.database as database, replaceRegexpOne(one.name, '_local$', '') as name,
      if(throwIf(uniqExact(one.uuid) > 1, 'The nodes of the cluster have different tables under one name: an exchange has not reached all of them yet') = 0,
        any(one.uuid), any(one.uuid)) as uuid
    from clusterAllReplicas('${cluster}', system.tables) as one
    where one.database = '${database}' and endsWith(one.name, '_local') group by one.database, one.name)`;
}
