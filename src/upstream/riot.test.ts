/** What is Riot's own; what every client does when the upstream misbehaves is in `../upstream-calls.test.ts`. */
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Secret } from '#/domain/secret.ts';
import { startHttpUpstream } from './fixtures/loopback-upstream.ts';
import { createOpenLimiter } from './fixtures/open-limiter.ts';
import { PUUID, tftMatch } from './fixtures/riot-bodies.ts';
import { createRiotClient, type RiotClientOptions } from './riot.ts';

const KEY = 'RGAPI-00000000-1111-2222-3333-444444444444';
const LOL_KEY = 'RGAPI-99999999-1111-2222-3333-444444444444';
const NOON = new Date('2026-11-15T12:00:00Z');
const ID = 'EUW1_7000000001';
const BODY = JSON.stringify(tftMatch());

const live = { lane: 'live' } as const;

async function withHttp(
  handle: Parameters<typeof startHttpUpstream>[0],
  options: Partial<RiotClientOptions> = {},
) {
  const upstream = await startHttpUpstream(handle);
  const limiter = createOpenLimiter();
  const lines: string[] = [];
  const write = (fields: object, line: string): void => void lines.push(`${line} ${JSON.stringify(fields)}`);
  const client = createRiotClient({
    keys: { tft: new Secret(KEY), lol: new Secret(LOL_KEY) },
    baseUrl: `${upstream.origin}/{route}`,
    limiter,
    retries: { unavailable: 0, rateLimited: 0 },
    log: { info: write, warn: write } as never,
    now: () => NOON,
    ...options,
  });
  onTestFinished(async () => {
    await client.stop();
    await upstream.stop();
  });
  return { client, upstream, limiter, lines, callMatch: () => client.tftMatch({ matchId: ID }, live) };
}

/** The outcome of one match call to an upstream that always answers so. */
async function matchFrom(status: number, body: string | Buffer, headers: Record<string, string> = {}) {
  const { callMatch } = await withHttp((_, response) => response.writeHead(status, headers).end(body));
  return callMatch();
}

const problem = (status: number, message: string): string =>
  JSON.stringify({ status: { message, status_code: status } });

test('a match comes with its parsed body, the time, and its exact bytes before compression', async () => {
  const spaced = ` ${BODY.replace('{', '{ "later": 1,')}\n`;

  expect(await matchFrom(200, gzipSync(spaced), { 'content-encoding': 'gzip' })).toEqual({
    outcome: 'ok',
    body: { later: 1, ...tftMatch() },
    bytes: Buffer.from(spaced),
    fetchedAt: NOON,
  });
});

test('a call goes to its region with the key of its game in a header, under a permit for exactly that', async () => {
  const { client, upstream, limiter, callMatch } = await withHttp((_, response) => {
    response
      .writeHead(200, { 'x-method-rate-limit': '250:10', 'x-method-rate-limit-count': '3:10' })
      .end(BODY);
  });
  await callMatch();
  await client.lolMatchIds({ region: 'sea', puuid: PUUID, count: 5 }, { lane: 'person' });
  await client.tftMatch({ matchId: 'nonsense' }, live);

  expect(upstream.heard.map(({ url, headers }) => [url, headers['x-riot-token']])).toEqual([
    [`/europe/tft/match/v1/matches/${ID}`, KEY],
    [`/sea/lol/match/v5/matches/by-puuid/${PUUID}/ids?count=5`, LOL_KEY],
  ]);
  expect(upstream.heard[0]?.headers['accept-encoding']).toBe('gzip');
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
  expect(limiter.readings[0]?.method.counts).toEqual(new Map([[10_000, 3]]));
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

  test.each([
    [
      524,
      '20',
      { outcome: 'unavailable', reason: 'status', detail: 'it answered 524', retryAfterMs: 20_000 },
    ],
    [429, 'garbage', { outcome: 'rateLimited', retryAfterMs: 1_000 }],
  ])('%d with Retry-After %j', async (status, retryAfter, outcome) => {
    expect(await matchFrom(status, '<html>', { 'retry-after': retryAfter })).toEqual(outcome);
  });

  test('an error message is read through compression, and shortened', async () => {
    const body = gzipSync(problem(400, `line\u0000\nbreak ${'x'.repeat(500)}`));
    const outcome = await matchFrom(400, body, { 'content-encoding': 'gzip' });

    expect(outcome.outcome === 'rejected' && outcome.message).toMatch(/^it answered 400: line break x{189}$/);
  });
});

describe('a body that is not what it should be is kept with its reason', () => {
  test('another shape, which is also logged', async () => {
    const body = BODY.replace('"placement":3', '"placement":"3"');
    const { callMatch, lines } = await withHttp((_, response) => response.end(body));
    const reason = 'info.participants.2.placement is "3"; expected a whole number';

    expect(await callMatch()).toEqual({
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

describe('a refused key', () => {
  test('is not sent again for a minute, takes no permits, and then one call checks it', async () => {
    const clock = { ms: NOON.getTime() };
    const { client, upstream, limiter, callMatch } = await withHttp(
      (_, response, count) => (count < 2 ? response.writeHead(403).end() : response.end(BODY)),
      { now: () => new Date(clock.ms) },
    );
    const forbidden = { outcome: 'forbidden', reason: 'expiredOrBlocked', status: 403 };

    expect(client.keyHealth()).toEqual({ tft: { state: 'unknown' }, lol: { state: 'unknown' } });
    expect(await callMatch()).toMatchObject(forbidden);
    expect(client.keyHealth()).toMatchObject({
      tft: { state: 'rejected', since: NOON },
      lol: { state: 'unknown' },
    });
    clock.ms += 59_999;
    expect(await Promise.all([callMatch(), callMatch()])).toMatchObject([forbidden, forbidden]);
    expect([upstream.heard.length, limiter.calls.length]).toEqual([1, 1]);

    clock.ms += 1;
    const outcomes = await Promise.all([callMatch(), callMatch()]);
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['forbidden', 'ok']);
    expect(upstream.heard).toHaveLength(2);
    expect(client.keyHealth().tft).toEqual({ state: 'ok' });
  });

  test('is not sent by calls that were already waiting; their permits are given back', async () => {
    const gate = Promise.withResolvers<void>();
    const waits = [Promise.resolve()];
    const limiter = createOpenLimiter(() => waits.pop() ?? gate.promise);
    const { client, callMatch } = await withHttp((_, response) => response.writeHead(401).end(), { limiter });
    const first = callMatch();
    const waiting = [1, 2, 3].map((number) => client.tftMatch({ matchId: `EUW1_${number}` }, live));
    expect(await first).toMatchObject({ outcome: 'forbidden', reason: 'unknownKey' });
    gate.resolve();

    expect(await Promise.all(waiting)).toMatchObject(waiting.map(() => ({ outcome: 'forbidden' })));
    expect(limiter.words).toEqual(['answered', 'giveBack', 'giveBack', 'giveBack']);
  });
});
