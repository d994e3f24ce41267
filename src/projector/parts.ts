/** What the projector is made of, and the names that it gives to things. */
import type { ClickHouseClient } from '@clickhouse/client';
import type { Logger } from 'pino';
import type { TftGame } from '#/domain/tft/game.ts';
import type { ProjectedTable } from '#/stores/clickhouse/projected-tables.ts';
import { toNext } from '#/stores/clickhouse/projected-tables.ts';
import { TFT_TABLES } from '#/stores/clickhouse/tft-tables.ts';
import type { Database } from '#/stores/postgres/database.ts';
import type { GameReader } from './read-game.ts';
import type { RowSource } from './row-source.ts';

export interface ProjectorParts {
  readonly database: Database;
  /** The account that may write. */
  readonly clickhouse: ClickHouseClient;
  readonly log: Logger;
  readonly readGame: GameReader;
  readonly rows: RowSource;
  readonly patches: PatchSource;
  /** Games in one batch, at most. */
  readonly pageSize: number;
  /** How many patches stay in ClickHouse. */
  readonly keptPatches: number;
  /**
   * What is stored within it goes together: few large parts are less work for ClickHouse than many small ones. Default: a second.
   */
  readonly collectMs?: number | undefined;
}

export interface PatchSource {
  /** Lets the calendar learn from these games, and tells the partition of each. */
  partitionsFor(games: readonly TftGame[]): Promise<(game: TftGame) => string>;
  /** The partitions beyond the kept number of patches. */
  toDrop(existing: readonly string[], kept: number): Promise<readonly string[]>;
}

/** Where rows go, and whose cursor tells how far they have come. */
export interface Target {
  readonly projection: string;
  readonly tables: readonly ProjectedTable[];
}

export const SOURCE = 'tft';

/** Some 13 MB of rows: an insert costs ClickHouse as much as thousands of rows do, and three pages are in memory at a time. */
export const GAMES_PER_BATCH = 4_000;

const LIVE_TABLES = TFT_TABLES.map((shape) => ({ shape, name: shape.name }));

/** What is asked. */
export const LIVE: Target = { projection: 'tft', tables: LIVE_TABLES };
/** What is built to take its place. */
export const NEXT: Target = { projection: 'tft-next', tables: toNext(LIVE_TABLES) };
