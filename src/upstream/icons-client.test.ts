import { expect, onTestFinished, test } from 'vitest';
import { startHttpUpstream } from './fixtures/loopback-upstream.ts';
import { createIconClient } from './icons.ts';

async function startUpstream(status = 200, body = '<svg></svg>') {
  const upstream = await startHttpUpstream((_request, response) => response.writeHead(status).end(body));
  const bases = {
    'data-dragon': `${upstream.origin}/ddragon/`,
    'community-dragon': `${upstream.origin}/cdragon`,
  };
  const client = createIconClient({ bases, maxBytes: 1_000 });
  onTestFinished(async () => {
    await client.stop();
    await upstream.stop();
  });
  return { client, heard: () => upstream.heard.map(({ url }) => url) };
}

test('the address says which upstream, and the path below its base', async () => {
  const { client, heard } = await startUpstream();
  expect(await client.fetchIcon('data-dragon/cdn/1/img/a%20b.png')).toEqual({
    type: 'fetched',
    bytes: Buffer.from('<svg></svg>'),
  });
  await client.fetchIcon('community-dragon/latest/game/x.png');
  expect(heard()).toEqual(['/ddragon/cdn/1/img/a%20b.png', '/cdragon/latest/game/x.png']);
});

test.each([
  'elsewhere/a.png',
  'data-dragon',
  'data-dragon/../secret.png',
  'data-dragon/%2e%2e/secret.png',
  'data-dragon/a/../../../x.png',
  'data-dragon/\\..\\..\\x.png',
  'https://elsewhere.example/a.png',
])('%s leads out of the upstreams, and nobody is asked', async (address) => {
  const { client, heard } = await startUpstream();
  expect(await client.fetchIcon(address)).toEqual({ type: 'missing' });
  expect(heard()).toEqual([]);
});

test('a status says that there is no such picture, and without upstreams there is none', async () => {
  for (const status of [403, 404, 410]) {
    const { client } = await startUpstream(status, 'no');
    expect(await client.fetchIcon('data-dragon/a.png')).toEqual({ type: 'missing' });
  }
  const without = createIconClient({ bases: null, maxBytes: 1_000 });
  expect(await without.fetchIcon('data-dragon/a.png')).toEqual({ type: 'missing' });
  await without.stop();
});
