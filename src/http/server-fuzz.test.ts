import { METHODS } from 'node:http';
import fc from 'fast-check';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Problem } from '#/contract/problem.ts';
import { ADMIN_TOKEN, createServerUnderTest, type ServerUnderTest } from './server-under-test.ts';

const problemSchema = Compile(Problem);
let under: ServerUnderTest;
beforeAll(async () => {
  under = await createServerUnderTest();
  under.server.post(
    '/api/fuzz/:id',
    {
      config: { policy: 'admin' },
      schema: {
        params: Type.Object({ id: Type.Integer() }),
        querystring: Type.Object({
          limit: Type.Optional(Type.Integer()),
          tier: Type.Optional(Type.Enum(['a', 'b'])),
        }),
        body: Type.Object({
          name: Type.String(),
          tags: Type.Array(Type.String()),
          at: Type.Union([Type.Null(), Type.Number()]),
        }),
      },
    },
    async () => ({ ok: true }),
  );
  await under.server.ready();
});
afterAll(() => under.server.close());

const nasty = fc.oneof(
  fc.constantFrom(
    '',
    '%',
    '%00',
    '%2e%2e%2f',
    '../../etc/passwd',
    "';drop table x;--",
    '\u202e\u0000',
    '__proto__',
    '\ud800',
    '1e400',
    'x'.repeat(5_000),
    '[object Object]',
  ),
  fc.string({ unit: 'binary' }),
);
/** What a header can carry at all; the parser refuses the rest before we see it. */
const headerText = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
});
const headers = fc.dictionary(
  fc.constantFrom(
    'accept',
    'content-type',
    'authorization',
    'host',
    'origin',
    'sec-fetch-site',
    'x-forwarded-for',
    'x-forwarded-host',
    'if-none-match',
    'range',
    'cookie',
    'expect',
    'accept-version',
    'accept-encoding',
  ),
  fc.oneof(
    headerText,
    fc.constantFrom(
      'application/json',
      'text/html',
      `Bearer ${ADMIN_TOKEN}`,
      'localhost',
      'same-origin',
      'bytes=0-1',
      'localhost:99999',
    ),
  ),
  { maxKeys: 5 },
);
const body = fc.oneof(
  fc.constant(undefined),
  fc.json(),
  nasty,
  fc.constant('['.repeat(20_000)),
  fc.constant('{"__proto__":{}}'),
);
const path = fc.oneof(
  fc.nat().map((pick) => under.routes[pick % under.routes.length]?.url ?? '/'),
  fc.array(nasty, { maxLength: 3 }).map((parts) => `/${parts.map(toUrlText).join('/')}`),
  fc.array(nasty, { maxLength: 2 }).map((parts) => `/api/${parts.map(toUrlText).join('/')}`),
);
const query = fc.oneof(
  fc.constant(''),
  fc.tuple(nasty, nasty).map(([key, value]) => `?${toUrlText(key)}=${toUrlText(value)}`),
  fc.constant('?%&%%=&&'),
);

/** Half of the time as it is, so that broken escapes get through too. */
function toUrlText(text: string): string {
  const printable = text.toWellFormed().replaceAll(/[^\x21-\x7e]/g, '');
  return text.length % 2 === 0 ? encodeURIComponent(text.toWellFormed()) : printable.replaceAll(/[?#]/g, '');
}

test('no request gets a 5xx, and every refusal is a Problem', async () => {
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...METHODS.filter((name) => name !== 'CONNECT')),
      path,
      query,
      headers,
      body,
      async (method, path, query, headers, payload) => {
        const response = await under.server.inject({
          method: method as 'GET',
          url: `${path}${query}`,
          headers,
          ...(payload !== undefined && { payload }),
        });
        expect(response.statusCode).toBeLessThan(500);
        if (response.statusCode < 400) return;
        refused += 1;
        expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
        const isProblem = method === 'HEAD' || problemSchema.Check(response.json());
        expect([isProblem, response.body]).toEqual([true, response.body]);
      },
    ),
    { numRuns: 1_500 },
  );
  expect(refused).toBeGreaterThan(300);
});
