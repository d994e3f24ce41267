/** Opens a projector with its own connections, and the messages to and from its thread. */
import type { Logger } from 'pino';
import { Secret } from '#/domain/secret.ts';
import { createLolProjection } from '#/lol/flatten.ts';
import { LOL_PARTICIPANT } from '#/lol/tables.ts';
import { GAMES_PER_BATCH, type SourceProjection } from '#/match/project/projection.ts';
import { createProjector, type Projector, type ProjectorView } from '#/match/project/projector.ts';
import { type ClickHouseConnection, createClickHouse } from '#/runtime/clickhouse/clickhouse.ts';
import { createDatabase, type Database, type PostgresConnection } from '#/runtime/postgres/database.ts';
import { createGameReader, createPatchSource, createTftProjection } from '#/tft/flatten.ts';
import { TFT_TABLES } from '#/tft/tables.ts';

export interface OpenProjectorOptions extends ProjectorSettings {
  readonly postgres: PostgresConnection;
  readonly clickhouse: ClickHouseConnection;
  readonly log: Logger;
  readonly onChange?: (view: ProjectorView) => void;
}

/** For each of two sources: one connection each for the pages that are sent, prepared and read. */
const CONNECTIONS = 6;
/** Sums of a large table take longer than a question is allowed to. */
const STATEMENT_TIMEOUT_MS = 120_000;
/** Limits of readers; there are none here. */
const LIMITS = { seconds: 60, memoryBytes: 1e9, resultRows: 100_000 };

export function openProjector(options: OpenProjectorOptions): Projector {
  const { postgres: connection, log, keptPatches, onChange } = options;
  const database = createDatabase({
    connection,
    applicationName: 'gamekeeper projection',
    maxConnections: CONNECTIONS,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    log,
  });
  const clickhouse = createClickHouse(options.clickhouse, {
    database: options.database,
    limits: LIMITS,
    log,
    application: 'gamekeeper projector',
  });
  const projector = createProjector({
    connection,
    database,
    clickhouse: clickhouse.writer,
    log,
    projections: createAllProjections({ database, log, keptPatches }),
    pageSize: GAMES_PER_BATCH,
    ...(onChange === undefined ? {} : { onChange }),
  });
  return {
    ...projector,
    async stop() {
      await projector.stop();
      await Promise.all([clickhouse.close(), database.close()]);
    },
  };
}

/** All tables in ClickHouse. */
export const PROJECTED_TABLES = [...TFT_TABLES, LOL_PARTICIPANT];

/** All projections. A new source is added here. */
export interface AllProjectionsOptions {
  readonly database: Database;
  readonly log: Logger;
  /** Of TFT. */
  readonly keptPatches: number;
}

export function createAllProjections(options: AllProjectionsOptions): SourceProjection[] {
  const patches = createPatchSource(options.database, () => new Date());
  return [createTftProjection({ ...options, readGame: createGameReader(), patches }), createLolProjection()];
}

/** Plain values only, because `Secret` objects cannot be cloned. */
export interface ProjectorSettings {
  /** Of ClickHouse. */
  readonly database: string;
  readonly keptPatches: number;
}

export interface ThreadData extends ProjectorSettings {
  readonly postgres: PlainPostgres;
  readonly clickhouse: PlainClickHouse;
}

export type ThreadMessage =
  | { readonly type: 'view'; readonly view: ProjectorView; readonly leads: boolean }
  /** One log line, as JSON. */
  | { readonly type: 'log'; readonly line: string };

type PlainPostgres =
  | { readonly url: string }
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly database: string;
      readonly password: string;
    };

interface PlainClickHouse {
  readonly url: string;
  readonly cluster: string | undefined;
}

export function toPlainPostgres(connection: PostgresConnection): PlainPostgres {
  if ('url' in connection) return { url: connection.url.reveal() };
  return { ...connection, password: connection.password.reveal() };
}

export function fromPlainPostgres(plain: PlainPostgres): PostgresConnection {
  if ('url' in plain) return { url: new Secret(plain.url) };
  return { ...plain, password: new Secret(plain.password) };
}

export function toPlainClickHouse({ url, cluster }: ClickHouseConnection): PlainClickHouse {
  return { url: url.reveal(), cluster };
}

export function fromPlainClickHouse({ url, cluster }: PlainClickHouse): ClickHouseConnection {
  return { url: new Secret(url), cluster };
}
