import { expect, onTestFinished, test } from 'vitest';
import { createTftNames } from '#/domain/tft/static-names.ts';
import { createPracticeWorld } from '../../../practice/practice-world.ts';
import { startHttpUpstream } from '../fixtures/loopback-upstream.ts';
import { createStaticDataClient } from './static-data-client.ts';

/** Of an upstream that answers all calls so. */
async function startClient(body: string, status = 200) {
  const upstream = await startHttpUpstream((_request, response) => response.writeHead(status).end(body));
  const client = createStaticDataClient({
    dataDragonUrl: `${upstream.origin}/ddragon/`,
    communityDragonUrl: `${upstream.origin}/cdragon`,
    retries: { unavailable: 0 },
  });
  onTestFinished(async () => {
    await client.stop();
    await upstream.stop();
  });
  return { client, upstream };
}

test('the addresses are those of the two upstreams, below the base, and each kind of file fills its own list', async () => {
  const { client, upstream } = await startClient('{"data":{"x":{"id":"Set_X","name":"X","tier":1}}}');
  const outcomes = [
    await client.dataDragon('units', '16.10.1'),
    await client.dataDragon('items', '16.10.1'),
    await client.dataDragon('traits', '16.10.1'),
  ];
  await client.communityDragon();
  expect(upstream.heard.map(({ url }) => url)).toEqual([
    '/ddragon/cdn/16.10.1/data/en_US/tft-champion.json',
    '/ddragon/cdn/16.10.1/data/en_US/tft-item.json',
    '/ddragon/cdn/16.10.1/data/en_US/tft-trait.json',
    '/cdragon/latest/cdragon/tft/en_us.json',
  ]);
  const entry = expect.objectContaining({ id: 'set_x' }) as unknown;
  expect(outcomes).toMatchObject([
    { outcome: 'ok', body: { units: [entry], items: [], traits: [] } },
    { outcome: 'ok', body: { units: [], items: [entry], traits: [] } },
    { outcome: 'ok', body: { units: [], items: [], traits: [entry] } },
  ]);
});

test.each([
  ['["lolpatch_3.7","16.10.1"]', 200, { outcome: 'ok', body: ['16.10.1'] }],
  ['[]', 200, { outcome: 'notFound', message: 'the list of versions has no version' }],
  ['<Error>AccessDenied</Error>', 403, { outcome: 'notFound', message: 'it answered 403' }],
  ['', 404, { outcome: 'notFound', message: 'it answered 404' }],
  ['', 400, { outcome: 'rejected', status: 400 }],
  ['{"type":"tft-champion"}', 200, { outcome: 'malformed', fault: 'shape' }],
])('a list of versions that is %s, with status %i', async (body, status, outcome) => {
  const { client, upstream } = await startClient(body, status);
  expect(await client.versions()).toMatchObject(outcome);
  expect(upstream.heard.map(({ url }) => url)).toEqual(['/ddragon/api/versions.json']);
});

test('a part of Data Dragon without data is of another shape', async () => {
  const { client } = await startClient('{"type":"tft-champion"}');
  expect(await client.dataDragon('units', '1.1.1')).toMatchObject({ outcome: 'malformed', fault: 'shape' });
});

test('the practice world plays both upstreams: every name, cost and category of its roster is known', async () => {
  const world = await createPracticeWorld({
    seed: 7,
    clock: { mode: 'stepped', startAt: Date.UTC(2026, 8, 1) },
    profile: 'unlimited',
    playerCount: 100,
  });
  const practice = createStaticDataClient({
    dataDragonUrl: `${world.staticBaseUrl}/ddragon`,
    communityDragonUrl: `${world.staticBaseUrl}/cdragon`,
  });
  try {
    const versions = await practice.versions();
    if (versions.outcome !== 'ok') throw new Error(`no version: ${versions.outcome}`);
    const [version] = versions.body;
    const outcomes = await Promise.all([
      practice.dataDragon('units', version),
      practice.dataDragon('items', version),
      practice.dataDragon('traits', version),
      practice.communityDragon(),
    ]);
    const layers = outcomes.flatMap((outcome) => (outcome.outcome === 'ok' ? [outcome.body] : []));
    const names = createTftNames(layers, { 'data-dragon': `${world.staticBaseUrl}/ddragon` });
    const set = Number(version.split('.')[0]);
    const { units, items, traits } = names.all();
    const ofSet = units.filter(({ sets }) => sets.includes(set));

    expect(layers.length).toBe(4);
    // 60 units of cost 1 to 5, 24 traits, 86 items in every set.
    expect(ofSet.length).toBe(60);
    expect(ofSet.every(({ isKnown, cost, traits: own }) => isKnown && cost !== null && own.length > 0)).toBe(
      true,
    );
    expect(traits.filter(({ sets }) => sets.includes(set)).length).toBe(24);
    expect(traits.every(({ thresholds }) => thresholds.length > 0)).toBe(true);
    const count = (category: string) => items.filter((item) => item.category === category).length;
    expect([count('component'), count('completed'), count('radiant'), count('artifact')]).toEqual([
      9, 36, 12, 10,
    ]);
    expect(count('emblem')).toBe(items.length - 67);

    const icon = await fetch(ofSet[0]?.iconUrl ?? '');
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    await icon.arrayBuffer();
  } finally {
    await practice.stop();
    await world.stop();
  }
});
