import type { ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { Secret } from '#/domain/secret.ts';
import { startHttpUpstream, type HttpUpstream } from '../fixtures/loopback-upstream.ts';
import { createOpenLimiter } from '../fixtures/open-limiter.ts';
import { createApiFootballClient, type ApiFootballClient } from './api-football-client.ts';
import { envelope, errorBody, fixtureItem } from './fixtures/bodies.ts';
import { createMemoryQuota } from './fixtures/memory-quota.ts';

const KEY = 'canary-0123456789abcdef';
const CALLING = { lane: 'live' } as const;
const NOON = Date.UTC(2026, 10, 14, 12);

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

interface Bench {
  readonly client: ApiFootballClient;
  readonly upstream: HttpUpstream;
  readonly limiter: ReturnType<typeof createOpenLimiter>;
  readonly quota: ReturnType<typeof createMemoryQuota>;
  readonly logged: string[];
  /** The client's clock. */
  readonly pass: (ms: number) => void;
}

type Answer = (url: URL, response: ServerResponse, count: number) => void;

async function startBench(
  answer: Answer,
  options: { key?: Secret | undefined; timeoutMs?: number } = {},
): Promise<Bench> {
  let now = NOON;
  const upstream = await startHttpUpstream((request, response, count) =>
    answer(new URL(request.url ?? '', 'http://x'), response, count),
  );
  const limiter = createOpenLimiter();
  const quota = createMemoryQuota(() => now);
  const logged: string[] = [];
  const write = (...words: unknown[]): void => void logged.push(inspect(words));
  const client = createApiFootballClient({
    baseUrl: `${upstream.origin}/football`,
    key: 'key' in options ? options.key : new Secret(KEY),
    limiter,
    quota,
    retries: { backoff: { firstMs: 1, maxMs: 1 } },
    timeouts: { timeoutMs: options.timeoutMs ?? 5_000 },
    log: { info: write, warn: write },
    now: () => new Date(now),
    random: () => 0,
  });
  cleanups.push(
    () => upstream.stop(),
    () => client.stop(),
  );
  return { client, upstream, limiter, quota, logged, pass: (ms) => void (now += ms) };
}

function send(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

const idsIn = (url: URL): number[] => (url.searchParams.get('ids') ?? '').split('-').map(Number);

describe('what is asked for', () => {
  test('is a path under the base URL, with the key in its header and no other header of ours', async () => {
    const { client, upstream } = await startBench((_, response) => send(response, envelope([])));
    await client.fixturesOn('2026-11-14', CALLING);
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
  });

  test('uses the lane of the caller', async () => {
    const { client, limiter } = await startBench((_, response) => send(response, envelope([])));
    await client.fixturesOn('2026-11-14', { lane: 'backfill' });
    expect(limiter.calls).toMatchObject([
      { lane: 'backfill', host: 'api-football', keyId: client.budgetId() },
    ]);
  });

  test.each(['2026-13-01', '2026-02-30', 'today', '2026-11-14&x=1', ''])(
    '%j is no day, and is not asked for',
    async (day) => {
      const { client, upstream } = await startBench((_, response) => send(response, envelope([])));
      expect(await client.fixturesOn(day, CALLING)).toMatchObject({
        outcome: 'rejected',
        reason: 'badArgument',
      });
      expect(upstream.heard).toEqual([]);
    },
  );
});

describe('an answer', () => {
  test('brings each fixture with the exact bytes of its item', async () => {
    const item = `{ "x":"é",  ${JSON.stringify(fixtureItem(7)).slice(1)}`;
    const { client } = await startBench((_, response) =>
      send(response, `{"errors":[], "response": [${item} ] }`),
    );
    const outcome = await client.liveFixtures(CALLING);
    if (outcome.outcome !== 'ok') throw new Error(inspect(outcome));
    expect(outcome.body.fixtures).toHaveLength(1);
    expect(outcome.body.fixtures[0]?.bytes.toString()).toBe(item);
    expect(outcome.body.fixtures[0]?.reading).toMatchObject({ id: 7, goals: { home: 1, away: 0 } });
    expect(outcome.fetchedAt).toEqual(new Date(NOON));
  });

  test('whose items cannot be cut out brings them written anew', async () => {
    const body = String.raw`{"\u0072esponse":[${JSON.stringify(fixtureItem(7), null, 2)}]}`;
    const { client } = await startBench((_, response) => send(response, body));
    const outcome = await client.liveFixtures(CALLING);
    if (outcome.outcome !== 'ok') throw new Error(inspect(outcome));
    expect(outcome.body.fixtures[0]?.bytes.toString()).toBe(JSON.stringify(fixtureItem(7)));
  });

  test('with one bad item brings all others', async () => {
    const bad = { fixture: fixtureItem(2).fixture, teams: null };
    const { client } = await startBench((_, response) =>
      send(response, envelope([fixtureItem(1), bad, fixtureItem(3)])),
    );
    const outcome = await client.liveFixtures(CALLING);
    if (outcome.outcome !== 'ok') throw new Error(inspect(outcome));
    expect(outcome.body.fixtures.map(({ reading }) => reading.id)).toEqual([1, 3]);
    expect(outcome.body.malformed).toEqual([
      { id: 2, reason: 'teams is null; expected an object', bytes: Buffer.from(JSON.stringify(bad)) },
    ]);
  });

  test.each([
    ['a list', '[]', 'shape'],
    ['no response', '{"message":"hello"}', 'shape'],
    ['a response that is no list', JSON.stringify(envelope({ a: 1 })), 'shape'],
  ])('that is %s is malformed, and no empty list', async (_, body, fault) => {
    const { client } = await startBench((_url, response) => send(response, body));
    expect(await client.liveFixtures(CALLING)).toMatchObject({ outcome: 'malformed', fault });
  });
});

describe('fixtures by their ids', () => {
  test('are asked for in twenties, each once', async () => {
    const ids = Array.from({ length: 45 }, (_, index) => index + 1);
    const { client, upstream } = await startBench((url, response) =>
      send(response, envelope(idsIn(url).map((id) => fixtureItem(id)))),
    );
    const answers = await client.fixturesByIds([...ids, 1, 2, 3], CALLING);
    expect(
      upstream.heard.map(({ url }) => idsIn(new URL(url, 'http://x')).length).sort((a, b) => b - a),
    ).toEqual([20, 20, 5]);
    expect([...answers.keys()]).toEqual(ids);
    expect([...answers.values()].every(({ answer }) => answer === 'read')).toBe(true);
  });

  test('have an answer each: read, missing or malformed', async () => {
    const items = [fixtureItem(1), { fixture: { id: 2 } }, fixtureItem(99)];
    const { client } = await startBench((_, response) => send(response, envelope(items)));
    const answers = await client.fixturesByIds([1, 2, 3], CALLING);
    expect([...answers].map(([id, { answer }]) => [id, answer])).toEqual([
      [1, 'read'],
      [2, 'malformed'],
      [3, 'missing'],
    ]);
  });

  test('of one failed call do not keep those of the others', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => index + 1);
    const { client } = await startBench((url, response) => {
      if (idsIn(url).includes(30)) return send(response, errorBody({ bug: 'on our side' }));
      send(response, envelope(idsIn(url).map((id) => fixtureItem(id))));
    });
    const answers = await client.fixturesByIds(ids, CALLING);
    expect(answers.get(1)).toMatchObject({ answer: 'read' });
    expect(answers.get(30)).toMatchObject({ answer: 'failed', failure: { outcome: 'unavailable' } });
  });

  test('that are no numbers of fixtures are not asked for', async () => {
    const { client, upstream } = await startBench((_, response) => send(response, envelope([])));
    const answers = await client.fixturesByIds([-1, 0.5, Number.NaN], CALLING);
    expect([...answers.values()]).toMatchObject(
      Array.from({ length: 3 }, () => ({ answer: 'failed', failure: { reason: 'badArgument' } })),
    );
    expect(upstream.heard).toEqual([]);
  });
});

describe('errors that come with status 200', () => {
  const ask = async (errors: unknown) => {
    const bench = await startBench((_, response) => send(response, errorBody(errors)));
    return { ...bench, outcome: await bench.client.liveFixtures(CALLING) };
  };

  test('the minute is used up: no call is made for a minute', async () => {
    const { outcome, client, upstream, pass } = await ask({ rateLimit: 'Too many requests.' });
    expect(outcome).toEqual({ outcome: 'rateLimited', retryAfterMs: 65_000 });
    expect(await client.liveFixtures(CALLING)).toEqual(outcome);
    expect(upstream.heard).toHaveLength(1);
    pass(65_000);
    await client.liveFixtures(CALLING);
    expect(upstream.heard).toHaveLength(2);
  });

  test('the day is used up: no call is made until it is over', async () => {
    const { outcome, client, upstream, pass } = await ask({
      requests: 'You have reached the request limit for the day',
    });
    expect(outcome).toEqual({ outcome: 'rateLimited', retryAfterMs: 12 * 3_600_000 });
    pass(11 * 3_600_000);
    expect(await client.liveFixtures(CALLING)).toEqual({
      outcome: 'rateLimited',
      retryAfterMs: 3_600_000 + 30_000,
    });
    expect(upstream.heard).toHaveLength(1);
  });

  test.each([
    [{ token: 'Error/Missing application key.' }, 'unknownKey', 401],
    [{ access: 'Your account is suspended' }, 'expiredOrBlocked', 403],
    [{ Ip: 'This IP is not allowed' }, 'expiredOrBlocked', 403],
  ])(
    '%j: the key is refused, logged once, and tried again after a minute',
    async (errors, reason, status) => {
      const { outcome, client, upstream, pass, logged } = await ask(errors);
      expect(outcome).toMatchObject({ outcome: 'forbidden', reason, status });
      expect(await client.liveFixtures(CALLING)).toMatchObject({ outcome: 'forbidden', reason });
      expect(upstream.heard).toHaveLength(1);
      expect(client.keyHealth()).toMatchObject({ state: 'rejected', status, since: new Date(NOON) });
      expect(logged.filter((line) => line.includes('API-Football refuses the key'))).toHaveLength(1);
      pass(60_000);
      await client.liveFixtures(CALLING);
      expect(upstream.heard).toHaveLength(2);
    },
  );

  test.each([{ plan: 'Free plans do not have access to this date' }, { ids: 'The Ids field is wrong' }])(
    '%j: it will be refused again, and the key is not at fault',
    async (errors) => {
      const { outcome, client, upstream } = await ask(errors);
      expect(outcome).toMatchObject({ outcome: 'rejected', reason: 'badRequest', status: 200 });
      expect(upstream.heard).toHaveLength(1);
      expect(client.keyHealth()).toEqual({ state: 'unknown' });
    },
  );

  test.each([{ bug: 'This is on our side', report: 'fixtures' }, { weather: 'it rains' }, ['strange']])(
    '%j: it is ill, and is tried again',
    async (errors) => {
      const { outcome, upstream } = await ask(errors);
      expect(outcome).toMatchObject({ outcome: 'unavailable', reason: 'status' });
      expect(upstream.heard).toHaveLength(3);
    },
  );
});

describe('other statuses', () => {
  test.each([
    [204, { outcome: 'unavailable', reason: 'status' }],
    [302, { outcome: 'unavailable', reason: 'redirected' }],
    [400, { outcome: 'rejected', reason: 'badRequest' }],
    [401, { outcome: 'forbidden', reason: 'unknownKey' }],
    [403, { outcome: 'forbidden', reason: 'expiredOrBlocked' }],
    [404, { outcome: 'rejected', reason: 'badRequest' }],
    [429, { outcome: 'rateLimited', retryAfterMs: 65_000 }],
    [499, { outcome: 'unavailable', reason: 'status' }],
    [500, { outcome: 'unavailable', reason: 'status' }],
    [503, { outcome: 'unavailable', reason: 'status' }],
  ])('%i', async (status, expected) => {
    const { client } = await startBench((_, response) =>
      send(response, status === 204 ? '' : { message: 'Something went wrong' }, status, {
        location: '/elsewhere',
      }),
    );
    expect(await client.liveFixtures(CALLING)).toMatchObject(expected);
  });

  test('the message of an error is reported', async () => {
    const { client } = await startBench((_, response) => send(response, { message: 'No\nsuch  path' }, 400));
    expect(await client.liveFixtures(CALLING)).toMatchObject({ message: 'it answered 400: No such  path' });
  });
});

describe('quotas', () => {
  const HEADERS = {
    'x-ratelimit-limit': '300',
    'x-ratelimit-remaining': '299',
    'x-ratelimit-requests-limit': '100',
    'x-ratelimit-requests-remaining': '1',
  };

  test('reach the limiter and the count of the day', async () => {
    const { client, limiter, quota } = await startBench((_, response) =>
      send(response, envelope([]), 200, HEADERS),
    );
    await client.liveFixtures(CALLING);
    expect(limiter.readings[0]?.app.limits).toEqual([{ limit: 300, spanMs: 60_000 }]);
    expect(quota.words).toEqual([{ limit: 100, remaining: 1, refusal: null }]);
  });

  test('of the day are not exceeded', async () => {
    const { client, upstream } = await startBench((_, response, count) =>
      send(response, envelope([]), 200, { ...HEADERS, 'x-ratelimit-requests-remaining': String(2 - count) }),
    );
    for (const outcome of ['ok', 'ok', 'rateLimited', 'rateLimited'])
      expect(await client.liveFixtures(CALLING)).toMatchObject({ outcome });
    expect(upstream.heard).toHaveLength(2);
  });

  test('are not touched by asking for the status', async () => {
    const response = {
      account: { email: 'someone@example.org' },
      subscription: { plan: 'Pro', active: true },
      requests: { current: 12, limit_day: 7_500 },
    };
    const { client, quota } = await startBench((_, answer) => send(answer, envelope(response)));
    expect(await client.status(CALLING)).toMatchObject({
      outcome: 'ok',
      body: { plan: 'Pro', isActive: true, callsToday: 12, callsPerDay: 7_500 },
    });
    expect(quota.taken).toEqual([]);
  });

  test('a status that cannot be read is malformed', async () => {
    const { client } = await startBench((_, answer) => send(answer, envelope([])));
    expect(await client.status(CALLING)).toMatchObject({
      outcome: 'malformed',
      fault: 'shape',
      reason: 'response: the body is a list of 0; expected an object',
    });
  });

  test('a status without fields has empty values', async () => {
    const { client } = await startBench((_, answer) =>
      send(answer, envelope({ subscription: {}, requests: {} })),
    );
    expect(await client.status(CALLING)).toMatchObject({
      body: { plan: '', isActive: false, callsToday: 0, callsPerDay: null },
    });
  });
});

describe('the key', () => {
  test('that is missing is reported, and nothing is sent', async () => {
    const { client, upstream } = await startBench((_, response) => send(response, envelope([])), {
      key: undefined,
    });
    expect(await client.liveFixtures(CALLING)).toMatchObject({ outcome: 'forbidden', reason: 'noKey' });
    expect(client.keyHealth()).toEqual({ state: 'missing' });
    expect(client.budgetId()).toBeUndefined();
    expect(upstream.heard).toEqual([]);
  });

  test('that is accepted is healthy, and its recovery is logged', async () => {
    const { client, pass, logged } = await startBench((_, response, count) =>
      send(response, count === 2 ? errorBody({ token: 'unknown' }) : envelope([])),
    );
    expect(client.keyHealth()).toEqual({ state: 'unknown' });
    await client.liveFixtures(CALLING);
    expect(client.keyHealth()).toEqual({ state: 'ok' });
    pass(120_000);
    await client.liveFixtures(CALLING);
    expect(client.keyHealth()).toMatchObject({ state: 'rejected' });
    pass(120_000);
    await client.liveFixtures(CALLING);
    expect(client.keyHealth()).toEqual({ state: 'ok' });
    expect(logged.join('\n')).toContain('API-Football lets the key in again');
  });

  test('has another name at another address', async () => {
    const [one, two] = [await startBench(() => undefined), await startBench(() => undefined)];
    expect(one.client.budgetId()).toMatch(/^[0-9a-f]{16}$/);
    expect(one.client.budgetId()).not.toBe(two.client.budgetId());
  });
});
