/**
 * Limiters on a budget in memory, on a stepped clock. The budget's own arithmetic is proved in `domain/limiter`, and the way through PostgreSQL
 * in the integration tests. A budget that fails as a database does meets callers that come, leave, give back and lose their calls.
 */
import fc from 'fast-check';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBudget, type Budget } from '#/domain/limiter/budget.ts';
import type { Lane, LimitReading } from '#/domain/limiter/limiter.ts';
import type { WindowLimit } from '#/domain/limiter/window.ts';
import type { ChangeBudget } from './permit.ts';
import { steppedDelay } from '../../test/support/stepped-clock.ts';
import { createHostLimiter, type HostLimiter } from './host-limiter.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const steppedNow = (): number => vi.getMockedSystemTime()?.getTime() ?? NaN;

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

function createStore(ends: readonly Fate[] = []): ChangeBudget {
  let budget: Budget = createBudget();
  let asked = 0;
  return async (_name, change) => {
    const { end, tookMs } = ends[asked++] ?? { end: 'well', tookMs: 1 };
    await steppedDelay(tookMs);
    if (end === 'unread') throw new Error('no connection');
    const changed = structuredClone(budget);
    const { result } = change(changed, steppedNow());
    budget = changed;
    if (end === 'unconfirmed') throw new Error('cut behind the commit');
    return result;
  };
}

function startLimiter(change: ChangeBudget) {
  const seen: { granted: Lane[]; refused: string[] } = { granted: [], refused: [] };
  const limiter = createHostLimiter({
    name: { keyId: 'key', host: 'europe' },
    change,
    log: pino({ level: 'silent' }),
    observe: {
      granted: ({ lane }) => void seen.granted.push(lane),
      refused: (_call, by) => void seen.refused.push(by),
    },
  });
  return { limiter, seen };
}

const callOf = (lane: Lane) => ({ keyId: 'key', host: 'europe', method: 'match', lane });

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

test('every caller that does not leave is served, whichever questions to the budget fail', async () => {
  await fc.assert(
    fc.asyncProperty(fates, callers, async (ends, comers) => {
      const { limiter } = startLimiter(createStore(ends));
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

/** An upstream that counts in fixed windows, opened by the first call, and takes its time on the way there and back. */
function createUpstream(app: readonly WindowLimit[]) {
  const windows = app.map((limit) => ({ ...limit, closesAt: 0, count: 0, opened: 0 }));
  const seen = { calls: 0, refused: 0 };
  return {
    seen,
    opened: () => windows.map(({ opened }) => opened),
    async call(): Promise<LimitReading> {
      await steppedDelay(5 + ((seen.calls * 7) % 30));
      const now = steppedNow();
      const counts = new Map<number, number>();
      seen.calls += 1;
      for (const window of windows) {
        if (now >= window.closesAt)
          Object.assign(window, { closesAt: now + window.spanMs, count: 0, opened: window.opened + 1 });
        window.count += 1;
        counts.set(window.spanMs, window.count);
      }
      const isOver = windows.some((window) => window.count > window.limit);
      if (isOver) seen.refused += 1;
      await steppedDelay(5 + ((seen.calls * 11) % 30));
      return {
        app: { limits: app, counts },
        method: { limits: [], counts: new Map() },
        ...(isOver && { refusal: { by: 'application', retryAfterMs: 1_000 } }),
      };
    },
  };
}
type Upstream = ReturnType<typeof createUpstream>;

async function callThrough(limiter: HostLimiter, upstream: Upstream, lane: Lane = 'backfill'): Promise<void> {
  const permit = await limiter.acquire(callOf(lane));
  permit.answered(await upstream.call());
}

/** The clock goes on until the work is done. */
async function finish<T>(work: Promise<T>): Promise<T> {
  const done = new AbortController();
  void work.finally(() => done.abort()).catch(() => undefined);
  while (!done.signal.aborted) await vi.advanceTimersByTimeAsync(20);
  return work;
}

const times = <T>(count: number, make: (nth: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, nth) => make(nth)));

test.each([1, 3])(
  'calls at once from cold by %i limiters on one budget are all made, none is refused, and no window is left half empty',
  async (count) => {
    const store = createStore();
    const all = Array.from({ length: count }, () => startLimiter(store));
    const upstream = createUpstream([
      { limit: 10, spanMs: 200 },
      { limit: 30, spanMs: 4_000 },
    ]);
    await finish(times(60, (nth) => callThrough(all[nth % count]?.limiter as HostLimiter, upstream)));

    expect(upstream.seen).toEqual({ calls: 60, refused: 0 });
    expect(upstream.opened()[1]).toBe(2);
    expect(all.flatMap(({ seen }) => seen.refused)).toEqual([]);
  },
);

test('a limiter that begins in mid-window knows what the one before it has used', async () => {
  const store = createStore();
  const upstream = createUpstream([{ limit: 10, spanMs: 1_500 }]);
  for (const { limiter } of [startLimiter(store), startLimiter(store)]) {
    await finish(times(10, () => callThrough(limiter, upstream)));
    await finish(limiter.stop());
  }
  expect(upstream.seen).toEqual({ calls: 20, refused: 0 });
  expect(upstream.opened()).toEqual([2]);
});

test('a block outlives the process that was refused', async () => {
  const store = createStore();
  const first = startLimiter(store);
  const permit = await finish(first.limiter.acquire(callOf('live')));
  permit.answered({ ...READING, refusal: { by: 'service', retryAfterMs: 1_000 } });
  const refusedAt = steppedNow();
  await finish(first.limiter.stop());
  await finish(startLimiter(store).limiter.acquire(callOf('live')));

  expect(first.seen.refused).toEqual(['service']);
  expect(steppedNow() - refusedAt).toBeGreaterThan(1_000);
});

test('people overtake a backfill that came first, and the backfill still moves', async () => {
  const upstream = createUpstream([{ limit: 4, spanMs: 150 }]);
  const { limiter, seen } = startLimiter(createStore());
  const first = callThrough(limiter, upstream, 'backfill');
  const backfill = times(39, () => callThrough(limiter, upstream, 'backfill'));
  await finish(first);
  const people = times(40, () => callThrough(limiter, upstream, 'person'));
  await finish(Promise.all([backfill, people]));

  const firstPerson = seen.granted.indexOf('person');
  const between = seen.granted.slice(firstPerson, seen.granted.lastIndexOf('person'));
  const overtaken = between.filter((lane) => lane === 'backfill').length;
  expect(overtaken).toBeGreaterThan(0);
  expect(overtaken).toBeLessThan(12);
  expect(upstream.seen.refused).toBe(0);
});

test('an aborted caller gets its own reason, and a permit that is given back makes room at once', async () => {
  const { limiter } = startLimiter(createStore());
  const full = { limits: [{ limit: 2, spanMs: PLENTY_MS }], counts: new Map([[PLENTY_MS, 1]]) };
  (await finish(limiter.acquire(callOf('person')))).answered({ ...READING, app: full });
  const second = await finish(limiter.acquire(callOf('person')));
  const leaving = new AbortController();
  const left = limiter.acquire({ ...callOf('person'), signal: leaving.signal });
  const stays = limiter.acquire(callOf('person'));
  const reason = new Error('the person went away');
  leaving.abort(reason);
  await expect(left).rejects.toBe(reason);
  await expect(limiter.acquire({ ...callOf('person'), signal: leaving.signal })).rejects.toBe(reason);
  const givenBackAt = steppedNow();
  second.giveBack();
  second.giveBack();

  await expect(finish(stays)).resolves.toBeDefined();
  expect(steppedNow() - givenBackAt).toBeLessThan(50);
});

test('a stopped limiter refuses those who wait, takes no new call and asks nothing more of a store that may be closed', async () => {
  const store = createStore();
  let asked = 0;
  const { limiter } = startLimiter((name, work) => {
    asked += 1;
    return store(name, work);
  });
  const permit = await finish(limiter.acquire(callOf('live')));
  const waiting = limiter.acquire(callOf('live')).catch(String);
  await finish(limiter.stop());
  expect(await waiting).toBe('Error: the limiter is being stopped');
  await expect(limiter.acquire(callOf('live'))).rejects.toThrow('the limiter is being stopped');
  const before = asked;
  permit.answered(READING);
  await vi.advanceTimersByTimeAsync(PLENTY_MS);
  expect(asked).toBe(before);
});
