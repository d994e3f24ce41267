/**
 * Passes for an external ClickHouse server: answers what `@clickhouse/client` sends over HTTP with the embedded engine. Settings of a
 * request, `readonly` among them, are the engine's to obey.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { ClickHouseConnection } from '#/runtime/clickhouse/clickhouse.ts';
import type { InsertRequest, QueryRequest, Refusal } from '#/runtime/clickhouse/embedded/protocol.ts';

export interface ClickHouseHttp {
  /** With user and password, as an operator would write it in CLICKHOUSE_URL. */
  readonly url: string;
  close(): Promise<void>;
}

/** Parts of the URL that are no settings of the engine. */
const NOT_SETTINGS = new Set([
  'query',
  'query_id',
  'database',
  'enable_http_compression',
  'role',
  'session_id',
]);
const USER = 'gamekeeper';
const PASSWORD = 'of the operator';

/** `rewrite` gets each statement before the engine. */
export async function startClickHouseHttp(
  { url }: ClickHouseConnection,
  rewrite: (sql: string) => string = (sql) => sql,
): Promise<ClickHouseHttp> {
  const engine = new URL(url.reveal());
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (pathname === '/ping') return void response.end('Ok.\n');
    const given = Buffer.from(
      request.headers.authorization?.replace('Basic ', '') ?? '',
      'base64',
    ).toString();
    if (given !== `${USER}:${PASSWORD}`)
      return sendException(response, {
        code: '516',
        type: 'AUTHENTICATION_FAILED',
        message: 'wrong password',
      });
    const settings = Object.fromEntries(
      [...searchParams].filter(([name]) => !NOT_SETTINGS.has(name) && !name.startsWith('param_')),
    );
    const database = searchParams.get('database') ?? undefined;
    const body = await buffer(request);
    const [, into, format = ''] =
      /^insert into (.+) format (\w+)$/s.exec(searchParams.get('query') ?? '') ?? [];
    const result =
      into === undefined
        ? await query(toQuery(await readFields(request, searchParams, body), { settings, database }))
        : await insert({ into, format, settings, database }, body);
    if (!result.ok) return sendException(response, (await result.json()) as Refusal);
    response.setHeader('X-ClickHouse-Query-Id', searchParams.get('query_id') ?? '');
    response.end(Buffer.from(await result.arrayBuffer()));
  }

  function toQuery(fields: ReadonlyMap<string, string>, rest: Pick<QueryRequest, 'settings' | 'database'>) {
    // The client writes the format at the end of a query, and none behind a command.
    const [, text = '', format = 'TabSeparated'] =
      /^(.*?)(?:\s+FORMAT (\w+))?\s*$/s.exec(fields.get('query') ?? '') ?? [];
    const params = [...fields].filter(([name]) => name.startsWith('param_'));
    const named = Object.fromEntries(params.map(([name, value]) => [name.slice('param_'.length), value]));
    return { ...rest, sql: rewrite(text), format, params: named } satisfies QueryRequest;
  }

  const post = (path: string, headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer>) =>
    fetch(`http://${engine.host}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${engine.username}`, ...headers },
      body,
    });
  const query = (asked: QueryRequest) => post('/query', {}, JSON.stringify(asked));
  const insert = (head: InsertRequest, body: Uint8Array<ArrayBuffer>) =>
    post('/insert', { 'X-Insert': encodeURIComponent(JSON.stringify(head)) }, body);

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  own.username = USER;
  own.password = PASSWORD;
  return {
    url: own.href,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

/** Of the URL and the body, which is the statement, or a form with the statement and its parameters. */
async function readFields(
  { headers }: IncomingMessage,
  search: URLSearchParams,
  body: Buffer<ArrayBuffer>,
): Promise<Map<string, string>> {
  const type = headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data'))
    return new Map([...search, ['query', (search.get('query') ?? '') + body.toString()]]);
  const form = await new Response(body, { headers: { 'Content-Type': type } }).formData();
  return new Map([
    ...search,
    ...[...form].filter((field): field is [string, string] => typeof field[1] === 'string'),
  ]);
}

function sendException(response: ServerResponse, { code, type, message }: Refusal): void {
  response.writeHead(code === '516' ? 403 : 500, { 'X-ClickHouse-Exception-Code': code });
  response.end(`Code: ${code}. DB::Exception: ${message} (${type}) (version 26.7.1.1)\n`);
}
