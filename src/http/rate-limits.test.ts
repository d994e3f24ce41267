import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { createLolAccessUnderTest, NO_COLLECTION } from './lol/lol-access-under-test.ts';
import { createServerUnderTest, type ServerChoices } from './server-under-test.ts';

const opened: FastifyInstance[] = [];
afterAll(async () => {
  for (const server of opened) await server.close();
});

const CLIENT = '192.0.2.1';

async function open(rateLimitPerMinute: number, choices: ServerChoices = {}) {
  const under = await createServerUnderTest({ ...choices, settings: { rateLimitPerMinute } });
  opened.push(under.server);
  const ask = (url: string, remoteAddress = CLIENT) => under.server.inject({ url, remoteAddress });
  return { ...under, ask };
}

let roomy: Awaited<ReturnType<typeof open>>;
let clients = 0;
beforeAll(async () => {
  roomy = await open(100);
});

test.each<[string, number]>([
  ['/api/status', 1],
  ['/api/lol/players?q=a', 1],
  ['/api/tft/explore?by=trait', 3],
  ['/api/tft/explore/games?by=unit&row=unit:tft_x', 3],
  ['/api/tft/explore.csv?by=trait', 10],
  ['/api/lol/players/a/b/history', 3],
  ['/api/lol/players/a/b/history.csv', 10],
  ['/api/football/clips/01890000-0000-7000-8000-000000000000/video', 3],
])('%s counts as %i requests', async (url, cost) => {
  clients += 1;
  const { headers } = await roomy.ask(url, `192.0.2.${clients}`);
  expect(Number(headers['x-ratelimit-remaining'])).toBe(100 - cost);
});

test('a question counts in full once, and as one request while its answer lies ready', async () => {
  const remoteAddress = '198.51.100.1';
  const left = async (url: string): Promise<number> =>
    Number((await roomy.ask(url, remoteAddress)).headers['x-ratelimit-remaining']);
  expect(await left('/api/tft/explore?by=unit')).toBe(97);
  expect(await left('/api/tft/explore?by=unit')).toBe(96);
  const payload = { by: 'level' };
  const url = '/api/tft/explore';
  const byBody = await roomy.server.inject({ method: 'POST', url, remoteAddress, payload });
  expect(Number(byBody.headers['x-ratelimit-remaining'])).toBe(93);
});

test('who has not enough left for a costly request is refused it before any work is done, and may still ask for others', async () => {
  let worked = 0;
  const { server, ask } = await open(5);
  server.get('/api/costly', { config: { policy: 'open' } }, async (_request, reply) => {
    reply.charge(4);
    worked += 1;
    return 'done';
  });
  expect((await ask('/api/costly')).statusCode).toBe(200);
  const refused = await ask('/api/costly');
  expect(refused.json()).toMatchObject({ status: 429, code: 'too-many-requests' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.headers['x-ratelimit-remaining']).toBe('0');
  expect(worked).toBe(1);
  expect((await ask('/api/costly', '192.0.2.2')).statusCode).toBe(200);
});

test('what costs more than the whole limit takes all of it, and is not closed for good', async () => {
  const { ask } = await open(4);
  expect((await ask('/api/tft/explore.csv?by=trait')).statusCode).toBe(200);
  expect((await ask('/api/status')).statusCode).toBe(429);
});

test('to have a history collected counts for much more than to look at it, and who cannot afford it begins nothing', async () => {
  const begun: string[] = [];
  const { history } = createLolAccessUnderTest();
  const lol = createLolAccessUnderTest({
    history: {
      ...history,
      locate: async ({ gameName, tagLine }) => ({
        type: 'player',
        isOld: false,
        puuid: gameName,
        player: { puuid: gameName, keyId: 'k', gameName, tagLine, platform: 'euw1' },
      }),
      collections: {
        ...history.collections,
        look: async () => ({ collection: NO_COLLECTION, isDue: true }),
        begin: async ({ puuid }) => begun.push(puuid) > 0,
        describe: async () => NO_COLLECTION,
      },
    },
  });
  const { ask } = await open(33, { deps: { lol } });
  // What they say is another question, which is not asked here; whether they are collected is all that counts.
  const left = [];
  for (const name of ['first', 'second'])
    left.push((await ask(`/api/lol/players/${name}/x/history`)).headers['x-ratelimit-remaining']);
  expect(begun).toEqual(['first']);
  // 3 for the question and 30 for the collection, of which one is the request that was already counted.
  expect(left).toEqual(['1', '0']);
});

test('a look-up of an unknown player counts as much as a collection, and a client over its limit starts none', async () => {
  const started: string[] = [];
  const { history } = createLolAccessUnderTest();
  const lol = createLolAccessUnderTest({
    history: {
      ...history,
      locate: async () => ({ type: 'unknown', keyId: 'k', puuid: null }),
      lookups: {
        ...history.lookups,
        start: async ({ gameName }) => void started.push(gameName),
      },
    },
  });
  const { ask } = await open(33, { deps: { lol } });
  const statuses = [];
  const left = [];
  for (const name of ['first', 'second']) {
    const { statusCode, headers } = await ask(`/api/lol/players/${name}/x/history`);
    statuses.push(statusCode);
    left.push(headers['x-ratelimit-remaining']);
  }
  expect(started).toEqual(['first']);
  // Undefined from `start`: the limit over all clients is reached.
  expect(statuses).toEqual([502, 429]);
  expect(left).toEqual(['1', '0']);
});
