import { expect, onTestFinished, test } from 'vitest';
import { startEdgeUnderTest, type EdgeUnderTestOptions, type Reply } from './edge-under-test.ts';

async function start(options: EdgeUnderTestOptions) {
  const under = await startEdgeUnderTest(options);
  onTestFinished(() => under.stop());
  return under;
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

const CHALLENGER = 'euw1/tft/league/v1/challenger';

test.each([
  ['personal', CHALLENGER, '20:1,100:120', '30:10,500:600'],
  ['production', CHALLENGER, '500:10,30000:600', '30:10,500:600'],
  ['personal', 'europe/tft/match/v1/matches/EUW1_1', '20:1,100:120', '250:10'],
  ['personal', 'euw1/tft/league/v1/entries/GOLD/I', '20:1,100:120', '250:10'],
  ['personal', 'europe/lol/match/v5/matches/EUW1_1', '20:1,100:120', '2000:10'],
  ['personal', 'europe/lol/match/v5/matches/EUW1_1/timeline', '20:1,100:120', '2000:10'],
  ['personal', 'europe/riot/account/v1/accounts/by-riot-id/a/b', '20:1,100:120', '20000:10,1200000:600'],
] as const)('a %s key calling %s is told its limits', async (profile, path, application, method) => {
  const under = await start({ profile });

  expect(limitsOf(await under.ask(path))).toMatchObject({
    application,
    method,
    type: undefined,
    retryAfter: undefined,
  });
});

test('counts include the call itself and those refused; windows open with the first call after the last has ended', async () => {
  const under = await start({ profile: { application: '3:1,5:120', method: '100:10' } });
  const ask = async () => limitsOf(await under.ask(CHALLENGER));

  expect(await ask()).toMatchObject({ applicationCount: '1:1,1:120', methodCount: '1:10' });
  under.clock.advance(400);
  await ask();
  expect(await ask()).toMatchObject({ applicationCount: '3:1,3:120', type: undefined });
  // 600 ms of the second are left: rounded up.
  expect(await ask()).toMatchObject({ applicationCount: '4:1,4:120', type: 'application', retryAfter: '1' });
  under.clock.advance(599);
  expect(await ask()).toMatchObject({ applicationCount: '5:1,5:120', type: 'application', retryAfter: '1' });
  under.clock.advance(1);
  // A new second; but the long window is overfull, and 119 of its seconds are left.
  expect(await ask()).toMatchObject({
    applicationCount: '1:1,6:120',
    type: 'application',
    retryAfter: '119',
  });
  under.clock.advance(119_000);
  expect(await ask()).toMatchObject({ applicationCount: '1:1,1:120', type: undefined });
});

test('a 429 has Riot’s body, and the call is not answered', async () => {
  const under = await start({ profile: { application: '1:1', method: '9:9' } });
  await under.ask(CHALLENGER);
  const { status, text } = await under.ask(CHALLENGER);

  expect(status).toBe(429);
  expect(JSON.parse(text)).toEqual({ status: { message: 'Rate limit exceeded', status_code: 429 } });
});

test('an overfull method is named as such, and only that method is refused', async () => {
  const under = await start({ profile: { application: '100:10', method: '2:10' } });
  await under.ask(CHALLENGER);
  await under.ask(CHALLENGER);

  expect(limitsOf(await under.ask(CHALLENGER))).toEqual({
    application: '100:10',
    applicationCount: '3:10',
    method: '2:10',
    methodCount: '3:10',
    type: 'method',
    retryAfter: '10',
  });
  expect((await under.ask('euw1/tft/league/v1/master')).status).toBe(200);
  expect((await under.ask('kr/tft/league/v1/challenger')).status).toBe(200);
});

test('each key and each host has counters of its own', async () => {
  const under = await start({ profile: { application: '1:10', method: '9:10' } });
  const statuses = [];
  for (const path of [
    CHALLENGER,
    CHALLENGER,
    'kr/tft/league/v1/challenger',
    'euw1/lol/status/v4/platform-data',
  ])
    statuses.push((await under.ask(path)).status);

  expect(statuses).toEqual([200, 429, 200, 200]);
});

test('a call for nonsense is counted, one without a good key or path is not', async () => {
  const under = await start({ profile: 'personal' });
  await under.ask('euw1/tft/league/v1/entries/DIAMOND/IX');
  await under.ask('europe/tft/match/v1/matches/EUW1_999999');
  const { headers } = await under.ask('euw1/nothing/at/all');
  await under.ask('euw1/tft/league/v1/master', { key: null });

  expect(headers).not.toHaveProperty('x-app-rate-limit');
  expect(limitsOf(await under.ask(CHALLENGER)).applicationCount).toBe('2:1,2:120');
});

test('on a clock that runs by itself the windows are on the machine’s own, however fast the world is', async () => {
  const under = await start({
    profile: { application: '1:3600', method: '9:10' },
    clock: { mode: 'accelerated', speed: 1_000_000 },
  });
  const begun = under.clock.now();
  await under.ask(CHALLENGER);
  while (under.clock.now() - begun < 7_200_000) await under.ask('kr/tft/league/v1/challenger');

  expect((await under.ask(CHALLENGER)).status).toBe(429);
});

test('limits can be changed while it runs, and counts go on', async () => {
  const under = await start({ profile: 'personal' });
  await under.ask(CHALLENGER);
  const key = under.edge.keys.tft;
  await under.sideDoor('PUT', '/practice/keys', {
    key,
    profile: { application: '7:1,9:120', method: '4:10' },
  });

  expect(limitsOf(await under.ask(CHALLENGER))).toMatchObject({
    application: '7:1,9:120',
    applicationCount: '2:1,2:120',
    method: '4:10',
    methodCount: '2:10',
  });
});

test('without limits the headers are still there to learn from', async () => {
  const under = await start({ profile: 'unlimited' });

  expect(limitsOf(await under.ask(CHALLENGER))).toMatchObject({
    application: expect.stringMatching(/^\d{7,}:1,/) as unknown,
    applicationCount: '1:1,1:120',
  });
});
