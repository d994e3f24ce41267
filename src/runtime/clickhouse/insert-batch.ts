/**
 * Sends the rows of one batch that belong to one partition of one table, as one request: one block, which is there as a whole or not
 * at all. The name of the request shows the next projector whether it is still running.
 *
 * No deduplication token: its log is written before the part, so a crash between the two turned the repeated insert into nothing
 * (two acknowledged batches were lost in 212 kills).
 */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ClickHouseClient } from '@clickhouse/client';
import type { NativeBlock } from './native-block.ts';

export interface BatchPart {
  readonly batch: number;
  readonly table: string;
  readonly columns: readonly string[];
  readonly block: NativeBlock;
}

/** One block whatever its size, and joined with no other insert: the embedded server sets the same. */
const ONE_BLOCK = {
  async_insert: 0,
  max_insert_block_size: '1000000000',
  min_insert_block_size_rows: '1000000000',
  min_insert_block_size_bytes: '1000000000000',
  max_insert_threads: '1',
  insert_deduplicate: 0,
} as const;

/** Of a slice of the body; larger ones gain nothing. */
const SLICE_BYTES = 1 << 20;

export async function insertBatchPart(
  client: ClickHouseClient,
  part: BatchPart,
  place: number,
): Promise<void> {
  const { batch, table, columns, block } = part;
  const name = `${namePrefix(batch)}${table}-${place}`;
  const { stream } = await client.exec({
    query: `insert into ${table} (${columns.join(', ')}) format Native`,
    values: Readable.from(slices(block), { objectMode: false }),
    // Ids are unique on a server, which databases of several Gamekeepers may share.
    query_id: `${name}-${randomUUID()}`,
    clickhouse_settings: { ...ONE_BLOCK, log_comment: name },
  });
  for await (const _ of stream) continue;
}

/** Whether an insert of the batch is still running; its outcome cannot be known before it ends. */
export async function isInsertRunning(client: ClickHouseClient, batch: number): Promise<boolean> {
  const result = await client.query({
    query: `select count() as running from system.processes
            where startsWith(query_id, {name:String}) or startsWith(Settings['log_comment'], {name:String})`,
    query_params: { name: namePrefix(batch) },
    format: 'JSONEachRow',
  });
  const [row] = await result.json<{ running: number | string }>();
  return Number(row?.running ?? 0) > 0;
}

function namePrefix(batch: number): string {
  return `gamekeeper-batch-${batch}-`;
}

function* slices(block: NativeBlock): Generator<Uint8Array<ArrayBuffer>> {
  for (const piece of block)
    for (let start = 0; start < piece.length; start += SLICE_BYTES)
      yield piece.subarray(start, start + SLICE_BYTES);
}
