/**
 * Work for a request that may have to wait for an upstream: it ends when the client leaves, and after some seconds it is answered that it
 * takes too long.
 */
import type { FastifyReply } from 'fastify';
import { unavailable } from '../problems.ts';
import { whileClientWaits } from '../while-client-waits.ts';

/** Shorter than the time after which the server answers by itself. */
const PATIENCE_MS = 20_000;

export async function withPatience<T>(
  reply: FastifyReply,
  work: (signal: AbortSignal) => Promise<T>,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  return whileClientWaits(reply, async (isGone) => {
    const signal = AbortSignal.any([isGone, AbortSignal.timeout(patienceMs)]);
    try {
      return await work(signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      throw unavailable('Riot’s limits are used up for the moment. Try again in a little while.', {
        cause: error,
        reasons: ['riot'],
      });
    }
  });
}
