/** A real embedded ClickHouse in a folder of its own, and clients of it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { Secret } from '#/domain/secret.ts';
import { createClickHouse, type ClickHouse, type ClickHouseConnection } from '../clickhouse.ts';
import { startEmbeddedClickHouse, type EmbeddedClickHouse } from './embedded-clickhouse.ts';
import type { Account, QueryRequest } from './protocol.ts';

export interface TestServer {
  readonly connection: ClickHouseConnection;
  /** A client, which is closed when the server stops. */
  open(database: string): ClickHouse;
  stop(): Promise<void>;
}

export interface ServerUnderTest extends TestServer {
  readonly embedded: EmbeddedClickHouse;
  readonly directory: string;
}

export const TEST_LIMITS = { seconds: 5, memoryBytes: 500_000_000, resultRows: 300_000 };

export const silentLog = pino({ level: 'silent' });

export async function startServerUnderTest(readers = 3, limits = TEST_LIMITS): Promise<ServerUnderTest> {
  const root = await mkdtemp(join(tmpdir(), 'gamekeeper-clickhouse-'));
  const directory = join(root, 'clickhouse');
  const embedded = await startEmbeddedClickHouse({ directory, readers, limits, log: silentLog });
  const server = serverAt(embedded.connection);
  return {
    ...server,
    embedded,
    directory,
    async stop() {
      await server.stop();
      await embedded.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Clients of a server that runs already; `stop` closes them only. */
export function serverAt(connection: ClickHouseConnection): TestServer {
  const opened: ClickHouse[] = [];
  return {
    connection,
    open(database) {
      const options = { database, limits: TEST_LIMITS, log: silentLog, application: 'test' };
      const clickhouse = createClickHouse(connection, options);
      opened.push(clickhouse);
      return clickhouse;
    },
    async stop() {
      await Promise.all(opened.map((one) => one.close()));
    },
  };
}

/** The server's address for requests without our client. */
export function originOf({ url }: ClickHouseConnection): string {
  return `http://${new URL(url.reveal()).host}`;
}

/** The same server, reached through something at another address. */
export function through({ url }: ClickHouseConnection, origin: string): ClickHouseConnection {
  const address = new URL(url.reveal());
  address.host = new URL(origin).host;
  return { url: new Secret(address.href) };
}

export function tokenOf({ url }: ClickHouseConnection, account: Account): string {
  const { username, password } = new URL(url.reveal());
  return account === 'writer' ? username : password;
}

/** Sends what our client never would. */
export function postQuery(
  connection: ClickHouseConnection,
  account: Account,
  query: Partial<QueryRequest> & Pick<QueryRequest, 'sql'>,
): Promise<Response> {
  return fetch(`${originOf(connection)}/query`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${tokenOf(connection, account)}` },
    body: JSON.stringify({ params: {}, settings: {}, format: 'JSONEachRow', ...query }),
  });
}
