import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Lane, LimitReading } from '#/domain/limiter/limiter.ts';
import type { WindowLimit } from '#/domain/limiter/window.ts';
import { createBudgetStore, type ChangeBudget } from '#/stores/postgres/permit.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { printedChance } from '../../../test/support/printed-seed.ts';
import { createSharedLimiter, type SharedLimiter } from './shared-limiter.ts';

const random = printedChance('latencies of an upstream');
let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const started: SharedLimiter[] = [];
afterEach(async () => {
  for (const limiter of started.splice(0)) await limiter.stop();
});

interface Seen {
  readonly granted: { lane: Lane; waitedMs: number }[];
  readonly refused: string[];
}

function startLimiter(change: ChangeBudget = createBudgetStore(db.database)): SharedLimiter & { seen: Seen } {
  const seen: Seen = { granted: [], refused: [] };
  const limiter = createSharedLimiter({
    connection: db.connection,
    change,
    log: pino({ level: 'silent' }),
    observe: {
      granted: ({ lane }, waitedMs) => void seen.granted.push({ lane, waitedMs }),
      refused: (_call, by) => void seen.refused.push(by),
    },
  });
  started.push(limiter);
  return { ...limiter, seen };
}

/** An upstream that counts in fixed windows and takes its time on the way there and back. */
function createUpstream(app: readonly WindowLimit[], latencyMs: () => number = () => 5 + random() * 30) {
  const windows = app.map((limit) => ({ ...limit, closesAt: 0, count: 0, opened: 0 }));
  const seen = { calls: 0, refused: 0 };
  return {
    seen,
    /** How many windows of each length there were. */
    opened: () => windows.map(({ opened }) => opened),
    async call(): Promise<LimitReading> {
      await sleep(latencyMs());
      const now = performance.now();
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
      await sleep(latencyMs());
      const reading = { app: { limits: app, counts }, method: { limits: [], counts: new Map() } };
      return isOver ? { ...reading, refusal: { by: 'application', retryAfterMs: 1_000 } } : reading;
    },
  };
}

let keys = 0;
const newKey = (): string => `key-${(keys += 1)}`;

async function callThrough(
  limiter: SharedLimiter,
  upstream: ReturnType<typeof createUpstream>,
  keyId: string,
  lane: Lane = 'backfill',
): Promise<void> {
  const permit = await limiter.acquire({ keyId, host: 'europe', method: 'match', lane });
  permit.answered(await upstream.call());
}

const NONE: LimitReading = {
  app: { limits: [], counts: new Map() },
  method: { limits: [], counts: new Map() },
};
const GENEROUS: LimitReading = {
  ...NONE,
  app: { limits: [{ limit: 100_000, spanMs: 60_000 }], counts: new Map() },
};

describe('calls at once from cold', () => {
  test.each([1, 3])('by %i limiters on one database are all made, and none is refused', async (count) => {
    const limiters = Array.from({ length: count }, () => startLimiter());
    const upstream = createUpstream([
      { limit: 10, spanMs: 200 },
      { limit: 30, spanMs: 4_000 },
    ]);
    const keyId = newKey();
    const calls = Array.from({ length: 60 }, (_, index) =>
      callThrough(limiters[index % count] as SharedLimiter, upstream, keyId),
    );
    await Promise.all(calls);

    expect(upstream.seen).toEqual({ calls: 60, refused: 0 });
    // None was opened for less than it holds: 60 calls are two windows of 30.
    expect(upstream.opened()[1]).toBe(2);
    expect(limiters.flatMap((limiter) => limiter.seen.refused)).toEqual([]);
  });
});

test('a limiter that begins in mid-window knows what the one before it has used', async () => {
  const upstream = createUpstream([{ limit: 10, spanMs: 1_500 }]);
  const keyId = newKey();
  const first = startLimiter();
  const begun = performance.now();
  await Promise.all(Array.from({ length: 10 }, () => callThrough(first, upstream, keyId)));
  await first.stop();
  const second = startLimiter();
  await Promise.all(Array.from({ length: 10 }, () => callThrough(second, upstream, keyId)));

  expect(upstream.seen).toEqual({ calls: 20, refused: 0 });
  expect(performance.now() - begun).toBeGreaterThan(1_500);
  expect(upstream.opened()).toEqual([2]);
});

test('a block outlives the process that was told of it', async () => {
  const keyId = newKey();
  const call = { keyId, host: 'europe', method: 'match', lane: 'live' } as const;
  const first = startLimiter();
  const refused: LimitReading = { ...NONE, refusal: { by: 'service', retryAfterMs: 1_000 } };
  const permit = await first.acquire(call);
  const refusedAt = performance.now();
  permit.answered(refused);
  await first.stop();
  const second = startLimiter();
  await second.acquire(call);
  const waitedMs = performance.now() - refusedAt;

  expect(first.seen.refused).toEqual(['service']);
  expect(waitedMs).toBeGreaterThan(1_000);
});

test('people overtake a backfill that came first, and the backfill still moves', async () => {
  const upstream = createUpstream([{ limit: 4, spanMs: 150 }], () => 1);
  const keyId = newKey();
  const limiter = startLimiter();
  const backfill = Array.from({ length: 40 }, () => callThrough(limiter, upstream, keyId, 'backfill'));
  await backfill[0];
  const people = Array.from({ length: 40 }, () => callThrough(limiter, upstream, keyId, 'person'));
  await Promise.all(people);
  const lanes = limiter.seen.granted.slice(8).map(({ lane }) => lane);
  const beforeLastPerson = lanes.slice(0, lanes.lastIndexOf('person'));
  await Promise.all(backfill);

  expect(beforeLastPerson.filter((lane) => lane === 'backfill').length).toBeGreaterThan(0);
  expect(beforeLastPerson.filter((lane) => lane === 'backfill').length).toBeLessThan(12);
  expect(upstream.seen).toEqual({ calls: 80, refused: 0 });
});

test('whoever stops waiting leaves the line, and its place is not lost to the others', async () => {
  const keyId = newKey();
  const limiter = startLimiter();
  const call = { keyId, host: 'asia', method: 'match', lane: 'person' } as const;
  const probe = await limiter.acquire(call);
  const leaving = new AbortController();
  const left = limiter.acquire({ ...call, signal: leaving.signal });
  const stays = limiter.acquire(call);
  leaving.abort(new Error('the person went away'));
  await expect(left).rejects.toThrow('the person went away');
  await expect(limiter.acquire({ ...call, signal: leaving.signal })).rejects.toThrow('the person went away');
  probe.answered(GENEROUS);

  await expect(stays).resolves.toBeDefined();
});

test('a permit that was not used makes room again at once', async () => {
  const keyId = newKey();
  const limiter = startLimiter();
  const call = { keyId, host: 'asia', method: 'match', lane: 'person' } as const;
  const reading = {
    ...NONE,
    app: { limits: [{ limit: 2, spanMs: 60_000 }], counts: new Map([[60_000, 1]]) },
  };
  (await limiter.acquire(call)).answered(reading);
  const second = await limiter.acquire(call);
  const third = limiter.acquire(call);
  second.giveBack();
  second.giveBack();

  await expect(third).resolves.toBeDefined();
});

test('while the database is away everybody waits, and goes on when it is back', async () => {
  const store = createBudgetStore(db.database);
  let isAway = true;
  const limiter = startLimiter((name, change) =>
    isAway ? Promise.reject(new Error('connection refused')) : store(name, change),
  );
  const waiting = limiter.acquire({ keyId: newKey(), host: 'europe', method: 'match', lane: 'live' });
  const early = await Promise.race([waiting, sleep(300, 'still waiting')]);
  isAway = false;

  expect(early).toBe('still waiting');
  await expect(waiting).resolves.toBeDefined();
});

test('whoever comes after an answer that could not be told, when nobody waited, is heard', async () => {
  const change = createBudgetStore(db.database);
  const cut = Promise.withResolvers<void>();
  let isCut = false;
  const limiter = startLimiter(async (name, work) => {
    const result = await change(name, work);
    if (!isCut) return result;
    isCut = false;
    cut.resolve();
    throw new Error('the connection was lost behind the commit');
  });
  const call = { keyId: newKey(), host: 'euw1', method: 'ladder', lane: 'live' } as const;
  const permit = await limiter.acquire(call);
  isCut = true;
  permit.answered(GENEROUS);
  await cut.promise;
  // Until it has tried again and found nothing to tell. Nothing happens then that could be waited for.
  await sleep(500);
  await limiter.acquire(call);

  expect(limiter.seen.granted).toHaveLength(2);
});

test('a stopped limiter tells those who wait, and takes nobody new', async () => {
  const limiter = startLimiter();
  const call = { keyId: newKey(), host: 'europe', method: 'match', lane: 'live' } as const;
  await limiter.acquire(call);
  const waiting = limiter.acquire(call).catch(String);
  await limiter.stop();

  expect(await waiting).toBe('Error: the limiter is being stopped');
  await expect(limiter.acquire(call)).rejects.toThrow('the limiter is being stopped');
});

test('a call that ends after the stop asks nothing more of a store that may be closed', async () => {
  const change = createBudgetStore(db.database);
  let isClosed = false;
  const asked: string[] = [];
  const limiter = startLimiter((name, work) => {
    if (isClosed) asked.push(name.host);
    return change(name, work);
  });
  const call = { keyId: newKey(), host: 'europe', method: 'match', lane: 'live' } as const;
  const permit = await limiter.acquire(call);
  await limiter.stop();
  isClosed = true;
  permit.answered(GENEROUS);
  // Longer than an answer is kept before it is told.
  await sleep(300);

  expect(asked).toEqual([]);
});

test('what is used and who is blocked can be seen', async () => {
  const keyId = newKey();
  const limiter = startLimiter();
  const reading: LimitReading = {
    app: { limits: [{ limit: 20, spanMs: 60_000 }], counts: new Map([[60_000, 5]]) },
    method: { limits: [{ limit: 8, spanMs: 30_000 }], counts: new Map([[30_000, 1]]) },
    refusal: { by: 'method', retryAfterMs: 2_000 },
  };
  (await limiter.acquire({ keyId, host: 'sea', method: 'match', lane: 'live' })).answered(reading);
  await expect.poll(() => limiter.views()[0]?.scopes[0]?.windows.length).toBe(1);
  const [view] = limiter.views();
  const [app, method] = view?.scopes ?? [];

  expect(view).toMatchObject({ keyId, host: 'sea' });
  expect(app).toMatchObject({ method: null, blockedForMs: 0, windows: [{ limit: 20, used: 5 }] });
  expect(method).toMatchObject({ method: 'match', windows: [{ limit: 8, used: 1 }] });
  expect(method?.blockedForMs).toBeGreaterThan(2_000);
});
