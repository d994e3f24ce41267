/** What both adapters share: settings, the data of inserts, and faults of the connection. */
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

/** The connection was lost, in contrast to a refusal by the server. */
export class ClickHouseUnavailable extends Error {
  override readonly name = 'ClickHouseUnavailable';
  /** The code of the system: ECONNREFUSED, ECONNRESET, … */
  readonly code: string;
  /** True if the request had been sent: a write may or may not have taken effect. */
  readonly mayHaveHappened: boolean;

  constructor(address: string, operation: string, code: string, cause: unknown) {
    const mayHaveHappened = code !== 'ECONNREFUSED';
    const outcome = mayHaveHappened ? ' It is unknown whether it took effect.' : '';
    super(`The connection to ClickHouse at ${address} failed during ${operation} (${code}).${outcome}`, {
      cause,
    });
    this.code = code;
    this.mayHaveHappened = mayHaveHappened;
  }
}

const LOST = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'EAI_AGAIN',
]);

/** The error as it is, unless the connection was lost. */
export function toClearFault(error: unknown, address: string, operation: string): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (LOST.has(code)) return new ClickHouseUnavailable(address, operation, code, error);
  // A response that ends early has no code, only this message.
  return error.message === 'aborted'
    ? new ClickHouseUnavailable(address, operation, 'ECONNRESET', error)
    : error;
}
