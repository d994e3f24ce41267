/** Bugs that random requests found, each in the smallest request that shows it. One server for all, because starting one costs more than a request. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../../src/http/listen.ts';
import { createLolAccessUnderTest } from '../../src/http/lol/lol-access-under-test.ts';
import {
  ADMIN_TOKEN,
  createServerUnderTest,
  type ServerUnderTest,
} from '../../src/http/server-under-test.ts';
import { sendJunk } from './protocol-junk.ts';

const bearer = { authorization: `Bearer ${ADMIN_TOKEN}` };
const asJson = { ...bearer, 'content-type': 'application/json' };

const begun = Promise.withResolvers<void>();
const givenUp = Promise.withResolvers<void>();

/** A lookup takes some turns of the event loop; that of `forever` ends when the client leaves. */
async function lookUp(name: string, signal: AbortSignal): Promise<void> {
  if (name === 'forever') {
    begun.resolve();
    await once(signal, 'abort');
    givenUp.resolve();
  } else for (let turns = 0; turns < 20; turns++) await turn(); // The streams of the request close meanwhile.
  signal.throwIfAborted();
}

let under: ServerUnderTest;
let url: string;
beforeAll(async () => {
  const access = createLolAccessUnderTest();
  const accounts = {
    ...access.accounts,
    async link({ gameName }: { readonly gameName: string }, signal: AbortSignal) {
      await lookUp(gameName, signal);
      return { type: 'notFound' } as const;
    },
  };
  under = await createServerUnderTest({
    settings: { trustProxy: true },
    deps: { lol: { ...access, accounts } },
  });
  ({ url } = await listen(under.server, { host: '127.0.0.1', port: 0 }));
});
afterAll(() => under.server.close());

test.each(['/api/jobs?kind=%00', '/api/lol/players?query=a%00b', '/api/lol/players/%00/x/history'])(
  'a NUL in the address is refused at the door, before PostgreSQL has to: %s',
  async (path) => {
    const answer = await under.server.inject({ url: path, headers: bearer });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'invalid-request']);
  },
);

test.each([
  '/api/tft/explore',
  '/api/tft/icons/{kind}/{id}',
  '/api/tft/names',
  '/api/tft/options',
  '/api/football/clips/{id}/video',
])('a client that has the answer already gets 304, as %s describes it', async (path) => {
  const { paths } = (await under.server.inject('/api/openapi.json')).json<{
    paths: Record<string, { get?: { responses: Record<string, unknown> } }>;
  }>();
  expect(paths[path]?.get?.responses).toHaveProperty('304');
});

test.each([
  ['{"name":"\\u0000","members":[]}', 400],
  ['{"name":"a","members":["\\u0000"]}', 400],
  ['{"name":"\\ud800","members":[]}', 400],
  ['{"\\u0000":1}', 400],
  // A whole pair, and a backslash before the same letters, are text like any other.
  ['{"name":"\\ud83d\\ude80","members":[]}', 404],
  ['{"name":"\\\\u0000","members":[]}', 404],
])('a body that holds no text is refused, and others are not: %s', async (payload, status) => {
  const answer = await under.server.inject({
    method: 'POST',
    url: '/api/lol/groups',
    headers: asJson,
    payload,
  });
  expect(answer.statusCode).toBe(status);
});

test('the year 0 has no days: neither the calendar nor PostgreSQL knows it', async () => {
  expect((await under.server.inject('/api/football/days/0000-01-01')).statusCode).toBe(400);
  expect((await under.server.inject('/api/football/days/0001-01-01')).statusCode).not.toBe(400);
});

test('a scheme that is none, behind a trusted proxy, is no failure of ours', async () => {
  const answer = await under.server.inject({
    method: 'POST',
    url: '/api/tft/explore',
    headers: { 'x-forwarded-proto': 'a b', origin: 'http://localhost', 'content-type': 'application/json' },
    payload: {},
  });
  expect(answer.statusCode).toBe(403);
});

test('HTTP/1.1 without a Host is refused in our form', async () => {
  const sent = await sendJunk(url, 'GET /api/status HTTP/1.1\r\n\r\n', 10_000);
  expect(sent.answers).toMatchObject([
    { status: 400, headers: { 'content-type': 'application/problem+json; charset=utf-8' } },
  ]);
});

test('a DELETE that carries a body is worked on like any other, though the body has been read', async () => {
  const answer = await fetch(`${url}/api/lol/players/a/b/collection`, {
    method: 'DELETE',
    headers: asJson,
    body: '{}',
  });
  expect(answer.status).toBe(404);
});

test('a client that leaves while it is being worked for is no failure of ours', async () => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const body = '{"gameName":"forever","tagLine":"b"}';
  const head = [
    'POST /api/lol/accounts HTTP/1.1',
    'Host: localhost',
    `Authorization: ${bearer.authorization}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  await begun.promise;
  socket.destroy();
  await givenUp.promise;
  // What is logged about it is logged before the server has ended.
  await under.server.close();
  expect(under.logLines.filter(({ msg }) => msg === 'request failed')).toEqual([]);
});
