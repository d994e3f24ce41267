/**
 * Memory of every process of the product: each Node process (main, workers), the ClickHouse engine, and PostgreSQL, which outlives a
 * killed product and is found by its data directory. Linux only: elsewhere everything is 0.
 */
import { listProcesses, type RunningProcess } from '../support/processes.ts';

export interface MemoryUse {
  /** Resident bytes of the largest Node process. */
  readonly node: number;
  /** Resident bytes of the largest engine. */
  readonly engine: number;
  /** Private memory of all PostgreSQL processes, and the memory that they share once. */
  readonly postgres: number;
}

export interface MemoryWatch {
  peak(): MemoryUse;
  now(): MemoryUse;
  stop(): void;
}

interface Watched {
  readonly directory: string;
  /** The Node processes that the drill started, without their children. */
  readonly pids: () => readonly (number | undefined)[];
}

const LOOK_MS = 500;
const NOTHING: MemoryUse = { node: 0, engine: 0, postgres: 0 };
/** In short drills a Node process takes up to 390 MB, ClickHouse 450, PostgreSQL 100. Unbounded growth passes these bounds. */
const MOST_NODE_BYTES = 700e6;
const MOST_ENGINE_BYTES = 1.5e9;
const MOST_POSTGRES_BYTES = 500e6;

export function watchMemory({ directory, pids }: Watched): MemoryWatch {
  let peak = NOTHING;
  const look = (): MemoryUse => {
    if (process.platform !== 'linux') return NOTHING;
    const roots = new Set(pids().filter((pid) => pid !== undefined));
    const now = measureMemory(listProcesses(), { directory, roots, drill: process.pid });
    peak = {
      node: Math.max(peak.node, now.node),
      engine: Math.max(peak.engine, now.engine),
      postgres: Math.max(peak.postgres, now.postgres),
    };
    return now;
  };
  const timer = setInterval(look, LOOK_MS);
  return {
    peak: () => peak,
    now: look,
    stop: () => clearInterval(timer),
  };
}

interface Owned {
  readonly directory: string;
  readonly roots: ReadonlySet<number>;
  /** Shared engines are its children. */
  readonly drill: number;
}

export function measureMemory(
  processes: readonly RunningProcess[],
  { directory, roots, drill }: Owned,
): MemoryUse {
  const servers = processes.filter(({ command }) => command.includes(` -D ${directory}/`));
  const postgres = withDescendants(processes, new Set(servers.map(({ pid }) => pid)));
  const product = withDescendants(processes, roots);
  const engines = processes.filter(
    ({ pid, parent, command }) =>
      command.includes('server-process') && (product.has(pid) || parent === drill),
  );
  const nodes = processes.filter(
    (one) => product.has(one.pid) && !postgres.has(one.pid) && !engines.includes(one),
  );
  const sessions = processes.filter(({ pid }) => postgres.has(pid));
  return {
    node: Math.max(0, ...nodes.map(({ residentBytes }) => residentBytes)),
    engine: Math.max(0, ...engines.map(({ residentBytes }) => residentBytes)),
    postgres:
      sessions.reduce((sum, { privateBytes }) => sum + privateBytes, 0) +
      Math.max(0, ...sessions.map(({ sharedBytes }) => sharedBytes)),
  };
}

function withDescendants(
  processes: readonly RunningProcess[],
  roots: ReadonlySet<number>,
): ReadonlySet<number> {
  const family = new Set(roots);
  for (let size = -1; size !== family.size;) {
    size = family.size;
    for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid);
  }
  return family;
}

export function findMemoryFaults(peak: MemoryUse, mostNodeBytes = MOST_NODE_BYTES): string[] {
  const bounds = [
    ['a Node process', peak.node, mostNodeBytes],
    ['the ClickHouse engine', peak.engine, MOST_ENGINE_BYTES],
    ['PostgreSQL', peak.postgres, MOST_POSTGRES_BYTES],
  ] as const;
  return bounds
    .filter(([, bytes, most]) => bytes > most)
    .map(([what, bytes, most]) => `${what} took ${inMb(bytes)} MB; expected at most ${inMb(most)} MB`);
}

export function describeMemory({ node, engine, postgres }: MemoryUse): string {
  return `memory ≤ ${inMb(node)} MB of a Node process, ${inMb(engine)} of ClickHouse, ${inMb(postgres)} of PostgreSQL`;
}

function inMb(bytes: number): number {
  return Math.round(bytes / 1e6);
}
