/** Dependencies and limits of the projector. */
import type { ClickHouseWriter } from '#/runtime/clickhouse/clickhouse.ts';
import type { Logger } from 'pino';
import type { Database } from '#/runtime/postgres/database.ts';
import type { SourceProjection } from './source-projection.ts';

/** For one projection. */
export interface ProjectorParts {
  readonly database: Database;
  /** The account with write access. */
  readonly clickhouse: ClickHouseWriter;
  readonly log: Logger;
  readonly projection: SourceProjection;
  /** Maximum matches per batch. */
  readonly pageSize: number;
  /**
   * Matches stored within this time share a batch: few large parts cost ClickHouse less than many small ones. Default: 1 s.
   */
  readonly collectMs?: number | undefined;
  /** Interval of health checks. Default: 30 s. */
  readonly checkMs?: number | undefined;
}

/** About 13 MB of rows. An insert has a fixed cost equal to thousands of rows, and three pages are in memory at a time. */
export const GAMES_PER_BATCH = 4_000;
