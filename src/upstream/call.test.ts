/**
 * What every call to an upstream does when the upstream or the network misbehaves. One row per fault, one column per client: the outcome in
 * the client's own words, and how often it asked. Outcomes that only one upstream has are tested beside its client.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { Secret } from '#/domain/secret.ts';
import { startFaultyServer, type Answer, type Fault } from '../../test/support/faulty-server.ts';
import { createApiFootballClient, type ApiFootballClient } from './api-football.ts';
import { envelope } from './fixtures/football-bodies.ts';
import { createMemoryQuota } from './fixtures/memory-quota.ts';
import { createJsonSite } from '#/football/sites/json-site.ts';
import { practiceJsonSite } from '../../test/support/clip-work.ts';
import { createAddressBook } from './call.ts';
import { createIconClient } from './icons.ts';
import { createStaticDataClient } from './static-data.ts';
import { createOpenLimiter, type OpenLimiter } from './fixtures/open-limiter.ts';
import type { Outcome } from './outcome.ts';
import { tftMatch } from './fixtures/riot-bodies.ts';
import { createRiotClient, type RiotClient, type RiotClientOptions } from './riot.ts';

const SECRET = 'RGAPI-canary00-1111-2222-3333-444444444444';
const folder = mkdtempSync(join(tmpdir(), 'gamekeeper-test-'));
const tokenFile = join(folder, 'token');
writeFileSync(tokenFile, SECRET);
afterAll(() => rmSync(folder, { recursive: true }));

interface Client {
  /** The outcome. Rejects with the signal's reason. */
  call(signal?: AbortSignal): Promise<unknown>;
  stop?(): Promise<void>;
  /** How each permit of the limiter was settled. */
  readonly permits?: readonly string[];
  readonly logged?: readonly unknown[];
  health?(): unknown;
}

interface Upstream {
  readonly name: string;
  readonly body: string;
  /** Waits `timeoutMs` for an answer; retries once if the upstream is unavailable and the client retries at all. */
  open(origin: string, timeoutMs: number, limiter?: OpenLimiter): Client;
  readonly word: (outcome: never) => string;
  readonly header?: string;
  readonly hasSignal: boolean;
  /** Uses a limiter. */
  readonly limited: boolean;
}

const retries = { unavailable: 1, rateLimited: 1, backoff: { firstMs: 1, maxMs: 1 } };
const wordOf = (outcome: Outcome<unknown>): string =>
  [
    outcome.outcome,
    ...('reason' in outcome && outcome.outcome === 'unavailable' ? [outcome.reason] : []),
    ...('fault' in outcome ? [outcome.fault] : []),
  ].join(' ');

/** The common parts of the two clients with a key and a limiter. */
function withLimiter(
  create: (
    parts: Pick<RiotClientOptions, 'limiter' | 'timeouts' | 'retries' | 'log' | 'random'>,
    origin: string,
  ) => { call: Client['call']; client: Pick<RiotClient | ApiFootballClient, 'stop' | 'keyHealth'> },
): Pick<Upstream, 'hasSignal' | 'limited' | 'word' | 'open'> {
  return {
    hasSignal: true,
    limited: true,
    word: wordOf,
    open(origin, timeoutMs, limiter = createOpenLimiter()) {
      const logged: unknown[] = [];
      const write = (...line: unknown[]): void => void logged.push(line);
      const log = { info: write, warn: write } as never;
      const parts = { limiter, timeouts: { timeoutMs }, retries, log, random: () => 0 };
      const { call, client } = create(parts, origin);
      return {
        call,
        stop: () => client.stop(),
        permits: limiter.words,
        logged,
        health: () => [client.keyHealth(), limiter.calls],
      };
    },
  };
}

const riot: Upstream = {
  name: 'Riot',
  body: JSON.stringify(tftMatch()),
  header: 'x-riot-token',
  ...withLimiter((parts, origin) => {
    const keys = { tft: new Secret(SECRET) };
    const client = createRiotClient({ ...parts, keys, baseUrl: `${origin}/{route}` });
    const call: Client['call'] = (signal) =>
      client.tftMatch({ matchId: 'EUW1_7000000001' }, { lane: 'live', signal });
    return { call, client };
  }),
};

const football: Upstream = {
  name: 'API-Football',
  body: JSON.stringify(envelope([])),
  header: 'x-apisports-key',
  ...withLimiter((parts, origin) => {
    const quota = createMemoryQuota(() => 0);
    const client = createApiFootballClient({
      ...parts,
      quota,
      key: new Secret(SECRET),
      baseUrl: `${origin}/football`,
    });
    return { call: (signal) => client.liveFixtures({ lane: 'live', signal }), client };
  }),
};

const names: Upstream = {
  name: 'static data',
  body: '["16.10.1"]',
  hasSignal: true,
  limited: false,
  word: wordOf,
  open(origin, timeoutMs) {
    const client = createStaticDataClient({
      dataDragonUrl: origin,
      communityDragonUrl: origin,
      timeoutMs,
      retries,
      random: () => 0,
    });
    return { call: (signal) => client.versions(signal), stop: () => client.stop() };
  },
};

const icons: Upstream = {
  name: 'icons',
  body: '<svg></svg>',
  hasSignal: false,
  limited: false,
  word: ({ type }: { type: string }) => type,
  open(origin, timeoutMs) {
    const bases = { 'data-dragon': origin, 'community-dragon': origin };
    const client = createIconClient({ bases, maxBytes: 1_000, timeoutMs });
    return { call: () => client.fetchIcon('data-dragon/a.png'), stop: () => client.stop() };
  },
};

const jsonSite: Upstream = {
  name: 'a JSON clip site',
  body: '{"posts":[]}',
  header: 'authorization',
  hasSignal: true,
  limited: false,
  word: ({ outcome }: { outcome: string }) => outcome,
  open(origin, maxMs) {
    const definition = {
      ...practiceJsonSite(`${origin}/clips`),
      token: { header: 'Authorization', file: tokenFile },
    };
    const site = createJsonSite({ definition, allowedPairs: [new URL(origin).host], maxMs });
    const query = { text: 'goal', since: new Date(0), until: new Date(1_000) };
    return { call: (signal = new AbortController().signal) => site.search(query, { signal }) };
  },
};

const UPSTREAMS = [riot, football, names, icons, jsonSite];
/** In the order of `UPSTREAMS`. `2x`: it called twice. */
type Outcomes = readonly [riot: string, football: string, names: string, icons: string, site: string];

/** The outcome of the three clients that share the code for JSON, and of the other two. */
function outcomes(json: string, icon = 'failed', site = 'unreachable'): Outcomes {
  return [json, json, json, icon, site];
}

const answer = (
  status: number,
  body: string | Buffer = '',
  headers: Record<string, string> = {},
): Answer => ({
  kind: 'answer',
  status,
  body,
  headers,
});
const OK = 'HTTP/1.1 200 OK\r\n';
const raw = (bytes: string): Fault => ({ kind: 'raw', bytes });
const gzip = { 'content-encoding': 'gzip' };
const bomb = gzipSync(Buffer.alloc(40_000_000, ' '));
const CUT = 'unavailable truncated 2x';
const ILL = 'unavailable status 2x';
const EARLY = 'unavailable closedEarly 2x';
const LATE = 'unavailable timeout 2x';
const NOT_JSON = 'malformed notJson';
const LARGE = 'malformed tooLarge';
const NOWHERE = 'unavailable connect';
const ELSEWHERE = 'unavailable redirected';

type Row = readonly [what: string, faults: (body: string) => Fault | readonly Fault[], outcomes: Outcomes];

/** Headers came: the permit of each try is settled as answered. */
const ANSWERED: readonly Row[] = [
  ['a whole answer', (body) => answer(200, body), outcomes('ok', 'fetched', 'ok')],
  ['a compressed answer', (body) => answer(200, gzipSync(body), gzip), outcomes('ok', 'fetched', 'ok')],
  ['204', () => answer(204), outcomes(CUT, 'failed', 'changed')],
  ['a redirect', () => answer(302, '', { location: '/x' }), outcomes(ELSEWHERE, 'failed', 'changed')],
  ['503', () => answer(503, 'away'), outcomes(ILL)],
  ['503, and then the answer', (body) => [answer(503), answer(200, body)], outcomes('ok 2x')],
  [
    '503 with a Retry-After of an hour',
    () => answer(503, '', { 'retry-after': '3600' }),
    outcomes('unavailable status'),
  ],
  ['429', () => answer(429), ['rateLimited 2x', 'rateLimited', ILL, 'failed', 'rateLimited']],
  ['a body that is shorter than its length', () => raw(`${OK}content-length: 99\r\n\r\n{"a`), outcomes(CUT)],
  [
    'a body that is longer than its length',
    (body) => raw(`${OK}content-length: ${body.length - 3}\r\n\r\n${body}`),
    outcomes(CUT, 'fetched'),
  ],
  [
    'a chunked body that breaks off',
    () => raw(`${OK}transfer-encoding: chunked\r\n\r\n5\r\n{"met\r\n`),
    outcomes(CUT),
  ],
  [
    'JSON that breaks off in a whole answer',
    (body) => answer(200, body.slice(0, -2)),
    outcomes(CUT, 'fetched'),
  ],
  [
    'gzip with a wrong checksum',
    (body) => answer(200, Buffer.concat([gzipSync(body).subarray(0, -8), Buffer.alloc(8)]), gzip),
    outcomes(CUT, 'failed', 'changed'),
  ],
  ['a gzip bomb', () => answer(200, bomb, gzip), outcomes(LARGE, 'failed', 'changed')],
  ['an endless body', () => ({ kind: 'endless' }), outcomes(LARGE, 'failed', 'changed')],
  ['a web page', () => answer(200, '<html>maintenance</html>'), outcomes(NOT_JSON, 'fetched', 'changed')],
  ['endless nesting', () => answer(200, '['.repeat(100_000)), outcomes(NOT_JSON, 'failed', 'changed')],
  [
    'bytes that are no UTF-8',
    () => answer(200, Buffer.from('{"a":"\xe9"}', 'latin1')),
    outcomes(NOT_JSON, 'fetched', 'changed'),
  ],
  [
    'an unrequested encoding',
    (body) => answer(200, body, { 'content-encoding': 'aws-chunked' }),
    outcomes(NOT_JSON, 'failed', 'changed'),
  ],
];
/** No headers came: the permit is settled as lost. */
const LOST: readonly Row[] = [
  ['a connection that is closed at once', () => ({ kind: 'close' }), outcomes(EARLY)],
  ['a connection that is reset', () => ({ kind: 'reset' }), outcomes(EARLY)],
  ['headers that break off', () => raw(`${OK}x-`), outcomes(CUT)],
  ['an answer that is no HTTP', () => raw('SSH-2.0-OpenSSH_9.6\r\n'), outcomes(CUT)],
  ['no answer', () => ({ kind: 'silent' }), outcomes(LATE)],
];
/** Short only for a silent upstream, because a busy machine is slow, too. */
const timeoutFor = ([fault]: readonly Fault[]): number => (fault?.kind === 'silent' ? 300 : 10_000);

async function openCall(upstream: Upstream, faults: readonly Fault[], limiter?: OpenLimiter) {
  const server = await startFaultyServer();
  onTestFinished(() => server.stop());
  // The last one repeats.
  server.decide = () => faults[Math.min(server.seen.length, faults.length - 1)] ?? null;
  const client = upstream.open(server.origin, timeoutFor(faults), limiter);
  onTestFinished(() => client.stop?.());
  return { server, client };
}

describe.each(UPSTREAMS.map((upstream, column) => ({ ...upstream, column })))('$name', (upstream) => {
  test.each([...ANSWERED, ...LOST])('%s', async (what, faults, expected) => {
    const { server, client } = await openCall(upstream, [faults(upstream.body)].flat());

    const outcome = await client.call();

    const times = server.seen.length;
    expect(`${upstream.word(outcome as never)}${times === 1 ? '' : ` ${times}x`}`).toBe(
      expected[upstream.column],
    );
    const permit = LOST.some(([lost]) => lost === what) ? 'lost' : 'answered';
    expect(client.permits ?? []).toEqual(client.permits === undefined ? [] : server.seen.map(() => permit));
    // The rest is not read: the connection is closed.
    if (server.seen[0]?.fault?.kind === 'endless') await server.abandoned;
  });

  test('an upstream where nothing listens', async () => {
    const { server, client } = await openCall(upstream, []);
    await server.stop();

    expect(upstream.word((await client.call()) as never)).toBe(outcomes(NOWHERE)[upstream.column]);
    // Nothing was sent, so every permit goes back.
    expect(new Set(client.permits)).toEqual(new Set(client.permits === undefined ? [] : ['giveBack']));
  });
});

const withSignal = UPSTREAMS.filter(({ hasSignal }) => hasSignal);

test.each(withSignal)(
  '$name: a signal that was aborted before the call: nothing is sent',
  async (upstream) => {
    const { server, client } = await openCall(upstream, [answer(200, upstream.body)]);

    await expect(client.call(AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
    expect(server.seen).toEqual([]);
  },
);

test.each(withSignal)('$name: a signal that is aborted under way closes the connection', async (upstream) => {
  const { server, client } = await openCall(upstream, []);
  const control = new AbortController();
  server.decide = () => {
    control.abort(new Error('the process stops'));
    return { kind: 'silent' };
  };

  await expect(client.call(control.signal)).rejects.toThrow('the process stops');
  await server.abandoned;
  expect(client.permits ?? ['lost']).toEqual(['lost']);
});

const limited = UPSTREAMS.filter((upstream) => upstream.limited);

test.each(limited)(
  '$name: a signal that is aborted while waiting for a permit ends the call',
  async (upstream) => {
    const control = new AbortController();
    const limiter = createOpenLimiter(() => new Promise(() => undefined));
    const { server, client } = await openCall(upstream, [answer(200, upstream.body)], limiter);
    const call = client.call(control.signal);
    control.abort(new Error('enough'));

    await expect(call).rejects.toThrow('enough');
    expect([limiter.words, server.seen]).toEqual([[], []]);
  },
);

test.each(limited)('$name: a permit that comes after the signal is given back', async (upstream) => {
  const control = new AbortController();
  const limiter = createOpenLimiter(async () => control.abort(new Error('enough')));
  const { server, client } = await openCall(upstream, [answer(200, upstream.body)], limiter);

  await expect(client.call(control.signal)).rejects.toThrow('enough');
  expect([limiter.words, server.seen]).toEqual([['giveBack'], []]);
});

test.each(limited)('$name: a stopped client returns unavailable, stopped', async (upstream) => {
  const { server, client } = await openCall(upstream, [answer(200, upstream.body)]);
  await client.stop?.();

  expect(upstream.word((await client.call()) as never)).toBe('unavailable stopped');
  expect([server.seen, client.permits]).toEqual([[], ['giveBack']]);
});

test.each(UPSTREAMS.filter(({ header }) => header !== undefined))(
  '$name: the secret is in its header and nowhere else, even if the upstream repeats it',
  async (upstream) => {
    const repeated = (status: number) =>
      answer(status, JSON.stringify({ message: SECRET, status: { message: SECRET, status_code: status } }));
    const shown: unknown[] = [];
    for (const status of [400, 401, 403, 404, 429, 500, 302, 200]) {
      const { server, client } = await openCall(upstream, [repeated(status)]);
      const outcome = (await client.call()) as object;
      // The bytes of a body that cannot be read are kept as they were sent.
      shown.push({ ...outcome, bytes: null }, client.logged, client.health?.());
      shown.push(server.seen.map(({ url }) => url));
      expect(server.seen[0]?.headers[upstream.header ?? '']).toBe(SECRET);
    }

    expect(inspect(shown, { depth: 9 })).not.toContain(SECRET);
  },
);

describe('a base URL', () => {
  const [plain, routed] = ['https://api.example.org', 'https://{route}.example.org'];

  test.each([
    [routed, 'https://{route}.api.riotgames.com', 'https://euw1.api.riotgames.com', ''],
    [routed, 'https://{route}.api.riotgames.com/', 'https://euw1.api.riotgames.com', ''],
    [routed, 'http://127.0.0.1:8760/practice/{route}/', 'http://127.0.0.1:8760', '/practice/euw1'],
    [plain, 'https://v3.football.example.org', 'https://v3.football.example.org', ''],
    [plain, 'http://127.0.0.1:8080/football/', 'http://127.0.0.1:8080', '/football'],
  ])('like %s: %s leads to %s%s', (example, template, origin, prefix) => {
    expect(createAddressBook(template, example)('euw1')).toEqual({ origin, prefix });
  });

  test.each([
    [routed, 'https://euw1.api.riotgames.com', 'has no {route}'],
    [routed, '{route}', 'is not an http or https URL'],
    [routed, 'https://{route}.example.org?x=1', 'has more than a scheme'],
    [plain, '', 'is not an http or https URL'],
    [plain, 'ftp://example.org', 'is not an http or https URL'],
    [plain, 'https://user:word@example.org', 'has more than a scheme'],
  ])('like %s: %s is refused: it %s', (example, template, fault) => {
    expect(() => createAddressBook(template, example)).toThrow(fault);
  });
});
