/**
 * The job engine of one process: pg-boss on our pool, a worker for each kind, and the scheduler. It may be started before
 * PostgreSQL is there, survives its loss, and reports its state at any time. It starts only what the roles ask for: every
 * process can send, workers run jobs, one scheduler of all leads.
 *
 * Connections: a pool of four for statements, and one session that listens.
 */
import { performance } from 'node:perf_hooks';
import { PgBoss, type Db } from 'pg-boss';
import type { Logger } from 'pino';
import type { JobEnd, ScheduleRow } from '#/contract/status.ts';
import { backoffDelayMs } from '#/domain/backoff.ts';
import { endsWithin, pause, repeat } from '../pause.ts';
import { createDatabase, type Database, type PostgresConnection } from '../postgres/database.ts';
import { createHeldConnection, type HeldConnection } from '../postgres/session.ts';
import type { JobKind } from './define-job.ts';
import { createJobWorker, type JobWorker } from './job-worker.ts';
import {
  discardFailedJob,
  ensureQueues,
  LEASE_SECONDS,
  readQueues,
  retryFailedJob,
  toBossDatabase,
  type QueueState,
  type RetriedJob,
} from './queues.ts';
import { createScheduler, refuseBadSchedules } from './schedules.ts';
import { createJobSender, type JobSender } from './send-jobs.ts';

export interface JobEngineOptions {
  readonly connection: PostgresConnection;
  readonly log: Logger;
  readonly kinds: readonly JobKind[];
  readonly roles: { readonly work: boolean; readonly schedule: boolean };
  /** Called for every row of the job log that this process wrote, after it was written. It must not throw. */
  readonly onEnd?: (end: JobEnd) => void;
}

interface EngineState {
  readonly state: 'starting' | 'running' | 'down';
  /** What is wrong, in one sentence. */
  readonly detail: string | null;
}

export interface JobEngine extends JobSender {
  /** Returns at once; the engine keeps trying until PostgreSQL is there. */
  start(): void;
  /** Resolves when the engine runs for the first time. */
  ready(): Promise<void>;
  state(): EngineState;
  /** Whether this process sends the scheduled jobs of all processes. */
  leads(): boolean;
  queues(): Promise<QueueState[]>;
  schedules(): ScheduleRow[];
  /** Undefined: there is no such failed job. Throws when its kind refuses it. */
  retryFailed(id: string): Promise<RetriedJob | undefined>;
  /** Returns its kind, or undefined when there is no such failed job. */
  discardFailed(id: string): Promise<string | undefined>;
  /** Claims nothing more, lets runs end for `graceMs`, then gives the rest back to the queue at once. */
  stop(options: { readonly graceMs: number }): Promise<void>;
}

/** A job was sent before PostgreSQL could be reached for the first time: worth another try in a moment. */
export class JobsNotReady extends Error {
  override readonly name = 'JobsNotReady';
}

const RECONNECT = { firstMs: 250, maxMs: 1_000 };
const LISTEN_TIMEOUT_MS = 5_000;
/** Several heartbeats must be missing before a worker counts as dead. */
const BEAT_MS = 3_000;
/** How often dead workers and due jobs are looked for: a dead worker's job runs again 10 to 14 s after its last heartbeat. */
const LOOK_MS = 2_000;
/** The longest wait of a dead worker's job: its lease, a look that takes the job, and a look that finds it due. */
export const TAKEOVER_MS = LEASE_SECONDS * 1_000 + 2 * LOOK_MS;
const SCHEDULER_STOP_MS = 500;
/** After the grace, for the last ends to be recorded, for the loops to end, and for the connections to close. */
const LAST_WRITES_MS = 900;

export function createJobEngine(options: JobEngineOptions): JobEngine {
  const { log, roles } = options;
  const kinds = indexByName(options.kinds);
  refuseBadSchedules(options.kinds);
  const stopping = new AbortController();
  const firstOpened = Promise.withResolvers<void>();
  let session: JobSession | null = null;
  let fault: string | null = null;
  let opening: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;

  const link = (): JobSession => {
    if (session === null)
      throw new JobsNotReady(`jobs are not available yet: ${fault ?? 'PostgreSQL was not reached so far'}`);
    return session;
  };
  const sender = createJobSender({ kinds, link });
  const scheduler = createScheduler(options.connection, log, () => ({
    ...link(),
    kinds: options.kinds,
    jobs: sender,
    log,
  }));

  async function open(): Promise<void> {
    for (let attempt = 1; session === null && !stopping.signal.aborted; attempt += 1) {
      try {
        session = await openSession(options, sender);
        if (roles.schedule) scheduler.start();
        firstOpened.resolve();
        log.info({ roles, kinds: kinds.size }, 'job engine runs');
      } catch (error) {
        fault = error instanceof Error ? error.message : String(error);
        if (attempt === 1) log.warn({ err: error }, 'job engine cannot start yet, trying again');
        await pause(backoffDelayMs(RECONNECT, attempt, Math.random()), stopping.signal);
      }
    }
  }

  async function close(graceMs: number): Promise<void> {
    stopping.abort();
    await opening;
    // A slot that hangs in PostgreSQL is not waited for: its transaction is whole or nothing.
    await endsWithin(SCHEDULER_STOP_MS, scheduler.stop());
    await session?.close(graceMs);
  }

  return {
    ...sender,
    start: () => void (opening ??= open()),
    ready: () => firstOpened.promise,
    state: () => stateOf(session, fault),
    leads: () => scheduler.leads(),
    queues: throttled(() => readQueues(link().database, [...kinds.keys()])),
    schedules: () => scheduleRows(options.kinds),
    retryFailed: async (id) => retryFailedJob({ ...link(), jobs: sender }, id),
    discardFailed: async (id) => discardFailedJob(link().boss, link().database, id),
    stop: ({ graceMs }) => (stopped ??= close(graceMs)),
  };
}

function indexByName(kinds: readonly JobKind[]): Map<string, JobKind> {
  const byName = new Map<string, JobKind>();
  for (const kind of kinds) {
    if (byName.has(kind.kind))
      throw new Error(`two job kinds are called "${kind.kind}"; a name belongs to one`);
    byName.set(kind.kind, kind);
  }
  return byName;
}

/** What lives on a working PostgreSQL. Opening it throws when the server is not there; once open, it survives any outage. */
interface JobSession {
  readonly boss: PgBoss;
  readonly database: Database;
  /** False while PostgreSQL does not answer. */
  isConnected(): boolean;
  lastError(): string | null;
  close(graceMs: number): Promise<void>;
}

async function openSession(options: JobEngineOptions, jobs: JobSender): Promise<JobSession> {
  const { connection, log, kinds, roles, onEnd = () => undefined } = options;
  const database = createDatabase({
    connection,
    applicationName: 'gamekeeper jobs',
    maxConnections: 4,
    statementTimeoutMs: 120_000,
    log,
  });
  const workers = new Map<string, JobWorker>();
  const listener = createListener(options, workers);
  const boss = createBoss(toBossDatabase(database, listener.listen), log);
  const closeParts = async (): Promise<void> => {
    await boss.stop({ graceful: false }).catch(() => undefined); // Half started or without a server.
    await listener.held()?.stop();
    await database.close();
  };
  try {
    // First a cheap question: a server that is away, or has no tables of ours yet, costs no half-started pg-boss.
    await database.query('select from gamekeeper.job_log limit 0');
    await boss.start();
    await ensureQueues(boss, kinds, log);
  } catch (error) {
    await closeParts();
    throw error;
  }
  const stopping = new AbortController();
  const giveUp = new AbortController();
  if (roles.work) {
    for (const kind of kinds) {
      const worker = { kind, boss, database, jobs, log, onEnd, giveUp: giveUp.signal };
      workers.set(kind.kind, createJobWorker(worker));
    }
  }
  const loops = roles.work ? keepWorkersAlive({ boss, database, workers, log, stop: stopping.signal }) : [];
  return {
    boss,
    database,
    isConnected: () => listener.held()?.isOpen() ?? false,
    lastError: () => listener.held()?.lastError() ?? null,
    async close(graceMs) {
      // A statement may hang on a lock or a broken line; the process ends all the same.
      const workersStop = Promise.all([...workers.values()].map((worker) => worker.stop(graceMs)));
      await endsWithin(graceMs + LAST_WRITES_MS, workersStop);
      giveUp.abort();
      stopping.abort();
      await endsWithin(LAST_WRITES_MS, Promise.all(loops));
      await endsWithin(LAST_WRITES_MS, closeParts());
    },
  };
}

function createBoss(db: Db, log: Logger): PgBoss {
  const boss = new PgBoss({
    db,
    schema: 'pgboss',
    schedule: false, // schedules.ts
    supervise: false, // keepWorkersAlive
    monitorIntervalSeconds: LOOK_MS / 1_000,
    useListenNotify: true,
    flowIntervalSeconds: 3_600, // job dependencies are not used
    warningQueueSize: 1_000_000_000, // a long backfill is no fault
  });
  boss.on('error', (error) => log.warn({ err: error }, 'pg-boss reports an error'));
  boss.on('warning', (warning) => log.warn({ detail: warning.data }, warning.message));
  return boss;
}

function createListener({ connection, log }: JobEngineOptions, workers: ReadonlyMap<string, JobWorker>) {
  let held: HeldConnection | undefined;
  const listen: NonNullable<Db['listen']> = async (channel, onNotice, onGap) => {
    const opened = Promise.withResolvers<void>();
    held = createHeldConnection({
      connection,
      applicationName: 'gamekeeper job notices',
      log,
      beatMs: 10_000,
      onOpen: async (session) => {
        await session.query(`listen "${channel}"`);
        // Notices that were sent while there was no session are lost.
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
    // Polls find every job without notices too, so a server that is just going away must not delay the start.
    await endsWithin(LISTEN_TIMEOUT_MS, opened.promise);
    return { close: () => held?.stop() ?? Promise.resolve() };
  };
  return { listen, held: () => held };
}

interface KeepOptions {
  readonly boss: Pick<PgBoss, 'supervise' | 'getQueues'>;
  readonly database: Pick<Database, 'query'>;
  readonly workers: ReadonlyMap<string, Pick<JobWorker, 'beat' | 'wake'>>;
  readonly log: Logger;
  readonly stop: AbortSignal;
  readonly now?: () => number;
}

/**
 * Sends heartbeats for our runs, and has pg-boss take jobs whose heartbeats are missing. After an outage no heartbeat could arrive, so this
 * process takes no job before it has had contact for a whole lease.
 */
export function keepWorkersAlive(options: KeepOptions): Promise<void>[] {
  const { boss, database, workers, log, stop, now = () => performance.now() } = options;
  let contactSince: number | null = null;
  const guarded = (work: () => Promise<unknown>) => async (): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log[contactSince === null ? 'debug' : 'warn'](
        { err: error },
        'claims of jobs could not be renewed or checked',
      );
      contactSince = null;
    }
  };
  const beat = guarded(() => Promise.all([...workers.values()].map((worker) => worker.beat())));
  const look = guarded(async () => {
    await database.query('select 1');
    contactSince ??= now();
    if (now() - contactSince < LEASE_SECONDS * 1_000) return;
    await boss.supervise();
    // The pass has counted the jobs that are due: those that were delayed, and those of dead workers from the pass before.
    for (const { name, readyCount } of await boss.getQueues()) if (readyCount > 0) workers.get(name)?.wake();
  });
  return [repeat(BEAT_MS, stop, beat), repeat(LOOK_MS, stop, look)];
}

function stateOf(session: JobSession | null, fault: string | null): EngineState {
  if (session === null && fault === null) return { state: 'starting', detail: null };
  if (session?.isConnected() === true) return { state: 'running', detail: null };
  if (session === null) return { state: 'down', detail: `not started yet (${fault}); trying again` };
  return {
    state: 'down',
    detail: `PostgreSQL does not answer (${session.lastError() ?? 'not yet'}); trying again`,
  };
}

function scheduleRows(kinds: readonly JobKind[]): ScheduleRow[] {
  return kinds.flatMap(({ kind, schedule }) =>
    schedule === null
      ? []
      : [{ kind, cron: schedule.cron, timeZone: schedule.timeZone, missed: schedule.missed }],
  );
}

/** Counting takes longer the more jobs wait; a page that asks every second must not keep PostgreSQL busy with it. */
function throttled<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  let freshUntil = 0;
  return () => {
    if (answer !== undefined && performance.now() < freshUntil) return answer;
    const askedAt = performance.now();
    freshUntil = Infinity;
    answer = (async () => {
      try {
        return await ask();
      } finally {
        const tookMs = performance.now() - askedAt;
        freshUntil = performance.now() + 20 * tookMs;
      }
    })();
    return answer;
  };
}
