/** The client against the practice world's API-Football over HTTP: what one says, the other understands, faults included. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

const withFault = (kind: string): Promise<unknown> =>
  upstream.sideDoor('PUT', '/football/faults', { rules: [{ kind }] });

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

test('a key that it does not know is refused', async () => {
  const stranger = createApiFootballClient({
    baseUrl: upstream.running.footballBaseUrl,
    key: new Secret('somebody-elses-key'),
    limiter,
    quota,
  });
  expect(await stranger.liveFixtures(CALLING)).toMatchObject({ outcome: 'forbidden' });
  expect(stranger.keyHealth()).toMatchObject({ state: 'rejected' });
  await stranger.stop();
});

describe('when something is wrong, it is never an answer without fixtures', () => {
  test.each([
    ['rate-limit', { outcome: 'rateLimited', retryAfterMs: 65_000 }],
    ['requests', { outcome: 'rateLimited', retryAfterMs: 12 * 3_600_000 }],
    ['token', { outcome: 'forbidden', reason: 'unknownKey' }],
    ['plan', { outcome: 'rejected' }],
    ['ip', { outcome: 'forbidden', reason: 'expiredOrBlocked' }],
    ['bug', { outcome: 'unavailable', reason: 'status' }],
    ['http-204', { outcome: 'unavailable', reason: 'status' }],
    ['http-429', { outcome: 'rateLimited' }],
    ['http-499', { outcome: 'unavailable', reason: 'status' }],
    ['http-500', { outcome: 'unavailable', reason: 'status' }],
    ['html-body', { outcome: 'malformed', fault: 'notJson' }],
    ['invalid-json', { outcome: 'unavailable', reason: 'truncated' }],
    ['cut-connection', { outcome: 'unavailable' }],
  ])('%s', async (kind, expected) => {
    await withFault(kind);
    expect(await client.liveFixtures(CALLING)).toMatchObject(expected);
  });

  test('one item that is broken or left out', async () => {
    const live = await client.liveFixtures(CALLING);
    const ids = live.outcome === 'ok' ? live.body.fixtures.map(({ reading }) => reading.id) : [];
    const others = ids.slice(1).map(() => 'read');
    for (const [kind, first] of [
      ['malformed-item', 'malformed'],
      ['missing-item', 'missing'],
    ] as const) {
      await withFault(kind);
      const answers = await client.fixturesByIds(ids, CALLING);
      expect(ids.map((id) => answers.get(id)?.answer)).toEqual([first, ...others]);
    }
  });

  test('an answer without quotas is still an answer', async () => {
    await withFault('no-quota-headers');
    expect(await client.liveFixtures(CALLING)).toMatchObject({ outcome: 'ok' });
    expect(quota.words).toEqual([{ limit: null, remaining: null, refusal: null }]);
  });
});
