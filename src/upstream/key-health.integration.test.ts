import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Secret } from '#/domain/secret.ts';
import { createOpenLimiter } from './fixtures/open-limiter.ts';
import { startHttpUpstream, type HttpUpstream } from './fixtures/loopback-upstream.ts';
import { createRiotClient, type RiotClient } from './riot.ts';
import { createJobsBench, type JobsBench } from '../../test/support/jobs-bench.ts';
import { until } from '../../test/support/until.ts';
import { createCheckRiotKeys } from './key-health.ts';
import type { Clients } from './sources.ts';

const football: Clients['football'] = {
  keyHealth: () => ({ state: 'missing' }),
  status: () => Promise.reject(new Error('not checked on schedule')),
};
let bench: JobsBench;
let upstream: HttpUpstream;
let riot: RiotClient;
beforeAll(async () => {
  bench = await createJobsBench();
});
afterEach(async () => {
  await bench.stopEngines();
  await riot.stop();
  await upstream.stop();
});
afterAll(() => bench.drop());

async function checkAgainst(status: number, keys: { tft?: Secret; lol?: Secret }) {
  upstream = await startHttpUpstream((_request, response) => {
    const body = { id: 'EUW1', name: 'x', locales: [], maintenances: [], incidents: [] };
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(status === 200 ? body : { status: { message: 'x', status_code: status } }));
  });
  riot = createRiotClient({
    keys,
    baseUrl: `${upstream.origin}/{route}`,
    limiter: createOpenLimiter(),
    retries: { unavailable: 0 },
  });
  const seen = bench.ends.length;
  const jobs = await bench.engine({
    kinds: [createCheckRiotKeys({ clients: { riot, football }, now: () => new Date() })],
  });
  await jobs.send('maintenance/check-riot-keys', {});
  await until('the check ended', 10_000, () => bench.ends.length > seen);
  return bench.ends.at(-1);
}

test('each key that is set is tried once', async () => {
  const end = await checkAgainst(200, { tft: new Secret('t'), lol: new Secret('l') });

  expect(end).toMatchObject({ outcome: 'done' });
  expect(upstream.heard.map(({ url }) => url).sort()).toEqual([
    '/euw1/lol/status/v4/platform-data',
    '/euw1/tft/status/v1/platform-data',
  ]);
  expect(riot.keyHealth()).toEqual({ tft: { state: 'ok' }, lol: { state: 'ok' } });
});

test('a refused key is an answer, and no reason to try again', async () => {
  const end = await checkAgainst(403, { tft: new Secret('t') });

  expect(end).toMatchObject({ outcome: 'done' });
  expect(riot.keyHealth().tft).toMatchObject({ state: 'rejected', status: 403 });
});

test('without a key nothing is asked', async () => {
  const end = await checkAgainst(200, {});

  expect(end).toMatchObject({ outcome: 'skipped', reason: 'no key is set' });
  expect(upstream.heard).toEqual([]);
});

test('when Riot is ill it is tried again later', async () => {
  const end = await checkAgainst(503, { lol: new Secret('l') });

  expect(end).toMatchObject({ outcome: 'postponed', reason: 'Riot was unavailable' });
});
