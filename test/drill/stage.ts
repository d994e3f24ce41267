/**
 * Processes of the product for faults to hit: one with its own stores, or several on shared stores. Logs are read when a process ends,
 * and the memory of all processes is watched from the first to the last.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startProduct, STOPPED, stopProduct, type Environment, type Product } from '../support/product.ts';
import { askIn, stopLeftPostgres, type Ask } from './kept-games.ts';
import { findLogFaults } from './log-faults.ts';
import { watchMemory, type MemoryWatch } from './memory-watch.ts';
import { startSharedStores, type SharedStores } from './shared-stores.ts';

export interface StagePlan {
  readonly directory: string;
  readonly signal: AbortSignal;
  readonly environment?: Environment;
  /** Roles of each process on shared stores, the one that answers first. Absent: one process with its own stores. */
  readonly fleet?: readonly string[];
  /** For shared stores: PostgreSQL is not there yet when the processes start. */
  readonly postgresComesLate?: boolean;
  /** Errors in the log that the fault explains. */
  readonly expectedErrors?: readonly RegExp[];
}

export interface Life {
  readonly product: Product;
  /** Absent: all of them. */
  readonly roles: string | undefined;
  /** Ms from its start; null: it is not ready. */
  readonly readyMs: number | null;
  /** Its address; null: it is not ready. */
  readonly url: string | null;
  /** In ms since 1970. */
  endedAt: number | undefined;
  /** Resolves with its address; rejects when it ends before, or takes too long. */
  untilReady(): Promise<string>;
}

export interface Stage {
  readonly directory: string;
  /** What each process gets, without the addresses of shared stores. */
  readonly settings: Environment;
  readonly stores: SharedStores | null;
  readonly memory: MemoryWatch;
  /** Oldest first. */
  readonly running: Set<Life>;
  /** All that there ever were. */
  readonly lives: readonly Life[];
  /** Violations so far. */
  readonly faults: string[];
  begin(roles?: string): Life;
  /** The oldest process that answers requests. */
  main(): Life;
  url(): Promise<string>;
  /** Ends a process, reads its log, and resolves with its exit code. */
  end(life: Life, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
  readonly ask: Ask;
  close(): Promise<void>;
}

/** Far beyond any start: on a machine with much other load one took over a minute. */
const START_MS = 300_000;

export async function openStage(plan: StagePlan): Promise<Stage> {
  const { directory, signal, expectedErrors = [], environment: settings = {} } = plan;
  const stores = plan.fleet === undefined ? null : await startSharedStores(directory);
  if (plan.postgresComesLate === true) await stores?.stopPostgres();
  const running = new Set<Life>();
  const faults: string[] = [];
  const lives: Life[] = [];
  const memory = watchMemory({
    directory,
    pids: () => [...running].map(({ product }) => product.process.pid),
  });
  const main = (): Life => {
    const first = [...running].find(answers);
    if (first === undefined) throw new Error('no process of the product that answers runs');
    return first;
  };
  return {
    directory,
    settings,
    stores,
    memory,
    running,
    lives,
    faults,
    begin(roles) {
      signal.throwIfAborted();
      const place = stores === null ? directory : join(directory, `process-${lives.length + 1}`);
      mkdirSync(place, { recursive: true });
      const life = beginLife(place, { ...settings, ...stores?.environment }, roles);
      running.add(life);
      lives.push(life);
      return life;
    },
    main,
    url: () => main().untilReady(),
    async end(life, how) {
      const { process: child, ended } = life.product;
      child.kill(how);
      const { code, signal: endedBy } = await ended;
      running.delete(life);
      life.endedAt = Date.now();
      const errors = findLogFaults(life.product.log(), how === 'SIGKILL');
      faults.push(...errors.filter((line) => !expectedErrors.some((expected) => expected.test(line))));
      if (how === 'SIGTERM' && code !== STOPPED)
        faults.push(`a process that was asked to stop ended with ${code ?? endedBy}`);
      if (how === 'SIGKILL' && endedBy !== 'SIGKILL')
        faults.push(`a process ended before it was killed (${code ?? endedBy})`);
      return code;
    },
    ask: askIn(directory),
    async close() {
      memory.stop();
      for (const life of running) await stopProduct(life.product);
      await stores?.stop();
      await stopLeftPostgres(directory);
    },
  };
}

export function answers({ roles }: Life): boolean {
  return roles === undefined || roles.split(',').includes('api');
}

function beginLife(directory: string, environment: Environment, roles?: string): Life {
  const startedAt = performance.now();
  const product = startProduct(directory, environment, roles === undefined ? [] : ['--roles', roles]);
  const failLate = async (): Promise<never> => {
    await delay(START_MS, undefined, { ref: false });
    throw new Error(`not ready within ${START_MS} ms:\n${product.log()}`);
  };
  const life: Life = {
    product,
    roles,
    readyMs: null,
    url: null,
    endedAt: undefined,
    untilReady: () => Promise.race([product.ready, failLate()]),
  };
  const noteReady = (url: string): void => {
    Object.assign(life, { url, readyMs: performance.now() - startedAt });
  };
  void product.ready.then(noteReady, () => undefined); // `untilReady` rejects with the reason.
  return life;
}
