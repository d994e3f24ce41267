/** A PostgreSQL server that is set as the embedded one but for fsync, to be killed and started again at will. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { Secret } from '#/domain/secret.ts';
import type { PostgresConnection } from '#/runtime/postgres/database.ts';
import { findFreePort, serverArguments } from '#/runtime/postgres/embedded/server-settings.ts';
import { defaultPlaces, prepareBinaries } from '#/runtime/postgres/embedded/programs.ts';
import { findServiceUser, isRoot, spawnIdentity } from '#/runtime/postgres/embedded/files.ts';
import { until } from './until.ts';

export interface OwnPostgres {
  readonly connection: PostgresConnection;
  readonly url: string;
  connectionTo(database: string): PostgresConnection;
  start(): Promise<void>;
  /** kill -9 of the whole server; the next start recovers from the log. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

export async function createOwnPostgres(): Promise<OwnPostgres> {
  const root = mkdtempSync(join(tmpdir(), 'gamekeeper-jobs-pg-'));
  // As root, PostgreSQL runs as another user, who must be able to enter.
  chmodSync(root, 0o755);
  const runAs = isRoot() ? await findServiceUser() : undefined;
  const { packageDirectory } = defaultPlaces();
  const { initdb, postgres } = await prepareBinaries({ packageDirectory, copyTo: root, runAs });
  const data = join(root, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (runAs !== undefined) chownSync(data, runAs.uid, runAs.gid);
  const run = { ...spawnIdentity(runAs), cwd: root, stdio: 'ignore' as const };
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  execFileSync(initdb, ['-D', data, '-U', 'test', '-A', 'trust', '--no-sync', ...locale], run);
  const port = await findFreePort();
  const urlOf = (database: string): string => `postgres://test@127.0.0.1:${port}/${database}`;
  const url = urlOf('postgres');
  const settings = [...serverArguments(data, port), '-c', 'fsync=off', '-c', 'full_page_writes=off'];
  let server: ChildProcess | undefined;

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  const endNow = (): void => void server?.kill('SIGQUIT');
  // An interrupted run of the tests does not get as far as `remove`.
  process.once('exit', endNow);
  return {
    url,
    connection: { url: new Secret(url) },
    connectionTo: (database) => ({ url: new Secret(urlOf(database)) }),
    async start() {
      // The backends of a killed server take a moment to notice; until then a new server refuses to start.
      await until('the server answers', 20_000, async () => {
        if (server === undefined || server.exitCode !== null || server.signalCode !== null) {
          server = spawn(postgres, settings, run);
        }
        await ask(url);
        return true;
      });
    },
    kill: () => end('SIGKILL'),
    async remove() {
      // Unlike SIGKILL, this leaves no shared memory behind.
      await end('SIGQUIT');
      process.off('exit', endNow);
      // A backend that is still ending may write once more.
      rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

async function ask(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  await client.connect();
  await client.end();
}
