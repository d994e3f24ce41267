/** A real embedded ClickHouse in a folder of its own, and clients of it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type ClickHouseClient, type ClickHouseClientConfigOptions } from '@clickhouse/client';
import { pino } from 'pino';
import type { ClickHouseConnection } from '../clickhouse.ts';
import { startEmbeddedClickHouse, type EmbeddedClickHouse } from './embedded-clickhouse.ts';

export interface TestServer {
  readonly connection: ClickHouseConnection;
  readonly url: string;
  /** An official client; closed when the server stops. */
  client(account: 'writer' | 'reader', config?: ClickHouseClientConfigOptions): ClickHouseClient;
  /** `user:password` as HTTP headers, for requests without the client. */
  headers(account: 'writer' | 'reader'): Record<string, string>;
  stop(): Promise<void>;
}

export interface ServerUnderTest extends TestServer {
  readonly embedded: EmbeddedClickHouse;
  readonly directory: string;
}

export const TEST_LIMITS = { seconds: 5, memoryBytes: 500_000_000, resultRows: 300_000 };

export const silentLog = pino({ level: 'silent' });

export async function startServerUnderTest(readers = 3): Promise<ServerUnderTest> {
  const root = await mkdtemp(join(tmpdir(), 'gamekeeper-clickhouse-'));
  const directory = join(root, 'clickhouse');
  const embedded = await startEmbeddedClickHouse({ directory, readers, limits: TEST_LIMITS, log: silentLog });
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
  if (!('writer' in connection)) throw new Error('the embedded ClickHouse has two accounts');
  const clients: ClickHouseClient[] = [];
  return {
    connection,
    url: connection.url,
    client(account, config = {}) {
      const { user, password } = connection[account];
      const client = createClient({
        url: connection.url,
        username: user,
        password: password.reveal(),
        log: { level: 127 },
        ...config,
      });
      clients.push(client);
      return client;
    },
    headers: (account) => ({
      'X-ClickHouse-User': connection[account].user,
      'X-ClickHouse-Key': connection[account].password.reveal(),
    }),
    async stop() {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}
