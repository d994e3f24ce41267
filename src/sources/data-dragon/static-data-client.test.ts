import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTftNames } from '#/domain/tft/static-names.ts';
import { createPracticeWorld } from '../../../practice/practice-world.ts';
import { startHttpUpstream, type HttpUpstream } from '../fixtures/loopback-upstream.ts';
import { createStaticDataClient, type StaticDataClient } from './static-data-client.ts';

let upstream: HttpUpstream;
let client: StaticDataClient;
let reply: (url: string) => { status: number; body: string; headers?: Record<string, string> };

beforeEach(async () => {
  upstream = await startHttpUpstream((request, response) => {
    const { status, body, headers = {} } = reply(request.url ?? '');
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  });
  client = createStaticDataClient({
    dataDragonUrl: `${upstream.origin}/ddragon/`,
    communityDragonUrl: `${upstream.origin}/cdragon`,
    retries: { unavailable: 1, backoff: { firstMs: 1, maxMs: 1 } },
  });
});
afterEach(async () => {
  await client.stop();
  await upstream.stop();
});

const ok = (body: unknown) => () => ({ status: 200, body: JSON.stringify(body) });

describe('what is asked', () => {
  test('the addresses are those of the two upstreams, below the base', async () => {
    reply = (url) => ({ status: 200, body: url.endsWith('versions.json') ? '["16.10.1"]' : '{"data":{}}' });
    expect(await client.versions()).toMatchObject({ outcome: 'ok', body: ['16.10.1'] });
    await client.dataDragon('units', '16.10.1');
    await client.dataDragon('items', '16.10.1');
    await client.dataDragon('traits', '16.10.1');
    await client.communityDragon();
    expect(upstream.heard.map(({ url }) => url)).toEqual([
      '/ddragon/api/versions.json',
      '/ddragon/cdn/16.10.1/data/en_US/tft-champion.json',
      '/ddragon/cdn/16.10.1/data/en_US/tft-item.json',
      '/ddragon/cdn/16.10.1/data/en_US/tft-trait.json',
      '/cdragon/latest/cdragon/tft/en_us.json',
    ]);
  });

  test('each kind of file fills its own list', async () => {
    reply = ok({ data: { x: { id: 'Set_X', name: 'X', tier: 1 } } });
    const counts = await Promise.all(
      (['units', 'items', 'traits'] as const).map(async (kind) => {
        const outcome = await client.dataDragon(kind, '1.1.1');
        return outcome.outcome === 'ok'
          ? [outcome.body.units.length, outcome.body.items.length, outcome.body.traits.length]
          : outcome;
      }),
    );
    expect(counts).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]);
  });
});

describe('what can go wrong', () => {
  test.each([403, 404])('%i means that there is no such file', async (status) => {
    reply = () => ({ status, body: '<Error>AccessDenied</Error>' });
    expect(await client.dataDragon('units', '99.1.1')).toEqual({
      outcome: 'notFound',
      message: `it answered ${status}`,
    });
  });

  test('a redirect is not followed, and another refusal is one', async () => {
    reply = () => ({ status: 302, body: '', headers: { location: 'https://elsewhere.example' } });
    expect(await client.versions()).toMatchObject({ outcome: 'unavailable', reason: 'redirected' });
    reply = () => ({ status: 400, body: '' });
    expect(await client.versions()).toMatchObject({ outcome: 'rejected', status: 400 });
  });

  test('a page in the place of a file, a file of another shape, a list without versions', async () => {
    reply = () => ({ status: 200, body: '<html>maintenance</html>' });
    expect(await client.communityDragon()).toMatchObject({ outcome: 'malformed', fault: 'notJson' });
    reply = ok({ type: 'tft-champion' });
    expect(await client.dataDragon('units', '1.1.1')).toMatchObject({ outcome: 'malformed', fault: 'shape' });
    reply = ok([]);
    expect(await client.versions()).toMatchObject({ outcome: 'notFound' });
  });
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
