/** Sends a statement with its parameters to the reading client. Limits of the engine come back as `TooMuchWork`. */
import type { ClickHouseReader } from '#/runtime/clickhouse/clickhouse.ts';
import { toTooMuchWork } from './too-much-work.ts';

/** The text never holds what somebody typed: values are bound by name and type. */
export interface Statement {
  readonly query: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export async function ask<Row>(
  clickhouse: ClickHouseReader,
  { query, parameters }: Statement,
  signal?: AbortSignal,
): Promise<Row[]> {
  try {
    return await clickhouse.query<Row>(query, { params: parameters, asArrays: true, signal });
  } catch (error) {
    throw toTooMuchWork(error);
  }
}
