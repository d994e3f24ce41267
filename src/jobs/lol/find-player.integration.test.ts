/** Finding players by their Riot ID, against the practice world and a real PostgreSQL. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLolBench, type LolBench, type PracticePlayer } from '../../../test/support/lol-bench.ts';
import { findByRiotId } from './find-player.ts';

let bench: LolBench;
let ana: PracticePlayer;
let ben: PracticePlayer;
beforeAll(async () => {
  bench = await createLolBench();
  const [first, second] = await bench.players('kr', 2);
  if (first === undefined || second === undefined) throw new Error('nobody plays in Korea');
  [ana, ben] = [first, second];
});
beforeEach(async () => {
  await bench.database.query('truncate gamekeeper.player, gamekeeper.riot_id');
  await bench.ask('/practice/seen/reset', {});
});
afterEach(() => bench.faults());
afterAll(() => bench.drop());

const calls = async (): Promise<number> => (await bench.seen()).totals.calls;
const nameOf = ({ gameName, tagLine }: PracticePlayer) => ({ gameName, tagLine });
const aDayLater = async () => {
  await bench.database.query(`update gamekeeper.riot_id set asked_at = asked_at - interval '25 hours'`);
  await bench.database.query(`update gamekeeper.player set asked_at = asked_at - interval '25 hours'`);
};
/** As if the player had been found by another name before. */
const wasCalled = async (name: string, puuid: string) => {
  await bench.database.query(
    `insert into gamekeeper.riot_id (source, key_id, name, puuid, is_held) values ('lol', $1, $2, $3, true)`,
    [bench.keyId, name, puuid],
  );
};

test('somebody is found with their platform, and asked for again only after a day', async () => {
  const found = await bench.find(ana);
  expect(found).toMatchObject({ type: 'player', player: { ...nameOf(ana), platform: 'kr' } });
  expect(await calls()).toBe(2);

  const typed = { gameName: ` ${ana.gameName.toUpperCase()} `, tagLine: ana.tagLine.toLowerCase() };
  expect(await bench.find(typed)).toEqual(found);
  expect(await calls()).toBe(2);

  await aDayLater();
  expect(await bench.find(ana)).toEqual(found);
  expect(await calls()).toBe(4);
});

test('a name that nobody has is asked for again after an hour', async () => {
  const nobody = { gameName: 'There is nobody', tagLine: 'NONE' };
  expect(await bench.find(nobody)).toEqual({ type: 'notFound' });
  expect(await bench.find(nobody)).toEqual({ type: 'notFound' });
  await bench.database.query(`update gamekeeper.riot_id set asked_at = now() - interval '59 minutes'`);
  expect(await bench.find(nobody)).toEqual({ type: 'notFound' });
  expect(await calls()).toBe(1);

  await bench.database.query(`update gamekeeper.riot_id set asked_at = now() - interval '61 minutes'`);
  expect(await bench.find(nobody)).toEqual({ type: 'notFound' });
  expect(await calls()).toBe(2);
});

test.each([
  { gameName: '..', tagLine: 'EUW' },
  { gameName: 'x'.repeat(65), tagLine: 'EUW' },
  { gameName: 'a\u0000b', tagLine: '   ' },
])('what can be no Riot ID is nobody, and costs no call: %j', async (name) => {
  expect(await bench.find(name)).toEqual({ type: 'notFound' });
  expect(await calls()).toBe(0);
});

test('whoever has given up a name is found by it under the new one', async () => {
  const { puuid } = await bench.meet(ana);
  await wasCalled('oldana#kr1', puuid);
  await aDayLater();

  const found = await bench.find({ gameName: 'Old Ana', tagLine: 'KR1' });

  expect(found).toMatchObject({ type: 'player', player: { puuid, ...nameOf(ana) } });
  // Within a day it is known that nobody has it, and who had it.
  const before = await calls();
  expect(await bench.find({ gameName: 'old ana', tagLine: 'kr1' })).toEqual(found);
  expect(await calls()).toBe(before);
});

test('a name that somebody else has taken is theirs', async () => {
  const { puuid } = await bench.meet(ben);
  await wasCalled(`${ana.gameName}#${ana.tagLine}`.toLowerCase().replaceAll(' ', ''), puuid);
  await aDayLater();

  const found = await bench.meet(ana);

  expect(found.puuid).not.toBe(puuid);
  expect(found).toMatchObject(nameOf(ana));
});

test('while the upstream is ill, what is known is good enough, and the rest is a failure', async () => {
  const known = await bench.find(ana);
  await aDayLater();
  await bench.faults({ kind: 'html-body', share: 1 });

  expect(await bench.find(ana)).toEqual(known);
  expect(await bench.find(ben)).toMatchObject({ type: 'failure', failure: { outcome: 'malformed' } });
});

test('without a key nobody is asked', async () => {
  const { database, riot } = bench;
  const deps = { database, riot, keyId: () => undefined };
  expect(await findByRiotId(deps, ana, { lane: 'person' })).toMatchObject({
    type: 'failure',
    failure: { outcome: 'forbidden', reason: 'noKey' },
  });
  expect(await calls()).toBe(0);
});

test('the host that is asked can be chosen', async () => {
  const { database, riot, keyId } = bench;
  const deps = { database, riot, keyId: () => keyId, accountRegion: async () => 'americas' as const };
  await findByRiotId(deps, { ...ana, platformHint: 'kr' }, { lane: 'person' });
  await findByRiotId(
    { ...deps, accountRegion: undefined },
    { ...ben, platformHint: 'kr' },
    { lane: 'person' },
  );
  expect((await bench.seen()).rows.map(({ host }) => host).toSorted()).toEqual([
    'americas',
    'americas',
    'asia',
    'asia',
  ]);
});
