/**
 * A crawl to do things to: the real product, one process with its own stores or several on shared ones, collects from a practice world
 * in a process of its own, if need be through somebody who plays tricks. Everything is noted that the proof needs: what was said
 * to be stored, what the logs say, how much memory was taken.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { connectTo } from '../support/acknowledged-rows.ts';
import { STOPPED, stopProduct, type Environment } from '../support/product.ts';
import { until } from '../support/until.ts';
import { noteAcknowledgedGames, type AcknowledgedGames } from './acknowledged-games.ts';
import { isNothing, type WorkLeft } from './crawl-end.ts';
import { crawlSettings } from './crawl-settings.ts';
import { hastenWaits } from './hasten-waits.ts';
import { readWorkLeft, stopLeftPostgres } from './kept-games.ts';
import { beginLife, type RunningLife } from './life.ts';
import { findLogFaults } from './log-faults.ts';
import { watchMemory, type MemoryWatch } from './memory-watch.ts';
import { startMischief, type Mischief } from './mischief.ts';
import { startSharedStores, type SharedStores } from './shared-stores.ts';
import type { TrickPlan } from './tricks.ts';
import { startUpstream, type Upstream, type UpstreamOptions } from './upstream.ts';
import type { Place } from './witness.ts';

export interface CrawlPlan {
  readonly seed: number;
  readonly directory: string;
  readonly signal: AbortSignal;
  readonly world: Omit<UpstreamOptions, 'seed'>;
  readonly places: readonly Place[];
  readonly historyDays: number;
  /** How long it may take until everything is collected, and again until it is in the statistics. */
  readonly restMs: number;
  readonly environment?: Environment;
  /** Roles of each process on shared stores, the one that answers first. Absent: one process with stores of its own. */
  readonly fleet?: readonly string[];
  /** For shared stores: PostgreSQL is not there yet when the processes start. */
  readonly postgresComesLate?: boolean;
  readonly tricks?: TrickPlan;
  /** Waits of minutes for an upstream that is ill are cut short. */
  readonly hastens?: boolean;
  /** How wrong the clock of the product may be. */
  readonly clockSlackMs?: number;
  /** Lines of the log that belong to the fault. */
  readonly expectedErrors?: readonly RegExp[];
  /** Of one Node process. */
  readonly mostMemoryBytes?: number;
}

export interface Crawl {
  readonly plan: CrawlPlan;
  readonly directory: string;
  /** What the product is told, without the addresses of shared stores. */
  readonly settings: Environment;
  readonly upstream: Upstream;
  readonly mischief: Mischief | null;
  readonly stores: SharedStores | null;
  readonly acknowledged: AcknowledgedGames;
  readonly memory: MemoryWatch;
  readonly running: Set<RunningLife>;
  /** Whatever was found wrong so far. */
  readonly faults: string[];
  readonly logs: string[];
  begin(roles?: string): RunningLife;
  /** The one that answers. */
  main(): RunningLife;
  url(): Promise<string>;
  /** Ends one as asked, and looks through its log. Answers how it ended. */
  end(life: RunningLife, signal: 'SIGKILL' | 'SIGTERM'): Promise<{ readonly code: number | null }>;
  ask<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  workLeft(): Promise<WorkLeft>;
  /** Ms until the next game is stored; null: there is none left to store. */
  untilProgress(what: string): Promise<number | null>;
  close(): Promise<void>;
}

const PROGRESS_WITHIN_MS = 60_000;
const LOOK_MS = 50;

export async function openCrawl(plan: CrawlPlan): Promise<Crawl> {
  const { directory, tricks } = plan;
  const stores = plan.fleet === undefined ? null : await startSharedStores(directory);
  if (plan.postgresComesLate === true) await stores?.stopPostgres();
  const upstream = await startUpstream({ ...plan.world, seed: plan.seed });
  const worldUrl = upstream.riotBaseUrl.replace('/{route}', '');
  const mischief =
    tricks === undefined ? null : await startMischief(worldUrl, (asked) => tricks.decide(asked));
  const settings = {
    ...crawlSettings(plan, upstream),
    ...(mischief !== null && { RIOT_BASE_URL: mischief.baseUrl }),
    ...plan.environment,
  };
  const environment = { ...settings, ...stores?.environment };
  const running = new Set<RunningLife>();
  const faults: string[] = [];
  const logs: string[] = [];
  const acknowledged = noteAcknowledgedGames(directory, join(directory, 'acknowledged.jsonl'));
  const main = (): RunningLife => {
    const [first] = running;
    if (first === undefined) throw new Error('no process of the product runs');
    return first;
  };
  const memory = watchMemory({ directory, pids: () => [...running].map((life) => life.product.process.pid) });
  let begun = 0;

  const ask = async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    const client: pg.Client = await connectTo(directory);
    try {
      return (await client.query<Row>(text, [...values])).rows;
    } finally {
      await client.end().catch(() => undefined); // It may have been cut meanwhile.
    }
  };
  const workLeft = async (): Promise<WorkLeft> => {
    if (plan.hastens === true) await hastenWaits(ask);
    return readWorkLeft(
      directory,
      plan.places.map(({ platform }) => platform),
      plan.hastens === true,
    );
  };

  const crawl: Crawl = {
    plan,
    directory,
    settings,
    upstream,
    mischief,
    stores,
    acknowledged,
    memory,
    running,
    faults,
    logs,
    begin(roles) {
      plan.signal.throwIfAborted();
      const place = stores === null ? directory : join(directory, `process-${++begun}`);
      mkdirSync(place, { recursive: true });
      const life = beginLife(place, environment, roles === undefined ? [] : ['--roles', roles]);
      running.add(life);
      return life;
    },
    main,
    url: () => main().untilReady(),
    async end(life, signal) {
      life.product.process.kill(signal);
      const end = await life.product.ended;
      running.delete(life);
      const log = life.product.log();
      logs.push(log);
      faults.push(...unexpected(plan, findLogFaults(log, signal === 'SIGKILL')));
      if (signal === 'SIGTERM' && end.code !== STOPPED)
        faults.push(`a process that was told to stop ended with ${end.code ?? end.signal}`);
      if (signal === 'SIGKILL' && end.signal !== 'SIGKILL')
        faults.push(`a process ended by itself before it was killed (${end.code ?? end.signal})`);
      return end;
    },
    ask,
    workLeft,
    async untilProgress(what) {
      const from = performance.now();
      const before = acknowledged.count();
      return until(what, PROGRESS_WITHIN_MS, async () => {
        plan.signal.throwIfAborted();
        if (acknowledged.count() > before) return { ms: performance.now() - from };
        await delay(LOOK_MS);
        const left = await workLeft().catch(() => undefined); // While PostgreSQL is away, nobody knows.
        return isNothing(left) ? { ms: null } : undefined;
      }).then(({ ms }) => ms);
    },
    async close() {
      memory.stop();
      await acknowledged.stop();
      for (const life of running) await stopProduct(life.product);
      await stores?.stop();
      await stopLeftPostgres(directory);
      await mischief?.stop();
      await upstream.stop();
    },
  };
  return crawl;
}

/** What the fault itself does not explain. */
function unexpected({ expectedErrors = [] }: CrawlPlan, lines: readonly string[]): string[] {
  return lines.filter((line) => !expectedErrors.some((expected) => expected.test(line)));
}
