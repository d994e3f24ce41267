import { request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { BEGIN, startEdgeUnderTest, type EdgeUnderTestOptions } from './edge-under-test.ts';

const CHALLENGER = 'euw1/tft/league/v1/challenger';

async function start(options: EdgeUnderTestOptions = {}) {
  const under = await startEdgeUnderTest(options);
  onTestFinished(() => under.stop());
  return under;
}

test('what was seen is told per key, host and method, and can be forgotten', async () => {
  const under = await start({ profile: { application: '3:10', method: '10:10' } });
  await Promise.all(Array.from({ length: 4 }, () => under.ask(CHALLENGER)));
  await under.ask('kr/tft/league/v1/challenger');
  await under.ask('euw1/lol/status/v4/platform-data');
  await under.ask('euw1/nothing');
  await under.ask(CHALLENGER, { key: null });

  const { body } = await under.sideDoor('GET', '/practice/seen');
  const { rows, ...rest } = body as { rows: unknown[] };
  expect(rows).toHaveLength(3);
  expect(rows).toContainEqual({
    key: 'tft',
    host: 'euw1',
    method: 'tft-league-v1.getChallengerLeague',
    calls: 4,
    statuses: { 200: 3, 429: 1 },
    limited: { application: 1 },
    worst: { of: 'application', limit: 3, seconds: 10, count: 4 },
    inFlight: 0,
  });
  expect(rest).toEqual({
    totals: { calls: 6, statuses: { 200: 5, 429: 1 }, limited: { application: 1 } },
    turnedAway: { 401: 1, 403: 1 },
    bugs: [],
  });

  expect((await under.sideDoor('POST', '/practice/seen/reset')).status).toBe(204);
  expect((await under.sideDoor('GET', '/practice/seen')).body).toMatchObject({
    rows: [],
    totals: { calls: 0 },
  });
});

test('the fullest window is the one nearest to its limit, not the one with the most calls', async () => {
  const under = await start({ profile: { application: '100:10', method: '4:10' } });
  for (const tier of ['master', 'master', 'master', 'grandmaster', 'grandmaster', 'challenger', 'challenger'])
    await under.ask(`euw1/tft/league/v1/${tier}`);

  const { body } = await under.sideDoor('GET', '/practice/seen');
  const { rows } = body as { rows: { method: string; worst: unknown }[] };
  const worst = rows.find(({ method }) => method === 'tft-league-v1.getChallengerLeague')?.worst;
  expect(worst).toEqual({ of: 'method', limit: 4, seconds: 10, count: 2 });
});

test('how often each match’s body was served is told when asked', async () => {
  const under = await start();
  for (const path of [
    'tft/match/v1/matches/EUW1_1',
    'tft/match/v1/matches/EUW1_1',
    'tft/match/v1/matches/EUW1_2',
    'lol/match/v5/matches/EUW1_1/timeline',
    'tft/match/v1/matches/EUW1_9999',
  ])
    await under.ask(`europe/${path}`);

  expect((await under.sideDoor('GET', '/practice/seen')).body).not.toHaveProperty('matches');
  expect((await under.sideDoor('GET', '/practice/seen?matches=1')).body).toMatchObject({
    matches: {
      'tft-match-v1.getMatch': { served: { EUW1_1: 2, EUW1_2: 1 } },
      'match-v5.getTimeline': { served: { EUW1_1: 1 } },
    },
  });
});

test('a stepped clock is told and moved, and the world moves with it', async () => {
  const under = await start();

  expect((await under.sideDoor('GET', '/practice/clock')).body).toEqual({
    mode: 'stepped',
    now: BEGIN,
    at: '2026-11-01T00:00:00.000Z',
  });
  expect(await under.sideDoor('POST', '/practice/clock/advance', { ms: 60_000 })).toMatchObject({
    status: 200,
    body: { now: BEGIN + 60_000 },
  });
  expect(under.clock.now()).toBe(BEGIN + 60_000);
});

test('a clock that runs by itself cannot be moved', async () => {
  const under = await start({ clock: { mode: 'real' } });

  expect(await under.sideDoor('POST', '/practice/clock/advance', { ms: 1 })).toEqual({
    status: 409,
    body: { error: "the world's clock is real; only a stepped one can be moved" },
  });
});

test('faults are told with how often they hit', async () => {
  const under = await start({ faults: { seed: 3, rules: [{ kind: 'bare-429', untilCall: 1 }] } });
  await under.ask(CHALLENGER);
  await under.ask(CHALLENGER);

  expect((await under.sideDoor('GET', '/practice/faults')).body).toMatchObject({
    seed: 3,
    rules: [{ rule: { kind: 'bare-429', untilCall: 1 }, calls: 2, hits: 1 }],
    kinds: expect.arrayContaining(['server-error', 'html-body']) as unknown,
  });
});

test('keys are told by name, never as they are', async () => {
  const under = await start();
  const { body } = await under.sideDoor('GET', '/practice/keys');

  expect(body).toMatchObject([
    { name: 'tft', games: ['tft'] },
    { name: 'lol', games: ['lol'] },
  ]);
  expect(JSON.stringify(body)).not.toContain('RGAPI');
});

test.each([
  ['PUT', '/practice/faults', { rules: [{ kind: 'meteor' }] }, 400, /kind: expected one of/],
  ['PUT', '/practice/faults', {}, 400, /rules/],
  ['PUT', '/practice/faults', [], 400, /body/],
  ['POST', '/practice/clock/advance', { ms: -1 }, 400, /body\/ms/],
  ['POST', '/practice/clock/advance', { minutes: 1 }, 400, /ms/],
  ['PUT', '/practice/keys', { key: 'abc' }, 400, /body\/key/],
  [
    'PUT',
    '/practice/keys',
    { key: 'RGAPI-00000000-0000-4000-8000-0000000000aa', profile: 'golden' },
    400,
    /body\/profile/,
  ],
  [
    'PUT',
    '/practice/keys',
    { key: 'RGAPI-00000000-0000-4000-8000-0000000000aa', profile: { application: '0:0' } },
    400,
    /expected calls:seconds/,
  ],
  [
    'PUT',
    '/practice/keys',
    { key: 'RGAPI-00000000-0000-4000-8000-0000000000aa', name: 'tft' },
    400,
    /already a key named "tft"/,
  ],
  ['GET', '/practice/truth/chess', undefined, 404, /no truth/],
  ['GET', '/practice/nothing', undefined, 404, /there are .*\/practice\/seen/],
  ['GET', '/practice/clock/advance', undefined, 405, /it takes POST/],
] as const)('%s %s with %j is refused with %i', async (verb, path, body, status, reason) => {
  const under = await start();
  const refusal = await under.sideDoor(verb, path, body);

  expect(refusal.status).toBe(status);
  expect((refusal.body as { error: string }).error).toMatch(reason);
});

test('a body that is not JSON, or not said to be, is refused', async () => {
  const under = await start();
  const send = async (type: string, body: string) => {
    const reply = await request(`${under.edge.url}/practice/faults`, {
      method: 'PUT',
      body,
      headers: { 'content-type': type },
    });
    return [reply.statusCode, await reply.body.json()];
  };

  expect(await send('text/plain', '{"rules":[]}')).toEqual([
    415,
    { error: expect.stringContaining('application/json') as unknown },
  ]);
  expect(await send('application/json', '{"rules":')).toEqual([
    400,
    { error: expect.stringContaining('not JSON') as unknown },
  ]);
  expect(await send('application/json', `"${'x'.repeat(1_000_001)}"`)).toEqual([
    413,
    { error: expect.stringContaining('larger') as unknown },
  ]);
});

test('the side door opens to loopback names only', async () => {
  const under = await start();
  const { statusCode, body } = await request(`${under.edge.url}/practice/seen`, {
    headers: { host: 'evil.example:80' },
  });

  expect([statusCode, await body.json()]).toEqual([
    403,
    { error: 'Host is "evil.example:80"; expected a loopback name' },
  ]);
});

test('static data is served without a key', async () => {
  const under = await start();

  expect((await under.ask('ddragon/api/versions.json', { key: null })).text).toBe('["0.1.1"]');
  expect((await under.ask('ddragon/api/nothing.json', { key: null })).status).toBe(404);
});

test('a mistake of the practice world itself is a 500, and is told', async () => {
  const told: string[] = [];
  const lolMatch = (): never => {
    throw new Error('no such champion');
  };
  const under = await start({ content: { lolMatch }, onFailure: (report) => void told.push(report) });
  const path = 'europe/lol/match/v5/matches/EUW1_1';

  expect(await under.ask(path)).toMatchObject({ status: 500 });
  await under.setFaults({ kind: 'delay-after-counting', minMs: 1, maxMs: 1 });
  await expect(under.ask(path)).rejects.toThrow(/other side closed|reset|hang up/);
  const { body } = await under.sideDoor('GET', '/practice/seen');
  expect((body as { bugs: string[] }).bugs).toEqual(told);
  expect(told).toEqual([
    expect.stringContaining('no such champion'),
    expect.stringContaining('no such champion'),
  ]);
});

test('a port that is taken is a clear error', async () => {
  const under = await start();
  await expect(start({ port: Number(new URL(under.edge.url).port) })).rejects.toThrow(/EADDRINUSE/);
});
