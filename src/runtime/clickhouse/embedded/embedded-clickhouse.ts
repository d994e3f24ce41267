/**
 * Supervises the process that hosts the engine. The address and its tokens stay valid for the life of the product. States:
 * starting → running ⇄ restarting → stopped. If the process ends unexpectedly (abort, `kill -9`), requests in flight lose their
 * connection; later ones wait for the next process, which starts after a back-off.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { backoffDelayMs } from '#/domain/backoff.ts';
import { Secret } from '#/domain/secret.ts';
import type { QueryLimits } from '../clickhouse.ts';
import { openConnectionBroker, type ConnectionBroker } from './connection-broker.ts';
import type { EngineProcess } from './engine-process.ts';
import { openEngine, type OpenOptions } from './open-engine.ts';
import type { Tokens } from './protocol.ts';

export interface EmbeddedClickHouseOptions {
  /** Absolute; everything in it belongs to the embedded ClickHouse. */
  readonly directory: string;
  /** Queries of the reader that run at the same time. */
  readonly readers: number;
  /** For each query of the reader. */
  readonly limits: QueryLimits;
  readonly log: Logger;
  readonly onChange?: () => void;
  /** Aborts a start that is under way. */
  readonly signal?: AbortSignal;
}

export interface EmbeddedClickHouse {
  /** For `createClickHouse`, in this process and in others. Stays valid when the engine is restarted. */
  readonly connection: { readonly url: Secret };
  describe(): EmbeddedClickHouseDescription;
  stop(): Promise<void>;
}

interface EmbeddedClickHouseDescription {
  readonly state: 'starting' | 'running' | 'restarting' | 'stopped';
  readonly version: string | null;
  readonly pid: number | null;
  readonly since: Date | null;
  readonly restarts: number;
  /** A fault or a fact for the operator, in one sentence. */
  readonly detail: string | null;
  /** Folders that could not be opened and were moved; their content has to be built again from PostgreSQL. */
  readonly movedAside: readonly string[];
}

const RESTART = { firstMs: 200, maxMs: 15_000 };
/** After this time a process counts as healthy: its end begins a new series of restarts. */
const HEALTHY_AFTER_MS = 60_000;
const DRAIN_MS = 5_000;

type Facts = { -readonly [Key in keyof EmbeddedClickHouseDescription]: EmbeddedClickHouseDescription[Key] };

export async function startEmbeddedClickHouse(
  options: EmbeddedClickHouseOptions,
): Promise<EmbeddedClickHouse> {
  const broker = await openConnectionBroker();
  const stopping = new AbortController();
  const tokens = { writer: randomBytes(32).toString('hex'), reader: randomBytes(32).toString('hex') };
  const life = createLife(options, broker, tokens, stopping.signal);
  let current: EngineProcess;
  try {
    const signals = [stopping.signal, ...(options.signal === undefined ? [] : [options.signal])];
    current = await openEngine({ ...life.opening, signal: AbortSignal.any(signals) });
  } catch (error) {
    broker.close();
    throw error;
  }
  showRunning(life, current);
  const supervised = supervise(life, current, (next) => (current = next));
  return {
    connection: { url: toUrl(broker.port, tokens) },
    describe: () => ({ ...life.facts }),
    async stop() {
      stopping.abort();
      broker.close();
      await current.stop(DRAIN_MS);
      await supervised;
      life.change({ state: 'stopped', pid: null, since: null });
    },
  };
}

function createLife(
  { directory, readers, limits, log, onChange }: EmbeddedClickHouseOptions,
  broker: ConnectionBroker,
  tokens: Tokens,
  stopping: AbortSignal,
): Life {
  const facts: Facts = {
    state: 'starting',
    version: null,
    pid: null,
    since: null,
    restarts: 0,
    detail: null,
    movedAside: [],
  };
  const change = (changes: Partial<Facts>) => {
    Object.assign(facts, changes);
    onChange?.();
  };
  const opening: OpenOptions = {
    config: { directory, readers, limits, tokens },
    log,
    signal: stopping,
    onMovedAside(movedTo, reason) {
      log.error(
        { movedTo, reason },
        'ClickHouse data directory could not be opened, was moved and created again',
      );
      change({ movedAside: [...facts.movedAside, movedTo] });
    },
  };
  return { broker, opening, stopping, log, facts, change };
}

interface Life {
  readonly broker: ConnectionBroker;
  readonly opening: OpenOptions;
  readonly stopping: AbortSignal;
  readonly log: Logger;
  readonly facts: Readonly<Facts>;
  readonly change: (changes: Partial<Facts>) => void;
}

/** Returns when the product stops. */
async function supervise(
  life: Life,
  first: EngineProcess,
  onNext: (next: EngineProcess) => void,
): Promise<void> {
  let running = first;
  let deaths = 0;
  for (;;) {
    const startedAt = Date.now();
    const ending = await running.ended;
    if (life.stopping.aborted) return;
    deaths = Date.now() - startedAt > HEALTHY_AFTER_MS ? 1 : deaths + 1;
    life.broker.handTo(null);
    life.log.error({ pid: running.pid, ending }, 'ClickHouse process ended, restarting');
    life.change({
      state: 'restarting',
      pid: null,
      since: null,
      detail: `The engine's process ended (${ending}).`,
    });
    const next = await openWithRetries(life, deaths);
    if (next === null) return;
    running = next;
    onNext(next);
    life.change({ restarts: life.facts.restarts + 1 });
    showRunning(life, next);
  }
}

/** Returns null if the product stops in the meantime. */
async function openWithRetries(life: Life, deaths: number): Promise<EngineProcess | null> {
  for (let attempt = deaths; ; attempt++) {
    try {
      await sleep(backoffDelayMs(RESTART, attempt, Math.random()), undefined, { signal: life.stopping });
      return await openEngine(life.opening);
    } catch (error) {
      if (life.stopping.aborted) return null;
      life.log.error({ err: error, attempt }, 'ClickHouse could not be started, retrying');
      life.change({ detail: error instanceof Error ? error.message : String(error) });
    }
  }
}

function showRunning(life: Life, running: EngineProcess): void {
  life.broker.handTo(running.child);
  const moved = life.facts.movedAside.at(-1);
  const detail = moved === undefined ? null : `The folder could not be opened and was moved to ${moved}.`;
  life.change({ state: 'running', version: running.version, pid: running.pid, since: new Date(), detail });
  life.log.info({ pid: running.pid, version: running.version }, 'ClickHouse started');
}

function toUrl(port: number, { writer, reader }: Tokens): Secret {
  return new Secret(`chdb://${writer}:${reader}@127.0.0.1:${port}`);
}
