import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { BEGIN, startEdgeUnderTest, type EdgeUnderTest } from './edge-under-test.ts';
import { EUN1_PLAYER, GAMES_EACH, KR_PLAYER, SECRET, SG2_PLAYER } from './world-for-tests.ts';

const NAME = (index: number): string => `${encodeURIComponent(`Näme ${index}`)}/${encodeURIComponent('T/G')}`;

let under: EdgeUnderTest;
beforeAll(async () => {
  under = await startEdgeUnderTest();
});
afterAll(() => under.stop());

async function puuidOf(index: number, game: 'tft' | 'lol' = 'tft'): Promise<string> {
  const account = await under.read(`europe/riot/account/v1/accounts/by-riot-id/${NAME(index)}`, {
    key: under.edge.keys[game],
  });
  return (account as { puuid: string }).puuid;
}

function error(status: number, message: string): { status: number; text: string } {
  return { status, text: JSON.stringify({ status: { message, status_code: status } }) };
}

test.each(['americas', 'asia', 'europe'])(
  'an account is found at %s by Riot ID and by puuid',
  async (host) => {
    const account = await under.read(`${host}/riot/account/v1/accounts/by-riot-id/${NAME(0)}`);

    expect(account).toEqual({
      puuid: expect.stringMatching(/^[\w-]{78}$/) as unknown,
      gameName: 'Näme 0',
      tagLine: 'T/G',
    });
    const { puuid } = account as { puuid: string };
    expect(await under.read(`${host}/riot/account/v1/accounts/by-puuid/${puuid}`)).toEqual(account);
  },
);

test('an account that nobody has is not found', async () => {
  expect(await under.ask(`europe/riot/account/v1/accounts/by-riot-id/No%20One/EUW`)).toMatchObject(
    error(404, 'Data not found - No results found for player with riot id No One#EUW'),
  );
});

test.each([
  [0, 'euw1'],
  [KR_PLAYER, 'kr'],
  [SG2_PLAYER, 'sg2'],
])('the active region of player %i is %s', async (index, region) => {
  const puuid = await puuidOf(index);
  for (const game of ['tft', 'lol'])
    expect(await under.read(`asia/riot/account/v1/region/by-game/${game}/by-puuid/${puuid}`)).toEqual({
      puuid,
      game,
      region,
    });
  expect((await under.ask(`asia/riot/account/v1/region/by-game/chess/by-puuid/${puuid}`)).status).toBe(400);
});

test.each([
  ['tft/league/v1/challenger', 'CHALLENGER', 0, 'RANKED_TFT'],
  ['tft/league/v1/grandmaster?queue=RANKED_TFT', 'GRANDMASTER', 1, 'RANKED_TFT'],
  ['tft/league/v1/master', 'MASTER', 2, 'RANKED_TFT'],
  ['lol/league/v4/challengerleagues/by-queue/RANKED_SOLO_5x5', 'CHALLENGER', 0, 'RANKED_SOLO_5x5'],
  ['lol/league/v4/grandmasterleagues/by-queue/RANKED_SOLO_5x5', 'GRANDMASTER', 1, 'RANKED_SOLO_5x5'],
  ['lol/league/v4/masterleagues/by-queue/RANKED_SOLO_5x5', 'MASTER', 2, 'RANKED_SOLO_5x5'],
])('%s is a list in the form of 2026', async (path, tier, index, queue) => {
  expect(await under.read(`euw1/${path}`)).toEqual({
    tier,
    leagueId: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as unknown,
    queue,
    name: expect.any(String) as unknown,
    entries: [
      {
        puuid: await puuidOf(index, path.startsWith('tft') ? 'tft' : 'lol'),
        leaguePoints: 1000 - index,
        rank: 'I',
        wins: index,
        losses: 20,
        veteran: false,
        inactive: false,
        freshBlood: true,
        hotStreak: expect.any(Boolean) as unknown,
      },
    ],
  });
});

test.each([
  'eun1/tft/league/v1/challenger',
  'euw1/tft/league/v1/challenger?queue=RANKED_TFT_DOUBLE_UP',
  'me1/tft/league/v1/challenger',
  'euw1/lol/league/v4/challengerleagues/by-queue/RANKED_FLEX_SR',
  'br1/lol/league/v4/challengerleagues/by-queue/RANKED_SOLO_5x5',
])('an empty ladder has neither id nor name: %s', async (path) => {
  expect((await under.ask(path)).text).toBe('{"tier":"CHALLENGER","entries":[]}');
});

test.each(['tft/league/v1/entries/DIAMOND/I?', 'lol/league/v4/entries/RANKED_SOLO_5x5/DIAMOND/I?'])(
  '%s comes in pages of 205',
  async (path) => {
    const pages = await Promise.all(
      ['', 'page=1', 'page=2', 'page=3'].map(
        (page) => under.read(`euw1/${path}${page}`) as Promise<Record<string, unknown>[]>,
      ),
    );
    const [unsaid, first, second, third] = pages;

    expect(unsaid).toEqual(first);
    expect([first?.length, second?.length, third?.length]).toEqual([205, 95, 0]);
    expect(new Set([...(first ?? []), ...(second ?? [])].map(({ puuid }) => puuid)).size).toBe(300);
    expect(first?.[0]).toMatchObject({
      leagueId: expect.any(String) as unknown,
      queueType: path.startsWith('tft') ? 'RANKED_TFT' : 'RANKED_SOLO_5x5',
      tier: 'DIAMOND',
      rank: 'I',
      leaguePoints: 997,
      wins: 3,
      losses: 20,
    });
    expect(first?.[0]).not.toHaveProperty('summonerId');
  },
);

test.each(['tft', 'lol'] as const)(
  'the %s rank of one player is told on their own platform only',
  async (game) => {
    const path = game === 'tft' ? 'tft/league/v1/by-puuid' : 'lol/league/v4/entries/by-puuid';
    const puuid = await puuidOf(EUN1_PLAYER, game);

    expect(await under.read(`eun1/${path}/${puuid}`)).toMatchObject([
      { puuid, tier: 'GOLD', rank: 'I', leaguePoints: 697 },
    ]);
    expect(await under.read(`euw1/${path}/${puuid}`)).toEqual([]);
    expect(await under.read(`sg2/${path}/${await puuidOf(SG2_PLAYER, game)}`)).toEqual([]);
  },
);

const IDS = { tft: 'tft/match/v1/matches/by-puuid', lol: 'lol/match/v5/matches/by-puuid' } as const;

test.each(['tft', 'lol'] as const)(
  '%s match ids come newest first, twenty unless told, in pages',
  async (game) => {
    const path = `europe/${IDS[game]}/${await puuidOf(2, game)}/ids`;
    const id = (nth: number): string => `EUW1_${20_000 + nth}`;

    expect(await under.read(path)).toEqual(Array.from({ length: 20 }, (_, nth) => id(nth)));
    expect(await under.read(`${path}?start=35&count=3`)).toEqual([35, 36, 37].map(id));
    expect(await under.read(`${path}?count=0`)).toEqual([]);
    // Games begin at full hours before half an hour ago; bounds are in seconds.
    const seconds = (hoursAgo: number): number => BEGIN / 1000 - 1800 - hoursAgo * 3600;
    expect(await under.read(`${path}?startTime=${seconds(3)}&endTime=${seconds(1)}`)).toEqual(
      [1, 2, 3].map(id),
    );
  },
);

test('TFT gives two hundred ids at most and says nothing; LoL refuses more than a hundred', async () => {
  const tft = `europe/${IDS.tft}/${await puuidOf(0)}/ids`;
  const lol = `europe/${IDS.lol}/${await puuidOf(0, 'lol')}/ids`;

  expect(await under.read(`${tft}?count=5000`)).toHaveLength(200);
  expect((await under.ask(`${lol}?count=101`)).status).toBe(400);
  expect(await under.read(`${lol}?count=100`)).toHaveLength(100);
});

test('a LoL list ends after a thousand ids, a TFT list with the first game', async () => {
  const tft = `europe/${IDS.tft}/${await puuidOf(0)}/ids`;
  const lol = `europe/${IDS.lol}/${await puuidOf(0, 'lol')}/ids`;

  expect(await under.read(`${tft}?start=990&count=100`)).toHaveLength(GAMES_EACH - 990);
  expect(await under.read(`${lol}?start=990&count=100`)).toHaveLength(10);
  expect(await under.read(`${lol}?start=1000`)).toEqual([]);
});

test('a timeline is gone after a year, a match after two', async () => {
  const old = await startEdgeUnderTest();
  onTestFinished(() => old.stop());
  const statuses = async () => [
    (await old.ask('europe/tft/match/v1/matches/EUW1_0')).status,
    (await old.ask('europe/lol/match/v5/matches/EUW1_0')).status,
    (await old.ask('europe/lol/match/v5/matches/EUW1_0/timeline')).status,
  ];
  old.clock.advance(365 * 86_400_000);
  expect(await statuses()).toEqual([200, 200, 200]);
  old.clock.advance(1);
  expect(await statuses()).toEqual([200, 200, 404]);
  old.clock.advance(365 * 86_400_000);
  expect(await statuses()).toEqual([404, 404, 404]);
});

test('LoL match ids can be asked by queue and by type', async () => {
  const path = `europe/${IDS.lol}/${await puuidOf(0, 'lol')}/ids`;

  expect(await under.read(`${path}?queue=420&count=2`)).toEqual(['EUW1_0', 'EUW1_2']);
  expect(await under.read(`${path}?type=ranked&count=2`)).toEqual(['EUW1_0', 'EUW1_2']);
  expect(await under.read(`${path}?type=normal&count=2`)).toEqual(['EUW1_1', 'EUW1_3']);
  expect(await under.read(`${path}?type=tourney`)).toEqual([]);
});

test('a region knows the histories of its own players only', async () => {
  const puuid = await puuidOf(KR_PLAYER);

  expect(await under.read(`asia/${IDS.tft}/${puuid}/ids`)).toHaveLength(20);
  expect(await under.read(`europe/${IDS.tft}/${puuid}/ids`)).toEqual([]);
  expect(await under.read(`sea/${IDS.tft}/${await puuidOf(SG2_PLAYER)}/ids`)).toHaveLength(20);
});

test.each([
  ['tft', 'tft/match/v1/matches/EUW1_20003', 'tft match'],
  ['lol', 'lol/match/v5/matches/EUW1_20003', 'lol match'],
  ['lol', 'lol/match/v5/matches/EUW1_20003/timeline', 'lol timeline'],
] as const)('a %s body is asked for by its id at its region: %s', async (game, path, what) => {
  expect(await under.read(`europe/${path}`)).toMatchObject({
    what,
    matchId: 'EUW1_20003',
    participants: [await puuidOf(2, game)],
  });
  for (const elsewhere of [
    `asia/${path}`,
    `europe/${path.replace('EUW1_20003', 'EUW1_29999')}`,
    `europe/${path.replace('EUW1', 'TR1')}`,
  ])
    expect(await under.ask(elsewhere)).toMatchObject(error(404, 'Data not found - match file not found'));
});

test.each(['tft/status/v1/platform-data', 'lol/status/v4/platform-data'])(
  '%s says who the platform is',
  async (path) => {
    expect(await under.read(`kr/${path}`)).toEqual({
      id: 'KR',
      name: 'Republic of Korea',
      locales: ['en_US'],
      maintenances: [],
      incidents: [],
    });
  },
);

test('Taiwan has a status page for TFT, and none for LoL', async () => {
  expect((await under.ask('tw2/tft/status/v1/platform-data')).status).toBe(200);
  expect((await under.ask('tw2/lol/status/v4/platform-data')).status).toBe(404);
});

test.each([
  'europe/tft/league/v1/challenger',
  'sea/riot/account/v1/accounts/by-riot-id/a/b',
  'euw1/riot/account/v1/accounts/by-riot-id/a/b',
  'euw1/tft/match/v1/matches/EUW1_1',
  'europe/lol/status/v4/platform-data',
  'oce/tft/league/v1/challenger',
])('a host that does not answer for a path does not find it: %s', async (path) => {
  expect(await under.ask(path)).toMatchObject(error(404, 'Data not found'));
});

test.each([
  'euw1/tft/league/v1/bronze',
  'euw1/lol/summoner/v4/summoners/by-name/x',
  'europe/',
  'europe/practice/seen',
])('a path that does not exist is forbidden: %s', async (path) => {
  expect(await under.ask(path)).toMatchObject(error(403, 'Forbidden'));
});

test.each([
  'euw1/tft/league/v1/entries/CHALLENGER/I',
  'euw1/tft/league/v1/entries/DIAMOND/V',
  'euw1/tft/league/v1/entries/DIAMOND/I?page=0',
  'euw1/tft/league/v1/entries/DIAMOND/I?page=x',
  'euw1/tft/league/v1/challenger?queue=RANKED_SOLO_5x5',
  'euw1/lol/league/v4/challengerleagues/by-queue/RANKED_TFT',
  'europe/tft/match/v1/matches/nonsense',
  'europe/lol/match/v5/matches/EUW1_x/timeline',
  'europe/riot/account/v1/accounts/by-riot-id/%E4%A/b',
])('a value that cannot be is a bad request: %s', async (path) => {
  const reply = await under.ask(path);

  expect(reply.status).toBe(400);
  expect(JSON.parse(reply.text)).toMatchObject({
    status: { status_code: 400, message: expect.stringMatching(/^Bad Request/) as unknown },
  });
});

test.each(['start=-1', 'count=-1', 'count=ten', 'startTime=1.5', 'endTime=', 'queue=x', 'type=casual'])(
  'match ids are not told for %s',
  async (query) => {
    expect((await under.ask(`europe/${IDS.lol}/${await puuidOf(0, 'lol')}/ids?${query}`)).status).toBe(400);
  },
);

test('only GET is answered', async () => {
  expect(await under.ask('euw1/tft/league/v1/challenger', { verb: 'POST' })).toMatchObject(
    error(405, 'Method Not Allowed'),
  );
});

test('the host can be named by the Host header, as with the real API', async () => {
  const byPath = await under.ask('kr/tft/league/v1/challenger');
  for (const host of ['kr.api.riotgames.com', 'kr.localhost:4100'])
    expect((await under.ask('/tft/league/v1/challenger', { host, key: under.edge.keys.tft })).text).toBe(
      byPath.text,
    );
  expect(await under.ask('/practice/seen', { host: 'kr.localhost', key: under.edge.keys.tft })).toMatchObject(
    error(403, 'Forbidden'),
  );
});

test('bodies are JSON, of the length that they say', async () => {
  const { headers, text } = await under.ask(`europe/riot/account/v1/accounts/by-riot-id/${NAME(0)}`);

  expect(headers['content-type']).toBe('application/json;charset=utf-8');
  expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
  expect(headers['content-encoding']).toBeUndefined();
});

test('the same seed gives the same bytes after a restart, another seed other players', async () => {
  const again = await startEdgeUnderTest();
  const other = await startEdgeUnderTest({ seed: 8 });
  try {
    const puuid = await puuidOf(0);
    for (const path of [
      'euw1/tft/league/v1/challenger',
      'euw1/tft/league/v1/entries/DIAMOND/I',
      `europe/${IDS.tft}/${puuid}/ids`,
      'europe/tft/match/v1/matches/EUW1_20003',
      'europe/lol/match/v5/matches/EUW1_20003/timeline',
    ])
      expect((await again.ask(path)).text).toBe((await under.ask(path)).text);
    expect((await other.ask(`europe/${IDS.tft}/${puuid}/ids`)).status).toBe(400);
  } finally {
    await again.stop();
    await other.stop();
  }
});

test('nothing of the truth comes out through a Riot route', async () => {
  expect(await under.sideDoor('GET', '/practice/truth/tft')).toMatchObject({ body: { SECRET } });
  for (const host of ['euw1', 'europe'])
    for (const path of [
      'practice/truth/tft',
      'practice/../practice/truth/tft',
      '/practice/truth/tft',
      '%70ractice/truth/tft',
      'tft/match/v1/matches/..%2F..%2Fpractice',
      '..%2fpractice/truth/tft',
    ]) {
      const reply = await under.ask(`${host}/${path}`);
      expect(reply.status).toBeGreaterThanOrEqual(400);
      expect(reply.text).not.toContain(SECRET);
    }
});
