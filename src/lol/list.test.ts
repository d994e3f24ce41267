/** Reading histories through the real client, from an upstream on loopback that lists as Riot does. */
import { Secret } from '#/domain/secret.ts';
import { type HttpUpstream, startHttpUpstream } from '#/upstream/fixtures/loopback-upstream.ts';
import { createOpenLimiter } from '#/upstream/fixtures/open-limiter.ts';
import { createRiotClient, type RiotClient } from '#/upstream/riot.ts';
import { type ListedGames, readGameIds } from './list.ts';
import { afterEach, expect, test } from 'vitest';

const PLAYER = { puuid: 'p'.repeat(78), platform: 'euw1' } as const;
const HISTORY = Array.from({ length: 400 }, (_, index) => `EUW1_${9_000 - index}`);

let upstream: HttpUpstream;
let riot: RiotClient;
let asked: URL[];
afterEach(async () => {
  await riot.stop();
  await upstream.stop();
});

/** With so many games; `pageOf` may answer otherwise, null: not at all. */
async function upstreamWith(
  games: number,
  pageOf: (start: number, count: number) => readonly string[] | null = (start, count) =>
    HISTORY.slice(0, games).slice(start, start + count),
): Promise<void> {
  asked = [];
  upstream = await startHttpUpstream((request, response) => {
    const url = new URL(request.url ?? '', 'http://upstream');
    asked.push(url);
    const page = pageOf(Number(url.searchParams.get('start')), Number(url.searchParams.get('count')));
    response.writeHead(page === null ? 500 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(page ?? {}));
  });
  riot = createRiotClient({
    keys: { lol: new Secret('RGAPI-x') },
    baseUrl: `${upstream.origin}/{route}`,
    limiter: createOpenLimiter(),
    retries: { unavailable: 0 },
  });
}
const list = (wanted: Partial<ListedGames> = {}) =>
  readGameIds(riot, { ...PLAYER, ...wanted }, { lane: 'person' });
const pages = () =>
  asked.map(({ searchParams }) => `${searchParams.get('start')}+${searchParams.get('count')}`);

test.each([
  [0, ['0+100']],
  [99, ['0+100']],
  [100, ['0+100', '100+100']],
  [250, ['0+100', '100+100', '200+100']],
])('a history of %i games is read page by page to its end', async (count, expected) => {
  await upstreamWith(count);

  expect(await list()).toEqual({ ids: HISTORY.slice(0, count), failure: null });
  expect(pages()).toEqual(expected);
  expect(asked[0]?.pathname).toBe(`/europe/lol/match/v5/matches/by-puuid/${PLAYER.puuid}/ids`);
});

test('no more are asked for than are wanted', async () => {
  await upstreamWith(400);

  expect((await list({ max: 130 })).ids).toEqual(HISTORY.slice(0, 130));
  expect(pages()).toEqual(['0+100', '100+30']);
});

test('bounds go along in seconds, and where nobody gave any, none go', async () => {
  await upstreamWith(0);

  await list({
    since: new Date('2026-11-01T00:00:00.900Z'),
    until: new Date('2026-11-02T00:00:00Z'),
    queue: 420,
  });
  await list();

  const bounds = asked.map(({ searchParams }) =>
    ['startTime', 'endTime', 'queue'].map((name) => searchParams.get(name)),
  );
  expect(bounds).toEqual([
    [String(Date.UTC(2026, 10, 1) / 1_000), String(Date.UTC(2026, 10, 2) / 1_000), '420'],
    [null, null, null],
  ]);
});

test('a server that gives the same page for ever is not asked for ever', async () => {
  await upstreamWith(400, () => HISTORY.slice(0, 100));

  expect((await list()).ids).toEqual(HISTORY.slice(0, 100));
  expect(asked).toHaveLength(2);
});

test('a page that fails ends the reading, and what was read before is kept', async () => {
  await upstreamWith(400, (start, count) => (start < 200 ? HISTORY.slice(start, start + count) : null));

  const { ids, failure } = await list();

  expect(ids).toEqual(HISTORY.slice(0, 200));
  expect(failure).toMatchObject({ outcome: 'unavailable' });
});
