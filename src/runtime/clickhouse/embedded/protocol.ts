/**
 * The protocol between our client and the process that hosts the engine: HTTP over loopback with a token per account.
 *
 * - `POST /query`, body: a `QueryRequest` as JSON. The answer is the result in the given format. The reader's token cannot send
 *   settings, and what it may state is limited (`refuse-statement.ts`).
 * - `POST /insert`, header `X-Insert`: an `InsertRequest` as URI-encoded JSON, body: the data. Only with the writer's token.
 * - `GET /ping`, without a token.
 *
 * A refusal is status 400 with a `Refusal` as JSON; 401: no account has this token.
 */
import type { QueryLimits } from '../clickhouse.ts';

export type Account = 'writer' | 'reader';
export type Tokens = Readonly<Record<Account, string>>;
export type Settings = Readonly<Record<string, string | number>>;

export interface QueryRequest {
  readonly sql: string;
  /** The default database; undefined for the statement that creates it. */
  readonly database?: string | undefined;
  /** In ClickHouse's escaped text format. */
  readonly params: Readonly<Record<string, string>>;
  readonly settings: Settings;
  readonly format: string;
}

export interface InsertRequest {
  /** A table, and its columns in brackets. */
  readonly into: string;
  readonly database?: string | undefined;
  readonly settings: Settings;
  readonly format: string;
}

/** `code` is the number of the error in ClickHouse, as text, as in the official client. */
export interface Refusal {
  readonly code: string;
  readonly type: string;
  readonly message: string;
}

export class EngineError extends Error implements Refusal {
  override readonly name = 'ClickHouseError';
  readonly code: string;
  readonly type: string;

  constructor(code: string, type: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.type = type;
  }
}

/** Reads the engine's text `Code: 62. DB::Exception: … (SYNTAX_ERROR)`. Other errors are ours and keep their message. */
export function toEngineError(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  const text = error instanceof Error ? error.message : String(error);
  const [, code = '1002', message = text, type = 'UNKNOWN_EXCEPTION'] =
    /Code: (\d+)\. DB::Exception: (.*)\(([A-Z0-9_]+)\)/s.exec(text) ?? [];
  return new EngineError(code, type, message.trim(), { cause: error });
}

export const MAX_SQL_BYTES = 64 * 1024 * 1024;
/** An insert is one block of the engine, and the engine holds it in memory as a whole. */
export const MAX_INSERT_BYTES = 256 * 1024 * 1024;

export interface ServerConfig {
  readonly directory: string;
  readonly readers: number;
  readonly limits: QueryLimits;
  readonly tokens: Tokens;
}

/** Messages to the process that hosts the engine. Tokens go this way, never in arguments. */
export type ToChild =
  | { readonly type: 'start'; readonly config: ServerConfig }
  /** Comes with the handle of a connection. */
  | { readonly type: 'connection' }
  | { readonly type: 'stop'; readonly drainMs: number };

export type FromChild =
  /** The library is loaded; the engine begins to open the data directory. */
  | { readonly type: 'opening' }
  | { readonly type: 'ready'; readonly version: string }
  | { readonly type: 'failed'; readonly message: string }
  /** A connection has arrived; the next one may come. */
  | { readonly type: 'taken' }
  /** All sessions are closed; the process ends now. */
  | { readonly type: 'closed' };
