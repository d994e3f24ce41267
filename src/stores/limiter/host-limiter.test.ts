/**
 * Whatever becomes of the questions to the shared budget, nobody is forgotten. The budget's own arithmetic is proved in `domain/limiter`,
 * and the way through PostgreSQL in the integration tests; here a budget that fails as a database does meets callers who come, leave, give
 * back and lose their calls, on a clock that is wound by hand.
 */
import fc from 'fast-check';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBudget, type Budget } from '#/domain/limiter/budget.ts';
import type { LimitReading } from '#/domain/limiter/limiter.ts';
import type { ChangeBudget } from '#/stores/postgres/permit.ts';
import { steppedDelay } from '../../../test/support/stepped-clock.ts';
import { createHostLimiter, type HostLimiter } from './host-limiter.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const LIMITS = [{ limit: 20, spanMs: 1_000 }];
const READING: LimitReading = {
  app: { limits: LIMITS, counts: new Map() },
  method: { limits: [], counts: new Map() },
};
/** As long as leases, back-offs and windows together take by far. */
const PLENTY_MS = 600_000;

/** How a question ends: well, without having been read, or committed and yet not confirmed; and some take longer than permits are good for. */
const fates = fc.array(
  fc.record({
    end: fc.constantFrom('well', 'well', 'well', 'unread', 'unconfirmed'),
    tookMs: fc.oneof({ weight: 9, arbitrary: fc.nat(80) }, { weight: 1, arbitrary: fc.constant(6_000) }),
  }),
  { maxLength: 60 },
);
type Fate = { readonly end: string; readonly tookMs: number };

const callers = fc.array(
  fc.record({
    comesMs: fc.nat(8_000),
    method: fc.constantFrom('match', 'list'),
    lane: fc.constantFrom('person' as const, 'live' as const, 'backfill' as const),
    leavesMs: fc.option(fc.nat(1_000)),
    holdsMs: fc.nat(400),
    end: fc.constantFrom('answered', 'answered', 'lost', 'unused'),
  }),
  { minLength: 1, maxLength: 40 },
);
type Caller = typeof callers extends fc.Arbitrary<(infer One)[]> ? One : never;

function createFailingStore(ends: readonly Fate[]): ChangeBudget {
  let budget: Budget = createBudget();
  let asked = 0;
  return async (_name, change) => {
    const { end, tookMs } = ends[asked++] ?? { end: 'well', tookMs: 1 };
    await steppedDelay(tookMs);
    if (end === 'unread') throw new Error('no connection');
    const changed = structuredClone(budget);
    const { result } = change(changed, vi.getMockedSystemTime()?.getTime() ?? NaN);
    budget = changed;
    if (end === 'unconfirmed') throw new Error('cut behind the commit');
    return result;
  };
}

async function play(limiter: HostLimiter, caller: Caller): Promise<'served' | 'left'> {
  await steppedDelay(caller.comesMs);
  const leaving = new AbortController();
  if (caller.leavesMs !== null) void steppedDelay(caller.leavesMs).then(() => leaving.abort());
  const { method, lane } = caller;
  try {
    const permit = await limiter.acquire({
      keyId: 'key',
      host: 'europe',
      method,
      lane,
      signal: leaving.signal,
    });
    await steppedDelay(caller.holdsMs);
    if (caller.end === 'answered') permit.answered(READING);
    else if (caller.end === 'lost') permit.lost();
    else permit.giveBack();
    return 'served';
  } catch (error) {
    if (leaving.signal.aborted) return 'left';
    throw error;
  }
}

test('everybody who does not leave is served, whichever questions to the budget fail', async () => {
  await fc.assert(
    fc.asyncProperty(fates, callers, async (ends, comers) => {
      const limiter = createHostLimiter({
        name: { keyId: 'key', host: 'europe' },
        change: createFailingStore(ends),
        log: pino({ level: 'silent' }),
        observe: { granted: () => undefined, refused: () => undefined },
      });
      let served: readonly string[] | undefined;
      const all = Promise.all(comers.map((caller) => play(limiter, caller))).then(
        (ended) => (served = ended),
      );
      await vi.advanceTimersByTimeAsync(PLENTY_MS);

      expect(served).toBeDefined();
      await all;
      const stayed = served?.filter((_, nth) => comers[nth]?.leavesMs === null);
      expect(stayed?.filter((ended) => ended !== 'served')).toEqual([]);
      const stopped = limiter.stop();
      await vi.advanceTimersByTimeAsync(1_000);
      await stopped;
    }),
    { numRuns: 300 },
  );
});
