/**
 * ClickHouse, embedded or external. The writer may do everything in its database. The reader can only ask, within the limits for
 * one query: a chDB reader has no settings at all, and an external server gets `readonly=1` and the limits with every request.
 *
 * A refusal by the server is an error whose `code` is ClickHouse's number as text (`'241'`: memory limit). A lost connection is a
 * `ClickHouseUnavailable`.
 */
import type { Logger } from 'pino';
import type { Secret } from '#/domain/secret.ts';
import type { ClickHousePlace } from './cluster.ts';
import { createEmbeddedClient } from './embedded/embedded-client.ts';
import { createExternalClickHouse } from './external-clickhouse.ts';
import type { NativeBlock } from './native-block.ts';

export interface ClickHouseConnection {
  /** `chdb:` is the embedded engine; `http:` and `https:` are an external server, with user and password if it needs them. */
  readonly url: Secret;
  /** The name of the cluster that the server belongs to; undefined for a single server. */
  readonly cluster?: string | undefined;
}

/** Limits for one query of the reader. */
export interface QueryLimits {
  readonly seconds: number;
  readonly memoryBytes: number;
  readonly resultRows: number;
}

/** Values for `{name:Type}` in a statement. Statements hold no other values that come from outside. */
export type QueryParameters = Readonly<Record<string, unknown>>;

export interface QueryOptions {
  readonly params?: QueryParameters;
  /** Each row as an array of its values instead of an object with a field per column. */
  readonly asArrays?: boolean;
  /** Ends the query in the server too. */
  readonly signal?: AbortSignal | undefined;
}

export interface ClickHouseReader extends ClickHousePlace {
  query<Row>(sql: string, options?: QueryOptions): Promise<Row[]>;
}

export type Insert = {
  readonly table: string;
  readonly columns?: readonly string[];
  /** Shown by the server in its list of running queries, in front of a random part. */
  readonly name?: string;
} & ({ readonly rows: readonly object[] } | { readonly block: NativeBlock });

export interface ClickHouseWriter extends ClickHouseReader {
  /** Creates the database if it does not exist. All other calls need it. */
  createDatabase(): Promise<void>;
  /** Returns when the statement has taken effect; mutations are waited for. */
  command(sql: string, params?: QueryParameters): Promise<void>;
  /** Sends all rows as one block, which is stored as a whole or not at all if it lies in one partition. */
  insert(insert: Insert): Promise<void>;
}

export interface ClickHouse {
  readonly writer: ClickHouseWriter;
  readonly reader: ClickHouseReader;
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

export function createClickHouse(connection: ClickHouseConnection, options: ClickHouseOptions): ClickHouse {
  const url = new URL(connection.url.reveal());
  return url.protocol === 'chdb:'
    ? createEmbeddedClient(url, options)
    : createExternalClickHouse(connection, options);
}
