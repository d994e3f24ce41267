/** One real PostgreSQL for all integration tests; each test file makes its own database in it (`createTestDatabase`). */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { toClientConfig } from '../../src/stores/postgres/database.ts';
import { startEmbeddedPostgres } from '../../src/stores/postgres/embedded/embedded-postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = mkdtempSync(join(tmpdir(), 'gamekeeper-test-postgres-'));
  // As root, PostgreSQL runs as another user, who must be able to enter.
  chmodSync(root, 0o755);
  const postgres = await startEmbeddedPostgres({
    directory: join(root, 'postgres'),
    log: pino({ level: 'silent' }),
  });
  const { user, password, host, port, database } = toClientConfig(postgres.connection);
  project.provide('postgresUrl', `postgres://${user}:${String(password)}@${host}:${port}/${database}`);
  return async () => {
    await postgres.stop();
    rmSync(root, { recursive: true, force: true });
  };
}
