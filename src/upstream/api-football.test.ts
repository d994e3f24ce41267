/** What is specific to API-Football; what every client does when the upstream misbehaves is in `call.test.ts`. */
import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Secret } from '#/domain/secret.ts';
import { startHttpUpstream } from './fixtures/loopback-upstream.ts';
import { createOpenLimiter } from './fixtures/open-limiter.ts';
import { createApiFootballClient } from './api-football.ts';
import { envelope, errorBody, fixtureItem } from './fixtures/football-bodies.ts';
import { createMemoryQuota } from './fixtures/memory-quota.ts';

const KEY = 'canary-0123456789abcdef';
const CALLING = { lane: 'live' } as const;
const NOON = Date.UTC(2026, 10, 14, 12);

interface Reply {
  /** Text is sent as it is. */
  readonly body: unknown;
  readonly status?: number;
  readonly headers?: Record<string, string>;
}

/** A client of an upstream that answers so, with a clock that `pass` moves. */
async function startBench(reply: (url: URL, count: number) => Reply, key: Secret | null = new Secret(KEY)) {
  let now = NOON;
  const upstream = await startHttpUpstream((request, response, count) => {
    const { body, status = 200, headers } = reply(new URL(request.url ?? '', 'http://x'), count);
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  const limiter = createOpenLimiter();
  const quota = createMemoryQuota(() => now);
  const logged: string[] = [];
  const write = (...words: unknown[]): void => void logged.push(inspect(words));
  const client = createApiFootballClient({
    baseUrl: `${upstream.origin}/football`,
    key: key ?? undefined,
    limiter,
    quota,
    retries: { backoff: { firstMs: 1, maxMs: 1 } },
    log: { info: write, warn: write },
    now: () => new Date(now),
    random: () => 0,
  });
  onTestFinished(async () => {
    await client.stop();
    await upstream.stop();
  });
  return { client, upstream, limiter, quota, logged, pass: (ms: number) => void (now += ms) };
}

/** What an upstream that always answers so says of what is in play. */
async function ask(body: unknown, status = 200) {
  const bench = await startBench(() => ({ body, status }));
  return { ...bench, outcome: await bench.client.liveFixtures(CALLING) };
}

async function fixturesIn(body: unknown) {
  const { outcome } = await ask(body);
  if (outcome.outcome !== 'ok') throw new Error(inspect(outcome));
  return { ...outcome.body, fetchedAt: outcome.fetchedAt };
}

const idsIn = (url: URL): number[] => (url.searchParams.get('ids') ?? '').split('-').map(Number);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const fixturesAskedFor = (url: URL): Reply => ({ body: envelope(idsIn(url).map((id) => fixtureItem(id))) });

describe('what is asked for', () => {
  test('is a path under the base URL, with the key in its header and no other header of ours', async () => {
    const { client, upstream, limiter } = await startBench(() => ({ body: envelope([]) }));
    await client.fixturesOn('2026-11-14', { lane: 'backfill' });
    await client.liveFixtures(CALLING);
    await client.fixturesByIds([3, 1], CALLING);
    expect(upstream.heard.map(({ url }) => url)).toEqual([
      '/football/fixtures?date=2026-11-14',
      '/football/fixtures?live=all',
      '/football/fixtures?ids=3-1',
    ]);
    for (const { headers } of upstream.heard)
      expect(Object.keys(headers).filter((name) => !['host', 'connection'].includes(name))).toEqual([
        'x-apisports-key',
      ]);
    expect(upstream.heard[0]?.headers['x-apisports-key']).toBe(KEY);
    const call = { host: 'api-football', keyId: client.budgetId() };
    expect(limiter.calls).toMatchObject([{ ...call, lane: 'backfill' }, { ...call, lane: 'live' }, call]);
  });

  test.each(['2026-13-01', '2026-02-30', 'today', '2026-11-14&x=1', ''])(
    '%j is no day, and is not asked for',
    async (day) => {
      const { client, upstream } = await startBench(() => ({ body: envelope([]) }));
      expect(await client.fixturesOn(day, CALLING)).toMatchObject({
        outcome: 'rejected',
        reason: 'badArgument',
      });
      expect(upstream.heard).toEqual([]);
    },
  );
});

describe('an answer', () => {
  test('brings each fixture with its item, and the time', async () => {
    const item = { x: 'é', ...fixtureItem(7) };
    const { fixtures, fetchedAt } = await fixturesIn(envelope([item]));
    expect(fixtures.map(({ bytes }) => JSON.parse(bytes.toString()) as unknown)).toEqual([item]);
    expect(fixtures[0]?.reading).toMatchObject({ id: 7, goals: { home: 1, away: 0 } });
    expect(fetchedAt).toEqual(new Date(NOON));
  });

  test('with one bad item brings all others', async () => {
    const bad = { fixture: fixtureItem(2).fixture, teams: null };
    const { fixtures, malformed } = await fixturesIn(envelope([fixtureItem(1), bad, fixtureItem(3)]));
    expect(fixtures.map(({ reading }) => reading.id)).toEqual([1, 3]);
    expect(malformed).toEqual([{ id: 2, reason: 'teams is null; expected an object' }]);
  });

  test.each([['[]'], ['{"message":"hello"}'], [JSON.stringify(envelope({ a: 1 }))]])(
    'that is %s is malformed, and no empty list',
    async (body) => {
      expect((await ask(body)).outcome).toMatchObject({ outcome: 'malformed', fault: 'shape' });
    },
  );
});

describe('fixtures by their ids', () => {
  test('are asked for in twenties, each once', async () => {
    const { client, upstream } = await startBench(fixturesAskedFor);
    const answers = await client.fixturesByIds([...upTo(45), 1, 2, 3], CALLING);
    const sizes = upstream.heard.map(({ url }) => idsIn(new URL(url, 'http://x')).length);
    expect(sizes.sort((a, b) => b - a)).toEqual([20, 20, 5]);
    expect([...answers].map(([id, { answer }]) => [id, answer])).toEqual(upTo(45).map((id) => [id, 'read']));
  });

  test('have an answer each: read, missing, malformed, or not asked for', async () => {
    const items = [fixtureItem(1), { fixture: { id: 2 } }, fixtureItem(99)];
    const { client, upstream } = await startBench(() => ({ body: envelope(items) }));
    const answers = await client.fixturesByIds([1, 2, 3, -1, 0.5, Number.NaN], CALLING);
    expect([...answers.values()].map(({ answer }) => answer)).toEqual([
      'read',
      'malformed',
      'missing',
      'failed',
      'failed',
      'failed',
    ]);
    expect(answers.get(-1)).toMatchObject({ failure: { reason: 'badArgument' } });
    expect(upstream.heard.map(({ url }) => url)).toEqual(['/football/fixtures?ids=1-2-3']);
  });

  test('of one failed call do not keep those of the others', async () => {
    const { client } = await startBench((url) =>
      idsIn(url).includes(30) ? { body: errorBody({ bug: 'on our side' }) } : fixturesAskedFor(url),
    );
    const answers = await client.fixturesByIds(upTo(30), CALLING);
    expect(answers.get(1)).toMatchObject({ answer: 'read' });
    expect(answers.get(30)).toMatchObject({ answer: 'failed', failure: { outcome: 'unavailable' } });
  });
});

describe('errors that come with status 200', () => {
  test('the minute is used up: no call is made for a minute', async () => {
    const { outcome, client, upstream, pass } = await ask(errorBody({ rateLimit: 'Too many requests.' }));
    const refused = { outcome: 'rateLimited', retryAfterMs: 65_000 };
    expect(outcome).toEqual(refused);
    expect(await client.liveFixtures(CALLING)).toEqual(refused);
    expect(upstream.heard).toHaveLength(1);
    pass(65_000);
    await client.liveFixtures(CALLING);
    expect(upstream.heard).toHaveLength(2);
  });

  test('the day is used up: no call is made until it is over', async () => {
    const { outcome, client, upstream, pass } = await ask(errorBody({ requests: 'The limit for the day' }));
    expect(outcome).toMatchObject({ outcome: 'rateLimited', retryAfterMs: 12 * 3_600_000 });
    pass(11 * 3_600_000);
    const retryAfterMs = 3_600_000 + 30_000;
    expect(await client.liveFixtures(CALLING)).toEqual({ outcome: 'rateLimited', retryAfterMs });
    expect(upstream.heard).toHaveLength(1);
  });

  test.each([
    [{ token: 'Error/Missing application key.' }, 'unknownKey', 401],
    [{ access: 'Your account is suspended' }, 'expiredOrBlocked', 403],
  ])(
    '%j: the key is refused, logged once, and tried again after a minute',
    async (errors, reason, status) => {
      const { client, upstream, pass, logged } = await startBench((_, count) => ({
        body: count === 1 ? errorBody(errors) : envelope([]),
      }));
      expect(client.keyHealth()).toEqual({ state: 'unknown' });
      for (let calls = 0; calls < 2; calls++)
        expect(await client.liveFixtures(CALLING)).toMatchObject({ outcome: 'forbidden', reason, status });
      expect(upstream.heard).toHaveLength(1);
      expect(client.keyHealth()).toMatchObject({ state: 'rejected', status, since: new Date(NOON) });
      expect(logged.filter((line) => line.includes('API key refused'))).toHaveLength(1);
      pass(60_000);
      await client.liveFixtures(CALLING);
      expect(client.keyHealth()).toEqual({ state: 'ok' });
      expect(logged.join('\n')).toContain('API key accepted again');
    },
  );

  // Which words mean which error is in `upstream-errors.test.ts`.
  test.each([
    [
      { plan: 'Free plans do not have access' },
      { outcome: 'rejected', reason: 'badRequest', status: 400 },
      1,
    ],
    [{ bug: 'This is on our side' }, { outcome: 'unavailable', reason: 'status' }, 3],
  ])(
    '%j says nothing of the key, and is asked again only where that may help',
    async (errors, expected, calls) => {
      const { outcome, client, upstream } = await ask(errorBody(errors));
      expect(outcome).toMatchObject(expected);
      expect(upstream.heard).toHaveLength(calls);
      expect(client.keyHealth()).toEqual({ state: 'unknown' });
    },
  );
});

test.each([
  [400, { outcome: 'rejected', reason: 'badRequest', message: 'it answered 400: No such  path' }],
  [401, { outcome: 'forbidden', reason: 'unknownKey' }],
  [403, { outcome: 'forbidden', reason: 'expiredOrBlocked' }],
  [404, { outcome: 'rejected', reason: 'badRequest' }],
  [429, { outcome: 'rateLimited', retryAfterMs: 65_000 }],
  [499, { outcome: 'unavailable', reason: 'status' }],
  [500, { outcome: 'unavailable', reason: 'status' }],
])('status %i', async (status, expected) => {
  expect((await ask({ message: 'No\nsuch  path' }, status)).outcome).toMatchObject(expected);
});

describe('quotas', () => {
  test('reach the limiter and the count of the day, which is not exceeded', async () => {
    const { client, upstream, limiter, quota } = await startBench((_, count) => ({
      body: envelope([]),
      headers: {
        'x-ratelimit-limit': '300',
        'x-ratelimit-requests-limit': '100',
        'x-ratelimit-requests-remaining': String(2 - count),
      },
    }));
    for (const outcome of ['ok', 'ok', 'rateLimited', 'rateLimited'])
      expect(await client.liveFixtures(CALLING)).toMatchObject({ outcome });
    expect(upstream.heard).toHaveLength(2);
    expect(limiter.readings[0]?.app.limits).toEqual([{ limit: 300, spanMs: 60_000 }]);
    expect(quota.words[0]).toEqual({ limit: 100, remaining: 1, refusal: null });
  });

  test('are not touched by a call for the status', async () => {
    const { client, quota } = await startBench(() => ({ body: envelope({ subscription: {} }) }));
    expect(await client.status(CALLING)).toMatchObject({ outcome: 'ok' });
    expect(quota.taken).toEqual([]);
  });
});

describe('a key', () => {
  test('that is missing is reported, and nothing is sent', async () => {
    const { client, upstream } = await startBench(() => ({ body: envelope([]) }), null);
    expect(await client.liveFixtures(CALLING)).toMatchObject({ outcome: 'forbidden', reason: 'noKey' });
    expect(client.keyHealth()).toEqual({ state: 'missing' });
    expect(client.budgetId()).toBeUndefined();
    expect(upstream.heard).toEqual([]);
  });

  test('has another name at another address', async () => {
    const [one, two] = [await ask(''), await ask('')];
    expect(one.client.budgetId()).toMatch(/^[0-9a-f]{16}$/);
    expect(one.client.budgetId()).not.toBe(two.client.budgetId());
  });
});
