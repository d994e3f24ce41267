/** Sends a statement with its parameters to the reading client. Limits of the engine come back as `TooMuchWork`. */
import type { ClickHouseClient } from '@clickhouse/client';
import { toTooMuchWork } from './too-much-work.ts';

/** The text never holds what somebody typed: values are bound by name and type. */
export interface Statement {
  readonly query: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export async function ask<Row>(
  clickhouse: ClickHouseClient,
  { query, parameters }: Statement,
  signal?: AbortSignal,
): Promise<Row[]> {
  // The client listens for what is to come, and does not look at what has happened.
  signal?.throwIfAborted();
  try {
    const result = await clickhouse.query({
      query,
      query_params: { ...parameters },
      format: 'JSONCompactEachRow',
      ...(signal === undefined ? {} : { abort_signal: signal }),
    });
    return await result.json<Row>();
  } catch (error) {
    throw toTooMuchWork(error);
  }
}
