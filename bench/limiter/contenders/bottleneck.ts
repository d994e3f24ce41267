/**
 * Bottleneck, with a limiter for each window that a timer refills, chained with the longest window first; the shortest window spreads its
 * calls, and a 429 is repeated after Retry-After, three times. The limits are its configuration. In public code the shortest window
 * comes first; calls that have passed it then leave together when a longer one is refilled, which gave 217 of 300 answers.
 */
import {
  MATCH_PATH,
  NOTHING_TO_STOP,
  REGION,
  requirePeer,
  type Contender,
  type Upstream,
} from './contender.ts';

interface Limiter {
  chain(next: Limiter): void;
  schedule<T>(work: () => Promise<T>): Promise<T>;
  on(
    event: 'failed',
    decide: (error: unknown, job: { readonly retryCount: number }) => number | undefined,
  ): void;
}
type Bottleneck = new (options: Readonly<Record<string, number>>) => Limiter;

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

export function createBottleneck({ url, key, limits }: Upstream): Contender {
  const [shortest, ...longer] = limits.application.split(',').map(toOptions);
  const spread = {
    ...shortest,
    minTime: (shortest?.['reservoirRefreshInterval'] ?? 0) / (shortest?.['reservoir'] ?? 1),
  };
  const chain = [...limits.method.split(',').map(toOptions), ...longer.toReversed(), spread];
  const Bottleneck = requirePeer('bottleneck') as Bottleneck;
  const limiter = chain
    .map((options) => new Bottleneck(options))
    .reduceRight((next, one) => {
      one.chain(next);
      return one;
    });
  limiter.on('failed', (error, { retryCount }) =>
    error instanceof CallRefused && error.status === 429 && retryCount < MAX_RETRIES
      ? error.retryAfterMs
      : undefined,
  );
  const call = async (matchId: string): Promise<unknown> => {
    const headers = { 'X-Riot-Token': key };
    const response = await fetch(`${url}/${REGION}${MATCH_PATH}/${matchId}`, { headers });
    if (!response.ok) throw new CallRefused(response);
    return response.json();
  };
  return { fetchMatch: (matchId) => limiter.schedule(() => call(matchId)), ...NOTHING_TO_STOP };
}

function toOptions(pair: string): Readonly<Record<string, number>> {
  const [limit = 0, seconds = 0] = pair.split(':').map(Number);
  return {
    reservoir: limit,
    reservoirRefreshAmount: limit,
    reservoirRefreshInterval: seconds * 1000,
  };
}
