/** ClickHouse over its HTTP interface, with the official client. */
import { Readable } from 'node:stream';
import {
  createClient,
  type ClickHouseClient,
  type ClickHouseSettings,
  type Logger as ClientLogger,
} from '@clickhouse/client';
import type { Logger } from 'pino';
import type { Secret } from '#/domain/secret.ts';
import type {
  ClickHouse,
  ClickHouseConnection,
  ClickHouseOptions,
  ClickHouseReader,
  ClickHouseWriter,
  Insert,
  QueryOptions,
  QueryParameters,
} from './clickhouse.ts';
import { onCluster, type ClickHousePlace } from './cluster.ts';
import {
  insertBody,
  insertMark,
  insertTarget,
  ONE_BLOCK,
  readerSettings,
  toClearFault,
  WRITER_SETTINGS,
} from './requests.ts';

/** On top of the limit: time in the queue, and time to transfer the result. */
const GRACE_MS = 35_000;
const WRITE_TIMEOUT_MS = 300_000;
const MAX_CONNECTIONS = 32;

/**
 * On a cluster, what is written is acknowledged by a majority of replicas and read back in order, and what is removed is gone from
 * every node when the call returns: while a node is away, such calls fail and the projector retries. Nothing is lost, because
 * PostgreSQL has everything. Questions are answered by any replica.
 */
const CLUSTER_WRITER_SETTINGS: ClickHouseSettings = {
  distributed_foreground_insert: 1,
  insert_quorum: 'auto',
  insert_quorum_parallel: 0,
  select_sequential_consistency: '1',
  distributed_product_mode: 'local',
  // In seconds. The error names a node that takes longer; the node executes the statement when it is back.
  distributed_ddl_task_timeout: 60 as unknown as string,
  distributed_ddl_output_mode: 'throw',
  mutations_sync: '2',
  alter_sync: '2',
  lightweight_deletes_sync: '2',
};

/** Rows of one match are on one shard, so every shard can join with its own tables. */
const CLUSTER_READER_SETTINGS: ClickHouseSettings = { distributed_product_mode: 'local' };

export function createExternalClickHouse(
  connection: ClickHouseConnection,
  options: ClickHouseOptions,
): ClickHouse {
  const { limits, database } = options;
  const create = (more: { database: string; settings?: ClickHouseSettings; timeoutMs: number }) =>
    createClient({
      url: toServerUrl(connection.url),
      ...toCredentials(connection.url),
      database: more.database,
      application: options.application,
      request_timeout: more.timeoutMs,
      max_open_connections: MAX_CONNECTIONS,
      clickhouse_settings: more.settings ?? {},
      // Long lists of ids travel as a form instead of failing on the length of the URL.
      use_multipart_params_auto: true,
      log: { LoggerClass: createClientLogger(options.log) },
    });
  const { cluster } = connection;
  // Without user and password.
  const address = new URL(connection.url.reveal()).origin;
  // ClickHouse refuses a request whose database does not exist, also the one that would create it.
  const plain = create({ database: 'default', timeoutMs: GRACE_MS });
  const writing = create({
    database,
    timeoutMs: WRITE_TIMEOUT_MS,
    settings: { ...WRITER_SETTINGS, ...(cluster === undefined ? {} : CLUSTER_WRITER_SETTINGS) },
  });
  const reading = create({
    database,
    timeoutMs: limits.seconds * 1000 + GRACE_MS,
    settings: { ...readerSettings(limits), ...(cluster === undefined ? {} : CLUSTER_READER_SETTINGS) },
  });
  const clients = [plain, writing, reading];
  const over = (client: ClickHouseClient): Connected => ({ client, address, database, cluster });

  return {
    writer: toWriter(over(writing), plain),
    reader: toReader(over(reading)),
    async ping() {
      const { success } = await plain.ping();
      return success;
    },
    async version() {
      const [row] = await toReader(over(plain)).query<{ version: string }>('select version() as version');
      return row?.version ?? 'unknown';
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

interface Connected extends ClickHousePlace {
  readonly client: ClickHouseClient;
  /** For messages. */
  readonly address: string;
}

function toReader({ client, address, database, cluster }: Connected): ClickHouseReader {
  return {
    database,
    cluster,
    async query<Row>(sql: string, { params = {}, asArrays = false, signal }: QueryOptions = {}) {
      // The client only listens for a coming abort.
      signal?.throwIfAborted();
      return withClearFaults(address, 'query', async () => {
        const result = await client.query({
          query: sql,
          query_params: { ...params },
          format: asArrays ? 'JSONCompactEachRow' : 'JSONEachRow',
          ...(signal === undefined ? {} : { abort_signal: signal }),
        });
        return result.json<Row>();
      });
    },
  };
}

function toWriter(connected: Connected, plain: ClickHouseClient): ClickHouseWriter {
  const { client, address, database } = connected;
  const run = (on: ClickHouseClient, sql: string, params: QueryParameters = {}): Promise<void> =>
    withClearFaults(address, 'command', async () => {
      await on.command({ query: sql, query_params: { ...params } });
    });
  return {
    ...toReader(connected),
    createDatabase: () => run(plain, `create database if not exists ${database}${onCluster(connected)}`),
    command: (sql, params) => run(client, sql, params),
    insert: (insert) => withClearFaults(address, 'insert', () => sendInsert(client, insert)),
  };
}

async function sendInsert(client: ClickHouseClient, insert: Insert): Promise<void> {
  const mark = insertMark(insert);
  const { stream } = await client.exec({
    query: `insert into ${insertTarget(insert)} format ${'rows' in insert ? 'JSONEachRow' : 'Native'}`,
    values: Readable.from(insertBody(insert), { objectMode: false }),
    query_id: mark,
    clickhouse_settings: { ...ONE_BLOCK, log_comment: mark },
  });
  for await (const _ of stream) continue;
}

async function withClearFaults<T>(address: string, operation: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw toClearFault(error, address, operation);
  }
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

/** The official client creates its logger itself, hence a class for each log. Failed requests throw as well, so here they are debug lines. */
function createClientLogger(log: Logger): new () => ClientLogger {
  const debug: ClientLogger['debug'] = ({ message, module, args }) => log.debug({ module, ...args }, message);
  function PinoClientLogger(): ClientLogger {
    return { trace: debug, debug, info: debug, warn: debug, error: debug };
  }
  return PinoClientLogger as unknown as new () => ClientLogger;
}
