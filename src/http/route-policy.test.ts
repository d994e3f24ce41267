import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRoutePolicy } from './route-policy.ts';
import { createServerUnderTest, type ServerUnderTest } from './server-under-test.ts';

let under: ServerUnderTest;
beforeAll(async () => {
  under = await createServerUnderTest();
  await under.server.ready();
});
afterAll(() => under.server.close());

const methodsOf = (method: string | string[]): string[] => [method].flat();

test('every route, also those that plugins made, has a policy', () => {
  const urls = under.routes.map(({ url }) => url);
  expect(urls).toEqual(
    expect.arrayContaining(['/api/status', '/api/live', '/*', '/api/docs/', '/api/docs/static/*']),
  );
  const silent = under.routes.filter(({ config }) => config?.policy !== 'open' && config?.policy !== 'admin');
  expect(silent.map(({ method, url }) => `${methodsOf(method).join()} ${url}`)).toEqual([]);
});

/** Questions too long for an address: they are sent by POST and change nothing. */
const ASKING = ['/api/tft/explore'];

test('whatever changes things needs the token, and so does everything below /api/admin', () => {
  const guarded = under.routes.filter(({ method, url }) => {
    const isReading = methodsOf(method).every((name) => name === 'GET' || name === 'HEAD');
    return !isReading || url.startsWith('/api/admin');
  });
  expect(guarded.length).toBeGreaterThan(0);
  expect(guarded.filter(({ config }) => config?.policy !== 'admin').map(({ url }) => url)).toEqual(ASKING);
});

test('the policy that was declared is the one that is enforced', async () => {
  for (const { method, url, config } of under.routes) {
    const [name] = methodsOf(method);
    const { statusCode } = await under.server.inject({ method: name as 'GET', url: url.replace('*', 'x') });
    expect([name, url, statusCode === 401]).toEqual([name, url, config?.policy === 'admin']);
  }
});

test('a route without a policy cannot be registered', async () => {
  const server = fastify();
  addRoutePolicy(server, async () => undefined);
  expect(() => server.get('/silent', async () => 'x')).toThrow(
    "GET /silent has no policy; expected config.policy 'open' or 'admin'",
  );
  expect(() => server.get('/typo', { config: { policy: 'public' as 'open' } }, async () => 'x')).toThrow(
    'no policy',
  );
  await server.close();
});

test('a plugin’s routes get no policy from the scope beside it', async () => {
  const { server } = await createServerUnderTest();
  expect(() => server.get('/beside', async () => 'x')).toThrow('no policy');
  await server.close();
});
