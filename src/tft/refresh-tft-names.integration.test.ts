import { createTftNames } from '#/domain/tft/static-names.ts';
import { type HttpUpstream, startHttpUpstream } from '#/upstream/fixtures/loopback-upstream.ts';
import { createStaticDataClient, type StaticDataClient } from '#/upstream/static-data.ts';
import { createPracticeWorld } from '../../practice/practice-world.ts';
import { createJobsBench, type JobsBench } from '../../test/support/jobs-bench.ts';
import { until } from '../../test/support/until.ts';
import { createRefreshTftNames, loadStaticNames, staticNamesState } from './names.ts';
import { listProvisionalPatches, seedPatches } from './patch.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';

let bench: JobsBench;
let upstream: HttpUpstream;
let client: StaticDataClient;
let files: Record<string, string | number>;
beforeEach(async () => {
  // A job that was postponed still waits, and only one may.
  bench = await createJobsBench();
  upstream = await startHttpUpstream((request, response) => {
    const file = files[(request.url ?? '').split('/').at(-1) ?? ''] ?? 404;
    response.writeHead(typeof file === 'number' ? file : 200, { 'content-type': 'application/json' });
    response.end(typeof file === 'number' ? '' : file);
  });
  client = clientOf(upstream.origin);
});
afterEach(async () => {
  await client.stop();
  await upstream.stop();
  await bench.drop();
});

function clientOf(base: string): StaticDataClient {
  return createStaticDataClient({
    dataDragonUrl: `${base}/ddragon`,
    communityDragonUrl: `${base}/cdragon`,
    retries: { unavailable: 0 },
  });
}

async function refresh(staticData = client, payload: { ifNew?: boolean } = {}) {
  const seen = bench.ends.length;
  const kinds = [createRefreshTftNames({ staticData, database: bench.database, now: () => new Date() })];
  const jobs = await bench.engine({ kinds });
  await jobs.send('names/refresh-tft-names', payload);
  await until('the refresh ended', 20_000, () => bench.ends.length > seen);
  return bench.ends.at(-1);
}

const file = (id: string, name: string): string => JSON.stringify({ data: { [id]: { id, name, tier: 1 } } });
const ALL = {
  'versions.json': '["16.10.1"]',
  'tft-champion.json': file('Set_Bee', 'Bee'),
  'tft-item.json': file('Item_Veil', 'Veil'),
  'tft-trait.json': file('Set_Gardener', 'Gardener'),
  'en_us.json': '{"items":[{"apiName":"Item_Net","name":"Net"}]}',
};

async function names() {
  return createTftNames(await loadStaticNames(bench.database), {});
}

test('all files are fetched and kept', async () => {
  files = ALL;
  expect(await refresh()).toMatchObject({ outcome: 'done', key: 'all' });
  const kept = await names();
  expect([kept.unit('set_bee').name, kept.item('item_veil').name, kept.trait('set_gardener').name]).toEqual([
    'Bee',
    'Veil',
    'Gardener',
  ]);
  expect(kept.item('item_net').isKnown).toBe(true);
  expect((await staticNamesState(bench.database))?.version).toBe('16.10.1');
});

test('every hour only the versions are read, until there is a new one', async () => {
  await seedPatches(bench.database);
  files = { ...ALL, 'versions.json': '["16.22.1"]' };
  await refresh();
  await bench.stopEngines();
  const read = upstream.heard.length;
  expect(await refresh(client, { ifNew: true })).toMatchObject({
    outcome: 'skipped',
    reason: 'no new version',
  });
  expect(upstream.heard.slice(read).map(({ url }) => url)).toEqual(['/ddragon/api/versions.json']);
  expect(await listProvisionalPatches(bench.database)).toEqual([]);

  await bench.stopEngines();
  files = { ...ALL, 'versions.json': '["16.23.1","16.22.1"]' };
  expect(await refresh(client, { ifNew: true })).toMatchObject({ outcome: 'done' });
  expect((await staticNamesState(bench.database))?.version).toBe('16.23.1');
  expect(await listProvisionalPatches(bench.database)).toEqual(['18.7']);
});

test('an upstream that is away costs only what it alone knows, and is asked again later', async () => {
  files = ALL;
  await refresh();
  await bench.stopEngines();
  files = { ...ALL, 'en_us.json': 503, 'tft-champion.json': file('Set_Bee', 'Beekeeper') };
  const end = await refresh();

  expect(end).toMatchObject({ outcome: 'postponed' });
  expect(end?.reason).toContain('community dragon: unavailable');
  const kept = await names();
  expect(kept.unit('set_bee').name).toBe('Beekeeper');
  expect(kept.item('item_net').name).toBe('Net');
});

test.each([
  ['without the list of versions', { 'versions.json': 503 }, 'postponed', 'versions', 'item_net'],
  [
    'with a file that cannot be read',
    { 'tft-item.json': '{"data":7}' },
    'dead-lettered',
    'items: malformed data is 7',
    'set_bee',
  ],
  // It may come with tomorrow's.
  [
    'with a file that is not there yet',
    { 'tft-trait.json': 403 },
    'skipped',
    'traits: notFound it answered 403',
    'set_bee',
  ],
] as const)('%s the others are kept, and the reason is said', async (_, changes, outcome, reason, known) => {
  files = { ...ALL, ...changes };
  expect(await refresh()).toMatchObject({ outcome, reason: expect.stringContaining(reason) as string });
  const kept = await names();
  expect([kept.item(known).isKnown, kept.unit(known).isKnown]).toContain(true);
});

test('in the practice world every unit of its boards gets its name', async () => {
  const world = await createPracticeWorld({
    seed: 7,
    clock: { mode: 'stepped', startAt: Date.UTC(2026, 8, 1) },
    profile: 'unlimited',
    playerCount: 100,
  });
  const practice = clientOf(world.staticBaseUrl);
  try {
    expect(await refresh(practice)).toMatchObject({ outcome: 'done' });
    const { units, items, traits } = (await names()).all();
    expect(units.length).toBeGreaterThanOrEqual(60);
    expect(units.filter(({ cost, traits: own }) => cost === null || own.length === 0)).toEqual([]);
    expect(traits.filter(({ thresholds }) => thresholds.length === 0)).toEqual([]);
    expect([...units, ...items, ...traits].filter(({ isKnown }) => !isKnown)).toEqual([]);
  } finally {
    await practice.stop();
    await world.stop();
  }
});
