/**
 * One running PostgreSQL server process: started by us, or found and adopted. Either way it can be watched and stopped; for
 * an adopted one there is no child handle, so its death is found by looking twice a second.
 * A started one has a session of its own: signals to our process group do not reach it, and it does not keep our process alive.
 * A process that exits without `stopPostmaster` ends it all the same; only after SIGKILL of our process it lives on.
 */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '#/domain/user-error.ts';
import { hasCode } from './atomic-file.ts';
import { lifeOf } from './process-life.ts';
import { openLog } from './server-log.ts';
import { spawnIdentity, type ServiceUser } from './service-user.ts';

export interface Postmaster {
  readonly pid: number;
  readonly adopted: boolean;
  /** How it ended, in words; undefined while it lives. */
  end(): string | undefined;
  /** Resolves with the same words when it has ended; never rejects. */
  ended(): Promise<string>;
}

export interface SpawnOptions {
  readonly program: string;
  readonly args: readonly string[];
  readonly logFile: string;
  readonly runAs: ServiceUser | undefined;
}

interface StopPatience {
  /** For the orderly end: sessions are ended, everything is written. */
  readonly fastMs: number;
  /** For the end without writing; the next start recovers. */
  readonly immediateMs: number;
}

/** Nothing of the operator's environment gets through: PGPORT, PGOPTIONS or a missing locale would change the server. */
export const PROGRAM_ENVIRONMENT: NodeJS.ProcessEnv = { LC_ALL: 'C', PATH: '/usr/bin:/bin', TZ: 'UTC' };

const WATCH_MS = 500;
const LOOK_MS = 20;
const STOP_PATIENCE: StopPatience = { fastMs: 6_000, immediateMs: 2_000 };
/** Never changes: to wait for it is to sleep. */
const IDLE = new Int32Array(new SharedArrayBuffer(4));

export async function spawnPostmaster({ program, args, logFile, runAs }: SpawnOptions): Promise<Postmaster> {
  const output = await openLog(logFile);
  try {
    const child = spawn(program, args, {
      ...spawnIdentity(runAs),
      cwd: '/',
      env: PROGRAM_ENVIRONMENT,
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
    });
    const failed = new Promise<Error>((resolve) => child.once('error', resolve));
    if (child.pid === undefined) throw cannotRun(program, runAs, await failed);
    let end: string | undefined;
    const ended = new Promise<string>((resolve) => {
      child.once('exit', (code, signal) => {
        end = signal ? `was killed by ${signal}` : `ended with code ${code}`;
        resolve(end);
      });
    });
    child.unref();
    return endAtExit({ pid: child.pid, adopted: false, end: () => end, ended: () => ended });
  } finally {
    await output.close();
  }
}

/** Undefined when the process has gone meanwhile. */
export function adoptPostmaster(pid: number): Postmaster | undefined {
  const life = lifeOf(pid);
  if (life === undefined) return undefined;
  const end = (): string | undefined => (lifeOf(pid) === life ? undefined : 'ended, and nobody saw how');
  return endAtExit({ pid, adopted: true, end, ended: () => watch(end) });
}

/**
 * An exit without an orderly stop (a second signal, an uncaught error) ends the server by SIGQUIT: it does not write its
 * memory, and recovers at its next start. Waits for that end; in an exit handler only synchronous code runs.
 */
function endAtExit(postmaster: Postmaster): Postmaster {
  const endNow = (): void => {
    send(postmaster, 'SIGQUIT');
    const deadline = Date.now() + STOP_PATIENCE.immediateMs;
    while (lifeOf(postmaster.pid) !== undefined && Date.now() < deadline) Atomics.wait(IDLE, 0, 0, LOOK_MS);
    if (lifeOf(postmaster.pid) !== undefined) send(postmaster, 'SIGKILL');
  };
  process.once('exit', endNow);
  void postmaster.ended().then(() => process.off('exit', endNow));
  return postmaster;
}

function watch(end: () => string | undefined): Promise<string> {
  return new Promise<string>((resolve) => {
    const timer = setInterval(() => {
      const how = end();
      if (how === undefined) return;
      clearInterval(timer);
      resolve(how);
    }, WATCH_MS);
    timer.unref();
  });
}

/**
 * `pg_ctl stop -m fast`, and harder when that takes too long. It always comes back: a server that is already dead is
 * stopped, and the last step cannot be refused. Says whether the end was orderly.
 */
export async function stopPostmaster(postmaster: Postmaster, patience = STOP_PATIENCE): Promise<boolean> {
  if (await endsAfter(postmaster, 'SIGINT', patience.fastMs)) return true;
  if (!(await endsAfter(postmaster, 'SIGQUIT', patience.immediateMs)))
    await endsAfter(postmaster, 'SIGKILL', 1_000);
  return false;
}

async function endsAfter(postmaster: Postmaster, signal: NodeJS.Signals, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  send(postmaster, signal);
  while (postmaster.end() === undefined) {
    if (Date.now() > deadline) return false;
    await sleep(LOOK_MS);
  }
  return true;
}

function send(postmaster: Postmaster, signal: NodeJS.Signals): void {
  if (postmaster.end() !== undefined) return;
  try {
    process.kill(postmaster.pid, signal);
  } catch (error) {
    // It ended between the two lines.
    if (!hasCode(error, 'ESRCH')) throw error;
  }
}

function cannotRun(program: string, runAs: ServiceUser | undefined, cause: Error): UserError {
  return new UserError(
    `PostgreSQL could not be run: ${program}${runAs ? ` as ${runAs.name}` : ''}: ${cause.message}`,
    'Run npm ci to repair the installation; where root may not change the user (a hardened container), start Gamekeeper as an ordinary user; or set DATABASE_URL.',
    { cause },
  );
}
