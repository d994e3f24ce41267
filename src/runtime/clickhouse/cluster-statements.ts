/**
 * Our own statements, as a cluster of ClickHouse servers wants them. Every table is two there: `tft_unit_local`, replicated, on every
 * node, and `tft_unit`, Distributed, which is asked and written to. Who asks and who inserts need not know; who makes, changes or
 * removes tables and rows does it to the local ones, on all nodes.
 *
 * Rows are dealt to shards by their game, in all tables alike, so that a board, its units and its items lie on one shard: lists of boards
 * are made and looked up there, and nothing has to be sent round.
 *
 * It knows the statements of this folder and of the migrations and refuses all others: one that ran on a single node would go unseen.
 * Pure.
 */
export interface ClusterPlace {
  /** As in the servers' `remote_servers`. Validated by the settings, as the database is. */
  readonly cluster: string;
  readonly database: string;
}

const NAME = '[\\w.]+';
const CREATE_DATABASE = /^create database if not exists (\w+)$/i;
const CREATE_TABLE = new RegExp(
  `^create table if not exists (${NAME}) \\(([\\s\\S]+)\\)\\s*engine = MergeTree ([\\s\\S]+)$`,
  'i',
);
const DROP_TABLE = new RegExp(`^drop table if exists (${NAME})(?: sync)?$`, 'i');
const ALTER_TABLE = new RegExp(`^alter table (${NAME})\\s+([\\s\\S]+)$`, 'i');
const REPLACE_PARTITION = new RegExp(`^(replace partition .+ from )(${NAME})$`, 'i');
const CHANGES_COLUMNS = /^(add|drop|rename|modify) column\b/i;
const CHANGES_ROWS = /^(delete|update|drop partition)\b/i;
const DELETE_FROM = new RegExp(`^delete from (${NAME})\\s+(where [\\s\\S]+)$`, 'i');
const EXCHANGE_TABLES = new RegExp(`^exchange tables (${NAME}) and (${NAME})$`, 'i');
const TRUNCATE_TABLE = new RegExp(`^truncate table (${NAME})$`, 'i');

/** In the order in which they are to be run. */
export function toClusterStatements(statement: string, place: ClusterPlace): string[] {
  const text = withoutComments(statement);
  const [, database] = CREATE_DATABASE.exec(text) ?? [];
  if (database !== undefined) return [`${text} ${onCluster(place)}`];
  const [, created, columns, rest] = CREATE_TABLE.exec(text) ?? [];
  if (created !== undefined && columns !== undefined && rest !== undefined)
    return createTable(created, columns, rest, place);
  const [, dropped] = DROP_TABLE.exec(text) ?? [];
  if (dropped !== undefined) {
    const drop = (name: string): string => `drop table if exists ${name} ${onCluster(place)} sync`;
    return [drop(qualified(dropped, place)), drop(local(dropped, place))];
  }
  const [, altered, change] = ALTER_TABLE.exec(text) ?? [];
  if (altered !== undefined && change !== undefined) return alterTable(altered, change, place);
  const [, emptied, where] = DELETE_FROM.exec(text) ?? [];
  if (emptied !== undefined && where !== undefined)
    return [`delete from ${local(emptied, place)} ${onCluster(place)} ${where}`];
  const [, one, other] = EXCHANGE_TABLES.exec(text) ?? [];
  if (one !== undefined && other !== undefined)
    return [`exchange tables ${local(one, place)} and ${local(other, place)} ${onCluster(place)}`];
  const [, cut] = TRUNCATE_TABLE.exec(text) ?? [];
  if (cut !== undefined) return [`truncate table ${local(cut, place)} ${onCluster(place)}`];
  throw unknown(text, place);
}

/**
 * What the system tables of one node tell is not the whole. Parts: of one replica of each shard, so that nothing counts twice. Tables: of
 * all nodes, which must agree about a table's id; where an exchange has reached only some of them, nobody may go on.
 */
export function toClusterQuery(query: string, { cluster, database }: ClusterPlace): string {
  const parts = `(select * replace (replaceRegexpOne(table, '_local$', '') as table) from cluster('${cluster}', system.parts))`;
  const processes = `clusterAllReplicas('${cluster}', system.processes)`;
  // Qualified, because a bare name would mean what it is called in the answer.
  const tables = `(select one.database as database, replaceRegexpOne(one.name, '_local$', '') as name,
      if(throwIf(uniqExact(one.uuid) > 1, 'The nodes of the cluster have different tables under one name: an exchange has not reached all of them yet') = 0,
        any(one.uuid), any(one.uuid)) as uuid
    from clusterAllReplicas('${cluster}', system.tables) as one
    where one.database = '${database}' and endsWith(one.name, '_local') group by one.database, one.name)`;
  // By functions: a `$` in a text that replaces would have a meaning of its own.
  return query
    .replaceAll('currentDatabase()', () => `'${database}'`)
    .replaceAll(/\bsystem\.parts\b/g, () => parts)
    .replaceAll(/\bsystem\.processes\b/g, () => processes)
    .replaceAll(/\bsystem\.tables\b/g, () => tables);
}

function createTable(name: string, columns: string, rest: string, place: ClusterPlace): string[] {
  const settings = /\bsettings\b/i.test(rest) ? `${rest.trim()},` : `${rest.trim()} settings`;
  return [
    `create table if not exists ${local(name, place)} ${onCluster(place)} (${columns})\n` +
      // Batches are written exactly once by their numbers; a server that drops what it takes for a repetition would lose rows.
      `engine = ReplicatedMergeTree ${settings} replicated_deduplication_window = 0`,
    `create table if not exists ${distributed(name, shardOf(name, columns), place)}`,
  ];
}

function alterTable(name: string, change: string, place: ClusterPlace): string[] {
  const [, replaces, from] = REPLACE_PARTITION.exec(change) ?? [];
  const alter = (what: string): string => `alter table ${local(name, place)} ${onCluster(place)} ${what}`;
  if (replaces !== undefined && from !== undefined) return [alter(`${replaces}${local(from, place)}`)];
  if (CHANGES_ROWS.test(change)) return [alter(change)];
  // The table that is asked gets its columns from the local one.
  if (CHANGES_COLUMNS.test(change))
    return [alter(change), `create or replace table ${distributed(name, shardOf(name, ''), place)}`];
  throw unknown(`alter table ${name} ${change}`, place);
}

function distributed(name: string, shard: string, place: ClusterPlace): string {
  const [database, table] = qualified(name, place).split('.');
  return (
    `${database}.${table} ${onCluster(place)} as ${local(name, place)}\n` +
    `engine = Distributed('${place.cluster}', '${database}', '${table}_local', ${shard})`
  );
}

/** Told by the columns where they are known; of a table that is changed, by its name. */
function shardOf(name: string, columns: string): string {
  const has = (column: string): boolean => new RegExp(`(^|[\\s,(])${column} [A-Z]`).test(columns);
  if (has('board') || (columns === '' && /\btft_/.test(name))) return GAME_OF_BOARD;
  if (has('game') || (columns === '' && /\blol_/.test(name))) return 'game';
  if (has('number')) return 'number';
  if (has('name')) return 'cityHash64(name)';
  throw new Error(`${name} has no column by which its rows could be dealt to shards`);
}

/** The lower end of a board's number: see `tft/tables.ts`. */
const GAME_OF_BOARD = `bitAnd(board, ${2 ** 29 - 1})`;

function onCluster({ cluster }: ClusterPlace): string {
  return `on cluster '${cluster}'`;
}

function qualified(name: string, { database }: ClusterPlace): string {
  return name.includes('.') ? name : `${database}.${name}`;
}

function local(name: string, place: ClusterPlace): string {
  return `${qualified(name, place)}_local`;
}

function withoutComments(statement: string): string {
  return statement.replaceAll(/^\s*--.*$/gm, '').trim();
}

function unknown(text: string, { cluster }: ClusterPlace): Error {
  return new Error(
    `This statement is not known to work on the cluster ${cluster}, and was not run: ${text.slice(0, 200)}`,
  );
}
