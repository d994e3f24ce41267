/**
 * Bottleneck as people write it for Riot: a limiter for each window, refilled by a timer, one chained to the next; the shortest
 * spreads its calls; a 429 is repeated after Retry-After, three times. Unlike all others it is told the limits beforehand.
 *
 * In public code the shortest window comes first in the chain. Calls that have passed it wait for the longer one, and when that is
 * refilled they leave at once, spread by nobody. Whoever finds that out turns the chain round.
 */
import { MATCH_PATH, REGION, type Contender, type Upstream } from './contender.ts';
import { requirePeer } from './require-peer.ts';

interface Limiter {
  chain(next: Limiter): void;
  schedule<T>(work: () => Promise<T>): Promise<T>;
  on(
    event: 'failed',
    decide: (error: unknown, job: { readonly retryCount: number }) => number | undefined,
  ): void;
}
type Bottleneck = new (options: {
  readonly reservoir: number;
  readonly reservoirRefreshAmount: number;
  readonly reservoirRefreshInterval: number;
  readonly minTime?: number;
}) => Limiter;

class CallRefused extends Error {
  readonly status: number;
  readonly retryAfterMs: number;

  constructor(response: Response) {
    super(`it answered ${response.status}`);
    this.status = response.status;
    this.retryAfterMs = Number(response.headers.get('retry-after') ?? 1) * 1000;
  }
}

const MAX_RETRIES = 3;

export function createBottleneck(upstream: Upstream): Contender {
  const { method, application } = windowsOf(upstream);
  return prepare(upstream, [...method, ...application]);
}

export function createBottleneckLongestFirst(upstream: Upstream): Contender {
  const { method, application } = windowsOf(upstream);
  return prepare(upstream, [...method, ...application.toReversed()]);
}

function windowsOf({ limits }: Upstream): Record<'method' | 'application', Window[]> {
  const [shortest, ...longer] = parseWindows(limits.application);
  if (shortest === undefined) throw new Error(`no limits in ${JSON.stringify(limits.application)}`);
  const spread = { ...shortest, minTime: shortest.spanMs / shortest.limit };
  return { method: parseWindows(limits.method), application: [spread, ...longer] };
}

function prepare({ url, key }: Upstream, windows: readonly Window[]): Contender {
  const limiter = createChain(windows);
  limiter.on('failed', (error, { retryCount }) =>
    error instanceof CallRefused && error.status === 429 && retryCount < MAX_RETRIES
      ? error.retryAfterMs
      : undefined,
  );
  const call = async (matchId: string): Promise<unknown> => {
    const response = await fetch(`${url}/${REGION}${MATCH_PATH}/${matchId}`, {
      headers: { 'X-Riot-Token': key },
    });
    if (!response.ok) throw new CallRefused(response);
    return response.json();
  };
  return {
    fetchMatch: (matchId) => limiter.schedule(() => call(matchId)),
    stop: () => Promise.resolve(),
  };
}

/** The first of them; each lets a call go to the next. */
function createChain(windows: readonly Window[]): Limiter {
  const Bottleneck = requirePeer('bottleneck') as Bottleneck;
  const limiters = windows.map(
    ({ limit, spanMs, minTime = 0 }) =>
      new Bottleneck({
        reservoir: limit,
        reservoirRefreshAmount: limit,
        reservoirRefreshInterval: spanMs,
        minTime,
      }),
  );
  return limiters.reduceRight((next, limiter) => {
    limiter.chain(next);
    return limiter;
  });
}

interface Window {
  readonly limit: number;
  readonly spanMs: number;
  readonly minTime?: number;
}

function parseWindows(text: string): Window[] {
  return text.split(',').map((pair) => {
    const [limit, seconds] = pair.split(':').map(Number);
    return { limit: limit ?? 0, spanMs: (seconds ?? 0) * 1000 };
  });
}
