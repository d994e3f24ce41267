import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Secret } from '#/domain/secret.ts';
import { startRawServer } from '../../../test/support/faulty-server.ts';
import { startHttpUpstream } from '../fixtures/loopback-upstream.ts';
import { createOpenLimiter, type OpenLimiter } from '../fixtures/open-limiter.ts';
import { lolMatch, PUUID, tftMatch } from './fixtures/bodies.ts';
import { createRiotClient, type RiotClientOptions } from './riot-client.ts';

const KEY = 'RGAPI-00000000-1111-2222-3333-444444444444';
const LOL_KEY = 'RGAPI-99999999-1111-2222-3333-444444444444';
const NOON = new Date('2026-11-15T12:00:00Z');
const ID = 'EUW1_7000000001';
const BODY = JSON.stringify(tftMatch());

const live = { lane: 'live' } as const;

function createClient(origin: string, options: Partial<RiotClientOptions> = {}) {
  const limiter = createOpenLimiter();
  const lines: string[] = [];
  const write = (fields: object, line: string): void => void lines.push(`${line} ${JSON.stringify(fields)}`);
  const client = createRiotClient({
    keys: { tft: new Secret(KEY), lol: new Secret(LOL_KEY) },
    baseUrl: `${origin}/{route}`,
    limiter,
    timeouts: { timeoutMs: 2_000 },
    retries: { unavailable: 0, rateLimited: 0, backoff: { firstMs: 1, maxMs: 1 } },
    log: { info: write, warn: write } as never,
    now: () => NOON,
    random: () => 0,
    ...options,
  });
  onTestFinished(() => client.stop());
  return { client, limiter, lines };
}

type Handler = Parameters<typeof startHttpUpstream>[0];

async function withHttp(handle: Handler, options: Partial<RiotClientOptions> = {}) {
  const upstream = await startHttpUpstream(handle);
  onTestFinished(() => upstream.stop());
  return { upstream, ...createClient(upstream.origin, options) };
}

/** The outcome of one match call to an upstream that always answers so. */
async function matchFrom(status: number, body: string | Buffer, headers: Record<string, string> = {}) {
  const { client } = await withHttp((_, response) => response.writeHead(status, headers).end(body));
  return client.tftMatch({ matchId: ID }, live);
}

const problem = (status: number, message: string): string =>
  JSON.stringify({ status: { message, status_code: status } });

describe('a match', () => {
  test('comes with its parsed body, the time, and its exact bytes before compression', async () => {
    const spaced = ` ${BODY.replace('{', '{ "later": 1,')}\n`;
    const { client, upstream } = await withHttp((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(spaced));
    });

    expect(await client.tftMatch({ matchId: ID }, live)).toEqual({
      outcome: 'ok',
      body: { later: 1, ...tftMatch() },
      bytes: Buffer.from(spaced),
      fetchedAt: NOON,
    });
    expect(upstream.heard[0]?.headers['accept-encoding']).toBe('gzip');
  });

  test('is asked for at its region with the key in its header, under a permit for exactly that', async () => {
    const { client, upstream, limiter } = await withHttp((_, response) => {
      response
        .writeHead(200, { 'x-method-rate-limit': '250:10', 'x-method-rate-limit-count': '3:10' })
        .end(BODY);
    });
    await client.tftMatch({ matchId: ID }, live);
    await client.lolMatchIds({ region: 'sea', puuid: PUUID, count: 5 }, { lane: 'person' });

    expect(upstream.heard.map(({ url, headers }) => [url, headers['x-riot-token']])).toEqual([
      [`/europe/tft/match/v1/matches/${ID}`, KEY],
      [`/sea/lol/match/v5/matches/by-puuid/${PUUID}/ids?count=5`, LOL_KEY],
    ]);
    expect(limiter.calls).toMatchObject([
      {
        host: 'europe',
        method: 'tft-match-v1.match',
        lane: 'live',
        keyId: expect.stringMatching(/^[0-9a-f]{16}$/),
      },
      { host: 'sea', method: 'match-v5.ids', lane: 'person' },
    ]);
    expect(limiter.calls[0]?.keyId).not.toBe(limiter.calls[1]?.keyId);
    expect(limiter.words).toEqual(['answered', 'answered']);
    expect(limiter.readings[0]?.method.counts).toEqual(new Map([[10_000, 3]]));
  });

  test('300 at once all arrive, each under its own permit', async () => {
    const { client, limiter } = await withHttp((_, response) => response.end(BODY));
    const outcomes = await Promise.all(
      Array.from({ length: 300 }, (_, index) => client.tftMatch({ matchId: `EUW1_${index + 1}` }, live)),
    );

    expect(outcomes.filter(({ outcome }) => outcome === 'ok')).toHaveLength(300);
    expect(limiter.words).toEqual(Array.from({ length: 300 }, () => 'answered'));
  });
});

describe('every status has its meaning', () => {
  test.each<[number, string, outcome: string, reason: string | null]>([
    [404, 'Data not found', 'notFound', null],
    [400, 'Bad Request - Exception decrypting abc', 'rejected', 'foreignPuuid'],
    [400, 'Bad request - PUUID was not in UUID format', 'rejected', 'badRequest'],
    [415, 'Exception decrypting', 'rejected', 'badRequest'],
    [401, 'Unknown apikey', 'forbidden', 'unknownKey'],
    [403, 'Forbidden', 'forbidden', 'expiredOrBlocked'],
  ])('%d with "%s" is %s, %s', async (status, words, outcome, reason) => {
    expect(await matchFrom(status, problem(status, words))).toEqual({
      outcome,
      message: `it answered ${status}: ${words}`,
      ...(reason === null ? {} : { reason, status }),
    });
  });

  test('an error page in the place of the words leaves the status', async () => {
    expect(await matchFrom(404, '<html>')).toEqual({ outcome: 'notFound', message: 'it answered 404' });
  });

  test.each([500, 502, 503, 504, 520, 522, 524, 408])('%d is an upstream that is ill', async (status) => {
    expect(await matchFrom(status, '<html>Bad gateway</html>')).toEqual({
      outcome: 'unavailable',
      reason: 'status',
      detail: `it answered ${status}`,
      retryAfterMs: undefined,
    });
  });

  test('a 503 may say when to come back', async () => {
    expect(await matchFrom(503, '', { 'retry-after': '20' })).toMatchObject({ retryAfterMs: 20_000 });
  });

  test.each([
    ['7', 7_000],
    ['0', 0],
    ['garbage', 1_000],
    [undefined, 1_000],
  ])('429 with Retry-After %j', async (retryAfter, retryAfterMs) => {
    const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };

    expect(await matchFrom(429, '', headers)).toEqual({ outcome: 'rateLimited', retryAfterMs });
  });

  test('an error message is read through compression, and shortened', async () => {
    const body = gzipSync(problem(400, `line\u0000\nbreak ${'x'.repeat(500)}`));
    const outcome = await matchFrom(400, body, { 'content-encoding': 'gzip' });

    expect(outcome.outcome === 'rejected' && outcome.message).toMatch(/^it answered 400: line break x{189}$/);
  });
});

describe('a body that is not what it should be is kept with its reason', () => {
  test('a web page', async () => {
    expect(await matchFrom(200, '<html>maintenance</html>')).toMatchObject({
      outcome: 'malformed',
      fault: 'notJson',
      reason: expect.stringContaining('the body is not JSON'),
      isWhole: true,
      bytes: Buffer.from('<html>maintenance</html>'),
      fetchedAt: NOON,
    });
  });

  test('another shape, which is also logged', async () => {
    const body = BODY.replace('"placement":3', '"placement":"3"');
    const { client, lines } = await withHttp((_, response) => response.end(body));
    const reason = 'info.participants.2.placement is "3"; expected a whole number';

    expect(await client.tftMatch({ matchId: ID }, live)).toEqual({
      outcome: 'malformed',
      fault: 'shape',
      reason,
      bytes: Buffer.from(body),
      isWhole: true,
      fetchedAt: NOON,
    });
    expect(lines).toEqual([
      `Riot sent a body that cannot be read ${JSON.stringify({ method: 'tft-match-v1.match', host: 'europe', reason })}`,
    ]);
  });

  test('more than eight megabytes: the beginning is kept', async () => {
    const outcome = await matchFrom(200, `"${'x'.repeat(9_000_000)}"`);

    expect(outcome).toMatchObject({
      outcome: 'malformed',
      fault: 'tooLarge',
      reason: 'the body has more than 8388608 bytes',
      isWhole: false,
    });
    expect(outcome.outcome === 'malformed' && outcome.bytes.length).toBe(65_536);
  });
});

describe('the permit is settled exactly once', () => {
  const nothing = (): void => undefined;

  test('answered, as soon as the headers are there, whatever becomes of the body', async () => {
    const upstream = await startRawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx-app-rate-limit: 20:1\r\ncontent-length: 9\r\n\r\n{');
    });
    onTestFinished(() => upstream.stop());
    const { client, limiter } = createClient(upstream.origin, { timeouts: { bodyMs: 50 } });

    expect(await client.tftMatch({ matchId: ID }, live)).toMatchObject({
      outcome: 'unavailable',
      reason: 'timeout',
    });
    expect(limiter.words).toEqual(['answered']);
    expect(limiter.readings[0]?.app.limits).toEqual([{ limit: 20, spanMs: 1_000 }]);
  });

  test('none, when the arguments were wrong: there is no permit', async () => {
    const { client, limiter } = await withHttp(nothing);

    expect(await client.tftMatch({ matchId: 'nonsense' }, live)).toMatchObject({
      outcome: 'rejected',
      reason: 'badArgument',
    });
    expect(limiter.calls).toEqual([]);
  });
});

describe('trying again', () => {
  test('a 429 is reported to the limiter and then acquires another permit', async () => {
    const { client, limiter } = await withHttp(
      (_, response, count) =>
        count < 3
          ? response.writeHead(429, { 'x-rate-limit-type': 'method', 'retry-after': '1' }).end()
          : response.end(BODY),
      { retries: { rateLimited: 2 } },
    );

    expect(await client.tftMatch({ matchId: ID }, live)).toMatchObject({ outcome: 'ok' });
    expect(limiter.readings.map(({ refusal }) => refusal)).toEqual([
      { by: 'method', retryAfterMs: 1_000 },
      { by: 'method', retryAfterMs: 1_000 },
      undefined,
    ]);
  });
});

describe('giving up', () => {
  const reason = new Error('the process stops');

  test('while waiting for a permit', async () => {
    const control = new AbortController();
    const limiter = createOpenLimiter(() => new Promise(() => undefined));
    const { client, upstream } = await withHttp((_, response) => response.end(BODY), { limiter });
    const call = client.tftMatch({ matchId: ID }, { lane: 'backfill', signal: control.signal });
    control.abort(reason);

    await expect(call).rejects.toBe(reason);
    expect([limiter.words, upstream.heard]).toEqual([[], []]);
  });

  test('with a permit in hand: it is given back', async () => {
    const control = new AbortController();
    const limiter: OpenLimiter = createOpenLimiter(() => {
      control.abort(reason);
      return Promise.resolve();
    });
    const { client, upstream } = await withHttp((_, response) => response.end(BODY), { limiter });

    await expect(client.tftMatch({ matchId: ID }, { lane: 'live', signal: control.signal })).rejects.toBe(
      reason,
    );
    expect([limiter.words, upstream.heard]).toEqual([['giveBack'], []]);
  });
});

describe('a refused key', () => {
  test('is not sent again for a minute, takes no permits, and then one call checks it', async () => {
    const clock = { ms: NOON.getTime() };
    const { client, upstream, limiter } = await withHttp(
      (_, response, count) =>
        count < 2 ? response.writeHead(403).end(problem(403, 'Forbidden')) : response.end(BODY),
      { now: () => new Date(clock.ms) },
    );
    const call = () => client.tftMatch({ matchId: ID }, live);
    const forbidden = { outcome: 'forbidden', reason: 'expiredOrBlocked', status: 403 };

    expect(await call()).toMatchObject(forbidden);
    expect(client.keyHealth().tft).toEqual({
      state: 'rejected',
      status: 403,
      message: 'it answered 403: Forbidden',
      since: NOON,
    });
    clock.ms += 59_999;
    expect(await Promise.all([call(), call()])).toMatchObject([forbidden, forbidden]);
    expect([upstream.heard.length, limiter.calls.length]).toEqual([1, 1]);

    clock.ms += 1;
    const outcomes = await Promise.all([call(), call()]);
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['forbidden', 'ok']);
    expect(upstream.heard).toHaveLength(2);
    expect(client.keyHealth().tft).toEqual({ state: 'ok' });
    expect(await call()).toMatchObject({ outcome: 'ok' });
  });

  test('is not sent by those who were already waiting; their permits are given back', async () => {
    const gate = Promise.withResolvers<void>();
    let isFirst = true;
    const limiter = createOpenLimiter(() => {
      const wait = isFirst ? Promise.resolve() : gate.promise;
      isFirst = false;
      return wait;
    });
    const { client, upstream } = await withHttp((_, response) => response.writeHead(401).end(), { limiter });
    const first = client.tftMatch({ matchId: ID }, live);
    const waiting = [1, 2, 3].map((number) => client.tftMatch({ matchId: `EUW1_${number}` }, live));
    expect(await first).toMatchObject({ outcome: 'forbidden', reason: 'unknownKey' });
    gate.resolve();

    expect(await Promise.all(waiting)).toMatchObject(waiting.map(() => ({ outcome: 'forbidden' })));
    expect(upstream.heard).toHaveLength(1);
    expect(limiter.words).toEqual(['answered', 'giveBack', 'giveBack', 'giveBack']);
  });

  test('of one game says nothing of the other', async () => {
    const { client } = await withHttp((request, response) =>
      request.headers['x-riot-token'] === KEY
        ? response.writeHead(401).end()
        : response.end(JSON.stringify(lolMatch())),
    );
    await client.tftMatch({ matchId: ID }, live);

    expect(await client.lolMatch({ matchId: ID }, live)).toMatchObject({ outcome: 'ok' });
    expect(client.keyHealth()).toMatchObject({
      tft: { state: 'rejected', status: 401 },
      lol: { state: 'ok' },
    });
  });
});

test('the health of keys is known before anything was called', async () => {
  const { client } = await withHttp((_, response) => response.end(), { keys: { lol: new Secret(LOL_KEY) } });

  expect(client.keyHealth()).toEqual({ tft: { state: 'missing' }, lol: { state: 'unknown' } });
  expect(await client.tftMatch({ matchId: ID }, live)).toMatchObject({
    outcome: 'forbidden',
    reason: 'noKey',
  });
});

test('a base URL without a place for the host is refused at once', () => {
  expect(() => createClient('').client).toThrow('is not an http or https URL');
  expect(() =>
    createRiotClient({ keys: {}, baseUrl: 'https://example.org', limiter: createOpenLimiter() }),
  ).toThrow('has no {route}');
});
