/** What is specific to Riot; what every client does when the upstream misbehaves is in `call.test.ts`. */
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Secret } from '#/domain/secret.ts';
import { startHttpUpstream } from './fixtures/loopback-upstream.ts';
import { createOpenLimiter } from './fixtures/open-limiter.ts';
import { PUUID, tftMatch } from './fixtures/riot-bodies.ts';
import { createRiotClient, readRiotLimits, type RiotClient, type RiotClientOptions } from './riot.ts';

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

test('a call uses a permit of its lane, and reports the counts of the answer', async () => {
  const headers = { 'x-method-rate-limit': '250:10', 'x-method-rate-limit-count': '3:10' };
  const { upstream, limiter, callMatch } = await withHttp((_, response) =>
    response.writeHead(200, headers).end(BODY),
  );
  await callMatch();

  expect(upstream.heard[0]?.headers['accept-encoding']).toBe('gzip');
  expect(limiter.calls).toMatchObject([{ lane: 'live' }]);
  expect(limiter.readings[0]?.method.counts).toEqual(new Map([[10_000, 3]]));
});

type Method = Exclude<keyof RiotClient, 'keyHealth' | 'keyId' | 'budgetId' | 'stop'>;

function callOf(client: RiotClient, method: Method, args: object) {
  return client[method](args as never, live);
}

const player = { puuid: PUUID };
const riotId = { region: 'asia', game: 'tft', gameName: 'Hide on bush', tagLine: 'KR1' };

test.each<[Method, object, budget: string, path: string]>([
  [
    'accountByRiotId',
    { ...riotId, game: 'lol' },
    'lol asia account-v1.by-riot-id',
    '/riot/account/v1/accounts/by-riot-id/Hide%20on%20bush/KR1',
  ],
  [
    'accountByPuuid',
    { region: 'europe', game: 'tft', ...player },
    'tft europe account-v1.by-puuid',
    `/riot/account/v1/accounts/by-puuid/${PUUID}`,
  ],
  [
    'activeRegion',
    { region: 'americas', game: 'tft', ...player },
    'tft americas account-v1.active-region',
    `/riot/account/v1/region/by-game/tft/by-puuid/${PUUID}`,
  ],
  [
    'tftApexLeague',
    { platform: 'kr', apexTier: 'master', rankedQueue: 'RANKED_TFT_DOUBLE_UP' },
    'tft kr tft-league-v1.master',
    '/tft/league/v1/master?queue=RANKED_TFT_DOUBLE_UP',
  ],
  [
    'tftLeagueEntries',
    { platform: 'euw1', tier: 'DIAMOND', division: 'II', page: 3 },
    'tft euw1 tft-league-v1.entries',
    '/tft/league/v1/entries/DIAMOND/II?page=3',
  ],
  [
    'tftLeagueOfPlayer',
    { platform: 'me1', ...player },
    'tft me1 tft-league-v1.by-puuid',
    `/tft/league/v1/by-puuid/${PUUID}`,
  ],
  [
    'tftMatchIds',
    { region: 'sea', ...player, start: 0, count: 200, startTime: 1_779_000_000, endTime: undefined },
    'tft sea tft-match-v1.ids',
    `/tft/match/v1/matches/by-puuid/${PUUID}/ids?start=0&count=200&startTime=1779000000`,
  ],
  ['tftMatch', { matchId: 'TH2_77' }, 'tft sea tft-match-v1.match', '/tft/match/v1/matches/TH2_77'],
  ['tftStatus', { platform: 'ru' }, 'tft ru tft-status-v1.platform-data', '/tft/status/v1/platform-data'],
  [
    'lolLeagueOfPlayer',
    { platform: 'oc1', ...player },
    'lol oc1 league-v4.by-puuid',
    `/lol/league/v4/entries/by-puuid/${PUUID}`,
  ],
  [
    'lolMatchIds',
    { region: 'europe', ...player, count: 100, queue: 420, type: 'ranked' },
    'lol europe match-v5.ids',
    `/lol/match/v5/matches/by-puuid/${PUUID}/ids?count=100&queue=420&type=ranked`,
  ],
  ['lolMatch', { matchId: 'EUN1_5' }, 'lol europe match-v5.match', '/lol/match/v5/matches/EUN1_5'],
  ['lolTimeline', { matchId: 'KR_5' }, 'lol asia match-v5.timeline', '/lol/match/v5/matches/KR_5/timeline'],
  ['lolStatus', { platform: 'tw2' }, 'lol tw2 lol-status-v4.platform-data', '/lol/status/v4/platform-data'],
])('%s uses its host, path, limit and key', async (method, args, budget, path) => {
  const { client, upstream, limiter } = await withHttp((_, response) => response.end('{}'));
  await callOf(client, method, args);

  const [key, host, limit] = budget.split(' ');
  expect(upstream.heard.map(({ url, headers }) => [url, headers['x-riot-token']])).toEqual([
    [`/${host}${path}`, key === 'lol' ? LOL_KEY : KEY],
  ]);
  expect(limiter.calls).toMatchObject([
    { host, method: limit, keyId: client.budgetId(key as 'tft' | 'lol') },
  ]);
});

test.each([
  ['a/b', 'a%2Fb'],
  ['../../lol', '..%2F..%2Flol'],
  ['a?b#c', 'a%3Fb%23c'],
  ['100%', '100%25'],
  ['名前 ✓', '%E5%90%8D%E5%89%8D%20%E2%9C%93'],
  ['a.b..', 'a.b..'],
])('the name %j is one step of the path', async (gameName, encoded) => {
  const { client, upstream } = await withHttp((_, response) => response.end('{}'));
  await callOf(client, 'accountByRiotId', { ...riotId, gameName });

  expect(upstream.heard[0]?.url).toBe(`/asia/riot/account/v1/accounts/by-riot-id/${encoded}/KR1`);
});

test.each<[Method, object, string]>([
  ['accountByRiotId', { ...riotId, gameName: '..' }, 'gameName is ".."; expected the name'],
  ['accountByRiotId', { ...riotId, gameName: '' }, 'gameName is ""; expected'],
  ['accountByRiotId', { ...riotId, gameName: 'half \ud800' }, 'gameName is "half'],
  ['accountByRiotId', { ...riotId, gameName: 'x'.repeat(65) }, 'gameName is "xxx'],
  ['accountByRiotId', { ...riotId, tagLine: 'a\r\nb' }, 'tagLine is "a\\r\\nb"; expected the tag'],
  ['accountByRiotId', { ...riotId, tagLine: undefined }, 'tagLine is missing; expected the tag'],
  [
    'accountByRiotId',
    { ...riotId, region: 'mars' },
    'region is "mars"; expected one of americas, europe, asia',
  ],
  ['accountByPuuid', { ...riotId, puuid: 'BOT' }, 'puuid is "BOT"; expected 78 letters, digits, _ or -'],
  ['tftLeagueOfPlayer', { platform: 'th2', ...player }, 'platform is "th2"; expected one of na1, br1'],
  ['tftMatch', { matchId: 'XX9_7000000001' }, 'matchId is "XX9_7000000001"; expected a match id'],
  ['tftMatch', { matchId: 'EUW1_1/timeline' }, 'matchId is "EUW1_1/timeline"; expected'],
])('%s with %j is rejected before anything is sent: %s', async (method, args, message) => {
  const { client, upstream, limiter } = await withHttp((_, response) => response.end('{}'));

  expect(await callOf(client, method, args)).toEqual({
    outcome: 'rejected',
    reason: 'badArgument',
    status: null,
    message: expect.stringContaining(message),
  });
  expect([upstream.heard, limiter.calls]).toEqual([[], []]);
});

test('a call without a key for its game is forbidden, and nothing is sent', async () => {
  const { client, upstream } = await withHttp((_, response) => response.end(BODY), {
    keys: { tft: new Secret(KEY) },
  });

  expect(await client.lolMatch({ matchId: 'KR_5' }, live)).toEqual({
    outcome: 'forbidden',
    reason: 'noKey',
    status: null,
    message: 'no Riot key is set for lol',
  });
  expect([upstream.heard, client.keyHealth().lol]).toEqual([[], { state: 'missing' }]);
  expect(await client.tftMatch({ matchId: ID }, live)).toMatchObject({ outcome: 'ok' });
});

test('a key is named by 16 digits of its hash, its budget also by its address', async () => {
  const idsOf = (key: string, baseUrl = 'https://{route}.example.org') => {
    const client = createRiotClient({
      keys: { tft: new Secret(key) },
      baseUrl,
      limiter: createOpenLimiter(),
    });
    return [client.keyId('tft'), client.budgetId('tft')];
  };

  expect(idsOf('abc')).toEqual(idsOf('abc'));
  expect(idsOf('abc')[1]).toMatch(/^[0-9a-f]{16}$/);
  expect(idsOf('abd')[1]).not.toBe(idsOf('abc')[1]);
  expect(idsOf('abc', 'http://127.0.0.1:4100/{route}')[1]).not.toBe(idsOf('abc')[1]);
  // sha-256 of "abc", from the examples of the standard.
  expect(idsOf('abc')[0]).toBe('ba7816bf8f01cfea');
});

describe('the limits in the headers', () => {
  const SENT = {
    'x-app-rate-limit': '20:1,100:120',
    'x-app-rate-limit-count': '21:1,77:120',
    'x-method-rate-limit': '250:10',
    'x-method-rate-limit-count': '9:10',
  };
  const silent = { limits: [], counts: new Map() };

  test('are read for both scopes from every answer', () => {
    expect(readRiotLimits(200, SENT, NOON)).toEqual({
      app: {
        limits: [
          { limit: 20, spanMs: 1_000 },
          { limit: 100, spanMs: 120_000 },
        ],
        counts: new Map([
          [1_000, 21],
          [120_000, 77],
        ]),
      },
      method: { limits: [{ limit: 250, spanMs: 10_000 }], counts: new Map([[10_000, 9]]) },
    });
  });

  test.each([
    [503, {}],
    [200, { 'x-app-rate-limit': 'plenty', 'retry-after': '9' }],
  ])('are empty for %d with %j', (status, headers) => {
    expect(readRiotLimits(status, headers, NOON)).toEqual({ app: silent, method: silent });
  });

  test.each([
    ['Application', 'application'],
    [' method ', 'method'],
    ['service', 'service'],
    ['server', 'service'],
    [undefined, 'service'],
  ])('of a 429 with type %j are refused by the %s', (type, by) => {
    const reading = readRiotLimits(429, { ...SENT, 'x-rate-limit-type': type, 'retry-after': '7' }, NOON);

    expect(reading.refusal).toEqual({ by, retryAfterMs: 7_000 });
    expect(reading.method.limits).toHaveLength(1);
  });

  test.each([
    ['0', 0],
    // The first of two headers counts.
    [['21', '9'], 21_000],
    ['99999999999', 3_600_000],
    ['Sun, 15 Nov 2026 12:00:03 GMT', 3_000],
    ['soon', undefined],
    ['-1', undefined],
    [undefined, undefined],
  ])('of a 429 with Retry-After %j: a wait of %j ms', (retryAfter, retryAfterMs) => {
    expect(readRiotLimits(429, { 'retry-after': retryAfter }, NOON).refusal?.retryAfterMs).toBe(retryAfterMs);
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
      `upstream sent an unreadable body ${JSON.stringify({ upstream: 'Riot', method: 'tft-match-v1.match', host: 'europe', reason })}`,
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
