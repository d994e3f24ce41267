/** Riot as a client meets it: who is turned away, what is counted, which ladders, lists and bodies come, and what goes wrong on purpose. */
import { expect, test } from 'vitest';
import { startForTest, type Reply } from '../practice-for-tests.ts';
import { parseStartOptions } from './start-options.ts';

const CHALLENGER = 'euw1/tft/league/v1/challenger';
const MASTER = 'euw1/tft/league/v1/master';
const MINE = 'RGAPI-00000000-0000-4000-8000-0000000000aa';

interface Ladder {
  readonly entries: readonly { readonly puuid: string }[];
}

function limitsOf({ headers }: Reply) {
  return {
    application: headers['x-app-rate-limit'],
    applicationCount: headers['x-app-rate-limit-count'],
    method: headers['x-method-rate-limit'],
    methodCount: headers['x-method-rate-limit-count'],
    type: headers['x-rate-limit-type'],
    retryAfter: headers['retry-after'],
  };
}

function messageOf({ status, text }: Reply): unknown {
  return [status, (JSON.parse(text) as { status: { message: string } }).status.message];
}

const idsPath = (region: string, puuid = '', game: 'tft' | 'lol' = 'tft'): string =>
  `${region}/${game === 'tft' ? 'tft/match/v1' : 'lol/match/v5'}/matches/by-puuid/${puuid}/ids`;

test('shows the limits of the key and of the method in headers', async () => {
  const practice = await startForTest({ profile: 'personal' });
  const { tft, lol } = practice.running.keys;
  for (const [key, path, method] of [
    [tft, CHALLENGER, '30:10,500:600'],
    [tft, 'europe/tft/match/v1/matches/EUW1_1', '250:10'],
    [lol, 'europe/lol/match/v5/matches/EUW1_1', '2000:10'],
    [lol, 'europe/riot/account/v1/accounts/by-riot-id/a/b', '20000:10,1200000:600'],
  ] as const)
    expect(limitsOf(await practice.ask(path, { key }))).toMatchObject({
      application: '20:1,100:120',
      method,
      type: undefined,
    });
});

test('names an overfull method and refuses that method on that host and key alone, until its window ends', async () => {
  const practice = await startForTest({ profile: { application: '100:10', method: '2:10' } });
  await practice.ask(CHALLENGER);
  await practice.ask(CHALLENGER);
  const refused = await practice.ask(CHALLENGER);

  expect(messageOf(refused)).toEqual([429, 'Rate limit exceeded']);
  expect(limitsOf(refused)).toEqual({
    application: '100:10',
    applicationCount: '3:10',
    method: '2:10',
    methodCount: '3:10',
    type: 'method',
    retryAfter: '10',
  });
  for (const other of [MASTER, 'kr/tft/league/v1/challenger', 'euw1/lol/status/v4/platform-data'])
    expect((await practice.ask(other)).status).toBe(200);
  await practice.advance(9999);
  expect(limitsOf(await practice.ask(CHALLENGER))).toMatchObject({ methodCount: '4:10', retryAfter: '1' });
  await practice.advance(1);
  expect((await practice.ask(CHALLENGER)).status).toBe(200);
});

test('a call for nonsense is counted, one without a good key or path is not', async () => {
  const practice = await startForTest({ profile: 'personal' });
  await practice.ask('euw1/tft/league/v1/entries/DIAMOND/IX');
  await practice.ask('europe/tft/match/v1/matches/EUW1_999999');
  const { headers } = await practice.ask('euw1/nothing/at/all');
  await practice.ask(MASTER, { key: null });

  expect(headers).not.toHaveProperty('x-app-rate-limit');
  expect(limitsOf(await practice.ask(CHALLENGER)).applicationCount).toBe('2:1,2:120');
});

test('a key can be registered, limited anew, expire and be renewed; another game’s endpoints are forbidden to it', async () => {
  const practice = await startForTest({ profile: 'personal' });
  const { keys } = practice.running;
  const put = (change: object) => practice.sideDoor('PUT', '/keys', { key: MINE, ...change });
  const ask = (key: string | null) => practice.ask(CHALLENGER, { key });

  expect(messageOf(await ask(null))).toEqual([401, 'Unauthorized']);
  expect(messageOf(await ask(MINE))).toEqual([401, 'Unknown apikey']);
  expect(messageOf(await ask(keys.lol))).toEqual([403, 'Forbidden']);
  expect(await put({ name: 'mine', profile: 'production' })).toMatchObject({ name: 'mine' });
  expect(limitsOf(await ask(MINE))).toMatchObject({ application: '500:10,30000:600' });
  await put({ profile: { application: '7:10,9:600', method: '4:10' } });
  expect(limitsOf(await ask(MINE))).toMatchObject({
    application: '7:10,9:600',
    applicationCount: '2:10,2:600',
  });
  await put({ expired: true });
  expect(messageOf(await ask(MINE))).toEqual([403, 'Forbidden']);
  await put({ expired: false });
  expect((await ask(MINE)).status).toBe(200);
});

test('a puuid works with the key that was given it, and with no other', async () => {
  const practice = await startForTest({ keys: [{ key: MINE, name: 'mine' }] });
  const list = await practice.read<Ladder>(CHALLENGER, { key: MINE });
  const puuid = list.entries[0]?.puuid ?? '';
  const [id = ''] = await practice.read<string[]>(idsPath('europe', puuid), { key: MINE });
  const match = `europe/tft/match/v1/matches/${id}`;

  expect(puuid).toMatch(/^[\w-]{78}$/);
  expect(messageOf(await practice.ask(idsPath('europe', puuid)))).toEqual([
    400,
    `Bad Request - Exception decrypting ${puuid}`,
  ]);
  expect(messageOf(await practice.ask(idsPath('europe', 'BOT')))).toEqual([
    400,
    'Bad request - PUUID was not in UUID format',
  ]);
  expect((await practice.ask(match, { key: MINE })).text).toContain(puuid);
  expect((await practice.ask(match)).text).not.toContain(puuid);
});

test('ladders have the form of 2026 and come in pages of 205; an empty one has neither id nor name', async () => {
  const practice = await startForTest({ playerCount: 23_000 });
  const page = (number: number) =>
    practice.read<{ puuid: string }[]>(`euw1/tft/league/v1/entries/PLATINUM/III?page=${number}`);
  const [first, second] = [await page(1), await page(2)];

  expect(await practice.read(CHALLENGER)).toMatchObject({
    tier: 'CHALLENGER',
    queue: 'RANKED_TFT',
    leagueId: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as unknown,
  });
  expect(first).toHaveLength(205);
  expect(Object.keys(first[0] ?? {})).toEqual(
    'puuid leagueId queueType tier leaguePoints rank wins losses veteran inactive freshBlood hotStreak'.split(
      ' ',
    ),
  );
  expect(new Set([...first, ...second].map(({ puuid }) => puuid)).size).toBe(205 + second.length);
  for (const empty of [`${CHALLENGER}?queue=RANKED_TFT_DOUBLE_UP`, 'me1/tft/league/v1/challenger'])
    expect((await practice.ask(empty)).text).toBe('{"tier":"CHALLENGER","entries":[]}');
});

test('the same seed gives every answer again byte for byte, another seed another world', async () => {
  const crawl = async (seed: number): Promise<string[]> => {
    const practice = await startForTest({ seed });
    const { keys, url } = practice.running;
    const seen: string[] = [];
    const look = async (path: string): Promise<unknown> => {
      const { text } = await practice.ask(path);
      seen.push(text);
      return JSON.parse(text);
    };
    for (const [game, ladder] of [
      ['tft', 'tft/league/v1/entries/GOLD/II'],
      ['lol', 'lol/league/v4/entries/RANKED_SOLO_5x5/GOLD/II'],
    ] as const) {
      const [first] = (await look(`euw1/${ladder}`)) as Ladder['entries'];
      const [newest] = (await look(idsPath('europe', first?.puuid, game))) as string[];
      const match = `europe/${game === 'tft' ? 'tft/match/v1' : 'lol/match/v5'}/matches/${newest}`;
      await look(match);
      expect(seen.at(-1)).toContain(first?.puuid);
      if (game === 'lol') await look(`${match}/timeline`);
    }
    const headers = { 'x-apisports-key': keys.football };
    for (const path of [
      '/football/fixtures?live=all',
      '/clips/api/search?q=(goal)',
      '/ddragon/api/versions.json',
    ])
      // Its addresses are whole; the port is another one each time.
      seen.push((await (await practice.fetchFrom(path, { headers })).text()).replaceAll(url, ''));
    return seen;
  };
  const first = await crawl(7);
  expect(await crawl(7)).toEqual(first);
  expect(await crawl(8)).not.toEqual(first);
});

test('a player is found by name, ranked at home, and listed by the own region, newest first', async () => {
  const practice = await startForTest();
  const key = practice.running.keys.lol;
  const ladder = 'euw1/lol/league/v4/challengerleagues/by-queue/RANKED_SOLO_5x5';
  const [best] = (await practice.read<Ladder>(ladder, { key })).entries;
  const { gameName, tagLine } = await practice.read<{ gameName: string; tagLine: string }>(
    `asia/riot/account/v1/accounts/by-puuid/${best?.puuid}`,
    { key },
  );
  const name = `${encodeURIComponent(gameName)}/${encodeURIComponent(tagLine)}`;
  const { puuid } = await practice.read<{ puuid: string }>(
    `asia/riot/account/v1/accounts/by-riot-id/${name}`,
    { key },
  );
  const ids = await practice.read<string[]>(`${idsPath('europe', puuid, 'lol')}?count=100`);

  expect(puuid).toBe(best?.puuid);
  expect(
    await practice.read(`asia/riot/account/v1/region/by-game/lol/by-puuid/${puuid}`, { key }),
  ).toMatchObject({ region: 'euw1' });
  expect(ids).toEqual(ids.toSorted((one, other) => Number(other.slice(5)) - Number(one.slice(5))));
  expect(await practice.read(`${idsPath('europe', puuid, 'lol')}?start=3&count=4`)).toEqual(ids.slice(3, 7));
  expect(await practice.read(idsPath('asia', puuid, 'lol'))).toEqual([]);
  expect((await practice.ask(`${idsPath('europe', puuid, 'lol')}?count=101`)).status).toBe(400);
  const body = `europe/lol/match/v5/matches/${ids[0]}`;
  expect((await practice.ask(`${body}/timeline`)).text).toContain(puuid);
  await practice.advance(366 * 86_400_000);
  expect([(await practice.ask(body)).status, (await practice.ask(`${body}/timeline`)).status]).toEqual([
    200, 404,
  ]);
});

test('answers calls for nonsense as Riot does', async () => {
  const practice = await startForTest({ playerCount: 20 });
  for (const [status, path] of [
    [404, 'europe/tft/league/v1/challenger'],
    [404, 'sea/riot/account/v1/accounts/by-riot-id/a/b'],
    [404, 'euw1/tft/match/v1/matches/EUW1_1'],
    [404, 'oce/tft/league/v1/challenger'],
    [404, 'europe/tft/match/v1/matches/TR1_20003'],
    [403, 'euw1/lol/summoner/v4/summoners/by-name/x'],
    [403, 'europe/practice/seen'],
    [403, 'europe/practice/../practice/seen'],
    [403, 'euw1/%70ractice/seen'],
    [400, 'euw1/tft/league/v1/entries/DIAMOND/V'],
    [400, 'euw1/tft/league/v1/entries/DIAMOND/I?page=0'],
    [400, 'euw1/tft/league/v1/challenger?queue=RANKED_SOLO_5x5'],
    [400, 'europe/lol/match/v5/matches/EUW1_x/timeline'],
    [400, 'europe/riot/account/v1/accounts/by-riot-id/%E4%A/b'],
    [405, MASTER],
  ] as const) {
    const reply = await practice.ask(path, { verb: status === 405 ? 'POST' : 'GET' });
    expect([path, reply.status, JSON.parse(reply.text)]).toMatchObject([
      path,
      status,
      { status: { status_code: status } },
    ]);
  }
});

test('the host can be named by the Host header; the side door is open to loopback names and JSON alone', async () => {
  const practice = await startForTest();
  const byHost = (host: string, path: string) => practice.ask(path, { host, key: practice.running.keys.tft });

  expect((await byHost('kr.api.riotgames.com', 'tft/league/v1/challenger')).text).toBe(
    (await practice.ask('kr/tft/league/v1/challenger')).text,
  );
  expect((await byHost('kr.localhost', 'practice/seen')).status).toBe(403);
  expect((await byHost('example.org', 'practice/seen')).status).toBe(403);
  const asText = await practice.fetchFrom('/practice/faults', { method: 'PUT', body: '{"rules":[]}' });
  expect(asText.status).toBe(415);
  expect(await practice.setFaults({ kind: 'meteor' })).toHaveProperty('error');
  expect(await practice.setFaults({ kind: 'delay-after-counting' })).toHaveProperty('error');
});

test('faults replace answers and headers as they say', async () => {
  const practice = await startForTest();
  const list = await practice.read<Ladder>(CHALLENGER);
  const ids = idsPath('europe', list.entries[0]?.puuid);
  const [id = ''] = await practice.read<string[]>(ids);
  const match = `europe/tft/match/v1/matches/${id}`;
  const withFault = async (rule: object, path = CHALLENGER): Promise<Reply> => {
    await practice.setFaults(rule);
    return practice.ask(path);
  };

  expect(limitsOf(await withFault({ kind: 'bare-429' }))).toMatchObject({
    type: undefined,
    retryAfter: undefined,
  });
  for (const status of [503, 520]) {
    const failed = await withFault({ kind: 'server-error', statuses: [status] });
    // What the content network answers knows nothing of counts.
    expect([failed.status, 'x-app-rate-limit' in failed.headers]).toEqual([status, status < 520]);
  }
  expect(limitsOf(await withFault({ kind: 'missing-headers' })).application).toBeUndefined();
  expect(limitsOf(await withFault({ kind: 'garbage-headers' })).application).not.toBe(
    '1000000:1,120000000:120',
  );
  expect((await withFault({ kind: 'missing-match' }, match)).status).toBe(404);
  // A call whose connection is cut is counted, too.
  await practice.sideDoor('POST', '/seen/reset');
  await practice.setFaults({ kind: 'cut-connection' });
  await expect(practice.ask(CHALLENGER)).rejects.toThrow(/other side closed|reset|hang up/);
  expect(await practice.sideDoor('GET', '/seen')).toMatchObject({
    rows: [{ calls: 1, inFlight: 0, statuses: { cut: 1 } }],
  });
  await practice.setFaults();
  await practice.ask(match);
  expect(await practice.sideDoor('GET', '/seen?matches=1')).toMatchObject({
    bugs: [],
    matches: { 'tft-match-v1.getMatch': { served: { [id]: 1 } } },
  });
});

test('options of the command line become settings, and wrong ones are refused', () => {
  const football = '{"inPlay":40,"otherQuirks":"none","plan":"free"}';
  const args = [
    '--port=41',
    '--clock=accelerated:60@2026-11-01T00:00:00Z',
    '--ffmpeg=none',
    `--football=${football}`,
  ];
  expect(parseStartOptions([...args, '--faults=[{"kind":"bare-429"}]'])).toEqual({
    port: 41,
    seed: 7,
    profile: 'personal',
    clock: { mode: 'accelerated', speed: 60, startAt: Date.UTC(2026, 10, 1) },
    ffmpeg: null,
    football: JSON.parse(football) as unknown,
    faults: { rules: [{ kind: 'bare-429' }] },
  });
  for (const wrong of [
    '--port=x',
    '--seed=-1',
    '--profile=fast',
    '--clock=slow',
    '--faults={}',
    '--football=[1]',
  ])
    expect(() => parseStartOptions([wrong])).toThrow(wrong.slice(2, wrong.indexOf('=')));
});
