/**
 * Tells an outage of a store, which is a 503 and worth another attempt, from a bug, which is a 500.
 * Looks through `cause`, because stores wrap what their drivers throw.
 */
import { ObjectStoreFault } from './objects/object-store.ts';

/** Node's words for a connection that could not be made or broke. */
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** SQLSTATE: connection trouble (08…), too many connections, statement cut off by its time limit, server going up or down. */
const SQLSTATE = /^(08\w{3}|53300|57014|57P0[1-5])$/;

/** What `pg` says without any code. */
const CONNECTION_WORDS =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout)/;

const MAX_CAUSES = 5;

export function isStoreOutage(error: unknown): boolean {
  let current: unknown = error;
  for (let depth = 0; depth < MAX_CAUSES && current instanceof Error; depth++) {
    if (current instanceof ObjectStoreFault && current.isTransient) return true;
    const code = 'code' in current && typeof current.code === 'string' ? current.code : '';
    if (NETWORK_CODES.has(code) || SQLSTATE.test(code) || CONNECTION_WORDS.test(current.message)) return true;
    // A name with several addresses fails with one error for each.
    if (current instanceof AggregateError && current.errors.some(isStoreOutage)) return true;
    current = current.cause;
  }
  return false;
}

/** SQLSTATE: transaction rolled back by the server (40…), out of resources (53…), lock not available. */
const PASSING = /^(40\w{3}|53\w{3}|55P03)$/;

/**
 * Whether the next try may succeed: the server is away or out of resources, or two transactions were in conflict. A refused value, a
 * missing table or a bug would fail again.
 */
export function isPassingFault(error: unknown): boolean {
  if (isStoreOutage(error)) return true;
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && PASSING.test(error.code)
  );
}
