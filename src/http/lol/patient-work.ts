/**
 * Work for a request that may have to wait for an upstream. It is aborted when the client disconnects; after
 * `PATIENCE_MS` the response is 502.
 */
import type { FastifyReply } from 'fastify';
import { upstreamUnavailable } from '../problems.ts';
import { whileClientWaits } from '../while-client-waits.ts';

/** Shorter than the time after which the server answers by itself. */
const PATIENCE_MS = 20_000;

export async function withPatience<T>(
  reply: FastifyReply,
  work: (signal: AbortSignal) => Promise<T>,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  return whileClientWaits(reply, async (isGone) => {
    const patience = AbortSignal.timeout(patienceMs);
    const signal = AbortSignal.any([isGone, patience]);
    try {
      return await work(signal);
    } catch (error) {
      if (!patience.aborted || isGone.aborted) throw error;
      throw upstreamUnavailable('Riot’s rate limit is used up. Try again in a moment.', {
        cause: error,
        reasons: ['riot'],
      });
    }
  });
}
