/** A PostgreSQL server of the test's own, to be killed and started again at will. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { Secret } from '#/domain/secret.ts';
import type { PostgresConnection } from '#/stores/postgres/database.ts';
import { until } from './jobs-until.ts';

export interface OwnPostgres {
  readonly connection: PostgresConnection;
  readonly url: string;
  start(): Promise<void>;
  /** kill -9 of the whole server: no goodbye to anybody, and crash recovery at the next start. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

/** `sharedUrl`: the server that the global set-up started; its unpacked binaries are used again. */
export async function createOwnPostgres(sharedUrl: string): Promise<OwnPostgres> {
  const bin = join(dirname(await dataDirectoryOf(sharedUrl)), 'native/bin');
  const root = mkdtempSync(join(tmpdir(), 'gamekeeper-jobs-pg-'));
  chmodSync(root, 0o755);
  const identity = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const data = join(root, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (identity.uid !== undefined) chownSync(data, identity.uid, identity.gid);
  const run = { ...identity, cwd: root, stdio: 'ignore' as const };
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'test', '-A', 'trust', '--no-sync', '-E', 'UTF8'],
    run,
  );
  const port = await freePort();
  const url = `postgres://test@127.0.0.1:${port}/postgres`;
  const settings = ['fsync=off', 'unix_socket_directories=', 'listen_addresses=127.0.0.1'].flatMap((one) => [
    '-c',
    one,
  ]);
  let server: ChildProcess | undefined;

  const kill = async (): Promise<void> => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  };
  return {
    url,
    connection: { url: new Secret(url) },
    async start() {
      // The backends of a killed server take a moment to notice; until then a new server refuses to start.
      await until('the server answers', 20_000, async () => {
        if (server === undefined || server.exitCode !== null || server.signalCode !== null) {
          server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings], run);
        }
        await dataDirectoryOf(url);
        return true;
      });
    },
    kill,
    async remove() {
      await kill();
      // A backend that is still ending may write once more.
      rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

async function dataDirectoryOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return rows[0]?.data_directory ?? '';
  } finally {
    await client.end();
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('no port was given for a test server');
  return address.port;
}
