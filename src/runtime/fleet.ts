/**
 * Further processes that this one starts and keeps: each is started again when it dies, with back-off, and all of them end with this one.
 *
 * They live in sessions of their own, so that Ctrl-C on a terminal is heard by this process alone. They are told to end by the closing of the
 * channel that connects them to us, and for once a kill says the same as a word: when we are killed, it closes too, and nobody runs on unseen.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Logger } from 'pino';
import { backoffDelayMs, type BackoffPolicy } from '#/domain/backoff.ts';
import { pause } from './pause.ts';
import { relayLog } from './fleet-log.ts';

export interface FleetOptions {
  readonly size: number;
  /** What follows `node` on the command line. It has to end when its channel closes (`stop-signal.ts`). */
  readonly command: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** How long they may take to end before they are killed. */
  readonly graceMs: number;
  readonly log: Logger;
  readonly restart?: BackoffPolicy;
}

export interface Fleet {
  start(): void;
  /** Tells all of them to end, and returns at once. */
  dismiss(): void;
  /** Resolves when none of them is left. */
  stop(): Promise<void>;
}

const RESTART = { firstMs: 500, maxMs: 30_000 };
/** Who lived so long did not die of its start, and is started again without much delay. */
const SETTLED_MS = 30_000;
const LAST_LINES_MS = 1_000;

export function createFleet(options: FleetOptions): Fleet {
  const stopping = new AbortController();
  let keeping: readonly Promise<void>[] = [];
  return {
    start() {
      if (keeping.length > 0 || stopping.signal.aborted) return;
      const numbers = Array.from({ length: options.size }, (_, index) => index + 1);
      keeping = numbers.map((number) => keepOne(number, options, stopping.signal));
    },
    dismiss: () => stopping.abort(),
    async stop() {
      stopping.abort();
      await Promise.all(keeping);
    },
  };
}

async function keepOne(worker: number, options: FleetOptions, stopping: AbortSignal): Promise<void> {
  let failures = 0;
  while (!stopping.aborted) {
    const startedAt = performance.now();
    const end = await runOne(worker, options, stopping);
    if (stopping.aborted) return;
    failures = performance.now() - startedAt > SETTLED_MS ? 1 : failures + 1;
    const againInMs = backoffDelayMs(options.restart ?? RESTART, failures, Math.random());
    options.log.error({ worker, ...end, againInMs }, 'a worker process ended and is started again');
    await pause(againInMs, stopping);
  }
}

interface End {
  readonly pid: number | undefined;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why there was no process at all. */
  readonly err?: Error;
}

async function runOne(worker: number, options: FleetOptions, stopping: AbortSignal): Promise<End> {
  const child = spawn(process.execPath, options.command, {
    env: options.environment,
    // What it would say to whoever started it on a terminal is said by this process.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    detached: true,
  });
  if (child.stderr !== null) relayLog(child.stderr, worker, options.log);
  options.log.info({ worker, pid: child.pid }, 'a worker process is started');
  let overdue: NodeJS.Timeout | undefined;
  const dismiss = (): void => {
    if (child.connected) child.disconnect();
    overdue = setTimeout(() => {
      options.log.warn(
        { worker, pid: child.pid, afterMs: options.graceMs },
        'a worker process did not end and is killed',
      );
      child.kill('SIGKILL');
    }, options.graceMs);
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

/** Not by the event `close`: it never comes when it was us who closed the channel. */
async function untilEnded(child: ChildProcess): Promise<End> {
  const end = await new Promise<End>((resolve) => {
    child.once('error', (err) => {
      if (child.pid === undefined) resolve({ pid: undefined, code: null, signal: null, err });
    });
    child.once('exit', (code, signal) => resolve({ pid: child.pid, code, signal }));
  });
  // Its last lines may still be on their way; a program that it started may hold them back for ever.
  if (child.stderr?.closed === false)
    await once(child.stderr, 'close', { signal: AbortSignal.timeout(LAST_LINES_MS) }).catch(() => undefined);
  return end;
}
