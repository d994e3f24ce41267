/** What a process that works as the product does opens first: PostgreSQL, the limiter and the client of one game. */
import { pino } from 'pino';
import { Secret } from '#/domain/secret.ts';
import { createRowQueues, type RowQueue } from '#/match/queue.ts';
import type { JobKind } from '#/runtime/jobs/define-job.ts';
import { createJobEngine } from '#/runtime/jobs/job-engine.ts';
import { createRiotClient } from '#/upstream/riot.ts';
import { createSharedLimiter } from '#/upstream/limiter.ts';
import { createDatabase } from '#/runtime/postgres/database.ts';
import { createBudgetStore } from '#/upstream/permit.ts';

export interface WorkingProcessSettings {
  readonly databaseUrl: string;
  readonly riotBaseUrl: string;
  readonly key: string;
  /** The world's time, in ms. */
  readonly upstreamNow: number;
}

export function readSettings(): WorkingProcessSettings {
  return JSON.parse(process.argv[2] ?? '{}') as WorkingProcessSettings;
}

export function openWorkshop(game: 'tft' | 'lol', settings: WorkingProcessSettings) {
  const connection = { url: new Secret(settings.databaseUrl) };
  const log = pino({ level: 'error' }, process.stderr);
  const database = createDatabase({
    connection,
    applicationName: `test ${game}`,
    maxConnections: 8,
    statementTimeoutMs: 10_000,
    log,
  });
  const limiter = createSharedLimiter({
    connection,
    change: createBudgetStore(database),
    log,
    observe: { granted: () => undefined, refused: () => undefined },
  });
  const keys = { [game]: new Secret(settings.key) };
  const riot = createRiotClient({ keys, baseUrl: settings.riotBaseUrl, limiter, log });
  return {
    log,
    /** What every kind of work takes. */
    common: {
      database,
      riot,
      keyId: () => riot.keyId(game),
      now: () => new Date(),
      upstreamNow: () => new Date(settings.upstreamNow),
    },
    async work(kinds: readonly JobKind[], queues: readonly RowQueue[]) {
      const engine = createJobEngine({ connection, log, kinds, roles: { work: true, schedule: false } });
      engine.start();
      await engine.ready();
      createRowQueues({ database, queues, log }).start();
      return engine;
    },
  };
}
