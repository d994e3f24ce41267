/** ClickHouse over the protocol of the embedded engine (`protocol.ts`). */
import { Agent, request, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type {
  ClickHouse,
  ClickHouseOptions,
  ClickHouseReader,
  ClickHouseWriter,
  Insert,
  QueryOptions,
  QueryParameters,
} from '../clickhouse.ts';
import {
  insertBody,
  insertMark,
  insertTarget,
  ONE_BLOCK,
  toClearFault,
  WRITER_SETTINGS,
} from '../requests.ts';
import {
  EngineError,
  type InsertRequest,
  type QueryRequest,
  type Refusal,
  type Settings,
} from './protocol.ts';

/** On top of the limit: time in the queue, and time to transfer the result. */
const GRACE_MS = 35_000;
const WRITE_TIMEOUT_MS = 300_000;
const MAX_CONNECTIONS = 32;
const IDLE_CONNECTION_MS = 2_500;
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
};

/** `url`: `chdb://<writer's token>:<reader's token>@<host>:<port>`. */
export function createEmbeddedClient(url: URL, { database, limits }: ClickHouseOptions): ClickHouse {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS, timeout: IDLE_CONNECTION_MS });
  const origin = { agent, host: url.hostname, port: url.port };
  const readMs = limits.seconds * 1_000 + GRACE_MS;
  const reading: Target = { ...origin, database, token: url.password, timeoutMs: readMs, settings: {} };
  const writing: Target = {
    ...origin,
    database,
    token: url.username,
    timeoutMs: WRITE_TIMEOUT_MS,
    settings: WRITER_SETTINGS,
  };
  const command = async (target: Target, sql: string, params?: QueryParameters): Promise<void> => {
    await sendQuery(target, 'command', sql, 'Null', { ...(params && { params }) });
  };
  const writer: ClickHouseWriter = {
    ...toReader(writing, database),
    createDatabase: () =>
      command({ ...writing, database: undefined }, `create database if not exists ${database}`),
    command: (sql, params) => command(writing, sql, params),
    insert: (insert) => sendInsert(writing, insert),
  };
  return {
    writer,
    reader: toReader(reading, database),
    ping: () =>
      send({ ...reading, timeoutMs: GRACE_MS }, 'ping', { method: 'GET', path: '/ping' }).then(
        () => true,
        () => false,
      ),
    async version() {
      const anywhere = toReader({ ...reading, database: undefined }, database);
      const [row] = await anywhere.query<{ version: string }>('select version() as version');
      return row?.version ?? 'unknown';
    },
    async close() {
      agent.destroy();
    },
  };
}

interface Target {
  readonly agent: Agent;
  readonly host: string;
  readonly port: string;
  readonly token: string;
  readonly database: string | undefined;
  readonly settings: Settings;
  readonly timeoutMs: number;
}

function toReader(target: Target, database: string): ClickHouseReader {
  return {
    database,
    cluster: undefined,
    async query<Row>(sql: string, options: QueryOptions = {}) {
      const format = options.asArrays === true ? 'JSONCompactEachRow' : 'JSONEachRow';
      const text = await sendQuery(target, 'query', sql, format, options);
      // In JSON a line break only stands between rows.
      return JSON.parse(`[${text.trimEnd().replaceAll('\n', ',')}]`) as Row[];
    },
  };
}

function sendQuery(
  target: Target,
  operation: string,
  sql: string,
  format: string,
  { params = {}, signal }: QueryOptions,
): Promise<string> {
  const { database, settings } = target;
  const texts = Object.entries(params).map(([name, value]) => [name, toParameterText(value)]);
  const query = { sql, database, format, settings, params: Object.fromEntries(texts) } satisfies QueryRequest;
  return send(target, operation, { method: 'POST', path: '/query', body: JSON.stringify(query), signal });
}

/** ClickHouse's escaped text format, in which `SET param_x` takes values: `[1,2]`, `['it\\'s']`, `\\N`. */
function toParameterText(value: unknown): string {
  return value === null ? '\\N' : toText(value, false);
}

function toText(value: unknown, isNested: boolean): string {
  if (Array.isArray(value)) return `[${value.map((one) => toText(one, true)).join(',')}]`;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value);
  if (typeof value !== 'string') throw new TypeError(`a parameter cannot be ${String(value)}`);
  const text = value.replaceAll(/[\\'\t\n\r]/g, (character) => ESCAPES[character] ?? character);
  return isNested ? `'${text}'` : text;
}

async function sendInsert(target: Target, insert: Insert): Promise<void> {
  const head = {
    into: insertTarget(insert),
    database: target.database,
    format: 'rows' in insert ? 'JSONEachRow' : 'Native',
    settings: { ...target.settings, ...ONE_BLOCK, log_comment: insertMark(insert) },
  } satisfies InsertRequest;
  const headers = { 'X-Insert': encodeURIComponent(JSON.stringify(head)) };
  await send(target, 'insert', { method: 'POST', path: '/insert', headers, body: insertBody(insert) });
}

interface Message {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Iterable<Uint8Array>;
  readonly signal?: AbortSignal | undefined;
}

async function send(target: Target, operation: string, message: Message): Promise<string> {
  message.signal?.throwIfAborted();
  try {
    const response = await exchange(target, message);
    const text = await readText(response);
    if (response.statusCode === 200) return text;
    const { code, type, message: reason } = JSON.parse(text) as Refusal;
    throw new EngineError(code, type, reason);
  } catch (error) {
    throw toClearFault(error, `${target.host}:${target.port}`, operation);
  }
}

async function exchange(
  { agent, host, port, token, timeoutMs }: Target,
  { method, path, headers = {}, body = '', signal }: Message,
): Promise<IncomingMessage> {
  const outgoing = request({
    agent,
    host,
    port,
    method,
    path,
    headers: { Authorization: `Bearer ${token}`, ...headers },
    timeout: timeoutMs,
    ...(signal === undefined ? {} : { signal }),
  });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on('response', resolve);
    outgoing.on('error', reject);
    outgoing.on('timeout', () => {
      outgoing.destroy(Object.assign(new Error('The server does not answer'), { code: 'ETIMEDOUT' }));
    });
  });
  if (typeof body === 'string') outgoing.end(body);
  // A refusal that arrives before the end of the body is the outcome, not the broken upload.
  else pipeline(Readable.from(body, { objectMode: false }), outgoing).catch(() => undefined);
  return response;
}

async function readText(response: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of response as AsyncIterable<Uint8Array>) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}
