/** What a running product takes, process by process, as the operating system tells it. Linux only: it reads /proc. */
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessUse {
  readonly pid: number;
  readonly part: 'gamekeeper' | 'clickhouse' | 'postgres' | 'other';
  readonly rssBytes: number;
  /** Files, sockets and pipes that are open. */
  readonly handles: number;
  readonly threads: number;
}

/** A process and all below it. One that ends while we look is left out. */
export function readProcessTree(root: number): ProcessUse[] {
  return withDescendants(root).flatMap((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const part = partOf(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
      return [
        {
          pid,
          part,
          rssBytes: fieldOf(status, 'VmRSS') * 1024,
          handles: readdirSync(`/proc/${pid}/fd`).length,
          threads: fieldOf(status, 'Threads'),
        },
      ];
    } catch {
      return [];
    }
  });
}

/** All of their numbers, its own first. */
export function withDescendants(pid: number): number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
    return [pid, ...children.flatMap(withDescendants)];
  } catch {
    return []; // It ended while we looked.
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
