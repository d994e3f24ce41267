import type { InjectOptions } from 'fastify';
import { Type } from 'typebox';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AdminAction } from '#/contract/admin-actions.ts';
import { HttpProblem } from '../problems.ts';
import { ADMIN_TOKEN, createServerUnderTest, type ServerUnderTest } from '../server-under-test.ts';
import type { AdminActionLog } from './admin-action-log.ts';
import { createAdminActionsUnderTest } from './admin-actions-under-test.ts';

const CHANGE = '/api/probe/:id';

const rows: AdminAction[] = [];
/** What the handler found in the record when it ran. */
const seen: (number | null | undefined)[] = [];
let differences: Partial<AdminActionLog> = {};
let under: ServerUnderTest;
beforeAll(async () => {
  const plain = createAdminActionsUnderTest(rows);
  const adminActions: AdminActionLog = {
    begin: (action) => differences.begin?.(action) ?? plain.begin(action),
    end: (id, status) => differences.end?.(id, status) ?? plain.end(id, status),
    list: (query) => plain.list(query),
  };
  under = await createServerUnderTest({ deps: { adminActions } });
  const config = { policy: 'admin' as const };
  const schema = { body: Type.Object({ end: Type.String() }), querystring: Type.Object({}) };
  under.server.post<{ Body: { end: string } }>(CHANGE, { config, schema }, ({ body: { end } }, reply) => {
    seen.push(rows.at(-1)?.status);
    if (end === 'conflict') throw new HttpProblem('conflict', 'It runs already.');
    if (end === 'bug') throw new Error('inner');
    return reply.send({ end });
  });
});
afterAll(() => under.server.close());
beforeEach(() => {
  rows.length = 0;
  seen.length = 0;
  differences = {};
});

const change = (options: InjectOptions = {}) =>
  under.server.inject({
    method: 'POST',
    url: '/api/probe/7?why=because',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    payload: { end: 'well' },
    remoteAddress: '192.0.2.9',
    ...options,
  });

test('a change has its row before it is made, and its end when the answer is there', async () => {
  const { headers } = await change();
  expect(seen).toEqual([null]);
  expect(rows).toEqual([
    {
      id: 1,
      at: expect.any(String),
      method: 'POST',
      route: CHANGE,
      path: '/api/probe/7',
      sent: '{"query":{"why":"because"},"body":{"end":"well"}}',
      client: '192.0.2.9',
      requestId: headers['x-request-id'],
      status: 200,
      tookMs: 0,
    },
  ]);
});

test.each([
  ['conflict', 409],
  ['bug', 500],
])('a change that ends in a %s is kept with it', async (end, status) => {
  expect((await change({ payload: { end } })).statusCode).toBe(status);
  expect(rows).toMatchObject([{ status }]);
});

test('who has no token, sends what does not fit, comes from another site or only reads leaves no row', async () => {
  const authorization = `Bearer ${ADMIN_TOKEN}`;
  const statuses = [
    await change({ headers: {} }),
    await change({ headers: { authorization: 'Bearer wrong' } }),
    await change({ payload: { other: 1 } }),
    await change({ headers: { authorization, 'sec-fetch-site': 'cross-site' } }),
    await change({ method: 'GET', url: '/api/admin/whoami', payload: '' }),
  ].map(({ statusCode }) => statusCode);
  expect(statuses).toEqual([401, 401, 400, 403, 200]);
  expect([rows, seen]).toEqual([[], []]);
});

test('without a row nothing is changed', async () => {
  differences = {
    begin: () => Promise.reject(Object.assign(new Error('inner'), { code: 'ECONNREFUSED' })),
  };
  expect((await change()).json()).toMatchObject({ status: 503, code: 'unavailable' });
  expect(seen).toEqual([]);
});

test('a change whose end cannot be written is answered as it ended, and the log says so', async () => {
  differences = { end: () => Promise.reject(new Error('inner')) };
  expect((await change()).statusCode).toBe(200);
  expect(rows).toMatchObject([{ status: null }]);
  expect(under.logLines).toContainEqual(
    expect.objectContaining({ level: 50, msg: 'the end of an admin action could not be written' }),
  );
});

test('of a long body the beginning is kept', async () => {
  await change({ payload: { end: 'x'.repeat(5_000) } });
  expect(rows[0]?.sent).toHaveLength(2_000);
});

test('every route that changes things by the token keeps a record, and no other', async () => {
  const recorded = under.routes.filter(({ preHandler }) =>
    [preHandler ?? []].flat().some(({ name }) => name === 'begin'),
  );
  const changing = under.routes.filter(
    ({ method, config }) =>
      config?.policy === 'admin' && [method].flat().some((name) => name !== 'GET' && name !== 'HEAD'),
  );
  expect(changing.length).toBeGreaterThan(15);
  expect(recorded.map(({ url }) => url)).toEqual(changing.map(({ url }) => url));
});

test('the admin sees what was done, the newest first; nobody else does', async () => {
  await change();
  await change({ payload: { end: 'conflict' } });
  expect((await under.server.inject('/api/admin/actions')).statusCode).toBe(401);
  const response = await under.server.inject({
    url: '/api/admin/actions?limit=5',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
  });
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.json()).toMatchObject({ keptDays: 180, actions: [{ status: 409 }, { status: 200 }] });
});
