/**
 * Restarts the server when it dies, with back-off, until it is stopped. The back-off grows while the server dies soon after its start, and begins
 * anew after a minute.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { backoffDelayMs, type BackoffPolicy } from '#/domain/backoff.ts';
import { bringUpAgain, type Cluster, type RunningServer } from './start-server.ts';
import { boundLog, stopPostmaster } from './postmaster.ts';

export interface PostgresDescription {
  /** `starting` is for callers, before `startEmbeddedPostgres` has resolved. */
  readonly state: 'starting' | 'running' | 'restarting' | 'stopped';
  readonly version: string;
  readonly pid: number | null;
  readonly since: Date | null;
  /** How often this supervisor has restarted it. */
  readonly restarts: number;
  readonly detail: string | null;
  /** True while the server is one that an earlier process had started. */
  readonly adopted: boolean;
}

export interface Supervision {
  describe(): PostgresDescription;
  stop(): Promise<void>;
}

const BACKOFF: BackoffPolicy = { firstMs: 200, maxMs: 15_000 };
const STEADY_MS = 60_000;
const LOG_CHECK_MS = 30_000;

export function superviseServer(cluster: Cluster, first: RunningServer, onChange: () => void): Supervision {
  const { log } = cluster;
  let description: PostgresDescription = { ...runningAs(first), restarts: 0 };
  let stopped: Promise<void> | undefined;
  const stopping = new AbortController();
  const endLogChecks = checkLogSize(cluster);
  const lastServer = keepRunning(cluster, first, stopping.signal, {
    died: (end) =>
      change({ ...notRunning('restarting'), detail: `PostgreSQL ${end}; it is being started again` }),
    failed: (error) => change({ detail: error instanceof Error ? error.message : String(error) }),
    back: (server) => change({ ...runningAs(server), restarts: description.restarts + 1 }),
  });

  return { describe: () => description, stop: () => (stopped ??= stop()) };

  function change(next: Partial<PostgresDescription>): void {
    description = { ...description, ...next };
    onChange();
  }

  async function stop(): Promise<void> {
    stopping.abort();
    endLogChecks();
    const { postmaster } = await lastServer;
    if (!(await stopPostmaster(postmaster))) {
      log.warn(
        { postgresPid: postmaster.pid },
        'PostgreSQL did not stop in time and was ended; it will recover at its next start',
      );
    }
    change({ ...notRunning('stopped'), detail: null });
  }
}

interface Listener {
  died(end: string): void;
  failed(error: unknown): void;
  back(server: RunningServer): void;
}

/** Resolves with the current server, or the last one, when `signal` is aborted. */
async function keepRunning(
  cluster: Cluster,
  first: RunningServer,
  signal: AbortSignal,
  tell: Listener,
): Promise<RunningServer> {
  const stopAsked = once(signal, 'abort').then(() => 'asked to stop');
  let server = first;
  let attempt = 1;
  for (;;) {
    const began = Date.now();
    const end = await Promise.race([server.postmaster.ended(), stopAsked]);
    if (signal.aborted) return server;
    cluster.log.error({ postgresPid: server.postmaster.pid, end }, 'PostgreSQL died');
    tell.died(end);
    if (Date.now() - began > STEADY_MS) attempt = 1;
    for (let next: RunningServer | undefined; !next; attempt++) {
      next = await tryAgain(cluster, first.port, attempt, signal, tell);
      if (next) tell.back((server = next));
      if (signal.aborted) return server;
    }
  }
}

/** Undefined when it failed or was aborted; then nothing is left running. */
async function tryAgain(
  cluster: Cluster,
  port: number,
  attempt: number,
  signal: AbortSignal,
  tell: Listener,
): Promise<RunningServer | undefined> {
  try {
    // The pause does not keep an otherwise finished process alive.
    await sleep(backoffDelayMs(BACKOFF, attempt, Math.random()), undefined, { signal, ref: false });
    const server = await bringUpAgain(cluster, port, signal);
    cluster.log.info({ postgresPid: server.postmaster.pid, attempt }, 'PostgreSQL is running again');
    return server;
  } catch (error) {
    if (signal.aborted) return undefined;
    cluster.log.error({ err: error, attempt }, 'PostgreSQL could not be started; trying again');
    tell.failed(error);
    return undefined;
  }
}

function checkLogSize({ log, logFile }: Cluster): () => void {
  const timer = setInterval(() => {
    boundLog(logFile).catch((error: unknown) =>
      log.warn({ err: error }, 'the PostgreSQL log could not be bounded'),
    );
  }, LOG_CHECK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function runningAs({ postmaster, version, since }: RunningServer): Omit<PostgresDescription, 'restarts'> {
  const detail = postmaster.adopted ? 'adopted from an earlier process of Gamekeeper' : null;
  return { state: 'running', version, pid: postmaster.pid, since, detail, adopted: postmaster.adopted };
}

function notRunning(
  state: 'restarting' | 'stopped',
): Pick<PostgresDescription, 'state' | 'pid' | 'since' | 'adopted'> {
  return { state, pid: null, since: null, adopted: false };
}
