/**
 * The job engine of one process. It may be started before PostgreSQL is there, outlives its loss, and says at any time how it
 * is. It starts only what the roles ask for: every process can send, workers run jobs, one scheduler of all leads.
 */
import { performance } from 'node:perf_hooks';
import type { Logger } from 'pino';
import type { JobEnd, QueueRow, ScheduleRow } from '#/contract/status.ts';
import { backoffDelayMs } from '#/domain/backoff.ts';
import type { PostgresConnection } from '../postgres/database.ts';
import { pause } from '../pause.ts';
import type { JobKind } from './define-job.ts';
import { openJobSession, type JobSession } from './job-session.ts';
import { JobsNotReady } from './jobs-not-ready.ts';
import { countQueues, DEAD_LETTERS, listDeadLetters, type DeadLetter } from './queues.ts';
import { endsWithin } from './repeat.ts';
import { createScheduler } from './scheduler.ts';
import { refuseBadSchedules } from './schedules.ts';
import { createJobSender, type JobSender } from './send-jobs.ts';

export interface JobEngineOptions {
  readonly connection: PostgresConnection;
  readonly log: Logger;
  readonly kinds: readonly JobKind[];
  readonly roles: { readonly work: boolean; readonly schedule: boolean };
  /** Called for every row of the job log that this process wrote, after it was written. It must not throw. */
  readonly onEnd?: (end: JobEnd) => void;
  /** For how long due jobs may lie untouched before their worker is replaced. */
  readonly stuckAfterMs?: number;
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
  queues(): Promise<QueueRow[]>;
  schedules(): ScheduleRow[];
  deadLetters(limit: number): Promise<DeadLetter[]>;
  /** Sends dead letters of a kind again, oldest first; answers how many. */
  redrive(kind: string, limit: number): Promise<number>;
  /** Claims nothing more, lets runs end for `graceMs`, then gives the rest back to the queue at once. */
  stop(options: { readonly graceMs: number }): Promise<void>;
}

const SCHEDULER_STOP_MS = 500;
const RECONNECT = { firstMs: 250, maxMs: 1_000 };

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
  const scheduler = createScheduler({
    connection: options.connection,
    log,
    parts: () => ({ ...link(), kinds: options.kinds, jobs: sender, log }),
  });

  async function open(): Promise<void> {
    for (let attempt = 1; session === null && !stopping.signal.aborted; attempt += 1) {
      try {
        session = await openJobSession({
          ...options,
          work: roles.work,
          jobs: sender,
          onEnd: (end) => options.onEnd?.(end),
          stuckAfterMs: options.stuckAfterMs ?? 30_000,
        });
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
    queues: throttled(() => countQueues(link().database, options.kinds)),
    schedules: () => scheduleRows(options.kinds),
    deadLetters: (limit) => listDeadLetters(link().database, limit),
    redrive: async (kind, limit) => link().boss.redrive(DEAD_LETTERS, { sourceName: kind, limit }),
    stop: ({ graceMs }) => (stopped ??= close(graceMs)),
  };
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

function indexByName(kinds: readonly JobKind[]): Map<string, JobKind> {
  const byName = new Map<string, JobKind>();
  for (const kind of kinds) {
    if (byName.has(kind.kind))
      throw new Error(`two job kinds are called "${kind.kind}"; a name belongs to one`);
    byName.set(kind.kind, kind);
  }
  return byName;
}

function scheduleRows(kinds: readonly JobKind[]): ScheduleRow[] {
  return kinds.flatMap(({ kind, schedule }) =>
    schedule === null
      ? []
      : [{ kind, cron: schedule.cron, timeZone: schedule.timeZone, missed: schedule.missed }],
  );
}

/** Counting takes longer the more waits; a page that asks every second must not keep PostgreSQL busy with it. */
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
