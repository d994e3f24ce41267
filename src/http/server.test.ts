import { gzipSync } from 'node:zlib';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Problem } from '#/contract/problem.ts';
import { HttpProblem } from './problems.ts';
import {
  ADMIN_TOKEN,
  createServerUnderTest,
  sampleStatus,
  type ServerChoices,
  type ServerUnderTest,
} from './server-under-test.ts';

const problemSchema = Compile(Problem);
const asAdmin = { authorization: `Bearer ${ADMIN_TOKEN}` };
const INNER = 'relation "gamekeeper.hidden" does not exist';

let under: ServerUnderTest;
let server: FastifyInstance;
beforeAll(async () => {
  under = await createServerUnderTest();
  server = under.server;
  addProbes(server);
  await server.ready();
});
afterAll(() => server.close());

/** Routes as a resource would add them, with every way to go wrong. */
function addProbes(to: FastifyInstance): void {
  to.post(
    '/api/probe/:id',
    {
      config: { policy: 'admin' },
      schema: {
        params: Type.Object({ id: Type.Integer() }),
        querystring: Type.Object(
          { limit: Type.Optional(Type.Integer({ maximum: 5 })) },
          { additionalProperties: false },
        ),
        body: Type.Object({ name: Type.String() }, { additionalProperties: false }),
      },
    },
    (request, reply) => reply.send({ body: request.body }),
  );
  const failWith = (url: string, error: unknown): void => {
    to.get(url, { config: { policy: 'open' } }, async () => {
      throw error;
    });
  };
  failWith('/api/probe/bug', new Error(INNER));
  failWith(
    '/api/probe/down',
    Object.assign(new Error(`connect ECONNREFUSED ${INNER}`), { code: 'ECONNREFUSED' }),
  );
  failWith('/api/probe/conflict', new HttpProblem('conflict', 'A sync of this account is running.'));
}

async function problemOf(options: InjectOptions | string) {
  const response = await server.inject(options);
  expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  const body = response.json<Problem>();
  expect([problemSchema.Check(body), response.body]).toEqual([true, response.body]);
  expect(body.status).toBe(response.statusCode);
  expect(response.headers['x-request-id'] ?? body.requestId).toBe(body.requestId);
  return { ...body, headers: response.headers };
}

const problemOfPost = (url: string, payload: object) =>
  problemOf({ method: 'POST', url, headers: asAdmin, payload });

const postWith = (headers: Record<string, string>) =>
  server.inject({
    method: 'POST',
    url: '/api/probe/1',
    headers: { ...asAdmin, ...headers },
    payload: { name: 'a' },
  });

/** A valid body of exactly so many bytes. */
const bodyOf = (bytes: number): string => `{"name":"${'x'.repeat(bytes - 11)}"}`;

/** A server with other choices, which is closed after the test. */
async function open(choices: ServerChoices): Promise<FastifyInstance> {
  const other = await createServerUnderTest(choices);
  onTestFinished(() => other.server.close());
  return other.server;
}

/** What a client with a limit of one request gets for its second. */
const secondStatus = async (trustProxy: boolean, first: string, second: string) => {
  const small = await open({ settings: { rateLimitPerMinute: 1, trustProxy } });
  const ask = (address: string) =>
    small.inject({ url: '/api/status', headers: { 'x-forwarded-for': address } });
  await ask(first);
  return (await ask(second)).statusCode;
};

describe('reading', () => {
  test('/healthz answers without asking any store', async () => {
    const failing = await open({
      deps: { readiness: () => Promise.reject(new Error('asked')) },
    });
    const response = await failing.inject('/healthz');
    expect([response.statusCode, response.json()]).toEqual([200, { status: 'ok' }]);
  });

  test('/readyz answers 200 when all parts answer, and 503 with the names of the missing parts and nothing else of them', async () => {
    expect((await server.inject('/readyz')).json()).toEqual({ status: 'ready' });
    const failing = await open({
      deps: {
        readiness: async () => ({ ready: false, reasons: ['postgres', 'connect ECONNREFUSED 10.0.0.7'] }),
      },
    });
    const response = await failing.inject('/readyz');
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe('5');
    expect(response.json()).toMatchObject({ code: 'unavailable', reasons: ['postgres', 'other'] });
    expect(response.body).not.toContain('10.0.0.7');
  });

  test('/readyz does not wait for a store that hangs', async () => {
    const hanging = await open({
      settings: { limits: { readinessTimeoutMs: 20 } },
      deps: { readiness: () => new Promise(() => undefined) },
    });
    const response = await hanging.inject('/readyz');
    expect([response.statusCode, response.json<Problem>().reasons]).toEqual([503, ['timeout']]);
  });

  test('/api/status answers exactly what the system says of itself', async () => {
    const response = await server.inject('/api/status');
    expect(response.json()).toEqual(sampleStatus());
    expect(response.headers['cache-control']).toBe('no-store');
  });

  test('/metrics has the process, the event loop, HTTP by route and the live feed', async () => {
    await server.inject('/api/status');
    await server.inject('/api/no/such/thing');
    const { body } = await server.inject('/metrics');
    expect(body).toMatch(/^process_resident_memory_bytes \d+/m);
    expect(body).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    expect(body).toMatch(
      /^http_request_duration_seconds_count\{route="\/api\/status",method="GET",status="2xx"\} [1-9]/m,
    );
    expect(body).toMatch(/^gamekeeper_live_sockets 0/m);
    expect(body).toMatch(/^gamekeeper_live_messages_dropped_total 0/m);
    expect(body).not.toContain('no/such/thing');
  });
});

describe('refusals', () => {
  test('an unknown address below /api is a 404 even for a person who opens it', async () => {
    expect(await problemOf({ url: '/api/nope', headers: { accept: 'text/html' } })).toMatchObject({
      status: 404,
      code: 'not-found',
    });
  });

  test('a known address with another method is a 405 that names the methods it has', async () => {
    const problem = await problemOf({ method: 'DELETE', url: '/api/status' });
    expect(problem).toMatchObject({ status: 405, code: 'method-not-allowed' });
    expect(problem.headers.allow).toBe('GET, HEAD');
  });

  test('a request that does not fit is a 400 that says where and what was expected', async () => {
    expect(await problemOfPost('/api/probe/x', { name: 'a' })).toMatchObject({
      code: 'invalid-request',
      errors: [{ where: 'path/id', expected: 'a whole number' }],
    });
    expect(await problemOfPost('/api/probe/1?limit=9', { name: 'a' })).toMatchObject({
      errors: [{ where: 'query/limit', expected: 'at most 5' }],
    });
    expect(await problemOfPost('/api/probe/1', { nam: 'a' })).toMatchObject({
      errors: [
        { where: 'body/name', expected: 'to be given' },
        { where: 'body/nam', expected: 'to be left out: there is no such field' },
      ],
    });
  });

  const json = { ...asAdmin, 'content-type': 'application/json' };
  const send = (payload: string | Buffer, headers: Record<string, string> = json) =>
    problemOf({ method: 'POST', url: '/api/probe/1', headers, payload });

  test.each([
    ['{"name": "a"', 'The body is not valid JSON.'],
    ['{"name": "a", "__proto__": {"admin": true}}', 'The body is not valid JSON.'],
    ['{"name": "a", "constructor": {"prototype": {}}}', 'The body is not valid JSON.'],
    [`{"name": ${'['.repeat(33)}${']'.repeat(33)}}`, 'The body is nested more than 32 levels deep.'],
    ['', 'The request does not have the form that this address expects.'],
  ])('the body %j is refused', async (payload, detail) => {
    expect(await send(payload)).toMatchObject({ status: 400, detail });
  });

  test('a body over the limit is a 413, one byte less is not', async () => {
    const limit = 256 * 1024;
    expect(await send(bodyOf(limit + 1))).toMatchObject({ status: 413, code: 'too-large' });
    const fitting = { method: 'POST', url: '/api/probe/1', headers: json, payload: bodyOf(limit) } as const;
    expect((await server.inject(fitting)).statusCode).toBe(200);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'nonsense',
  ])('a body of type %s is a 415', async (type) => {
    const refusal = await send('x', { ...asAdmin, 'content-type': type });
    expect(refusal).toMatchObject({ status: 415, code: 'unsupported-media-type' });
  });

  test.each(['gzip', 'br', 'gzip, gzip', 'deflate'])(
    'a body that would have to be unpacked (%s) is a 415, and is not unpacked',
    async (encoding) => {
      const refusal = await send(gzipSync('{"name":"a"}'), { ...json, 'content-encoding': encoding });
      expect(refusal).toMatchObject({ status: 415, code: 'unsupported-media-type' });
    },
  );

  test.each(['/api/probe/%00', '/api/status?name=a%00b'])(
    'the address %s holds a NUL and is a 400',
    async (url) => {
      expect(await problemOf({ url })).toMatchObject({
        status: 400,
        detail: 'The address holds a NUL character (%00).',
      });
    },
  );

  test('more than a hundred parameters are a 400', async () => {
    const query = (count: number) => Array.from({ length: count }, (_, number) => `p${number}=1`).join('&');
    expect(await problemOf(`/api/status?${query(101)}`)).toMatchObject({ status: 400 });
    expect((await server.inject(`/api/status?${query(100)}`)).statusCode).toBe(200);
  });

  test('too long a query or path is a 414', async () => {
    const refusal = await problemOf(`/api/status?q=${'x'.repeat(4096)}`);
    expect(refusal).toMatchObject({ status: 414, code: 'too-large' });
    expect(await problemOfPost(`/api/probe/${'1'.repeat(201)}`, { name: 'a' })).toMatchObject({
      status: 414,
    });
  });

  test('a fault of ours is a 500 with the request id alone; the log has the rest under that id', async () => {
    const problem = await problemOf('/api/probe/bug');
    expect(problem).toMatchObject({ status: 500, code: 'internal' });
    expect(JSON.stringify(problem)).not.toContain('hidden');
    const logged = under.logLines.find(
      (line) => line['requestId'] === problem.requestId && line['msg'] === 'request failed',
    );
    expect(JSON.stringify(logged)).toContain('hidden');
  });

  test('a store that is down is a 503 that asks to try again, without inner text', async () => {
    const problem = await problemOf('/api/probe/down');
    expect(problem).toMatchObject({ status: 503, code: 'unavailable' });
    expect(problem.headers['retry-after']).toBe('5');
    expect(JSON.stringify(problem)).not.toContain('hidden');
  });

  test('what a route throws on purpose is told as it says', async () => {
    expect(await problemOf('/api/probe/conflict')).toMatchObject({
      status: 409,
      detail: 'A sync of this account is running.',
    });
  });

  test('a handler that takes too long is answered for', async () => {
    const slow = await open({ settings: { limits: { handlerTimeoutMs: 20 } } });
    slow.get('/api/slow', { config: { policy: 'open' } }, () => new Promise(() => undefined));
    const response = await slow.inject('/api/slow');
    expect([response.statusCode, response.json<Problem>().code]).toEqual([503, 'unavailable']);
  });

  test('more requests than allowed are a 429 with Retry-After, counted per client, unknown addresses too', async () => {
    const small = await open({ settings: { rateLimitPerMinute: 2 } });
    const ask = (url: string, remoteAddress: string) => small.inject({ url, remoteAddress });
    await ask('/api/status', '192.0.2.1');
    await ask('/api/unknown', '192.0.2.1');
    const third = await ask('/api/unknown', '192.0.2.1');
    expect(third.json()).toMatchObject({ status: 429, code: 'too-many-requests' });
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask('/healthz', '192.0.2.1')).statusCode).toBe(200);
    expect((await ask('/api/status', '192.0.2.2')).statusCode).toBe(200);
  });

  test('addresses of one IPv6 /64 are one client', async () => {
    const small = await open({ settings: { rateLimitPerMinute: 1 } });
    const statusFor = async (remoteAddress: string) =>
      (await small.inject({ url: '/api/status', remoteAddress })).statusCode;
    expect(await statusFor('2001:db8:1:2::1')).toBe(200);
    expect(await statusFor('2001:db8:1:2:ffff::9')).toBe(429);
    expect(await statusFor('2001:db8:1:3::1')).toBe(200);
  });

  test('X-Forwarded-For is believed only where a proxy is configured, and then only its own entry', async () => {
    expect(await secondStatus(false, '198.51.100.1', '198.51.100.2')).toBe(429);
    expect(await secondStatus(true, '198.51.100.1', '198.51.100.2')).toBe(200);
    expect(await secondStatus(true, 'made-up-1, 198.51.100.1', 'made-up-2, 198.51.100.1')).toBe(429);
  });
});

describe('who is asking', () => {
  test('a foreign host name is refused, except for probes', async () => {
    const headers = { host: 'rebound.evil.example' };
    for (const url of ['/api/status', '/metrics', '/'])
      expect(await problemOf({ url, headers })).toMatchObject({ status: 403, code: 'forbidden' });
    const probe = await server.inject({ url: '/readyz', headers: { host: '10.1.2.3:8750' } });
    expect(probe.statusCode).toBe(200);
  });

  test('a foreign host name is refused although a forwarded one is ours, also behind a proxy', async () => {
    const behind = await open({ settings: { trustProxy: true } });
    const headers = { host: 'rebound.evil.example', 'x-forwarded-host': 'localhost' };
    expect((await behind.inject({ url: '/api/status', headers })).statusCode).toBe(403);
  });

  test('a change from another site is refused although it carries the token', async () => {
    expect((await postWith({ 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200);
    for (const foreign of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }])
      expect((await postWith(foreign)).json()).toMatchObject({ status: 403, code: 'forbidden' });
  });

  test('a request id is ours and never the client’s', async () => {
    const response = await server.inject({
      url: '/api/status',
      headers: { 'x-request-id': 'forged', 'request-id': 'forged' },
    });
    expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('what browsers and logs get', () => {
  test('every answer carries the content policy, also refusals', async () => {
    for (const url of ['/', '/api/status', '/api/nope']) {
      const { headers } = await server.inject(url);
      expect(String(headers['content-security-policy']).split(';')).toEqual(
        expect.arrayContaining([
          "script-src 'self'",
          "connect-src 'self'",
          "object-src 'none'",
          "base-uri 'none'",
        ]),
      );
      expect(String(headers['content-security-policy'])).not.toMatch(/unsafe-eval|upgrade-insecure/);
      expect(headers['referrer-policy']).toBe('same-origin');
      expect(headers['permissions-policy']).toContain('camera=()');
      expect(headers['strict-transport-security']).toBeUndefined();
    }
  });

  test('browsers are told to insist on https only where the public address has it', async () => {
    const secure = await open({ settings: { publicUrl: 'https://games.example.org' } });
    const { headers } = await secure.inject({
      url: '/api/status',
      headers: { host: 'games.example.org' },
    });
    expect(headers['strict-transport-security']).toBe('max-age=15552000');
  });

  test('a request is one line at debug, or at info when it failed, and never shows its query', async () => {
    const linesFor = async (url: string) => {
      const before = under.logLines.length;
      await server.inject(url);
      return under.logLines.slice(before).filter((line) => line['msg'] === 'request answered');
    };
    const [ok, ...more] = await linesFor('/api/status?token=RGAPI-pasted');
    expect(more).toEqual([]);
    const path = '/api/status';
    expect(ok).toMatchObject({ level: 20, method: 'GET', path, route: path, status: 200 });
    expect(JSON.stringify(under.logLines)).not.toContain('RGAPI-pasted');
    expect((await linesFor('/api/probe/bug'))[0]).toMatchObject({ level: 30, status: 500 });
  });

  test('a secret in Authorization appears in no answer and in no log line', async () => {
    const canary = 'gk_canary-Zk3v9QmP';
    const answers: string[] = [];
    for (const { method, url } of under.routes) {
      for (const authorization of [`Bearer ${canary}`, canary, `Basic ${canary}`]) {
        const response = await server.inject({
          method: [method].flat()[0] as 'GET',
          url: url.replace('*', 'x'),
          headers: { authorization },
        });
        answers.push(`${JSON.stringify(response.headers)} ${response.body}`);
      }
    }
    expect(answers.length).toBeGreaterThan(30);
    expect(answers.join('\n')).not.toContain(canary);
    expect(JSON.stringify(under.logLines)).not.toContain(canary);
  });
});
