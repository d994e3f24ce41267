import { expect, onTestFinished, test } from 'vitest';
import { startEdgeUnderTest, type EdgeUnderTestOptions } from './edge-under-test.ts';

const CHALLENGER = 'euw1/tft/league/v1/challenger';
const MINE = 'RGAPI-00000000-0000-4000-8000-0000000000aa';

async function start(options: EdgeUnderTestOptions = {}) {
  const under = await startEdgeUnderTest(options);
  onTestFinished(() => under.stop());
  return under;
}

function message(text: string): unknown {
  return (JSON.parse(text) as { status: { message: string } }).status.message;
}

test('without a key, or with one that nobody knows, a call is not authorized', async () => {
  const under = await start();
  const missing = await under.ask(CHALLENGER, { key: null });
  const unknown = await under.ask(CHALLENGER, { key: MINE });

  expect([missing.status, message(missing.text)]).toEqual([401, 'Unauthorized']);
  expect([unknown.status, message(unknown.text)]).toEqual([401, 'Unknown apikey']);
  expect(unknown.headers).not.toHaveProperty('x-app-rate-limit');
});

test('the practice keys have the form of real ones', async () => {
  const { edge } = await start();
  for (const key of Object.values(edge.keys)) expect(key).toMatch(/^RGAPI-[0-9a-f-]{36}$/);
  expect(edge.keys.tft).not.toBe(edge.keys.lol);
});

test('a key is for its own game; accounts are for both', async () => {
  const under = await start();
  const { edge } = under;
  const account = 'europe/riot/account/v1/accounts/by-riot-id/N%C3%A4me%200/T%2FG';

  expect((await under.ask(CHALLENGER, { key: edge.keys.lol })).status).toBe(403);
  expect((await under.ask('europe/lol/match/v5/matches/EUW1_0', { key: edge.keys.tft })).status).toBe(403);
  expect((await under.ask(account, { key: edge.keys.lol })).status).toBe(200);
  expect((await under.ask(account, { key: edge.keys.tft })).status).toBe(200);
});

test('a puuid works with the key that was told it, and with no other', async () => {
  const under = await start({ keys: [{ key: MINE, name: 'mine' }] });
  const list = await under.read(CHALLENGER, { key: MINE });
  const puuid = (list as { entries: { puuid: string }[] }).entries[0]?.puuid ?? '';
  const ids = `europe/tft/match/v1/matches/by-puuid/${puuid}/ids`;

  expect((await under.ask(ids, { key: MINE })).status).toBe(200);
  const stranger = await under.ask(ids);
  expect([stranger.status, message(stranger.text)]).toEqual([
    400,
    `Bad Request - Exception decrypting ${puuid}`,
  ]);
  const nonsense = await under.ask('europe/tft/match/v1/matches/by-puuid/BOT/ids');
  expect([nonsense.status, message(nonsense.text)]).toEqual([
    400,
    'Bad request - PUUID was not in UUID format',
  ]);
  const match = 'europe/tft/match/v1/matches/EUW1_0';
  expect(await under.read(match, { key: MINE })).toMatchObject({ participants: [puuid] });
  expect(await under.read(match)).not.toMatchObject({ participants: [puuid] });
});

test('a key can be registered, expire and be renewed while it runs', async () => {
  const under = await start();
  const put = (change: object) => under.sideDoor('PUT', '/practice/keys', { key: MINE, ...change });
  const answer = async () => {
    const { status, text } = await under.ask(CHALLENGER, { key: MINE });
    return status === 200 ? 200 : [status, message(text)];
  };

  expect(await answer()).toEqual([401, 'Unknown apikey']);
  expect(await put({ name: 'mine', profile: 'production' })).toMatchObject({
    status: 200,
    body: { name: 'mine', profile: 'production' },
  });
  expect(await answer()).toBe(200);
  await put({ expired: true });
  expect(await answer()).toEqual([403, 'Forbidden']);
  await put({ expired: false });
  expect(await answer()).toBe(200);
});
