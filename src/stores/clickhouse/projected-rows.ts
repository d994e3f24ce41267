/** What is in a projection's tables: which batches, which partitions, how many rows with which fingerprint; and the ways to remove some. */
import type { ClickHouseClient } from '@clickhouse/client';
import { endHash, HASH_START, mixColumns } from './row-proof.ts';
import type { RowSums } from './tft-row-proof.ts';
import { columnsOf, RANKS, SHARED, type TableShape } from './tft-tables.ts';

/** Games are dealt out to as many buckets by their number, so that a difference can be narrowed down and mended alone. */
export const BUCKETS = 256;

/** One sum for each partition and bucket of a table. */
export interface BucketSum extends Readonly<RowSums> {
  readonly patch: string;
  readonly bucket: number;
}

/** A game's number is the lower end of its boards' (`domain/tft/board-number.ts`). */
const GAME = `bitAnd(board, ${2 ** 29 - 1})`;
const BUCKET = `board % ${BUCKETS}`;
const WAIT_FOR_IT = { mutations_sync: '1' } as const;

export async function readBucketSums(
  client: ClickHouseClient,
  shape: TableShape,
  table: string,
): Promise<BucketSum[]> {
  const facts = mixColumns(HASH_START, columnsOf(shape, [...SHARED, ...shape.own]));
  const ranked = mixColumns('facts', columnsOf(shape, RANKS));
  const result = await client.query({
    query: `select toString(patch) as patch, bucket, toFloat64(count()) as rows, groupBitXor(row) as xor,
              toUInt32(sum(row)) as sum, toUInt32(sum(ranked)) as ranks
            from (select patch, bucket, ${endHash('facts')} as row, ${endHash('ranks')} as ranked
              from (select patch, toUInt16(${BUCKET}) as bucket, ${facts} as facts, ${ranked} as ranks from ${table}))
            group by patch, bucket`,
    format: 'JSONEachRow',
  });
  return result.json<BucketSum>();
}

/** The partitions that hold rows of these batches. */
export async function findPatchesOfBatches(
  client: ClickHouseClient,
  table: string,
  batches: readonly number[],
  patches: readonly string[],
): Promise<string[]> {
  const result = await client.query({
    query: `select distinct toString(patch) as patch from ${table}
            where patch in {patches:Array(String)} and batch in {batches:Array(UInt64)}`,
    query_params: { patches, batches },
    format: 'JSONEachRow',
  });
  return (await result.json<{ patch: string }>()).map((row) => row.patch);
}

export async function removeBatches(
  client: ClickHouseClient,
  table: string,
  patch: string,
  batches: readonly number[],
): Promise<void> {
  await client.command({
    query: `alter table ${table} delete in partition ${quote(patch)} where batch in (${batches.map(String).join(', ')})`,
    clickhouse_settings: WAIT_FOR_IT,
  });
}

export async function removeBuckets(
  client: ClickHouseClient,
  table: string,
  patch: string,
  buckets: readonly number[],
): Promise<void> {
  await client.command({
    query: `alter table ${table} delete in partition ${quote(patch)} where ${BUCKET} in (${buckets.map(String).join(', ')})`,
    clickhouse_settings: WAIT_FOR_IT,
  });
}

/** By their numbers in PostgreSQL. */
export async function removeGames(
  client: ClickHouseClient,
  table: string,
  games: readonly number[],
): Promise<void> {
  await client.command({
    query: `alter table ${table} delete where ${GAME} in (${games.map(String).join(', ')})`,
    clickhouse_settings: WAIT_FOR_IT,
  });
}

/** 0 when the table is empty. */
export async function readLastBatch(client: ClickHouseClient, table: string): Promise<number> {
  const result = await client.query({
    query: `select toFloat64(max(batch)) as last from ${table}`,
    format: 'JSONEachRow',
  });
  const [row] = await result.json<{ last: number }>();
  return row?.last ?? 0;
}

export async function listPartitions(client: ClickHouseClient, tables: readonly string[]): Promise<string[]> {
  const result = await client.query({
    query: `select distinct partition from system.parts
            where database = currentDatabase() and active and table in {tables:Array(String)} order by partition`,
    query_params: { tables },
    format: 'JSONEachRow',
  });
  return (await result.json<{ partition: string }>()).map((row) => row.partition);
}

export async function dropPartition(client: ClickHouseClient, table: string, patch: string): Promise<void> {
  await client.command({ query: `alter table ${table} drop partition ${quote(patch)}` });
}

/** At once and as a whole: nobody sees the partition half. */
export async function replacePartition(
  client: ClickHouseClient,
  table: string,
  from: string,
  patch: string,
): Promise<void> {
  await client.command({ query: `alter table ${table} replace partition ${quote(patch)} from ${from}` });
}

/** Names of patches come from upstreams' bodies; a statement of this kind takes no parameters. */
function quote(text: string): string {
  if (!/^[\w.-]{1,100}$/.test(text)) throw new Error(`${JSON.stringify(text)} cannot be the name of a patch`);
  return `'${text}'`;
}
