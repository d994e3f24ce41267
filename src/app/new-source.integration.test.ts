/** A source that exists only here goes through everything that reads the list of sources, as docs/adding-a-source.md promises. */
import { tmpdir } from 'node:os';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { until } from '../../test/support/until.ts';
import { checkKeys } from '#/cli/doctor-keys.ts';
import { loadConfig } from '#/config.ts';
import { Secret } from '#/domain/secret.ts';
import { sampleStatus } from '#/http/server-under-test.ts';
import { createUpstream, type Upstream } from '#/upstream/call.ts';
import { startHttpUpstream } from '#/upstream/fixtures/loopback-upstream.ts';
import { readKeyHealth, recordKeyHealth } from '#/upstream/key-health.ts';
import { createSharedLimiter } from '#/upstream/limiter.ts';
import { createBudgetStore, readUpstreamBudgets } from '#/upstream/permit.ts';
import { RIOT } from '#/upstream/riot.ts';
import { compileShape } from '#/upstream/shape.ts';
import { describeSources, SOURCES, type Clients, type Source } from '#/upstream/sources.ts';
import { exposeOperations } from './metrics.ts';

const log = pino({ level: 'silent' });
const KEY = new Secret('RGAPI-00000000-1111-2222-3333-444444444444');
const STATUS = { shape: compileShape(Type.Object({ id: Type.String() })), maxBytes: 1_000 };
/** Sources of this test use none of the clients of the product. */
const clients = {} as Clients;

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

/** A fourth Riot game, with the client that it would share with the others. */
function createToySource(upstream: Upstream): Source {
  const status = {
    key: 'toy',
    host: 'euw1',
    method: 'toy-status-v1.platform-data',
    path: '/toy',
    rules: STATUS,
  };
  return {
    id: 'riot-toy',
    name: 'Riot: Toy',
    api: RIOT,
    key: 'toy',
    keySetting: 'RIOT_TOY_API_KEY',
    addressSetting: 'RIOT_BASE_URL',
    methods: /^toy-/,
    keyHealth: () => upstream.keyHealth('toy'),
    checkKey: (_, calling) => upstream.call(status, calling),
    isCheckedOnSchedule: true,
    whenRefused: 'Toy keys break easily.',
  };
}

async function openToy() {
  const answer = { status: 200 };
  const server = await startHttpUpstream((_, response) =>
    response
      .writeHead(answer.status, { 'x-app-rate-limit': '20:1,100:120', 'x-app-rate-limit-count': '1:1,1:120' })
      .end('{"id":"toy"}'),
  );
  const limiter = createSharedLimiter({
    connection: db.connection,
    change: createBudgetStore(db.database),
    log,
    observe: { granted: () => undefined, refused: () => undefined },
  });
  const baseUrl = `${server.origin}/{route}`;
  const upstream = createUpstream(RIOT, { keys: { toy: KEY }, baseUrl, limiter });
  const toy = createToySource(upstream);
  const sources = [...SOURCES, toy];
  const { database } = db;
  const recorder = await recordKeyHealth({
    clients,
    database,
    log,
    onChange: () => undefined,
    everyMs: 20,
    sources: [toy],
  });
  onTestFinished(async () => {
    recorder.stop();
    await limiter.stop();
    await upstream.stop();
    await server.stop();
  });
  const recorded = (state: string) =>
    until(`the key is ${state}`, 10_000, async () => {
      const [row] = await readKeyHealth(database);
      return row?.state === state;
    });
  return { answer, server, toy, sources, recorded };
}

test('a new entry in the list reaches limits, key gate, status, metrics and doctor', async () => {
  const { answer, server, toy, sources, recorded } = await openToy();
  if (!('url' in db.connection)) throw new Error('the test database has a URL');
  const environment = { DATABASE_URL: db.connection.url.reveal() };
  const config = { ...loadConfig({ environment, directory: tmpdir() }), RIOT_TOY_API_KEY: KEY };
  const status = async () => ({
    ...sampleStatus(),
    upstreams: describeSources(config, await readKeyHealth(db.database), sources),
  });
  const doctor = async () =>
    (await checkKeys({ config, log }, sources)).filter(({ message }) => message.includes('Toy'));
  const scrape = async () => {
    const registry = new Registry();
    const leads = () => ({ scheduler: true, projector: true });
    exposeOperations(registry, {
      status,
      database: db.database,
      leads,
      oldestWaitingSeconds: async () => null,
    });
    return registry.metrics();
  };

  // A call with limits: the budget is in the shared limiter, and belongs to the new source.
  expect(await toy.checkKey(clients, { lane: 'live' })).toMatchObject({ outcome: 'ok' });
  await until('the limits are shared', 10_000, async () => {
    const [budget] = await readUpstreamBudgets(db.database, sources);
    return budget?.scopes[0]?.windows.map(({ limit }) => limit).join() === '20,100';
  });
  expect(await readUpstreamBudgets(db.database, sources)).toMatchObject([
    { upstream: 'riot-toy', host: 'euw1' },
  ]);

  // An accepted key.
  await recorded('ok');
  expect((await status()).upstreams.at(-1)).toEqual({
    id: 'riot-toy',
    name: 'Riot: Toy',
    keySetting: 'RIOT_TOY_API_KEY',
    key: 'set',
    state: 'ok',
    detail: null,
  });
  expect(await doctor()).toMatchObject([{ level: 'ok' }]);
  expect(await scrape()).toContain('gamekeeper_upstream_key_up{upstream="riot-toy"} 1');

  // A refused key: the gate stops further calls.
  answer.status = 403;
  expect(await toy.checkKey(clients, { lane: 'live' })).toMatchObject({ outcome: 'forbidden' });
  expect(await toy.checkKey(clients, { lane: 'live' })).toMatchObject({ outcome: 'forbidden' });
  expect(server.heard).toHaveLength(2);
  await recorded('rejected');
  expect((await status()).upstreams.at(-1)).toMatchObject({
    state: 'rejected',
    detail: expect.stringContaining('Key expired or blocked since'),
  });
  expect(await doctor()).toMatchObject([
    { level: 'error', hint: 'Toy keys break easily. Make a new one and set RIOT_TOY_API_KEY.' },
  ]);
  expect(await scrape()).toContain('gamekeeper_upstream_key_up{upstream="riot-toy"} 0');
});
