/**
 * The one way to ClickHouse, whether the engine is ours or the operator's: two official clients, one that writes and one
 * that asks. The asking one sends `readonly=1` with its limits on every request. A server checks a request's settings
 * against the state before the request, so limits and `readonly` may come together; and our own server accepts what does
 * not loosen the limits it sets anyway: the same request is right for both. A cluster of servers is one more wrapper (`cluster-client.ts`).
 */
import { createClient, type ClickHouseClient, type ClickHouseSettings } from '@clickhouse/client';
import type { Logger } from 'pino';
import type { Secret } from '#/domain/secret.ts';
import { createClientLogger } from './client-logger.ts';
import { CLUSTER_READER_SETTINGS, CLUSTER_WRITER_SETTINGS, onCluster } from './cluster-client.ts';
import { withClearFaults } from './unavailable.ts';

/** Where ClickHouse is: our embedded one (two accounts), or the operator's (a URL, with user and password if it needs them). */
export type ClickHouseConnection =
  | { readonly url: string; readonly writer: ClickHouseAccount; readonly reader: ClickHouseAccount }
  /** `cluster`: the name of the cluster that the server belongs to; undefined for a server that is alone. */
  | { readonly url: Secret; readonly cluster?: string | undefined };

interface ClickHouseAccount {
  readonly user: string;
  readonly password: Secret;
}

/** What one question may take. */
export interface QueryLimits {
  readonly seconds: number;
  readonly memoryBytes: number;
  readonly resultRows: number;
}

export interface ClickHouse {
  readonly writer: ClickHouseClient;
  readonly reader: ClickHouseClient;
  /** Whether the server answers at all; says nothing about the account or the database. */
  ping(): Promise<boolean>;
  version(): Promise<string>;
  close(): Promise<void>;
}

export interface ClickHouseOptions {
  readonly database: string;
  readonly limits: QueryLimits;
  readonly log: Logger;
  /** Shown by the server in its list of running queries. */
  readonly application: string;
}

/** On top of the limit: time in the queue, and time to hand over the result. */
const GRACE_MS = 35_000;
const WRITE_TIMEOUT_MS = 300_000;
const MAX_CONNECTIONS = 32;

export function createClickHouse(connection: ClickHouseConnection, options: ClickHouseOptions): ClickHouse {
  const { limits, database } = options;
  const create = (
    account: 'writer' | 'reader',
    more: { database: string; settings?: ClickHouseSettings; timeoutMs: number },
  ) =>
    createClient({
      ...toClientConfig(connection, account),
      database: more.database,
      application: options.application,
      request_timeout: more.timeoutMs,
      max_open_connections: MAX_CONNECTIONS,
      clickhouse_settings: more.settings ?? {},
      // Long lists of ids travel as a form instead of failing on the length of the URL.
      use_multipart_params_auto: true,
      log: { LoggerClass: createClientLogger(options.log) },
    });
  const plain = create('writer', { database: 'default', timeoutMs: GRACE_MS });
  const cluster = 'cluster' in connection ? connection.cluster : undefined;
  const writer = create('writer', {
    database,
    timeoutMs: WRITE_TIMEOUT_MS,
    settings: cluster === undefined ? {} : CLUSTER_WRITER_SETTINGS,
  });
  const reader = create('reader', {
    database,
    timeoutMs: limits.seconds * 1000 + GRACE_MS,
    settings: { ...toReaderSettings(limits), ...(cluster === undefined ? {} : CLUSTER_READER_SETTINGS) },
  });
  const clients = [plain, writer, reader];
  const address = toAddress(connection);
  const everywhere = (client: ClickHouseClient): ClickHouseClient =>
    cluster === undefined ? client : onCluster(client, { cluster, database });

  return {
    writer: withClearFaults(everywhere(withoutDatabaseToCreateOne(writer, plain)), address),
    reader: withClearFaults(everywhere(reader), address),
    async ping() {
      const { success } = await plain.ping();
      return success;
    },
    async version() {
      const result = await withClearFaults(plain, address).query({
        query: 'select version() as version',
        format: 'JSONEachRow',
      });
      const [row] = await result.json<{ version: string }>();
      return row?.version ?? 'unknown';
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

function toReaderSettings(limits: QueryLimits): ClickHouseSettings {
  return {
    readonly: '1',
    max_execution_time: limits.seconds,
    max_memory_usage: String(limits.memoryBytes),
    max_result_rows: String(limits.resultRows),
    result_overflow_mode: 'throw',
  };
}

function toClientConfig(connection: ClickHouseConnection, account: 'writer' | 'reader') {
  if (!('writer' in connection))
    return { url: toServerUrl(connection.url), ...toCredentials(connection.url) };
  const { user, password } = connection[account];
  return { url: connection.url, username: user, password: password.reveal() };
}

/** The client takes a path for the database and parts of the URL for settings; ours come from the configuration alone. */
function toServerUrl(secret: Secret): string {
  const url = new URL(secret.reveal());
  url.username = '';
  url.password = '';
  url.pathname = '/';
  return url.href;
}

function toCredentials(secret: Secret): { username?: string; password?: string } {
  const { username, password } = new URL(secret.reveal());
  if (username === '') return {};
  return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
}

/** For messages: without user and password. */
function toAddress(connection: ClickHouseConnection): string {
  return new URL(typeof connection.url === 'string' ? connection.url : connection.url.reveal()).origin;
}

/** ClickHouse refuses a request whose default database is missing, also the one that would create it. */
function withoutDatabaseToCreateOne(writer: ClickHouseClient, plain: ClickHouseClient): ClickHouseClient {
  return new Proxy(writer, {
    get(target, key) {
      if (key !== 'command') return Reflect.get(target, key, target) as unknown;
      const command: ClickHouseClient['command'] = (params) =>
        (/^\s*create\s+database\b/i.test(params.query) ? plain : target).command(params);
      return command;
    },
  });
}
