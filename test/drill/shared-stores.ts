/**
 * Both stores, run by the drill for many processes, which find them by their settings. They lie where the embedded stores of one product
 * would, so that `gamekeeper verify` can read them afterwards.
 */
import { join } from 'node:path';
import { pino } from 'pino';
import { startEmbeddedClickHouse } from '../../src/runtime/clickhouse/embedded/embedded-clickhouse.ts';
import { toClientConfig } from '../../src/runtime/postgres/database.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../src/runtime/postgres/embedded/embedded-postgres.ts';
import type { Environment } from '../support/product.ts';

export interface SharedStores {
  /** Settings with their addresses. */
  readonly environment: Environment;
  stopPostgres(): Promise<void>;
  startPostgres(): Promise<void>;
  /** May be called again. */
  stop(): Promise<void>;
}

const LIMITS = { seconds: 10, memoryBytes: 1e9, resultRows: 100_000 };

export async function startSharedStores(directory: string): Promise<SharedStores> {
  const log = pino({ level: 'silent' });
  const start = () => startEmbeddedPostgres({ directory: join(directory, 'postgres'), log });
  const clickhouse = await startEmbeddedClickHouse({
    directory: join(directory, 'clickhouse'),
    readers: 2,
    limits: LIMITS,
    log,
  });
  let postgres: EmbeddedPostgres | null = await start();
  let stopping: Promise<void> | undefined;
  const { user, password, host, port, database } = toClientConfig(postgres.connection);
  const stopPostgres = async (): Promise<void> => {
    await postgres?.stop();
    postgres = null;
  };
  return {
    environment: {
      DATABASE_URL: `postgres://${user}:${String(password)}@${host}:${port}/${database}`,
      CLICKHOUSE_URL: clickhouse.connection.url.reveal(),
    },
    stopPostgres,
    async startPostgres() {
      postgres ??= await start();
    },
    stop() {
      stopping ??= clickhouse.stop().then(stopPostgres);
      return stopping;
    },
  };
}
