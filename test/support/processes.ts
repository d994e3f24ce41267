/** Finds and ends processes by their number. Linux only, like the fault tests that use it. */
import { readdirSync, readFileSync } from 'node:fs';

interface Found {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function listProcesses(): Found[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        const parent = Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]);
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        return [{ pid: Number(name), parent, command }];
      } catch {
        return []; // It ended while we looked.
      }
    });
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
