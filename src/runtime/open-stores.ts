/** Opens both stores, embedded or external: a connection to use, a description for the status, a way to stop. */
import type { Logger } from 'pino';
import type { PartState } from '#/contract/status.ts';
import type { Secret } from '#/domain/secret.ts';
import { UserError } from '#/domain/user-error.ts';
import type { ClickHouseConnection, QueryLimits } from './clickhouse/clickhouse.ts';
import { startEmbeddedClickHouse } from './clickhouse/embedded/embedded-clickhouse.ts';
import type { PostgresConnection } from './postgres/database.ts';
import { startEmbeddedPostgres } from './postgres/embedded/embedded-postgres.ts';

export interface StoreDescription {
  readonly state: PartState;
  readonly since: Date | null;
  readonly restarts: number;
  /** How often it started with an empty folder after losing its own; the schema has to be created again then. */
  readonly beganAnew: number;
  readonly detail: string | null;
}

export interface StorePart {
  readonly mode: 'embedded' | 'external';
  describe(): StoreDescription;
  /** Queries the store; rejects if it does not answer. */
  version(): Promise<string>;
}

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
    /** The cluster that the server belongs to; undefined or empty for a single server. */
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

/** It is not supervised: the status queries whether it answers. */
function external<Connection>(connection: Connection): OpenStore<Connection> {
  return {
    mode: 'external',
    connection,
    stop: () => Promise.resolve(),
    describe: () => ({ state: 'running', since: null, restarts: 0, beganAnew: 0, detail: null }),
  };
}

/** What the supervisor of an embedded store reports. */
interface SupervisedStore extends Omit<StoreDescription, 'state'> {
  readonly state: 'starting' | 'running' | 'restarting' | 'stopped';
}

const STATES = { starting: 'starting', running: 'running', restarting: 'down', stopped: 'down' } as const;

/** Faults of the supervisor may contain paths and log lines: those are for the log, not for every reader of the status. */
function toDescription({ state, since, restarts, beganAnew, detail }: SupervisedStore): StoreDescription {
  const facts = { since, restarts, beganAnew };
  if (state === 'restarting') {
    return { ...facts, state: 'down', detail: 'It died and is being restarted; the log says why.' };
  }
  if (state === 'running' && beganAnew > 0) {
    return {
      ...facts,
      state: 'degraded',
      detail: 'Its folder could not be opened and was moved aside; the log says where.',
    };
  }
  return { ...facts, state: STATES[state], detail };
}
