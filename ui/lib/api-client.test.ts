/** The API client against a real HTTP server. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, expect, test } from 'vitest';

import { createApiClient, type ApiClientDeps } from './api-client.ts';
import { ApiProblem } from './api-problem.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

test('asks with the query as it is, and with path parameters made safe', async () => {
  const asked: (string | undefined)[] = [];
  const api = await setUp((request, reply) => {
    asked.push(request.url);
    reply.end('{}');
  });

  await api.get('/api/tft/explore', { query: 'patch=17.4&where=all(unit(tft_x;stars=2..))' });
  await api.get('/api/tft/matches/{id}', { parameters: { id: 'EUW1_7/../x' } });

  expect(asked).toEqual([
    '/api/tft/explore?patch=17.4&where=all(unit(tft_x;stars=2..))',
    '/api/tft/matches/EUW1_7%2F..%2Fx',
  ]);
});

test('turns problem+json into an ApiProblem with its code and request id', async () => {
  const api = await setUp((_, reply) => {
    reply.writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '5' });
    reply.end(
      JSON.stringify({
        type: 'about:blank',
        title: 'Not available',
        status: 503,
        code: 'unavailable',
        detail: 'PostgreSQL does not answer.',
        requestId: 'r-7',
      }),
    );
  });

  const problem = await problemOf(api.get('/api/status'));

  expect(problem).toMatchObject({
    code: 'unavailable',
    status: 503,
    requestId: 'r-7',
    title: 'Not available',
    retryAfterMs: 5_000,
  });
  expect(problem.message).toBe('Not available: PostgreSQL does not answer.');
});

test.each<[answer: string, listener: RequestListener, problem: object]>([
  [
    'an error without a problem body',
    (_, reply) => reply.writeHead(502).end('{}'),
    { code: 'unreadable', status: 502 },
  ],
  ['a page', (_, reply) => reply.end('<html>proxy</html>'), { code: 'unreadable', status: 200 }],
  ['no answer', ({ socket }) => socket.destroy(), { code: 'unreachable', status: undefined }],
])('%s is a separate problem', async (_answer, listener, problem) => {
  const api = await setUp(listener);

  expect(await problemOf(api.get('/api/status'))).toMatchObject(problem);
  expect(
    await problemOf(api.change('POST /api/lol/accounts/{id}/sync', { parameters: { id: '7' } })),
  ).toMatchObject(problem);
});

test("passes the caller's own abort through", async () => {
  const api = await setUp(() => undefined);

  const call = api.get('/api/status', { signal: AbortSignal.abort() });

  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
});

test('sends a change as JSON with the token, and gives its answer', async () => {
  const sent: unknown[] = [];
  const api = await setUp((request, reply) => {
    const { method, url, headers } = request;
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      sent.push({ method, url, authorization: headers.authorization, type: headers['content-type'], body });
      reply.writeHead(201).end('{"id":"g-1"}');
    });
  });

  const answer = await api.change('PUT /api/lol/groups/{id}', {
    token: 'gk_secret',
    parameters: { id: 'a/b' },
    body: { name: 'Friends', members: ['p-1'] },
  });

  expect(answer).toEqual({ id: 'g-1' });
  expect(sent).toEqual([
    {
      method: 'PUT',
      url: '/api/lol/groups/a%2Fb',
      authorization: 'Bearer gk_secret',
      type: 'application/json',
      body: '{"name":"Friends","members":["p-1"]}',
    },
  ]);
});

test('a change without a body says JSON all the same, because the server refuses what a form could send', async () => {
  const types: unknown[] = [];
  const api = await setUp((request, reply) => {
    types.push(request.headers['content-type'], request.url);
    reply.writeHead(204).end();
  });

  const call = api.change('DELETE /api/lol/accounts/{id}', { parameters: { id: '7' }, query: 'data=delete' });

  expect(await call).toBeNull();
  expect(types).toEqual(['application/json', '/api/lol/accounts/7?data=delete']);
});

test('reading sends the token only on request, and never a content type', async () => {
  const seen: unknown[] = [];
  const api = await setUp((request, reply) => {
    seen.push([request.headers.authorization, request.headers['content-type']]);
    reply.end('{}');
  });

  await api.get('/api/admin/whoami', { token: 'gk_secret' });
  await api.get('/api/status');

  expect(seen).toEqual([
    ['Bearer gk_secret', undefined],
    [undefined, undefined],
  ]);
});

test('passes on what the contract check has against an answer', async () => {
  const api = await setUp(
    (_, reply) => reply.end('{}'),
    async (path) => {
      throw new Error(`${path} is not as promised`);
    },
  );

  await expect(api.get('/api/status')).rejects.toThrow('/api/status is not as promised');
});

async function setUp(answer: RequestListener, check: ApiClientDeps['check'] = async () => undefined) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return createApiClient({ fetch: (path, init) => fetch(new URL(path, base), init), check });
}

async function problemOf(call: Promise<unknown>): Promise<ApiProblem> {
  const outcome = await call.catch((error: unknown) => error);
  if (outcome instanceof ApiProblem) return outcome;
  throw new Error(`expected an ApiProblem, got ${String(outcome)}`);
}
