/**
 * Counts the calls of this process and the refusals among them, and adds them every few seconds to what all processes have made. A process
 * that is killed takes the counts of its last seconds with it: they are for charts, and no limit depends on them.
 */
import type { Logger } from 'pino';
import type { LimiterObserver } from './limiter/host-limiter.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';
import { addUpstreamCalls } from './operation-calls.ts';
import { toHint, type BudgetName } from './permit.ts';

export interface UpstreamCalls extends LimiterObserver {
  /** Adds what was counted and not added yet. */
  stop(): Promise<void>;
}

export interface UpstreamCallsOptions {
  readonly database: Queryable;
  readonly log: Pick<Logger, 'debug'>;
  readonly everyMs?: number;
}

interface Counted extends BudgetName {
  calls: number;
  refusals: number;
}

const EVERY_MS = 10_000;

export function countUpstreamCalls({
  database,
  log,
  everyMs = EVERY_MS,
}: UpstreamCallsOptions): UpstreamCalls {
  const counted = new Map<string, Counted>();
  const countOf = ({ keyId, host }: BudgetName): Counted => {
    const name = toHint({ keyId, host });
    const known = counted.get(name) ?? { keyId, host, calls: 0, refusals: 0 };
    counted.set(name, known);
    return known;
  };
  const flush = async (): Promise<void> => {
    const told = [...counted.values()];
    counted.clear();
    try {
      await addUpstreamCalls(database, told);
    } catch (error) {
      log.debug({ err: error }, 'calls not added to the count of all');
      // They are added next time.
      for (const { calls, refusals, ...name } of told) {
        const count = countOf(name);
        count.calls += calls;
        count.refusals += refusals;
      }
    }
  };
  const timer = setInterval(() => void flush(), everyMs);
  return {
    granted(call) {
      countOf(call).calls += 1;
    },
    refused(call) {
      countOf(call).refusals += 1;
    },
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}
