/**
 * One run of the process that hosts the engine: starts it, reports whether it opened its directory or why not, and stops it.
 * The engine writes the reason of a failed open only to stderr, so that is read here. The directory is at fault if the engine
 * fails or aborts while opening; not if there is a lock, a full disk, missing rights, a library that does not load, or a
 * kill from outside.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { FromChild, ServerConfig, ToChild } from './protocol.ts';

export type StartOutcome = { readonly kind: 'running'; readonly process: EngineProcess } | FailedStart;

export interface FailedStart {
  readonly kind: 'locked' | 'no-space' | 'forbidden' | 'unloadable' | 'broken' | 'killed';
  readonly detail: string;
}

export interface EngineProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly version: string;
  /** Resolves when the process has ended, with the signal or exit code. */
  readonly ended: Promise<string>;
  /** Drains and closes; kills the process after the deadline. */
  stop(drainMs: number): Promise<void>;
}

const ENTRY = fileURLToPath(new URL('./server-process.ts', import.meta.url));
const STDERR_TAIL = 8_000;
const CLOSE_MS = 3_000;
/** Opening takes less than a second; the deadline ends an engine that hangs. */
const OPEN_DEADLINE_MS = 300_000;

export async function startEngineProcess(
  config: ServerConfig,
  log: Logger,
  signal: AbortSignal,
): Promise<StartOutcome> {
  const child = spawn(process.execPath, [ENTRY], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Ctrl-C in a terminal signals the whole process group; the parent must drain first.
    detached: true,
    // Nothing is inherited: the engine does not need the product's keys and passwords. A running query occupies a thread of the pool.
    // The cache holds our files without their types: 60 MB and half of the start are the compiler that strips them.
    env: {
      UV_THREADPOOL_SIZE: String(config.readers + 16),
      TZ: 'UTC',
      NODE_COMPILE_CACHE: join(config.directory, 'code-cache'),
    },
  });
  const tail = collectOutput(child, log);
  let stage: 'loading' | 'opening' = 'loading';
  let said = '';
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, by) => resolve(by ?? `exit code ${code}`));
  });
  const abort = () => child.kill('SIGKILL');
  const deadline = setTimeout(abort, OPEN_DEADLINE_MS);
  signal.addEventListener('abort', abort);
  const version = await new Promise<string | null>((resolve) => {
    child.on('message', (message: FromChild) => {
      if (message.type === 'opening') stage = 'opening';
      if (message.type === 'failed') said = message.message;
      if (message.type === 'ready') resolve(message.version);
    });
    void ended.then(() => resolve(null));
    send(child, { type: 'start', config });
  });
  clearTimeout(deadline);
  signal.removeEventListener('abort', abort);
  if (version === null || child.pid === undefined) return judge(stage, said, await tail(), await ended);
  const stop = (drainMs: number) => stopProcess(child, ended, drainMs);
  return { kind: 'running', process: { child, pid: child.pid, version, ended, stop } };
}

function judge(stage: 'loading' | 'opening', said: string, stderr: string, ending: string): FailedStart {
  const detail = [stderr.trim(), said, said === '' ? ending : '']
    .filter((part) => part !== '')
    .join('; ')
    .slice(-1_000);
  // `said` is set if the process reported a failure; without it, SIGKILL came from outside.
  if (said === '' && ending === 'SIGKILL') return { kind: 'killed', detail };
  if (stage === 'loading') return { kind: 'unloadable', detail };
  if (/Cannot lock file|Another server instance/.test(stderr)) return { kind: 'locked', detail };
  if (/No space left|NOT_ENOUGH_SPACE|errno: 28\b/.test(stderr)) return { kind: 'no-space', detail };
  if (/Permission denied|errno: 13\b|Read-only file system/.test(stderr))
    return { kind: 'forbidden', detail };
  return { kind: 'broken', detail };
}

async function stopProcess(child: ChildProcess, ended: Promise<string>, drainMs: number): Promise<void> {
  const killer = setTimeout(() => child.kill('SIGKILL'), drainMs + CLOSE_MS);
  send(child, { type: 'stop', drainMs });
  await ended;
  clearTimeout(killer);
}

/** The end of a child that is already gone is handled elsewhere. */
function send(child: ChildProcess, message: ToChild): void {
  if (child.connected) child.send(message, () => undefined);
}

/** Logs the output. Returns a function that resolves with its last part after the streams have ended: the reason of a failed open. */
function collectOutput(child: ChildProcess, log: Logger): () => Promise<string> {
  let tail = '';
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      tail = (tail + text).slice(-STDERR_TAIL);
      log.warn({ output: text.trim().slice(0, 2_000) }, 'ClickHouse engine output');
    });
  }
  return async () => {
    await closed;
    return tail;
  };
}
