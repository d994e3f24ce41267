/** Messages to and from the projector's thread. Plain values only, because `Secret` objects cannot be cloned. */
import { Secret } from '#/domain/secret.ts';
import type { ClickHouseConnection } from '#/runtime/clickhouse/clickhouse.ts';
import type { PostgresConnection } from '#/runtime/postgres/database.ts';
import type { ProjectorView } from './projector-view.ts';

export interface ProjectorSettings {
  /** Of ClickHouse. */
  readonly database: string;
  readonly keptPatches: number;
}

export interface ThreadData extends ProjectorSettings {
  readonly postgres: PlainPostgres;
  readonly clickhouse: PlainClickHouse;
}

export type ThreadMessage =
  | { readonly type: 'view'; readonly view: ProjectorView; readonly leads: boolean }
  /** One log line, as JSON. */
  | { readonly type: 'log'; readonly line: string };

type PlainPostgres =
  | { readonly url: string }
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly database: string;
      readonly password: string;
    };

interface PlainClickHouse {
  readonly url: string;
  readonly cluster: string | undefined;
  /** Null if they are in the URL, or if there are none. */
  readonly writer: { readonly user: string; readonly password: string } | null;
}

export function toPlainPostgres(connection: PostgresConnection): PlainPostgres {
  if ('url' in connection) return { url: connection.url.reveal() };
  return { ...connection, password: connection.password.reveal() };
}

export function fromPlainPostgres(plain: PlainPostgres): PostgresConnection {
  if ('url' in plain) return { url: new Secret(plain.url) };
  return { ...plain, password: new Secret(plain.password) };
}

export function toPlainClickHouse(connection: ClickHouseConnection): PlainClickHouse {
  if (!('writer' in connection))
    return { url: connection.url.reveal(), cluster: connection.cluster, writer: null };
  const { user, password } = connection.writer;
  return { url: connection.url, cluster: undefined, writer: { user, password: password.reveal() } };
}

export function fromPlainClickHouse({ url, cluster, writer }: PlainClickHouse): ClickHouseConnection {
  if (writer === null) return { url: new Secret(url), cluster };
  const account = { user: writer.user, password: new Secret(writer.password) };
  return { url, writer: account, reader: account };
}
