import { afterEach, expect, test } from 'vitest';
import {
  ADMIN_TOKEN,
  createServerUnderTest,
  type ServerChoices,
  type ServerUnderTest,
} from './server-under-test.ts';

const opened: ServerUnderTest[] = [];
afterEach(async () => {
  for (const { server } of opened.splice(0)) await server.close();
});

async function whoamiOn(choices: ServerChoices = {}) {
  const under = await createServerUnderTest(choices);
  opened.push(under);
  return (authorization?: string, remoteAddress = '192.0.2.1') =>
    under.server.inject({
      url: '/api/admin/whoami',
      remoteAddress,
      headers: authorization === undefined ? {} : { authorization },
    });
}

test('the bearer of the token learns that they are the admin', async () => {
  const whoami = await whoamiOn();
  const response = await whoami(`Bearer ${ADMIN_TOKEN}`);
  expect([response.statusCode, response.json()]).toEqual([200, { role: 'admin' }]);
  expect(response.headers['cache-control']).toBe('no-store');
  expect((await whoami(`bearer ${ADMIN_TOKEN}`)).statusCode).toBe(200);
});

test.each([
  undefined,
  '',
  'Bearer',
  'Bearer ',
  `Basic ${ADMIN_TOKEN}`,
  ADMIN_TOKEN,
  `Bearer ${ADMIN_TOKEN} x`,
  `Bearer ${ADMIN_TOKEN}x`,
  `Bearer ${'x'.repeat(300)}`,
])('Authorization %j is a 401 that says how to authenticate', async (authorization) => {
  const whoami = await whoamiOn();
  const response = await whoami(authorization);
  expect(response.json()).toMatchObject({ status: 401, code: 'unauthenticated' });
  expect(response.headers['www-authenticate']).toBe('Bearer realm="gamekeeper"');
});

test('ten wrong tokens in a minute are checked, the eleventh is refused unseen, and other clients are not slowed', async () => {
  let checks = 0;
  const checkAdminToken = async (token: string): Promise<boolean> => {
    checks += 1;
    return token === ADMIN_TOKEN;
  };
  const whoami = await whoamiOn({ deps: { checkAdminToken } });
  for (let attempt = 0; attempt < 10; attempt++) expect((await whoami('Bearer wrong')).statusCode).toBe(401);
  const refused = await whoami('Bearer wrong');
  expect(refused.json()).toMatchObject({ status: 429, code: 'too-many-requests' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(checks).toBe(10);
  expect((await whoami(`Bearer ${ADMIN_TOKEN}`, '192.0.2.2')).statusCode).toBe(200);
});

test('using the right token is no attempt', async () => {
  const whoami = await whoamiOn({ settings: { limits: { failedAdminAttemptsPerMinute: 1 } } });
  for (let use = 0; use < 5; use++) expect((await whoami(`Bearer ${ADMIN_TOKEN}`)).statusCode).toBe(200);
});

test('while the token cannot be looked up, nobody is let in and nobody is called a liar', async () => {
  const whoami = await whoamiOn({
    deps: {
      checkAdminToken: () => Promise.reject(Object.assign(new Error('inner'), { code: 'ECONNREFUSED' })),
    },
  });
  const response = await whoami(`Bearer ${ADMIN_TOKEN}`);
  expect(response.json()).toMatchObject({ status: 503, code: 'unavailable' });
});
