/** What a process and its descendants use, read from /proc: benchmarks that call this run on Linux only. */
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessUse {
  readonly pid: number;
  readonly part: 'gamekeeper' | 'clickhouse' | 'postgres' | 'other';
  readonly rssBytes: number;
  /** Pages shared with other processes count in part: the sum over all processes counts each page once. */
  readonly pssBytes: number;
  /** Open files, sockets and pipes. */
  readonly handles: number;
  readonly threads: number;
}

const TICKS_PER_SECOND = 100;

/** Leaves out processes that end while they are read. */
export function readProcessTree(root: number): ProcessUse[] {
  return withDescendants(root).flatMap((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      return [
        {
          pid,
          part: partOf(readFileSync(`/proc/${pid}/cmdline`, 'utf8')),
          rssBytes: fieldOf(status, 'VmRSS') * 1024,
          pssBytes: fieldOf(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'), 'Pss') * 1024,
          handles: readdirSync(`/proc/${pid}/fd`).length,
          threads: fieldOf(status, 'Threads'),
        },
      ];
    } catch {
      return [];
    }
  });
}

/** Resident memory of one process. */
export function memoryMb(pid: number): number {
  return Math.round((fieldOf(readFileSync(`/proc/${pid}/status`, 'utf8'), 'VmRSS') * 1024) / 1e6);
}

/** User and system time of a process, of its descendants, and of their children that have ended. In steps of 10 ms. */
export function treeCpuSeconds(root = process.pid): number {
  return withDescendants(root).reduce((sum, pid) => sum + cpuSeconds(pid, 4), 0);
}

/** User and system time of all threads of one process; with `fields` 4, of its children that have ended too. */
export function cpuSeconds(pid: number, fields: 2 | 4 = 2): number {
  try {
    // The name of the program stands in parentheses; the field behind it is field 3, and 14 to 17 are the times.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '');
    const ticks = stat.split(' ').slice(11, 11 + fields);
    return ticks.reduce((sum, field) => sum + Number(field), 0) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}

function withDescendants(pid: number): number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
    return [pid, ...children.flatMap(withDescendants)];
  } catch {
    return [];
  }
}

function partOf(command: string): ProcessUse['part'] {
  if (command.includes('server-process')) return 'clickhouse';
  if (command.includes('src/main.ts')) return 'gamekeeper';
  return command.includes('postgres') ? 'postgres' : 'other';
}

function fieldOf(status: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? 0);
}
