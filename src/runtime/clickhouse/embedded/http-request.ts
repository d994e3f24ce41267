/** Reads what an HTTP request to ClickHouse means: the URL's parameters and the headers, without the body. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { refuse } from './exceptions.ts';
import type { SessionChoice } from './lane-job.ts';
import type { NamedValue } from './parameters.ts';

export interface QueryRequest {
  readonly method: string;
  /** The query in the URL; the body is then its continuation (an INSERT's data). */
  readonly query: string;
  readonly queryId: string;
  readonly database: string | null;
  readonly defaultFormat: string;
  readonly settings: readonly NamedValue[];
  readonly parameters: readonly NamedValue[];
  readonly session: SessionChoice | null;
  readonly answerEncoding: Encoding | null;
}

export type Encoding = 'gzip' | 'zstd' | 'br';

const ENCODINGS: readonly Encoding[] = ['gzip', 'zstd', 'br'];
const NOT_SETTINGS = new Set(
  'query query_id database default_format session_id session_timeout session_check role user password quota_key client_protocol_version stacktrace'.split(
    ' ',
  ),
);
const MAX_SESSION_SECONDS = 3600;

export function readQueryRequest(request: IncomingMessage): QueryRequest {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1').searchParams;
  if (url.has('role'))
    throw refuse('UNKNOWN_ROLE', `There is no role \`${url.get('role')}\`: the server has none`);
  const settings: NamedValue[] = [];
  const parameters: NamedValue[] = [];
  for (const [name, value] of url) {
    if (name.startsWith('param_')) parameters.push([name.slice('param_'.length), value]);
    else if (!NOT_SETTINGS.has(name)) settings.push([name, value]);
  }
  return {
    method: request.method ?? 'GET',
    query: url.get('query') ?? '',
    queryId: readQueryId(url.get('query_id')),
    database: url.get('database') ?? headerOf(request, 'x-clickhouse-database'),
    defaultFormat: url.get('default_format') ?? headerOf(request, 'x-clickhouse-format') ?? 'TabSeparated',
    settings,
    parameters,
    session: readSession(url),
    answerEncoding:
      url.get('enable_http_compression') === '1' ? firstEncoding(request.headers['accept-encoding']) : null,
  };
}

/** It goes back in a header, so it must be able to stand in one. */
function readQueryId(given: string | null): string {
  if (given === null || given === '') return randomUUID();
  if (/^[\x20-\x7e]{1,200}$/.test(given)) return given;
  throw refuse(
    'BAD_ARGUMENTS',
    `query_id is up to 200 printable ASCII characters, not ${JSON.stringify(given.slice(0, 50))}`,
  );
}

function readSession(url: URLSearchParams): SessionChoice | null {
  const id = url.get('session_id');
  if (id === null || id === '') return null;
  const timeoutSeconds = Number(url.get('session_timeout') ?? '60');
  if (!(timeoutSeconds > 0 && timeoutSeconds <= MAX_SESSION_SECONDS)) {
    throw refuse(
      'BAD_ARGUMENTS',
      `session_timeout is 1 to ${MAX_SESSION_SECONDS} seconds, not ${url.get('session_timeout')}`,
    );
  }
  return { id, timeoutSeconds, mustExist: url.get('session_check') === '1' };
}

function firstEncoding(accepted: string | string[] | undefined): Encoding | null {
  const parts = String(accepted ?? '').split(',');
  const wanted = new Set(parts.map((part) => part.split(';')[0]?.trim()));
  return ENCODINGS.find((encoding) => wanted.has(encoding)) ?? null;
}

function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
}
