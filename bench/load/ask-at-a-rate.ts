/**
 * Asks at a given rate, whatever the server does: like people, who do not wait for each other. So a server that falls behind is asked
 * on, and what it makes them wait is counted from the moment at which they meant to ask, not from when a connection was free.
 *
 * An honest refusal (503 or 429 with Retry-After) is not an error. Everything else above 499, and no answer at all, is.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { createRandom } from '../../practice/randomness.ts';
import { percentilesOf, type Percentiles } from './percentiles.ts';
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
  /** Of answers below 500 that were not refusals; a name for each route, and `all`. */
  readonly answered: Readonly<Record<string, Percentiles>>;
  readonly refusals: Percentiles;
  /** How late the requests themselves were: a crowd that cannot keep up measures itself. */
  readonly sentLate: Percentiles;
  readonly seconds: number;
}

interface Tally {
  readonly answered: Map<string, number[]>;
  readonly refusals: number[];
  readonly sentLate: number[];
  readonly faults: Map<string, number>;
}

const TICK_MS = 5;
/** Kept open, as browsers and proxies do: a busy server takes on new ones one at a time, each time its loop comes round. */
const CONNECTIONS_EACH = 2;
const PATIENCE_MS = 20_000;
/** More than a person would believe: who comes now is counted as not answered. */
const MOST_UNDER_WAY = 8_000;

export async function askAtARate(plan: AskPlan, signal: AbortSignal): Promise<Asked> {
  const pools = plan.addresses.map(
    (localAddress) =>
      new Pool(plan.url, {
        connections: CONNECTIONS_EACH,
        headersTimeout: PATIENCE_MS,
        bodyTimeout: PATIENCE_MS,
        ...(localAddress !== null && { localAddress }),
      }),
  );
  const tally: Tally = { answered: new Map(), refusals: [], sentLate: [], faults: new Map() };
  const underWay = new Set<Promise<void>>();
  const next = createTurns(plan.routes);
  const startedAt = performance.now();
  let sent = 0;
  for (let elapsed = 0; elapsed < plan.seconds && !signal.aborted;) {
    elapsed = (performance.now() - startedAt) / 1000;
    const due = Math.min(elapsed, plan.seconds) * plan.requestsPerSecond;
    for (; sent < due; sent++) {
      const pool = pools[sent % pools.length];
      const meantAt = startedAt + (sent * 1000) / plan.requestsPerSecond;
      if (pool === undefined || underWay.size >= MOST_UNDER_WAY) {
        count(tally.faults, 'not sent: too many were waiting');
        continue;
      }
      const one = ask(pool, next(), meantAt, tally).finally(() => underWay.delete(one));
      underWay.add(one);
    }
    await delay(TICK_MS);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  await Promise.all(underWay);
  await Promise.all(pools.map((pool) => pool.destroy()));
  return toAsked(tally, sent, seconds);
}

async function ask(pool: Pool, turn: Turn, meantAt: number, tally: Tally): Promise<void> {
  tally.sentLate.push(performance.now() - meantAt);
  try {
    const { statusCode, headers, body } = await pool.request({ path: turn.path, method: 'GET' });
    await body.arrayBuffer();
    const tookMs = performance.now() - meantAt;
    const isRefusal = (statusCode === 503 || statusCode === 429) && headers['retry-after'] !== undefined;
    if (isRefusal) tally.refusals.push(tookMs);
    else if (statusCode >= 500) count(tally.faults, `${statusCode} ${turn.name}`);
    else append(tally.answered, turn.name, tookMs);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    count(tally.faults, `${code} ${turn.name}`);
  }
}

interface Turn {
  readonly name: string;
  readonly path: string;
}

/** By share, in an order that is the same every time and has no rhythm that a cache could fall in with. */
function createTurns(routes: readonly AskedRoute[]): () => Turn {
  const random = createRandom(1);
  const whole = routes.reduce((sum, { share }) => sum + share, 0);
  let number = 0;
  return () => {
    number += 1;
    let left = random.next() * whole;
    const route = routes.find(({ share }) => (left -= share) < 0) ?? routes[0];
    const path = route?.paths[number % route.paths.length] ?? '/';
    return { name: route?.name ?? 'nothing', path: path.replace('{n}', String(number % 3_000)) };
  };
}

function toAsked(tally: Tally, requests: number, seconds: number): Asked {
  const all = [...tally.answered.values()].flat();
  return {
    requests,
    refused: tally.refusals.length,
    errors: [...tally.faults.values()].reduce((sum, times) => sum + times, 0),
    faults: Object.fromEntries(tally.faults),
    answered: {
      all: percentilesOf(all),
      ...Object.fromEntries([...tally.answered].map(([name, took]) => [name, percentilesOf(took)])),
    },
    refusals: percentilesOf(tally.refusals),
    sentLate: percentilesOf(tally.sentLate),
    seconds,
  };
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function append(lists: Map<string, number[]>, name: string, value: number): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [value]);
  else list.push(value);
}
