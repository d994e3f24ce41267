/** The way through PostgreSQL; what limiters do with a budget is proved on a stepped clock (`host-limiter.test.ts`). */
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LimitReading } from '#/domain/limiter/limiter.ts';
import { createBudgetStore } from './permit.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { createSharedLimiter, type SharedLimiter } from './limiter.ts';

let db: TestDatabase;
const limiters: SharedLimiter[] = [];
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => {
  await Promise.all(limiters.map((limiter) => limiter.stop()));
  await db.drop();
});

function startLimiter(): SharedLimiter {
  const limiter = createSharedLimiter({
    connection: db.connection,
    change: createBudgetStore(db.database),
    log: pino({ level: 'silent' }),
    observe: { granted: () => undefined, refused: () => undefined },
  });
  limiters.push(limiter);
  return limiter;
}

test('one process waits for what another has under way, and sees what was used and who is blocked', async () => {
  const [one, two] = [startLimiter(), startLimiter()];
  const call = { keyId: 'key', host: 'sea', method: 'match', lane: 'live' } as const;
  const reading: LimitReading = {
    app: { limits: [{ limit: 20, spanMs: 60_000 }], counts: new Map([[60_000, 5]]) },
    method: { limits: [{ limit: 8, spanMs: 30_000 }], counts: new Map([[30_000, 1]]) },
    refusal: { by: 'method', retryAfterMs: 60_000 },
  };
  const probe = await one.acquire(call);
  let isGranted = false;
  const other = two.acquire({ ...call, method: 'list' }).finally(() => (isGranted = true));
  await expect.poll(() => two.views()).toHaveLength(1);
  expect(isGranted).toBe(false);
  probe.answered(reading);
  (await other).giveBack();

  const [view] = two.views();
  const [app, method] = [null, 'match'].map((name) => view?.scopes.find(({ method }) => method === name));
  expect(view).toMatchObject({ keyId: 'key', host: 'sea' });
  expect(app).toMatchObject({ method: null, blockedForMs: 0, windows: [{ limit: 20 }] });
  expect(app?.windows[0]?.used).toBeGreaterThanOrEqual(5);
  expect(method).toMatchObject({ method: 'match', windows: [{ limit: 8, used: 1 }] });
  expect(method?.blockedForMs).toBeGreaterThan(2_000);
});
