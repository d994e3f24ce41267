/** Opens both stores the same way whether we run them or somebody else does: a connection to use, a part to show, a way to stop. */
import type { Logger } from 'pino';
import type { Secret } from '#/domain/secret.ts';
import { UserError } from '#/domain/user-error.ts';
import type { ClickHouseConnection, QueryLimits } from './clickhouse/clickhouse.ts';
import { startEmbeddedClickHouse } from './clickhouse/embedded/embedded-clickhouse.ts';
import type { PostgresConnection } from './postgres/database.ts';
import { startEmbeddedPostgres } from './postgres/embedded/embedded-postgres.ts';
import { toDescription, type StoreDescription } from './store-part.ts';

export interface OpenStore<Connection> {
  readonly mode: 'embedded' | 'external';
  readonly connection: Connection;
  describe(): StoreDescription;
  stop(): Promise<void>;
}

interface Common {
  readonly log: Logger;
  readonly onChange: () => void;
  readonly signal: AbortSignal;
}

export async function openPostgres(
  options: Common & { readonly url: Secret | undefined; readonly directory: string },
): Promise<OpenStore<PostgresConnection>> {
  if (options.url !== undefined) return external({ url: options.url });
  const postgres = await startEmbeddedPostgres(options);
  return {
    mode: 'embedded',
    connection: postgres.connection,
    stop: () => postgres.stop(),
    describe: () => toDescription({ ...postgres.describe(), beganAnew: 0 }),
  };
}

export async function openClickHouse(
  options: Common & {
    readonly url: Secret | undefined;
    /** The cluster that the server belongs to; undefined or empty for a server that is alone. */
    readonly cluster?: string | undefined;
    readonly directory: string;
    readonly readers: number;
    readonly limits: QueryLimits;
  },
): Promise<OpenStore<ClickHouseConnection>> {
  const cluster = options.cluster || undefined;
  if (options.url !== undefined) return external({ url: options.url, cluster });
  if (cluster !== undefined)
    throw new UserError(
      `CLICKHOUSE_CLUSTER is ${JSON.stringify(cluster)}, but CLICKHOUSE_URL is not set: the embedded ClickHouse is always alone.`,
      'Set CLICKHOUSE_URL to a server of the cluster, or unset CLICKHOUSE_CLUSTER.',
    );
  const clickhouse = await startEmbeddedClickHouse(options);
  return {
    mode: 'embedded',
    connection: clickhouse.connection,
    stop: () => clickhouse.stop(),
    describe() {
      const description = clickhouse.describe();
      return toDescription({ ...description, beganAnew: description.movedAside.length });
    },
  };
}

/** Nobody supervises it, so nothing is known but whether it answers; the status asks it. */
function external<Connection>(connection: Connection): OpenStore<Connection> {
  return {
    mode: 'external',
    connection,
    stop: () => Promise.resolve(),
    describe: () => ({ state: 'running', since: null, restarts: 0, beganAnew: 0, detail: null }),
  };
}
