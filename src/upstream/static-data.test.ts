import { expect, onTestFinished, test } from 'vitest';
import { startHttpUpstream } from './fixtures/loopback-upstream.ts';
import { createStaticDataClient } from './static-data.ts';

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
