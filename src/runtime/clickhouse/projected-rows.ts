/**
 * The rows of projected tables: their batches, partitions, counts and fingerprints, and the ways to remove
 * some.
 */
import type { ClickHouseReader, ClickHouseWriter } from './clickhouse.ts';
import { changedTable, localTable, systemParts } from './cluster.ts';
import type { ProjectedTable } from './projected-tables.ts';
import { BUCKETS, endHashSql, mixWordSql, SEED, type RowSums } from './row-proof.ts';

/** One sum for each partition and bucket of a table. */
export interface BucketSum extends Readonly<RowSums> {
  readonly partition: string;
  readonly bucket: number;
}

/** Rows by their batches: all batches up to one, and some beyond it. */
export interface BatchScope {
  readonly upTo: number;
  readonly also: readonly number[];
}

/** `scope` null: all rows. */
export async function readBucketSums(
  client: ClickHouseReader,
  { shape, name }: ProjectedTable,
  scope: BatchScope | null = null,
): Promise<BucketSum[]> {
  const facts = shape.facts.reduce(mixWordSql, `toUInt64(${SEED})`);
  const ranked = shape.ranks.reduce(mixWordSql, 'facts');
  return client.query<BucketSum>(
    `select toString(part) as partition, bucket, toFloat64(count()) as rows, groupBitXor(row) as xor,
              toUInt32(sum(row)) as sum, toUInt32(sum(ranked)) as ranks
            from (select part, bucket, ${endHashSql('facts')} as row, ${endHashSql('ranks')} as ranked
              from (select ${shape.partitionBy} as part, toUInt16(${shape.bucketBy} % ${BUCKETS}) as bucket,
                  ${facts} as facts, ${ranked} as ranks from ${name} where ${within(scope)}))
            group by part, bucket`,
  );
}

/** The partitions that hold rows of these batches. */
export async function findPartitionsOfBatches(
  client: ClickHouseReader,
  { shape, name }: ProjectedTable,
  batches: readonly number[],
  partitions: readonly string[],
): Promise<string[]> {
  const rows = await client.query<{ partition: string }>(
    `select distinct toString(${shape.partitionBy}) as partition from ${name}
            where ${shape.partitionBy} in {partitions:Array(String)} and batch in {batches:Array(UInt64)}`,
    { params: { partitions, batches } },
  );
  return rows.map((row) => row.partition);
}

export async function removeBatches(
  client: ClickHouseWriter,
  { name }: ProjectedTable,
  partition: string,
  batches: readonly number[],
): Promise<void> {
  const ids = batches.map(String).join(', ');
  await client.command(
    `alter table ${changedTable(client, name)} delete in partition ${quote(partition)} where batch in (${ids})`,
  );
}

export async function removeBuckets(
  client: ClickHouseWriter,
  { shape, name }: ProjectedTable,
  partition: string,
  buckets: readonly number[],
  scope: BatchScope | null = null,
): Promise<void> {
  await client.command(
    `alter table ${changedTable(client, name)} delete in partition ${quote(partition)}
            where ${shape.bucketBy} % ${BUCKETS} in (${buckets.map(String).join(', ')}) and ${within(scope)}`,
  );
}

/** By their numbers in PostgreSQL, in one statement: the cost hardly depends on how many they are. */
export async function removeGames(
  client: ClickHouseWriter,
  { shape, name }: ProjectedTable,
  games: readonly number[],
): Promise<void> {
  const changed = changedTable(client, name);
  const how = shape.removal === 'mask' ? `delete from ${changed}` : `alter table ${changed} delete`;
  await client.command(`${how} where ${shape.game} in (${games.map(String).join(', ')})`);
}

/** 0 when the table is empty. */
export async function readLastBatch(client: ClickHouseReader, table: string): Promise<number> {
  const [row] = await client.query<{ last: number }>(`select toFloat64(max(batch)) as last from ${table}`);
  return row?.last ?? 0;
}

export async function listPartitions(client: ClickHouseReader, tables: readonly string[]): Promise<string[]> {
  const rows = await client.query<{ partition: string }>(
    `select distinct partition from ${systemParts(client)}
            where database = '${client.database}' and active and table in {tables:Array(String)} order by partition`,
    { params: { tables } },
  );
  return rows.map((row) => row.partition);
}

export async function dropPartition(client: ClickHouseWriter, table: string, patch: string): Promise<void> {
  await client.command(`alter table ${changedTable(client, table)} drop partition ${quote(patch)}`);
}

/** Atomic: queries never see a part of the partition. */
export async function replacePartition(
  client: ClickHouseWriter,
  table: string,
  from: string,
  patch: string,
): Promise<void> {
  await client.command(
    `alter table ${changedTable(client, table)} replace partition ${quote(patch)} from ${localTable(client, from)}`,
  );
}

function within(scope: BatchScope | null): string {
  if (scope === null) return 'true';
  return `(batch <= ${scope.upTo} or batch in (${[0, ...scope.also].map(String).join(', ')}))`;
}

/** Names of patches come from bodies of upstreams; statements of this kind take no parameters. */
function quote(text: string): string {
  if (!/^[\w.-]{1,100}$/.test(text)) throw new Error(`${JSON.stringify(text)} cannot be the name of a patch`);
  return `'${text}'`;
}
