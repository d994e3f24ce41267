/** Reading lists and ladders through the real client, from an upstream on loopback that answers as each test needs it. */
import { afterEach, expect, test } from 'vitest';
import { Secret } from '#/domain/secret.ts';
import { createOpenLimiter } from '#/upstream/fixtures/open-limiter.ts';
import { startHttpUpstream, type HttpUpstream } from '#/upstream/fixtures/loopback-upstream.ts';
import { createRiotClient, type RiotClient } from '#/upstream/riot.ts';
import { readLadder } from './ladder.ts';
import { readMatchList } from './list.ts';

const PUUID = 'p'.repeat(78);
const OPTIONS = { lane: 'live' } as const;

let upstream: HttpUpstream;
let riot: RiotClient;
afterEach(async () => {
  await riot.stop();
  await upstream.stop();
});

type Answer = { readonly status?: number; readonly body: unknown };

async function answerWith(answer: (url: URL) => Answer): Promise<void> {
  upstream = await startHttpUpstream((request, response) => {
    const { status = 200, body } = answer(new URL(request.url ?? '', 'http://upstream'));
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  riot = createRiotClient({
    keys: { tft: new Secret('RGAPI-x') },
    baseUrl: `${upstream.origin}/{route}`,
    limiter: createOpenLimiter(),
    retries: { unavailable: 0 },
  });
}

const idsFrom = (start: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `EUW1_${9_000 - start - index}`);
const list = (since: Date) => readMatchList(riot, { puuid: PUUID, region: 'europe', since }, OPTIONS);
const pagesOf = (games: number) => (url: URL) => {
  const start = Number(url.searchParams.get('start'));
  return { body: idsFrom(start, Math.max(0, Math.min(200, games - start))) };
};

test('a list is read page by page until one is not full', async () => {
  await answerWith(pagesOf(450));

  const { ids, failure } = await list(new Date('2026-11-01T00:00:00.900Z'));

  expect(failure).toBe(null);
  expect(ids).toEqual(idsFrom(0, 450));
  const path = `/europe/tft/match/v1/matches/by-puuid/${PUUID}/ids`;
  expect(
    upstream.heard
      .map(({ url }) => new URL(url, 'http://x'))
      .map(({ pathname, searchParams }) => [
        pathname,
        searchParams.get('startTime'),
        searchParams.get('start'),
        searchParams.get('count'),
      ]),
  ).toEqual([
    [path, '1793491200', '0', '200'],
    [path, '1793491200', '200', '200'],
    [path, '1793491200', '400', '200'],
  ]);
});

test('a game that ends while the list is read moves pages, and neither loses nor doubles an id', async () => {
  const games = idsFrom(0, 300);
  await answerWith((url) => {
    const start = Number(url.searchParams.get('start'));
    const page = games.slice(start, start + 200);
    games.unshift('EUW1_9999');
    return { body: page };
  });

  const { ids } = await list(new Date(0));

  expect([...ids].sort()).toEqual(idsFrom(0, 300).sort());
});

test('a server that gives the same page for ever is asked twice', async () => {
  await answerWith(() => ({ body: idsFrom(0, 200) }));

  const { ids, failure } = await list(new Date(0));

  expect([ids.length, failure, upstream.heard.length]).toEqual([200, null, 2]);
});

test('a page that fails leaves the ids before it, and says that the list is not whole', async () => {
  await answerWith((url) =>
    url.searchParams.get('start') === '0' ? pagesOf(400)(url) : { status: 503, body: {} },
  );

  const { ids, failure } = await list(new Date(0));

  expect(ids).toHaveLength(200);
  expect(failure).toMatchObject({ outcome: 'unavailable', reason: 'status' });
});

const entry = (name: string, changes: object = {}) => {
  return { puuid: name.padEnd(78, '_'), leaguePoints: 10, rank: 'II', wins: 3, losses: 4, ...changes };
};

async function readAll(players: number, ranks = 0) {
  const pages = [];
  for await (const page of readLadder(riot, 'euw1', { players, ranks }, OPTIONS)) pages.push(page);
  return pages;
}
const asked = (): string[] => upstream.heard.map(({ url }) => url.replace('/euw1/tft/league/v1/', ''));

test('with enough players at the top, nothing below is read', async () => {
  await answerWith((url) => ({
    body: { tier: url.pathname.split('/').at(-1)?.toUpperCase(), entries: [entry('a')] },
  }));

  const pages = await readAll(3);

  expect(asked()).toEqual([
    'challenger?queue=RANKED_TFT',
    'grandmaster?queue=RANKED_TFT',
    'master?queue=RANKED_TFT',
  ]);
  expect(pages[2]).toEqual({
    type: 'ranks',
    ranks: [
      { puuid: 'a'.padEnd(78, '_'), tier: 'MASTER', division: 'II', leaguePoints: 10, wins: 3, losses: 4 },
    ],
    isBeyond: false,
  });
});

test('with too few, divisions are read in order, page by page, until there are enough', async () => {
  await answerWith((url) => {
    const [tier, division] = url.pathname.split('/').slice(-2);
    if (tier === 'v1') return { body: { tier: 'CHALLENGER', entries: [] } };
    const page = Number(url.searchParams.get('page'));
    const isFilled = tier === 'DIAMOND' && division === 'II' && page <= 2;
    const place = { queueType: 'RANKED_TFT', tier };
    const found = [
      entry(`a${page}`, place),
      entry(`b${page}`, place),
      entry('other', { tier, queueType: 'RANKED_TFT_DOUBLE_UP' }),
    ];
    return { body: isFilled ? found : [] };
  });

  const pages = await readAll(4);

  expect(
    asked()
      .slice(3)
      .map((path) => path.replace(/queue=RANKED_TFT&?/, '')),
  ).toEqual(['entries/DIAMOND/I?page=1', 'entries/DIAMOND/II?page=1', 'entries/DIAMOND/II?page=2']);
  const puuids = pages.flatMap((page) =>
    page.type === 'ranks' ? page.ranks.map(({ puuid }) => puuid.slice(0, 2)) : [],
  );
  expect(puuids).toEqual(['a1', 'b1', 'a2', 'b2']);
});

test('ranks are read beyond the players to be crawled, and told apart from theirs', async () => {
  await answerWith((url) => {
    const [tier, division] = url.pathname.split('/').slice(-2);
    if (tier === 'v1') return { body: { tier: 'MASTER', entries: [] } };
    const page = Number(url.searchParams.get('page'));
    const place = { queueType: 'RANKED_TFT', tier };
    return { body: page > 2 ? [] : [entry(`${division}${page}`, place)] };
  });

  const pages = await readAll(1, 4);

  expect(
    pages.flatMap((page) =>
      page.type === 'ranks' ? page.ranks.map(({ puuid }) => [puuid.replaceAll('_', ''), page.isBeyond]) : [],
    ),
  ).toEqual([
    ['I1', false],
    ['I2', true],
    ['II1', true],
    ['II2', true],
  ]);
});

test('a tier that cannot be read is no empty tier: nothing below is read for it', async () => {
  await answerWith((url) =>
    url.pathname.endsWith('grandmaster')
      ? { status: 503, body: {} }
      : { body: { tier: 'CHALLENGER', entries: [] } },
  );

  const pages = await readAll(100);

  expect(pages.map(({ type }) => type)).toEqual(['ranks', 'failure']);
  expect(upstream.heard).toHaveLength(2);
});

test('who is named twice counts once, and who cannot be found or has no points is left out', async () => {
  await answerWith(() => ({
    body: {
      tier: 'CHALLENGER',
      entries: [
        entry('a'),
        entry('a', { leaguePoints: 11 }),
        entry('b', { puuid: undefined }),
        entry('c', { puuid: 'no puuid' }),
        entry('d', { leaguePoints: null }),
      ],
    },
  }));

  const [page] = await readAll(1);

  expect(page).toMatchObject({ type: 'ranks', ranks: [{ leaguePoints: 11 }] });
});
