/**
 * Whether a fault of PostgreSQL may be gone at the next try: the server is away or out of something, or two transactions were
 * in each other's way. Everything else (a refused value, a missing table, a bug) would fail again.
 */
import { isStoreOutage } from '../store-outage.ts';

/** SQLSTATE: transaction rolled back by the server (40…), out of resources (53…), lock not to be had. */
const PASSING = /^(40\w{3}|53\w{3}|55P03)$/;

export function isPassingFault(error: unknown): boolean {
  if (isStoreOutage(error)) return true;
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && PASSING.test(error.code)
  );
}
