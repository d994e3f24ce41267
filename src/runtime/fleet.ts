/**
 * Worker processes that this process starts and keeps running: each is restarted with back-off when it dies, and all of them end
 * with this one.
 *
 * Each has a session of its own, so that Ctrl-C on a terminal reaches this process alone. A worker ends when its IPC channel
 * closes: on a stop we close it, and when we are killed the operating system does.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { backoffDelayMs, type BackoffPolicy } from '#/domain/backoff.ts';
import { relayLine } from './log.ts';
import { supervise, type Supervised } from './supervise.ts';

export interface FleetOptions {
  readonly size: number;
  /** What follows `node` on the command line. It has to end when its channel closes (`shutdown.ts`). */
  readonly command: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** Time to end before a worker is killed. */
  readonly graceMs: number;
  readonly log: Logger;
  readonly restart?: BackoffPolicy;
}

export interface Fleet {
  start(): void;
  /** Asks all of them to end, and returns at once. */
  dismiss(): void;
  /** Resolves when all of them have ended. */
  stop(): Promise<void>;
}

const RESTART = { firstMs: 500, maxMs: 30_000 };
/** A worker that ran for this long did not fail at its start: the back-off begins again. */
const SETTLED_MS = 30_000;
const LAST_LINES_MS = 1_000;

export function createFleet(options: FleetOptions): Fleet {
  let workers: readonly Supervised[] = [];
  let isDismissed = false;
  let ended: Promise<unknown> = Promise.resolve();
  const dismiss = (): void => {
    if (isDismissed) return;
    isDismissed = true;
    ended = Promise.all(workers.map((worker) => worker.stop()));
  };
  return {
    start() {
      if (workers.length > 0 || isDismissed) return;
      workers = Array.from({ length: options.size }, (_, index) => keepRunning(index + 1, options));
    },
    dismiss,
    async stop() {
      dismiss();
      await ended;
    },
  };
}

function keepRunning(worker: number, options: FleetOptions): Supervised {
  const { log, restart = RESTART } = options;
  let failures = 0;
  return supervise(
    async (stopping) => {
      const startedAt = performance.now();
      const end = await runOnce(worker, options, stopping);
      if (stopping.aborted) return undefined;
      failures = performance.now() - startedAt > SETTLED_MS ? 1 : failures + 1;
      const againInMs = backoffDelayMs(restart, failures, Math.random());
      log.error({ worker, ...end, againInMs }, 'worker process ended, restarting');
      return againInMs;
    },
    {
      everyMs: restart.maxMs,
      onError: (error) => log.error({ worker, err: error }, 'worker process not started'),
    },
  );
}

interface End {
  readonly pid: number | undefined;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why no process could be started. */
  readonly err?: Error;
}

async function runOnce(worker: number, options: FleetOptions, stopping: AbortSignal): Promise<End> {
  const { log, graceMs } = options;
  const child = spawn(process.execPath, options.command, {
    env: options.environment,
    // Its standard output is for a terminal; this process reports in its place.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    detached: true,
  });
  if (child.stderr !== null) relayLog(child.stderr, worker, log);
  log.info({ worker, pid: child.pid }, 'worker process started');
  let overdue: NodeJS.Timeout | undefined;
  const dismiss = (): void => {
    if (child.connected) child.disconnect();
    overdue = setTimeout(() => {
      log.warn({ worker, pid: child.pid, afterMs: graceMs }, 'worker process did not end, killing it');
      child.kill('SIGKILL');
    }, graceMs);
  };
  stopping.addEventListener('abort', dismiss, { once: true });
  if (stopping.aborted) dismiss();
  try {
    return await untilEnded(child);
  } finally {
    stopping.removeEventListener('abort', dismiss);
    clearTimeout(overdue);
  }
}

/** Not by the event `close`: it never comes after we have closed the channel. */
async function untilEnded(child: ChildProcess): Promise<End> {
  const end = await new Promise<End>((resolve) => {
    child.once('error', (err) => {
      if (child.pid === undefined) resolve({ pid: undefined, code: null, signal: null, err });
    });
    child.once('exit', (code, signal) => resolve({ pid: child.pid, code, signal }));
  });
  // Its last lines may still arrive; a program that it started may keep the pipe open for ever.
  if (child.stderr?.closed === false)
    await once(child.stderr, 'close', { signal: AbortSignal.timeout(LAST_LINES_MS) }).catch(() => undefined);
  return end;
}

/** A line that is not JSON (Node's report of a crash) becomes an error. */
export function relayLog(from: Readable, worker: number, log: Logger): void {
  createInterface(from).on('line', (line) => {
    if (!relayLine(log, line, { worker }) && line.trim() !== '')
      log.error({ worker, line }, 'worker process wrote a line that is not JSON');
  });
}
