/** What the limiter itself costs a caller when nothing is scarce: one permit after the other, on the shared database, no upstream. */
import { pino } from 'pino';
import type { LimitReading } from '../../src/domain/limiter/limiter.ts';
import { createSharedLimiter } from '../../src/stores/limiter/shared-limiter.ts';
import { createBudgetStore } from '../../src/stores/postgres/permit.ts';
import type { SharedDatabase } from './shared-database.ts';

const WARM_UP = 2_000;
const ROUNDS = 5;
const PERMITS_PER_ROUND = 4_000;
const GENEROUS: LimitReading = {
  app: { limits: [{ limit: 10_000_000, spanMs: 60_000 }], counts: new Map() },
  method: { limits: [{ limit: 10_000_000, spanMs: 60_000 }], counts: new Map() },
};

export interface PermitCost {
  readonly microsecondsPerPermit: number;
  /** Most permits are at hand; the slow ones waited for the next batch. */
  readonly microsecondsPerPermitP50: number;
  readonly microsecondsPerPermitP99: number;
}

export async function measurePermitCost({ connection, database }: SharedDatabase): Promise<PermitCost> {
  const limiter = createSharedLimiter({
    connection,
    change: createBudgetStore(database),
    log: pino({ level: 'warn' }, pino.destination(2)),
    observe: { granted: () => undefined, refused: () => undefined },
  });
  const call = { keyId: 'permit-cost', host: 'europe', method: 'match', lane: 'backfill' } as const;
  const takeOne = async (): Promise<number> => {
    const begunAt = performance.now();
    const permit = await limiter.acquire(call);
    permit.answered(GENEROUS);
    return performance.now() - begunAt;
  };
  try {
    for (let taken = 0; taken < WARM_UP; taken++) await takeOne();
    const rounds: PermitCost[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const times: number[] = [];
      for (let taken = 0; taken < PERMITS_PER_ROUND; taken++) times.push(await takeOne());
      rounds.push(summarise(times));
    }
    return middleOf(rounds);
  } finally {
    await limiter.stop();
  }
}

function summarise(milliseconds: readonly number[]): PermitCost {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return {
    microsecondsPerPermit: toMicroseconds(sorted.reduce((all, ms) => all + ms, 0) / sorted.length),
    microsecondsPerPermitP50: toMicroseconds(at(0.5)),
    microsecondsPerPermitP99: toMicroseconds(at(0.99)),
  };
}

/** What else the machine does must not decide. */
function middleOf(rounds: readonly PermitCost[]): PermitCost {
  const sorted = rounds.toSorted((a, b) => a.microsecondsPerPermit - b.microsecondsPerPermit);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('no round was measured');
  return middle;
}

function toMicroseconds(ms: number): number {
  return Math.round(ms * 10_000) / 10;
}
