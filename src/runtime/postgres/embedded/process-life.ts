/**
 * What can be known about a process that is not our child: whether it lives, and whether it is a PostgreSQL that works in a
 * given folder. Linux tells through /proc, other systems through `ps`.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { hasCode } from './atomic-file.ts';

export interface Occupant {
  /** `postgres` also when it cannot be told: whoever might be the server is treated as the server. */
  readonly kind: 'postgres' | 'other';
  readonly command: string;
}

/**
 * Undefined when the process is gone; a zombie is gone too (in a container whose first process does not reap, an
 * orphaned server stays one for ever). Otherwise a text that another process under the same number would not have.
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

/** Who has this number now; undefined when nobody does. */
export function occupantOf(pid: number, dataDirectory: string): Occupant | undefined {
  if (lifeOf(pid) === undefined) return undefined;
  const known = process.platform === 'linux' ? askProc(pid) : askPs(pid);
  const elsewhere = known.directory !== undefined && known.directory !== realpathSync(dataDirectory);
  const kind = isPostgres(known.program) && !elsewhere ? 'postgres' : 'other';
  return { kind, command: known.command };
}

interface Known {
  /** Undefined when it cannot be told. */
  readonly program: string | undefined;
  /** Where it works: PostgreSQL goes into its data directory and stays there. */
  readonly directory: string | undefined;
  readonly command: string;
}

function askProc(pid: number): Known {
  const words = readOrUndefined(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.split('\0') ?? [];
  const program = readOrUndefined(() => readlinkSync(`/proc/${pid}/exe`)) ?? words[0];
  return {
    // A reinstall replaces the running file; /proc then marks its name.
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
    // Not permitted means that it is there, under another user.
    return hasCode(error, 'EPERM');
  }
}

/** A process may end, or be hidden from us, between two questions; then there is no answer. */
function readOrUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
