/** A server with a fault of every kind, to see that each is found: what never turns red proves nothing. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzzApi, type FuzzOutcome } from './fuzz-api.ts';

const TOKEN = 'gk_planted-token-0123456789-0123456789';

type Written = readonly [status: number, type: string, text: string];

const text = { type: 'string' };
const Problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'requestId'],
  properties: {
    type: text,
    title: text,
    status: { type: 'integer' },
    code: text,
    requestId: text,
    detail: text,
  },
};
const Fine = { type: 'object', required: ['ok'], properties: { ok: { type: 'boolean' } } };
const fine: Written = [200, 'application/json', '{"ok":true}'];

function problem(status: number, detail = 'no'): Written {
  const told = { type: 'about:blank', title: 'No', status, code: 'x', requestId: '1', detail };
  return [status, 'application/problem+json', JSON.stringify(told)];
}

const parameters = [{ name: 'n', in: 'query', schema: { type: 'integer' } }];
const locked = { security: [{ adminToken: [] }] };
const Body = {
  type: 'object',
  required: ['a'],
  properties: { a: { type: 'integer' } },
  additionalProperties: false,
};

interface Planted {
  readonly method?: string;
  /** Of the description, besides the answers. */
  readonly described?: object;
  /** Null: none. */
  readonly answer: (n: string | null, token: string | undefined) => Written | null;
  /** How the fault is reported; undefined: there is none. */
  readonly words?: RegExp;
}

const PLANTED: Readonly<Record<string, Planted>> = {
  '/api/good': { described: { parameters }, answer: () => fine },
  '/api/fails': {
    described: { parameters },
    answer: (n) => (Number(n) < 0 ? problem(500) : fine),
    words: /answered 500/,
  },
  '/api/misshapen': {
    answer: () => [200, 'application/json', '{"ok":"yes"}'],
    words: /200 does not fit its description: \/ok/,
  },
  '/api/tells-secret': {
    described: locked,
    answer: (_n, token) => (token === undefined ? problem(401) : problem(400, token)),
    words: /holds a secret/,
  },
  '/api/open-door': { method: 'delete', described: locked, answer: () => fine, words: /without the token/ },
  '/api/hangs': {
    described: { parameters },
    answer: (n) => (n === null ? fine : null),
    words: /no answer to GET/,
  },
  '/api/takes-anything': {
    method: 'post',
    described: { requestBody: { required: true, content: { 'application/json': { schema: Body } } } },
    answer: () => fine,
    words: /took a body that its description refuses/,
  },
  '/api/plain-refusal': {
    answer: () => [400, 'text/plain', 'no'],
    words: /text\/plain; expected application\/problem\+json/,
  },
  '/api/shows-stack': {
    answer: () => problem(400, 'Error\n    at run (file:1:1)'),
    words: /shows our insides/,
  },
  '/api/dishonest': { answer: () => problem(503), words: /answered 503/ },
  '/api/undescribed': { answer: () => [202, 'application/json', '{"ok":true}'], words: /202 is not in the/ },
};

const DOCUMENT = {
  openapi: '3.1.0',
  paths: Object.fromEntries(
    Object.entries(PLANTED).map(([path, { method = 'get', described }]) => {
      const refused = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
      const ok = { content: { 'application/json': { schema: Fine } } };
      return [path, { [method]: { responses: { 200: ok, default: { content: refused } }, ...described } }];
    }),
  ),
  components: { schemas: { Problem } },
};

function serve(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x');
  const answer =
    pathname === '/api/openapi.json'
      ? ([200, 'application/json', JSON.stringify(DOCUMENT)] as const)
      : (PLANTED[pathname]?.answer ?? (() => problem(404)))(
          searchParams.get('n'),
          request.headers.authorization,
        );
  if (answer === null) return;
  const [status, type, body] = answer;
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
}

let server: Server;
let outcome: FuzzOutcome;
beforeAll(async () => {
  server = createServer(serve);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const patience = { deadlineMs: 500, shrinkingMs: 60_000 };
  outcome = await fuzzApi({ url, token: TOKEN, seed: 7, seconds: 0.001, ...patience });
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => void server.close(resolve));
});

const foundFor = (path: string): string[] => outcome.mismatches.filter((told) => told.includes(` ${path},`));

test.each(Object.entries(PLANTED))('of %s exactly what was planted is found', (path, { words }) => {
  // On a machine with much else to do, a good answer may be late, too.
  const told = foundFor(path).filter((fault) => words !== undefined || !fault.includes('no answer'));
  const isAsPlanted = words === undefined ? told.length === 0 : told.some((fault) => words.test(fault));
  expect([told, isAsPlanted]).toEqual([told, true]);
});

test('failures and hangs are counted, and a failure is reported with the smallest request that shows it', () => {
  expect(outcome.fiveHundreds).toBeGreaterThan(0);
  expect(outcome.hangs).toBeGreaterThan(0);
  expect(outcome.statuses['500']).toBe(outcome.fiveHundreds);
  expect(foundFor('/api/fails').join()).toContain('?n=-1:');
});
