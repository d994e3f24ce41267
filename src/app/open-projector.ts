/** Creates a projector with its own connections. */
import type { Logger } from 'pino';
import { createClickHouse, type ClickHouseConnection } from '#/runtime/clickhouse/clickhouse.ts';
import { createDatabase, type PostgresConnection } from '#/runtime/postgres/database.ts';
import { createAllProjections } from './all-projections.ts';
import { GAMES_PER_BATCH } from '#/match/project/parts.ts';
import { createProjector, type Projector } from '#/match/project/projector.ts';
import type { ProjectorView } from '#/match/project/projector-view.ts';
import type { ProjectorSettings } from '#/match/project/thread-message.ts';

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
