/** A fresh database with our tables, and job engines on it that are stopped when the test is over. */
import { pino, type Logger } from 'pino';
import type { JobEnd } from '#/contract/status.ts';
import { createJobEngine, type JobEngine, type JobEngineOptions } from '#/runtime/jobs/job-engine.ts';
import type { Database, PostgresConnection } from '#/runtime/postgres/database.ts';
import { createRowQueues, type RowQueue } from '#/match/queue.ts';
import { createTestDatabase } from './test-database.ts';

export interface JobsBench {
  readonly connection: PostgresConnection;
  readonly database: Database;
  readonly ends: JobEnd[];
  readonly log: Logger;
  readonly logs: Record<string, unknown>[];
  /** Runs, unless told otherwise, workers and scheduler. */
  engine(
    options: Partial<JobEngineOptions> &
      Pick<JobEngineOptions, 'kinds'> & { readonly queues?: readonly RowQueue[] },
  ): Promise<JobEngine>;
  stopEngines(): Promise<void>;
  drop(): Promise<void>;
}

export async function createJobsBench(): Promise<JobsBench> {
  const server = await createTestDatabase();
  const { connection, database } = server;
  const engines: JobEngine[] = [];
  const ends: JobEnd[] = [];
  const logs: Record<string, unknown>[] = [];
  const log = pino(
    { level: 'info' },
    { write: (line: string) => logs.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const stopEngines = async (): Promise<void> => {
    await Promise.all(engines.splice(0).map((engine) => engine.stop({ graceMs: 100 })));
  };
  return {
    connection,
    database,
    ends,
    log,
    logs,
    async engine({ queues = [], ...options }) {
      const jobs = createJobEngine({
        connection,
        log,
        roles: { work: true, schedule: false },
        onEnd: (end) => ends.push(end),
        ...options,
      });
      const rows = createRowQueues({ database, queues, log });
      const engine: JobEngine = {
        ...jobs,
        async stop(given) {
          await Promise.all([jobs.stop(given), rows.stop(given)]);
        },
      };
      engines.push(engine);
      engine.start();
      await engine.ready();
      if (options.roles?.work !== false) rows.start();
      return engine;
    },
    stopEngines,
    async drop() {
      await stopEngines();
      await server.drop();
    },
  };
}
