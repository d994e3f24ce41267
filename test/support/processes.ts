/** Finds and ends processes by their number. Linux only, like the fault tests that use it. */
import { readdirSync, readFileSync } from 'node:fs';

export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  /** Private and shared memory, and mapped files. */
  readonly residentBytes: number;
  readonly privateBytes: number;
  readonly sharedBytes: number;
}

export function listProcesses(): RunningProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        return [{ pid: Number(name), command, ...parseStatus(status) }];
      } catch {
        return []; // It ended while we looked.
      }
    });
}

/** Kernel threads have no memory of their own. */
function parseStatus(status: string): Omit<RunningProcess, 'pid' | 'command'> {
  const bytesOf = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024;
  return {
    parent: Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]),
    residentBytes: bytesOf('VmRSS'),
    privateBytes: bytesOf('RssAnon'),
    sharedBytes: bytesOf('RssShmem'),
  };
}

/** The ClickHouse engine that this Gamekeeper runs. */
export function clickhouseOf(pid: number | undefined): number {
  const found = listProcesses().find((row) => row.parent === pid && row.command.includes('server-process'));
  if (found === undefined) throw new Error(`process ${pid} has no ClickHouse child`);
  return found.pid;
}

/** The server process behind one of its connections. */
export function parentOf(pid: number): number {
  const found = listProcesses().find((row) => row.pid === pid);
  if (found === undefined) throw new Error(`there is no process ${pid}`);
  return found.parent;
}
