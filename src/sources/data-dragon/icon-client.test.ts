import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startHttpUpstream, type HttpUpstream } from '../fixtures/loopback-upstream.ts';
import { createIconClient, type IconClient } from './icon-client.ts';

let upstream: HttpUpstream;
let client: IconClient;
let reply: { status: number; body: string | Buffer; headers?: Record<string, string> };

beforeEach(async () => {
  reply = { status: 200, body: '<svg></svg>' };
  upstream = await startHttpUpstream((_request, response) => {
    response.writeHead(reply.status, reply.headers);
    response.end(reply.body);
  });
  const bases = {
    'data-dragon': `${upstream.origin}/ddragon/`,
    'community-dragon': `${upstream.origin}/cdragon`,
  };
  client = createIconClient({ bases, maxBytes: 1_000, timeoutMs: 2_000 });
});
afterEach(async () => {
  await client.stop();
  await upstream.stop();
});

const heard = () => upstream.heard.map(({ url }) => url);

test('the address says which upstream, and the path below its base', async () => {
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
  expect(await client.fetchIcon(address)).toEqual({ type: 'missing' });
  expect(heard()).toEqual([]);
});

describe('what can go wrong', () => {
  test.each([403, 404, 410])('%i means that there is no such picture', async (status) => {
    reply = { status, body: 'no' };
    expect(await client.fetchIcon('data-dragon/a.png')).toEqual({ type: 'missing' });
  });

  test('without upstreams there is no picture', async () => {
    const without = createIconClient({ bases: null, maxBytes: 1_000 });
    expect(await without.fetchIcon('data-dragon/a.png')).toEqual({ type: 'missing' });
    await without.stop();
  });
});
