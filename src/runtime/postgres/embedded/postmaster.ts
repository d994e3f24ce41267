/**
 * One running PostgreSQL server process, its lock file and its log. The process was started by us, or found and adopted; either way
 * it can be watched and stopped. An adopted one has no child handle, so its death is found by looking twice a second.
 *
 * A started one has a session of its own: signals to our process group do not reach it, and it does not keep our process alive. When our
 * process exits without `stopPostmaster`, the server is ended all the same; only after SIGKILL of our process it lives on.
 */
import { UserError } from '#/domain/user-error.ts';
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { copyFile, type FileHandle, open, rename, stat, truncate } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  giveTo,
  hasCode,
  isMissing,
  ownLike,
  readIfPresent,
  type ServiceUser,
  spawnIdentity,
  writeFileAtomically,
} from './files.ts';

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

/** Nothing of the operator's environment is passed on: PGPORT, PGOPTIONS or a missing locale would change the server. */
export const PROGRAM_ENVIRONMENT: NodeJS.ProcessEnv = { LC_ALL: 'C', PATH: '/usr/bin:/bin', TZ: 'UTC' };

const WATCH_MS = 500;
const LOOK_MS = 20;
const STOP_PATIENCE: StopPatience = { fastMs: 6_000, immediateMs: 2_000 };
/** Never changes, so a wait for it is a synchronous pause. */
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

/** Undefined when the process has ended meanwhile. */
export function adoptPostmaster(pid: number): Postmaster | undefined {
  const life = lifeOf(pid);
  if (life === undefined) return undefined;
  const end = (): string | undefined => (lifeOf(pid) === life ? undefined : 'ended, how is not known');
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
 * `pg_ctl stop -m fast`, and stronger signals when that takes too long. It always returns: a dead server is stopped, and the last
 * signal cannot be refused. Returns whether the end was orderly.
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
    // It ended meanwhile.
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

export interface Occupant {
  /** `postgres` also when it is not known: a process that may be the server is treated as the server. */
  readonly kind: 'postgres' | 'other';
  readonly command: string;
}

/**
 * Undefined when the process is gone; a zombie is gone too (in a container whose first process does not reap, an orphaned server
 * stays one for ever). Otherwise a text that another process with the same id would not have.
 */
export function lifeOf(pid: number): string | undefined {
  if (!answersSignals(pid)) return undefined;
  if (process.platform !== 'linux') return 'alive';
  const stat = readOrUndefined(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (stat === undefined) return undefined;
  // The command in brackets may itself hold spaces and brackets; after it come the state and, as the 20th, the start time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : `started ${fields[19] ?? 'unknown'}`;
}

/** The process that has this id now; undefined when there is none. */
export function occupantOf(pid: number, dataDirectory: string): Occupant | undefined {
  if (lifeOf(pid) === undefined) return undefined;
  const known = process.platform === 'linux' ? askProc(pid) : askPs(pid);
  const elsewhere = known.directory !== undefined && known.directory !== realpathSync(dataDirectory);
  const kind = isPostgres(known.program) && !elsewhere ? 'postgres' : 'other';
  return { kind, command: known.command };
}

interface Known {
  /** Undefined when it is not known. */
  readonly program: string | undefined;
  /** Its working directory; PostgreSQL's is its data directory. */
  readonly directory: string | undefined;
  readonly command: string;
}

function askProc(pid: number): Known {
  const words = readOrUndefined(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.split('\0') ?? [];
  const program = readOrUndefined(() => readlinkSync(`/proc/${pid}/exe`)) ?? words[0];
  return {
    // A reinstall replaces the running file, and /proc then marks its name.
    program: program?.replace(/ \(deleted\)$/, ''),
    directory: readOrUndefined(() => readlinkSync(`/proc/${pid}/cwd`)),
    command: words.join(' ').trim(),
  };
}

function askPs(pid: number): Known {
  const ask = (column: string): string =>
    execFileSync('/bin/ps', ['-p', String(pid), '-o', `${column}=`], { encoding: 'utf8' }).trim();
  return {
    program: readOrUndefined(() => ask('comm')),
    directory: undefined,
    command: readOrUndefined(() => ask('command')) ?? '',
  };
}

function isPostgres(program: string | undefined): boolean {
  return (
    !program || ['postgres', 'postmaster'].includes(basename(program)) || program.startsWith('postgres:')
  );
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not permitted: it exists, under another user.
    return hasCode(error, 'EPERM');
  }
}

/** A process may end, or be hidden from us, between two reads. */
function readOrUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** The lock file of a data directory. Its process may be dead, or its id may belong to another program by now. */
export interface PostmasterFile {
  readonly pid: number;
  readonly startedAt: Date;
  /** Undefined until the server has got that far. */
  readonly port: number | undefined;
  /** `starting`, `ready`, `stopping`; undefined until the server has got that far. */
  readonly status: string | undefined;
}

export function postmasterFileIn(dataDirectory: string): string {
  return join(dataDirectory, 'postmaster.pid');
}

/** Undefined when the text names no process: empty after a power cut, or half written. */
export function parsePostmasterFile(text: string): PostmasterFile | undefined {
  const [pid, , startedAt, port, , , , status] = text.split('\n').map((line) => line.trim());
  if (!isCount(pid) || !isCount(startedAt)) return undefined;
  return {
    pid: Number(pid),
    startedAt: new Date(Number(startedAt) * 1000),
    port: isCount(port) ? Number(port) : undefined,
    status: status || undefined,
  };
}

/** `damaged` when the file is there but names no process. */
export async function readPostmasterFile(
  dataDirectory: string,
): Promise<PostmasterFile | 'damaged' | undefined> {
  const text = await readIfPresent(postmasterFileIn(dataDirectory));
  return text === undefined ? undefined : (parsePostmasterFile(text) ?? 'damaged');
}

/**
 * Takes the claim from a process id that is no PostgreSQL any more. PostgreSQL would refuse to start while that process lives, and
 * deleting the file would also delete the key by which it finds left-over processes of the dead server. So the file stays and
 * gets our own process id: a server ignores the claim of its parent process.
 */
export async function takeClaimAway(dataDirectory: string, runAs: ServiceUser | undefined): Promise<void> {
  const path = postmasterFileIn(dataDirectory);
  const text = await readIfPresent(path);
  if (text === undefined) return;
  await writeFileAtomically(path, [String(process.pid), ...text.split('\n').slice(1)].join('\n'));
  await giveTo(runAs, path);
}

function isCount(text: string | undefined): text is string {
  return text !== undefined && /^[1-9]\d*$/.test(text);
}

const MAX_BYTES = 16 * 1024 * 1024;
const TAIL_BYTES = 8 * 1024;

export function logFileIn(directory: string): string {
  return join(directory, 'postgres.log');
}

export async function openLog(path: string): Promise<FileHandle> {
  const file = await open(path, 'a', 0o600);
  await ownLike(path, dirname(path));
  return file;
}

/** Only while no server writes: a server that is already there would go on writing into the old file. */
export async function putLogAside(path: string): Promise<void> {
  if ((await logSize(path)) > 0) await rename(path, olderLog(path));
}

export async function boundLog(path: string, maxBytes = MAX_BYTES): Promise<void> {
  if ((await logSize(path)) <= maxBytes) return;
  await copyFile(path, olderLog(path));
  await truncate(path, 0);
}

export async function logSize(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}

/** The last lines that were written at or after byte `from`. */
export async function lastLines(path: string, from: number, count: number): Promise<string[]> {
  const size = await logSize(path);
  const start = Math.max(from, size - TAIL_BYTES);
  if (start >= size) return [];
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
    return lines.filter((line) => line.trim() !== '').slice(-count);
  } finally {
    await file.close();
  }
}

function olderLog(path: string): string {
  return `${path}.old`;
}
