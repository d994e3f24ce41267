/** The client against the practice world's API-Football over HTTP: what one says, the other understands. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Secret } from '#/domain/secret.ts';
import { startFootball } from '../../../practice/football/world-for-tests.ts';
import { createOpenLimiter } from '../fixtures/open-limiter.ts';
import { createApiFootballClient, type ApiFootballClient } from './api-football-client.ts';
import { createMemoryQuota } from './fixtures/memory-quota.ts';

const CALLING = { lane: 'live' } as const;
const NOON = Date.UTC(2026, 10, 15, 12);

let upstream: Awaited<ReturnType<typeof startFootball>>;
beforeAll(async () => {
  upstream = await startFootball({ profile: 'personal' });
});
afterAll(() => upstream.running.stop());

let client: ApiFootballClient;
let limiter: ReturnType<typeof createOpenLimiter>;
let quota: ReturnType<typeof createMemoryQuota>;
beforeEach(async () => {
  await upstream.sideDoor('PUT', '/football/faults', { rules: [], otherQuirks: 'none' });
  limiter = createOpenLimiter();
  quota = createMemoryQuota(() => NOON);
  client = createApiFootballClient({
    baseUrl: upstream.running.footballBaseUrl,
    key: new Secret(upstream.running.keys.football),
    limiter,
    quota,
    retries: { unavailable: 0 },
    now: () => new Date(NOON),
  });
  return () => client.stop();
});

test('what is in play is read, with events, and the same by its ids', async () => {
  const live = await client.liveFixtures(CALLING);
  if (live.outcome !== 'ok') throw new Error(JSON.stringify(live));
  const { fixtures, malformed } = live.body;
  expect(malformed).toEqual([]);
  expect(fixtures.length).toBeGreaterThan(5);
  expect(fixtures.every(({ reading }) => reading.events !== null)).toBe(true);
  const ids = fixtures.map(({ reading }) => reading.id);
  const answers = await client.fixturesByIds(ids, CALLING);
  expect(ids.map((id) => answers.get(id))).toMatchObject(
    fixtures.map(({ reading }) => ({ answer: 'read', reading: { id: reading.id, goals: reading.goals } })),
  );
});

test('a day is read without events', async () => {
  const day = await client.fixturesOn('2026-11-15', CALLING);
  if (day.outcome !== 'ok') throw new Error(JSON.stringify(day));
  expect(day.body.fixtures.length).toBeGreaterThan(50);
  expect(day.body.fixtures.every(({ reading }) => reading.events === null)).toBe(true);
  expect(day.body.malformed).toEqual([]);
});

test('both quotas are heard, and the status says the same of the day', async () => {
  await client.liveFixtures(CALLING);
  expect(limiter.readings[0]?.app.limits).toEqual([{ limit: 300, spanMs: 60_000 }]);
  expect(quota.words[0]).toMatchObject({ limit: 7_500 });
  expect(await client.status(CALLING)).toMatchObject({
    outcome: 'ok',
    body: { isActive: true, callsPerDay: 7_500 },
  });
});
