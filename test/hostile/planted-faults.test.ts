/** A server with a fault of every kind, to see that each is found: what never turns red proves nothing. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzzApi, type FuzzOutcome } from './fuzz-api.ts';

const TOKEN = 'gk_planted-token-0123456789-0123456789';

const Problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string' },
    requestId: { type: 'string' },
    detail: { type: 'string' },
  },
};
const problemResponse = {
  description: 'Refused.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};
const Fine = { type: 'object', required: ['ok'], properties: { ok: { type: 'boolean' } } };

function operation(others: object = {}): object {
  const ok = { description: 'Fine.', content: { 'application/json': { schema: Fine } } };
  return { responses: { 200: ok, default: problemResponse }, ...others };
}

const number = { name: 'n', in: 'query', schema: { type: 'integer' } };
const body = {
  required: true,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['a'],
        properties: { a: { type: 'integer' } },
        additionalProperties: false,
      },
    },
  },
};
const locked = { security: [{ adminToken: [] }] };

const DOCUMENT = {
  openapi: '3.1.0',
  paths: {
    '/api/good': { get: operation({ parameters: [number] }) },
    '/api/fails': { get: operation({ parameters: [number] }) },
    '/api/misshapen': { get: operation() },
    '/api/tells-secret': { get: operation(locked) },
    '/api/open-door': { delete: operation(locked) },
    '/api/hangs': { get: operation({ parameters: [number] }) },
    '/api/takes-anything': { post: operation({ requestBody: body }) },
    '/api/plain-refusal': { get: operation() },
    '/api/shows-stack': { get: operation() },
    '/api/dishonest': { get: operation() },
    '/api/undescribed': { get: operation() },
  },
  components: { schemas: { Problem } },
};

function problem(status: number, detail = 'no'): [number, string, string] {
  const told = { type: 'about:blank', title: 'No', status, code: 'x', requestId: '1', detail };
  return [status, 'application/problem+json', JSON.stringify(told)];
}

function answerTo(request: IncomingMessage): [number, string, string] | null {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x');
  const fine: [number, string, string] = [200, 'application/json', '{"ok":true}'];
  const token = request.headers.authorization;
  switch (pathname) {
    case '/api/openapi.json':
      return [200, 'application/json', JSON.stringify(DOCUMENT)];
    case '/api/good':
    case '/api/takes-anything':
      return fine;
    case '/api/fails':
      return Number(searchParams.get('n')) < 0 ? problem(500) : fine;
    case '/api/misshapen':
      return [200, 'application/json', '{"ok":"yes"}'];
    case '/api/tells-secret':
      return token === undefined ? problem(401) : problem(400, token);
    case '/api/open-door':
      return fine;
    case '/api/hangs':
      return searchParams.has('n') ? null : fine;
    case '/api/plain-refusal':
      return [400, 'text/plain', 'no'];
    case '/api/shows-stack':
      return problem(400, 'Error\n    at run (file:1:1)');
    case '/api/dishonest':
      return problem(503);
    case '/api/undescribed':
      return [202, 'application/json', '{"ok":true}'];
    default:
      return problem(404);
  }
}

function serve(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  const answer = answerTo(request);
  if (answer === null) return;
  const [status, type, text] = answer;
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) }).end(text);
}

let server: Server;
let outcome: FuzzOutcome;
beforeAll(async () => {
  server = createServer(serve);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const patience = { deadlineMs: 1_000, shrinkingMs: 60_000 };
  outcome = await fuzzApi({ url, token: TOKEN, seed: 7, seconds: 0, ...patience });
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => void server.close(resolve));
});

const foundFor = (path: string): string[] => outcome.mismatches.filter((told) => told.includes(` ${path},`));

test('what is good is left alone', () => {
  // On a machine with much else to do, a good answer may be late, too.
  expect(foundFor('/api/good').filter((told) => !told.includes('no answer'))).toEqual([]);
});

test.each([
  ['/api/fails', /answered 500/],
  ['/api/misshapen', /200 does not fit its description: \/ok/],
  ['/api/tells-secret', /holds a secret/],
  ['/api/open-door', /without the token/],
  ['/api/hangs', /no answer to GET/],
  ['/api/takes-anything', /took a body that its description refuses/],
  ['/api/plain-refusal', /text\/plain; expected application\/problem\+json/],
  ['/api/shows-stack', /shows our insides/],
  ['/api/dishonest', /answered 503/],
  ['/api/undescribed', /202 is not in the description/],
])('the fault of %s is found', (path, words) => {
  expect(foundFor(path)).toContainEqual(expect.stringMatching(words));
});

test('failures and hangs are counted, and a failure is told with the smallest request that shows it', () => {
  expect(outcome.fiveHundreds).toBeGreaterThan(0);
  expect(outcome.hangs).toBeGreaterThan(0);
  expect(outcome.statuses['500']).toBe(outcome.fiveHundreds);
  expect(foundFor('/api/fails').join()).toContain('?n=-1:');
});
