/**
 * Everything of the job engine that lives on a working PostgreSQL: pg-boss with its schema, the queues, the workers, and the
 * loops that wake and watch them. Opening one throws when PostgreSQL is not there; once open, it outlives any outage.
 *
 * Connections: a pool of four for statements, and one session that listens.
 */
import { performance } from 'node:perf_hooks';
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { JobEnd } from '#/contract/status.ts';
import { createDatabase, type Database, type PostgresConnection } from '../postgres/database.ts';
import { toBossDatabase, type Listen } from './boss-database.ts';
import { findKindsWithDueJobs } from './claimed-jobs.ts';
import type { JobKind } from './define-job.ts';
import { createHeldConnection, type HeldConnection } from '../postgres/held-connection.ts';
import { createJobWorker, type JobWorker } from './job-worker.ts';
import { keepClaims } from './keep-claims.ts';
import { ensureQueues } from './queues.ts';
import { endsWithin, repeat } from './repeat.ts';
import type { JobSender } from './send-jobs.ts';
import { createSettler } from './settle-jobs.ts';
import { createWatchdog } from './watchdog.ts';

export interface JobSessionOptions {
  readonly connection: PostgresConnection;
  readonly log: Logger;
  readonly kinds: readonly JobKind[];
  readonly work: boolean;
  readonly jobs: JobSender;
  readonly onEnd: (end: JobEnd) => void;
  readonly stuckAfterMs: number;
}

export interface JobSession {
  readonly boss: PgBoss;
  readonly database: Database;
  /** False while PostgreSQL does not answer. */
  isConnected(): boolean;
  lastError(): string | null;
  close(graceMs: number): Promise<void>;
}

/** How late a delayed or retried job may begin; new jobs are announced. One probe for all kinds. */
const PULSE_MS = 1_000;
const LISTEN_TIMEOUT_MS = 5_000;
/** After the grace, this long for the last ends to be written, for the loops to end, and for the connections to close. */
const LAST_WRITES_MS = 900;

export async function openJobSession(options: JobSessionOptions): Promise<JobSession> {
  const { connection, log, kinds } = options;
  const database = createDatabase({
    connection,
    applicationName: 'gamekeeper jobs',
    maxConnections: 4,
    statementTimeoutMs: 120_000,
    log,
  });
  const workers = new Map<string, JobWorker>();
  const listener = createListener(options, workers);
  const boss = createBoss(database, listener.listen, options);
  try {
    // Asked first: a server that is away, or has no tables of ours yet, costs one question and no half-started pg-boss.
    await database.query('select from gamekeeper.job_log limit 0');
    await boss.start();
    await ensureQueues(boss, database, kinds);
  } catch (error) {
    await closeParts(boss, database, listener);
    throw error;
  }
  const stopping = new AbortController();
  const giveUp = new AbortController();
  const loops = options.work
    ? startWork(options, { boss, database, workers, stop: stopping.signal, giveUp: giveUp.signal })
    : [];
  return {
    boss,
    database,
    isConnected: () => listener.held()?.isOpen() ?? false,
    lastError: () => listener.held()?.lastError() ?? null,
    async close(graceMs) {
      // A statement may hang on a lock or a dead line; the process ends all the same.
      const workersStop = Promise.all([...workers.values()].map((worker) => worker.stop(graceMs)));
      await endsWithin(graceMs + LAST_WRITES_MS, workersStop);
      giveUp.abort();
      stopping.abort();
      await endsWithin(LAST_WRITES_MS, Promise.all(loops));
      await endsWithin(LAST_WRITES_MS, closeParts(boss, database, listener));
    },
  };
}

function createBoss(database: Database, listen: Listen, { work, log }: JobSessionOptions): PgBoss {
  const boss = new PgBoss({
    db: toBossDatabase(database, listen),
    schema: 'pgboss',
    schedule: false, // schedules.ts
    supervise: work,
    useListenNotify: true,
    superviseIntervalSeconds: 60,
    monitorIntervalSeconds: 300,
    flowIntervalSeconds: 3_600, // job dependencies are not used
    warningQueueSize: 1_000_000_000, // a long backfill is no fault
  });
  boss.on('error', (error) => log.warn({ err: error }, 'pg-boss reports an error'));
  boss.on('warning', (warning) => log.warn({ detail: warning.data }, warning.message));
  return boss;
}

function createListener({ connection, log }: JobSessionOptions, workers: ReadonlyMap<string, JobWorker>) {
  let held: HeldConnection | undefined;
  const listen: Listen = async (channel, onNotice, onGap) => {
    const opened = Promise.withResolvers<void>();
    held = createHeldConnection({
      connection,
      applicationName: 'gamekeeper job notices',
      log,
      beatMs: 10_000,
      onOpen: async (session) => {
        await session.query(`listen "${channel}"`);
        // What was sent while nobody listened was not heard.
        for (const worker of workers.values()) worker.wake();
        onGap();
        opened.resolve();
      },
      onBeat: async (session) => {
        await session.query('select 1');
      },
      onNotice: (queue) => {
        workers.get(queue)?.wake();
        onNotice(queue);
      },
    });
    held.start();
    // Without notices the pulse still finds every job, so a server that is just going away must not hold up the start.
    await endsWithin(LISTEN_TIMEOUT_MS, opened.promise);
    return { close: () => held?.stop() ?? Promise.resolve() };
  };
  return { listen, held: () => held };
}

interface WorkParts {
  readonly boss: PgBoss;
  readonly database: Database;
  readonly workers: Map<string, JobWorker>;
  readonly stop: AbortSignal;
  readonly giveUp: AbortSignal;
}

function startWork(options: JobSessionOptions, parts: WorkParts): Promise<void>[] {
  const { kinds, jobs, log, onEnd } = options;
  const { boss, database, workers, stop, giveUp } = parts;
  const employ = (kind: JobKind): void => {
    const settler = createSettler({ kind: kind.kind, boss, database, log, onEnd, giveUp });
    workers.set(kind.kind, createJobWorker({ kind, boss, settler, jobs, log }));
  };
  for (const kind of kinds) employ(kind);
  const watchdog = createWatchdog({
    stuckAfterMs: options.stuckAfterMs,
    onStuck(name) {
      log.error({ kind: name }, 'jobs are due but none is worked on: the worker is replaced');
      // The old one gives back whatever it still claims.
      void workers.get(name)?.stop(0);
      for (const kind of kinds) if (kind.kind === name) employ(kind);
    },
  });
  const pulse = async (): Promise<void> => {
    try {
      const due = new Set(await findKindsWithDueJobs(database, [...workers.keys()]));
      for (const name of due) workers.get(name)?.wake();
      const sights = [...workers.values()].map((worker) => ({
        kind: worker.kind,
        hasDueJobs: due.has(worker.kind),
        running: worker.claims().length,
        lastProgressAt: worker.lastProgressAt(),
      }));
      watchdog.look(sights, performance.now());
    } catch (error) {
      log.debug({ err: error }, 'could not look for due jobs');
    }
  };
  const keeper = { boss, database, workers: () => [...workers.values()], log, onEnd, stop };
  return [repeat(PULSE_MS, stop, pulse), keepClaims(keeper)];
}

async function closeParts(
  boss: PgBoss,
  database: Database,
  listener: ReturnType<typeof createListener>,
): Promise<void> {
  await boss.stop({ graceful: false }).catch(() => undefined); // Half-started or without a server: nothing left to say.
  await listener.held()?.stop();
  await database.close();
}
