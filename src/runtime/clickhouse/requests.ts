/** What requests carry, whichever adapter sends them: settings, and the data of inserts. */
import { randomUUID } from 'node:crypto';
import type { Insert, QueryLimits } from './clickhouse.ts';

export const WRITER_SETTINGS = {
  mutations_sync: '1',
  // Lists of matches and boards exceed the default of 256 KiB.
  max_query_size: String(128 * 1024 * 1024),
} as const;

/**
 * An insert becomes one block, and a block within one partition is stored as a whole or not at all. By default the engine splits at
 * 1,048,449 rows and, with `async_insert`, may join the rows of several requests.
 */
export const ONE_BLOCK = {
  async_insert: 0,
  max_insert_block_size: '1000000000',
  min_insert_block_size_rows: '1000000000',
  min_insert_block_size_bytes: '1000000000000',
  max_insert_threads: '1',
  insert_deduplicate: 0,
} as const;

export function readerSettings(limits: QueryLimits) {
  return {
    max_execution_time: limits.seconds,
    max_memory_usage: String(limits.memoryBytes),
    max_result_rows: String(limits.resultRows),
    result_overflow_mode: 'throw',
    timeout_overflow_mode: 'throw',
    readonly: '1',
  } as const;
}

/** Larger slices of a body gain nothing. */
const SLICE_BYTES = 1 << 20;

/** The data of an insert, in format JSONEachRow or Native. */
export function* insertBody(insert: Insert): Generator<Uint8Array> {
  if ('rows' in insert) {
    yield Buffer.from(insert.rows.map((row) => JSON.stringify(row)).join('\n'));
    return;
  }
  for (const piece of insert.block)
    for (let start = 0; start < piece.length; start += SLICE_BYTES)
      yield piece.subarray(start, start + SLICE_BYTES);
}

/** A table, and its columns in brackets. */
export function insertTarget({ table, columns }: Insert): string {
  return columns === undefined ? table : `${table} (${columns.join(', ')})`;
}

/** Unique, because several Gamekeepers may share a server; the name in front tells inserts apart in its list of running queries. */
export function insertMark({ name = 'insert' }: Insert): string {
  return `${name}-${randomUUID()}`;
}
