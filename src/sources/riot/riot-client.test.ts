import type { Socket } from 'node:net';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Secret } from '#/domain/secret.ts';
import { startHttpUpstream, startRawUpstream } from '../fixtures/loopback-upstream.ts';
import { createOpenLimiter, type OpenLimiter } from '../fixtures/open-limiter.ts';
import type { Outcome } from '../outcome.ts';
import { lolMatch, PUUID, tftMatch } from './fixtures/bodies.ts';
import { createRiotClient, type RiotClientOptions } from './riot-client.ts';

const KEY = 'RGAPI-00000000-1111-2222-3333-444444444444';
const LOL_KEY = 'RGAPI-99999999-1111-2222-3333-444444444444';
const NOON = new Date('2026-11-15T12:00:00Z');
const ID = 'EUW1_7000000001';
const BODY = JSON.stringify(tftMatch());
const OK = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

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

async function withRaw(
  handle: (socket: Socket, count: number) => void,
  options: Partial<RiotClientOptions> = {},
) {
  const upstream = await startRawUpstream(handle);
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

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}

describe('a match', () => {
  test('comes with its exact bytes, its parsed body and the time', async () => {
    const spaced = ` ${BODY.replace('{', '{ "later": 1,')}\n`;
    const outcome = await matchFrom(200, spaced);

    expect(outcome).toEqual({
      outcome: 'ok',
      body: { later: 1, ...tftMatch() },
      bytes: Buffer.from(spaced),
      fetchedAt: NOON,
    });
  });

  test('is asked for compressed, and its bytes are those before compression', async () => {
    const { client, upstream } = await withHttp((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(BODY));
    });

    const outcome = await client.tftMatch({ matchId: ID }, live);

    expect(outcome.outcome === 'ok' && textOf(outcome.bytes)).toBe(BODY);
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
  test.each<[number, string, Outcome<never>]>([
    [
      404,
      problem(404, 'Data not found'),
      { outcome: 'notFound', message: 'it answered 404: Data not found' },
    ],
    [404, '<html>', { outcome: 'notFound', message: 'it answered 404' }],
    [
      400,
      problem(400, 'Bad Request - Exception decrypting abc'),
      {
        outcome: 'rejected',
        reason: 'foreignPuuid',
        status: 400,
        message: 'it answered 400: Bad Request - Exception decrypting abc',
      },
    ],
    [
      400,
      problem(400, 'Bad request - PUUID was not in UUID format'),
      {
        outcome: 'rejected',
        reason: 'badRequest',
        status: 400,
        message: 'it answered 400: Bad request - PUUID was not in UUID format',
      },
    ],
    [
      415,
      problem(415, 'Exception decrypting'),
      {
        outcome: 'rejected',
        reason: 'badRequest',
        status: 415,
        message: 'it answered 415: Exception decrypting',
      },
    ],
    [
      401,
      problem(401, 'Unknown apikey'),
      { outcome: 'forbidden', reason: 'unknownKey', status: 401, message: 'it answered 401: Unknown apikey' },
    ],
    [
      403,
      problem(403, 'Forbidden'),
      {
        outcome: 'forbidden',
        reason: 'expiredOrBlocked',
        status: 403,
        message: 'it answered 403: Forbidden',
      },
    ],
  ])('%d with %s', async (status, body, outcome) => {
    expect(await matchFrom(status, body)).toEqual(outcome);
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

  test.each([301, 302, 307, 308, 304])('%d is not followed', async (status) => {
    const { client, upstream } = await withHttp((_, response) => {
      response.writeHead(status, { location: 'http://127.0.0.1:1/steal' }).end();
    });

    expect(await client.tftMatch({ matchId: ID }, live)).toMatchObject({
      outcome: 'unavailable',
      reason: 'redirected',
      detail: expect.stringContaining('is the base URL right?'),
    });
    expect(upstream.heard).toHaveLength(1);
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
  test.each<[string, string, RegExp]>([
    ['a web page', '<html>maintenance</html>', /^the body is not JSON/],
    ['broken JSON', '{"metadata":}', /^the body is not JSON/],
    ['nesting without end', '['.repeat(100_000), /nested deeper than 64 levels/],
  ])('%s', async (_, body, reason) => {
    const outcome = await matchFrom(200, body);

    expect(outcome).toMatchObject({ outcome: 'malformed', fault: 'notJson', isWhole: true, fetchedAt: NOON });
    expect(outcome.outcome === 'malformed' && outcome.reason).toMatch(reason);
    expect(outcome.outcome === 'malformed' && textOf(outcome.bytes)).toBe(body);
  });

  test('invalid UTF-8', async () => {
    const bytes = Buffer.from(BODY.replace('Invented', 'Inv\xe9nted'), 'latin1');
    const outcome = await matchFrom(200, bytes);

    expect(outcome).toMatchObject({ fault: 'notJson', reason: 'the body is not valid UTF-8', bytes });
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

  test('a bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000, 0x20));
    const outcome = await matchFrom(200, bomb, { 'content-encoding': 'gzip' });

    expect(outcome).toMatchObject({ outcome: 'malformed', fault: 'tooLarge', isWhole: false, bytes: bomb });
  });

  test('an encoding that nobody asked for', async () => {
    expect(await matchFrom(200, BODY, { 'content-encoding': 'aws-chunked' })).toMatchObject({
      outcome: 'malformed',
      fault: 'notJson',
      reason: 'content-encoding is "aws-chunked"',
    });
  });
});

describe('an answer that was hurt on the way is no answer', () => {
  const truncated = { outcome: 'unavailable', reason: 'truncated' };

  test('204, and 200 without a body', async () => {
    expect(await matchFrom(204, '')).toMatchObject({ ...truncated, detail: 'the body is empty' });
    expect(await matchFrom(200, '')).toMatchObject({ ...truncated, detail: 'the body is empty' });
  });

  test.each<[string, (socket: Socket) => void]>([
    [
      'shorter than its length',
      (socket) => socket.end(`${OK}content-length: ${BODY.length}\r\n\r\n${BODY.slice(9)}`),
    ],
    [
      'longer than its length',
      (socket) => socket.end(`${OK}content-length: ${BODY.length - 9}\r\n\r\n${BODY}`),
    ],
    ['cut between chunks', (socket) => socket.end(`${OK}transfer-encoding: chunked\r\n\r\n5\r\n{"met\r\n`)],
  ])('%s', async (_, answer) => {
    const { client, limiter } = await withRaw(answer);

    expect(await client.tftMatch({ matchId: ID }, live)).toMatchObject(truncated);
    expect(limiter.words).toEqual(['answered']);
  });

  test('cut by somebody who mended its length', async () => {
    expect(await matchFrom(200, BODY.slice(0, 1_000))).toMatchObject(truncated);
  });

  test('gzip with a wrong checksum', async () => {
    const bytes = Buffer.concat([gzipSync(BODY).subarray(0, -8), Buffer.alloc(8)]);

    expect(await matchFrom(200, bytes, { 'content-encoding': 'gzip' })).toMatchObject(truncated);
  });
});

describe('the permit hears exactly one word', () => {
  const nothing = (): void => undefined;

  test('giveBack, when nobody listens', async () => {
    const upstream = await startHttpUpstream(nothing);
    await upstream.stop();
    const { client, limiter } = createClient(upstream.origin);

    expect(await client.tftMatch({ matchId: ID }, live)).toMatchObject({
      outcome: 'unavailable',
      reason: 'connect',
    });
    expect(limiter.words).toEqual(['giveBack']);
  });

  test.each<[string, string, (socket: Socket) => void, number]>([
    ['the connection is reset', 'closedEarly', (socket) => socket.resetAndDestroy(), 10_000],
    ['the connection is closed', 'closedEarly', (socket) => socket.end(), 10_000],
    ['the headers break off', 'truncated', (socket) => socket.end('HTTP/1.1 200 OK\r\nx-'), 10_000],
    ['nothing ever comes', 'timeout', nothing, 50],
  ])('lost, when %s', async (_, reason, answer, headersMs) => {
    const { client, limiter } = await withRaw(answer, { timeouts: { headersMs } });

    expect(await client.tftMatch({ matchId: ID }, live)).toMatchObject({ outcome: 'unavailable', reason });
    expect(limiter.words).toEqual(['lost']);
  });

  test('answered, as soon as the headers are there, whatever becomes of the body', async () => {
    const { client, limiter } = await withRaw(
      (socket) =>
        void socket.write('HTTP/1.1 200 OK\r\nx-app-rate-limit: 20:1\r\ncontent-length: 9\r\n\r\n{'),
      { timeouts: { bodyMs: 50 } },
    );

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
  test('an outage that passes is not seen, and each try takes a permit', async () => {
    const { client, limiter } = await withHttp(
      (_, response, count) => (count < 3 ? response.writeHead(503).end() : response.end(BODY)),
      { retries: { unavailable: 2, backoff: { firstMs: 1, maxMs: 1 } } },
    );

    expect(await client.tftMatch({ matchId: ID }, live)).toMatchObject({ outcome: 'ok' });
    expect(limiter.words).toEqual(['answered', 'answered', 'answered']);
  });

  test('a 429 goes through the limiter again, which is told of it before', async () => {
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

  test('a kept connection that the server closes as it is used is replaced at once', async () => {
    const closes = new Set<number>([2]);
    const { client, limiter, upstream } = await withRaw(
      (socket, count) => {
        if (closes.has(count)) socket.resetAndDestroy();
        else socket.write(`${OK}content-length: ${BODY.length}\r\n\r\n${BODY}`);
      },
      // A pause of a day: only a retry without any pause can pass this test.
      {
        retries: { unavailable: 1, backoff: { firstMs: 86_400_000, maxMs: 86_400_000 }, longestPauseMs: 1e9 },
      },
    );
    await client.tftMatch({ matchId: ID }, live);
    await restForATurn();

    expect(await client.tftMatch({ matchId: ID }, live)).toMatchObject({ outcome: 'ok' });
    expect(upstream.connections).toEqual([1, 1, 2]);
    expect(limiter.words).toEqual(['answered', 'lost', 'answered']);
  });

  test('what is malformed, missing or refused is asked for once', async () => {
    const { client, upstream } = await withHttp((_, response) => response.end('{}'), {
      retries: { unavailable: 5, rateLimited: 5 },
    });
    await client.tftMatch({ matchId: ID }, live);

    expect(upstream.heard).toHaveLength(1);
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

  test('under way: the permit is lost', async () => {
    const control = new AbortController();
    const { client, limiter } = await withRaw(() => control.abort(reason));

    await expect(client.tftMatch({ matchId: ID }, { lane: 'live', signal: control.signal })).rejects.toBe(
      reason,
    );
    expect(limiter.words).toEqual(['lost']);
  });

  test('between two tries', async () => {
    const control = new AbortController();
    const { client, limiter } = await withHttp((_, response) => response.writeHead(503).end(), {
      retries: { unavailable: 5, backoff: { firstMs: 60_000, maxMs: 60_000 } },
      random() {
        // Asked for the length of the pause, which then begins.
        queueMicrotask(() => control.abort(reason));
        return 0;
      },
    });

    await expect(client.tftMatch({ matchId: ID }, { lane: 'live', signal: control.signal })).rejects.toBe(
      reason,
    );
    expect(limiter.words).toEqual(['answered']);
  });

  test('all of it: a stopped client answers that it is stopped', async () => {
    const { client, limiter } = await withHttp((_, response) => response.end(BODY), {
      retries: { unavailable: 5 },
    });
    await client.stop();

    expect(await client.tftMatch({ matchId: ID }, live)).toMatchObject({
      outcome: 'unavailable',
      reason: 'stopped',
    });
    expect(limiter.words).toEqual(['giveBack']);
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

  test('is checked again when the check met an outage', async () => {
    const clock = { ms: NOON.getTime() };
    const answers = [403, 503, 404];
    const { client, upstream } = await withHttp(
      (_, response, count) => response.writeHead(answers[count - 1] ?? 404).end(),
      { now: () => new Date(clock.ms) },
    );
    const call = async () => (await client.tftMatch({ matchId: ID }, live)).outcome;
    await call();
    clock.ms += 60_000;

    expect([await call(), await call()]).toEqual(['unavailable', 'notFound']);
    expect(upstream.heard).toHaveLength(3);
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

  test('for one method does not stop the others', async () => {
    const { client } = await withHttp((request, response) =>
      request.url?.includes('/ids') === true ? response.writeHead(403).end() : response.end(BODY),
    );
    await client.tftMatch({ matchId: ID }, live);

    expect(await client.tftMatchIds({ region: 'europe', puuid: PUUID }, live)).toMatchObject({
      outcome: 'forbidden',
      reason: 'methodNotAllowed',
    });
    expect(await client.tftMatch({ matchId: ID }, live)).toMatchObject({ outcome: 'ok' });
    expect(client.keyHealth().tft).toEqual({ state: 'ok' });
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

test('a key is in its header and nowhere else, not even when the other side repeats it', async () => {
  const answers = [401, 403, 400, 404, 500, 302];
  const { client, upstream, lines, limiter } = await withHttp((request, response, count) => {
    const token = String(request.headers['x-riot-token']);
    response.writeHead(answers[count - 1] ?? 200).end(problem(400, `Unknown apikey ${token}`));
  });
  const hosts = ['EUW1_1', 'NA1_1', 'KR_1', 'SG2_1', 'JP1_1', 'BR1_1', 'OC1_1'];
  const outcomes: unknown[] = [];
  for (const matchId of hosts) outcomes.push(await client.tftMatch({ matchId }, live));
  const told = inspect([outcomes, lines, limiter.calls, client.keyHealth()], { depth: 9 });

  expect(upstream.heard.length).toBeGreaterThan(4);
  expect(upstream.heard.map(({ url }) => url).join()).not.toContain(KEY);
  expect(told).toContain('[secret]');
  expect(told).not.toContain(KEY);
});

test('a base URL without a place for the host is refused at once', () => {
  expect(() => createClient('').client).toThrow('is not an http or https URL');
  expect(() =>
    createRiotClient({ keys: {}, baseUrl: 'https://example.org', limiter: createOpenLimiter() }),
  ).toThrow('has no {route}');
});

/** undici lets a connection that has just answered rest until the event loop has turned. */
function restForATurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(() => setImmediate(resolve));
  });
}
