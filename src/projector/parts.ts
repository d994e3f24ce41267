/** What the projector is made of, and the names that it gives to things. */
import type { ClickHouseClient } from '@clickhouse/client';
import type { Logger } from 'pino';
import { toNext } from '#/stores/clickhouse/projected-tables.ts';
import { TFT_TABLES } from '#/stores/clickhouse/tft-tables.ts';
import type { Database } from '#/stores/postgres/database.ts';
import type { SourceProjection, Target } from './source-projection.ts';

/** Of one projection; several share the rest. */
export interface ProjectorParts {
  readonly database: Database;
  /** The account that may write. */
  readonly clickhouse: ClickHouseClient;
  readonly log: Logger;
  readonly projection: SourceProjection;
  /** Games in one batch, at most. */
  readonly pageSize: number;
  /**
   * What is stored within it goes together: few large parts are less work for ClickHouse than many small ones. Default: a second.
   */
  readonly collectMs?: number | undefined;
  /** Time between two looks for lost rows. Default: 30 s. */
  readonly checkMs?: number | undefined;
}

/** Some 13 MB of rows: an insert costs ClickHouse as much as thousands of rows do, and three pages are in memory at a time. */
export const GAMES_PER_BATCH = 4_000;

const LIVE_TABLES = TFT_TABLES.map((shape) => ({ shape, name: shape.name }));

/** Of Teamfight Tactics: what is asked. */
export const LIVE: Target = { projection: 'tft', tables: LIVE_TABLES };
/** What is built to take its place. */
export const NEXT: Target = { projection: 'tft-next', tables: toNext(LIVE_TABLES) };
