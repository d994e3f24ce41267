/**
 * Rows as a queue: claims rows (`claims.ts`) and works on a limited number per region, so that a region whose limits are used up delays
 * no other. A process that stops gives its claims back.
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { JobEnd } from '#/contract/status.ts';
import { REGIONS, type Region } from '#/domain/riot/routing.ts';
import type { QueueState } from '#/runtime/jobs/queues.ts';
import { endsWithin } from '#/runtime/pause.ts';
import { supervise } from '#/runtime/supervise.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import {
  countRows,
  extendClaims,
  releaseClaims,
  SUSPECT_CLAIMS,
  type Claim,
  type Room,
  type RowFilter,
} from './claims.ts';

/** A third of the time after which a claim ends. */
const EXTEND_MS = 3_000;
/** Interval of looking for new rows: one statement for all regions. */
const LOOK_MS = 1_000;
/** Pause between claims while rows come and go quickly, so that several are claimed at once. */
const BUSY_MS = 10;
/** After a failed claim. */
const RETRY_MS = 500;
/** Before a row whose work failed unexpectedly is claimed again. */
const FAILED_SECONDS = 5;
/** For a cut-off call to end before its row is given back. */
const CUT_MS = 1_000;

/** What is worked on: one row, or rows of two tables that belong together. */
export interface QueueItem {
  readonly key: string;
  readonly region: Region;
  /** Claims in a row that ended with their worker. */
  readonly lostClaims: number;
}

export interface RowQueue<Item extends QueueItem = QueueItem> {
  /** Shown as `${kind}/${region}` on the jobs page. */
  readonly kind: string;
  /** Items worked on at the same time, per region. A claimed row can be overtaken in the limiter only. */
  readonly slots: number;
  /** Interval of looking for new rows, where a second is too long. */
  readonly lookMs?: number;
  /** The rows that items are made of. */
  readonly filters: readonly RowFilter[];
  /** Rows of a region that may be claimed now; fewer than the free slots while something else has to go first. */
  room?(region: Region, free: number): Promise<number>;
  claim(claim: Claim): Promise<readonly Item[]>;
  /** Has settled the rows of the item when it resolves. */
  run(item: Item, signal: AbortSignal): Promise<void>;
}

export interface RowQueuesOptions {
  readonly database: Database;
  readonly queues: readonly RowQueue[];
  readonly log: Logger;
  /** 0: as many as each queue allows. */
  readonly atOnce?: number;
  readonly onEnd?: (end: Pick<JobEnd, 'kind' | 'outcome' | 'durationMs'>) => void;
}

export interface RowQueues {
  start(): void;
  counts(): Promise<QueueState[]>;
  /** Claims nothing more, waits `graceMs` for what is under way, then cuts it off and gives all claims back. */
  stop(options: { readonly graceMs: number }): Promise<void>;
}

export function createRowQueues(options: RowQueuesOptions): RowQueues {
  const { database, queues } = options;
  let workers: readonly StartedWorker[] = [];
  return {
    start() {
      workers = queues.map((queue) => startWorker(createWorker(queue, options)));
    },
    async counts() {
      const counts: QueueState[] = [];
      for (const { kind, filters } of queues) counts.push(...(await countRows(database, kind, filters)));
      return counts;
    },
    async stop({ graceMs }) {
      await Promise.all(workers.map((worker) => worker.stop(graceMs)));
    },
  };
}

interface Worker extends RowQueuesOptions {
  readonly queue: RowQueue;
  readonly slots: number;
  /** Names this worker in its claims. */
  readonly by: string;
  readonly running: Map<string, { readonly item: QueueItem; readonly end: Promise<void> }>;
  /** Ends what is under way. */
  readonly cut: AbortController;
  isFailing: boolean;
}

interface StartedWorker {
  stop(graceMs: number): Promise<void>;
}

function createWorker(queue: RowQueue, options: RowQueuesOptions): Worker {
  return {
    ...options,
    queue,
    slots: Math.min(queue.slots, options.atOnce || Infinity),
    by: randomUUID(),
    running: new Map(),
    cut: new AbortController(),
    isFailing: false,
  };
}

function startWorker(worker: Worker): StartedWorker {
  const { running, cut } = worker;
  const onError = (error: unknown): void => noteFailure(worker, error);
  const claiming = supervise(() => claim(worker), { everyMs: RETRY_MS, onError });
  const extending = supervise(() => extendRunning(worker), { everyMs: EXTEND_MS, onError });
  const allEnd = () => Promise.all([...running.values()].map(({ end }) => end));
  return {
    async stop(graceMs) {
      await claiming.stop();
      await endsWithin(graceMs, allEnd());
      cut.abort(new Error('the process stops'));
      await endsWithin(CUT_MS, allEnd());
      await extending.stop();
      await release(worker, [...running.keys()], 0);
    },
  };
}

/** Returns the pause until the next look in ms: a short one while there may be more rows, or room soon. */
async function claim(worker: Worker): Promise<number> {
  const { queue, slots, by, running, log } = worker;
  const rooms: Room[] = [];
  let isFull = true;
  for (const region of REGIONS) {
    const free = slots - [...running.values()].filter(({ item }) => item.region === region).length;
    if (free <= 0) continue;
    isFull = false;
    const rows = (await queue.room?.(region, free)) ?? free;
    if (rows > 0) rooms.push({ region, rows });
  }
  if (rooms.length === 0) return isFull ? BUSY_MS : (queue.lookMs ?? LOOK_MS);
  const items = await queue.claim({ by, rooms, except: [...running.keys()] });
  for (const item of items) {
    const { key, lostClaims } = item;
    if (lostClaims >= SUSPECT_CLAIMS)
      log.warn({ kind: queue.kind, key, lostClaims }, 'workers died while they worked on this row');
    running.set(key, { item, end: run(worker, item) });
  }
  worker.isFailing = false;
  return items.length > 0 ? BUSY_MS : (queue.lookMs ?? LOOK_MS);
}

async function run(worker: Worker, item: QueueItem): Promise<void> {
  const { queue, cut, log, running, onEnd } = worker;
  const startedAt = performance.now();
  const kind = `${queue.kind}/${item.region}`;
  const ended = (outcome: 'done' | 'retried'): void =>
    onEnd?.({ kind, outcome, durationMs: performance.now() - startedAt });
  try {
    await queue.run(item, cut.signal);
    ended('done');
  } catch (error) {
    // Given back when all have ended.
    if (cut.signal.aborted) return;
    log.warn({ err: error, kind, key: item.key }, 'work on a row failed, trying again');
    ended('retried');
    await release(worker, [item.key], FAILED_SECONDS);
  }
  running.delete(item.key);
}

async function extendRunning({ database, queue, by, running }: Worker): Promise<void> {
  if (running.size === 0) return;
  for (const filter of queue.filters) await extendClaims(database, filter, by, [...running.keys()]);
}

/** Rows that cannot be released are claimed again after their claims have ended. */
async function release(
  { database, queue, by, log }: Worker,
  keys: readonly string[],
  seconds: number,
): Promise<void> {
  if (keys.length === 0) return;
  try {
    for (const filter of queue.filters) await releaseClaims(database, filter, by, keys, seconds);
  } catch (error) {
    log.debug({ err: error, kind: queue.kind }, 'claims could not be given back');
  }
}

/** Warns once per outage. */
function noteFailure(worker: Worker, error: unknown): void {
  const { log, queue, isFailing } = worker;
  log[isFailing ? 'debug' : 'warn']({ err: error, kind: queue.kind }, 'rows could not be claimed');
  worker.isFailing = true;
}
