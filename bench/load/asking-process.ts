/**
 * A crowd that asks, in its own process. Its argument is an `AskPlan`, its message an `Asked`; the message `stop` cuts it short.
 * It asks at a given rate whatever the server does, and time counts from the moment at which a request was due, not from when a
 * connection was free. A refusal (503 or 429 with Retry-After) is not an error; any other status above 499 and no answer are.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { endWithParent, programArgument } from '../harness/programs.ts';
import { type Percentiles, percentilesOf } from '../harness/statistics.ts';
import type { AskedRoute } from './request-mix.ts';

export interface AskPlan {
  readonly url: string;
  readonly seconds: number;
  readonly requestsPerSecond: number;
  readonly addresses: readonly (string | null)[];
  readonly routes: readonly AskedRoute[];
}

export interface Asked {
  /** Sent, with an answer or without. */
  readonly requests: number;
  readonly refused: number;
  readonly errors: number;
  /** How often each kind of error was seen. */
  readonly faults: Readonly<Record<string, number>>;
  /** Of answers that were neither refusals nor errors; by route, and `all`. */
  readonly answered: Readonly<Record<string, Percentiles>>;
  readonly refusals: Percentiles;
  /** How late the requests were sent: a crowd that cannot keep up measures itself. */
  readonly sentLate: Percentiles;
  readonly seconds: number;
}

const TICK_MS = 5;
/** Kept open, as by browsers and proxies: a busy server accepts few new ones. */
const CONNECTIONS_EACH = 2;
const PATIENCE_MS = 20_000;
/** A request beyond that counts as not answered. */
const MOST_UNDER_WAY = 8_000;
/** The shares of the routes, in an order that is the same in every run and fits no cache. */
const STRIDE = 0.618_033_988_75;

const answered = new Map<string, number[]>([['all', []]]);
const refusals: number[] = [];
const sentLate: number[] = [];
const faults: Record<string, number> = {};
const plan = programArgument() as AskPlan;
const wholeShare = plan.routes.reduce((sum, { share }) => sum + share, 0);
const stopping = new AbortController();
process.on('message', () => stopping.abort());
endWithParent();
process.send?.('ready');
process.send?.(await askAll());

async function askAll(): Promise<Asked> {
  const pools = plan.addresses.map(
    (localAddress) =>
      new Pool(plan.url, {
        connections: CONNECTIONS_EACH,
        headersTimeout: PATIENCE_MS,
        bodyTimeout: PATIENCE_MS,
        ...(localAddress !== null && { localAddress }),
      }),
  );
  const underWay = new Set<Promise<void>>();
  const startedAt = performance.now();
  let sent = 0;
  for (let elapsed = 0; elapsed < plan.seconds && !stopping.signal.aborted;) {
    elapsed = (performance.now() - startedAt) / 1000;
    const due = Math.min(elapsed, plan.seconds) * plan.requestsPerSecond;
    for (; sent < due; sent++) {
      const pool = pools[sent % pools.length];
      const dueAt = startedAt + (sent * 1000) / plan.requestsPerSecond;
      if (pool === undefined || underWay.size >= MOST_UNDER_WAY) {
        countFault('not sent: too many were waiting');
        continue;
      }
      const one = askOne(pool, sent, dueAt).finally(() => underWay.delete(one));
      underWay.add(one);
    }
    await delay(TICK_MS);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  await Promise.all(underWay);
  await Promise.all(pools.map((pool) => pool.destroy()));
  return {
    requests: sent,
    refused: refusals.length,
    errors: Object.values(faults).reduce((sum, times) => sum + times, 0),
    faults,
    answered: Object.fromEntries([...answered].map(([name, took]) => [name, percentilesOf(took)])),
    refusals: percentilesOf(refusals),
    sentLate: percentilesOf(sentLate),
    seconds,
  };
}

async function askOne(pool: Pool, number: number, dueAt: number): Promise<void> {
  const { name, path } = choose(number);
  sentLate.push(performance.now() - dueAt);
  try {
    const { statusCode, headers, body } = await pool.request({ path, method: 'GET' });
    await body.arrayBuffer();
    const tookMs = performance.now() - dueAt;
    const isRefusal = (statusCode === 503 || statusCode === 429) && headers['retry-after'] !== undefined;
    if (isRefusal) refusals.push(tookMs);
    else if (statusCode >= 500) countFault(`${statusCode} ${name}`);
    else for (const key of ['all', name]) timesOf(key).push(tookMs);
  } catch (error) {
    countFault(`${error instanceof Error && 'code' in error ? String(error.code) : String(error)} ${name}`);
  }
}

function choose(number: number): { readonly name: string; readonly path: string } {
  let left = ((number * STRIDE) % 1) * wholeShare;
  const route = plan.routes.find(({ share }) => (left -= share) < 0) ?? plan.routes[0];
  const path = route?.paths[number % route.paths.length] ?? '/';
  return { name: route?.name ?? 'nothing', path: path.replace('{n}', String(number % 3_000)) };
}

function timesOf(name: string): number[] {
  const times = answered.get(name) ?? [];
  answered.set(name, times);
  return times;
}

function countFault(name: string): void {
  faults[name] = (faults[name] ?? 0) + 1;
}
