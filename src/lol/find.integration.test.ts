/** Finding players by their Riot ID, against a fixed upstream and a real PostgreSQL. */
import { createLolBench, type LolBench, type PracticePlayer } from '../../test/support/lol-bench.ts';
import { findByRiotId } from './find.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

let bench: LolBench;
let ana: PracticePlayer;
let ben: PracticePlayer;
beforeAll(async () => {
  bench = await createLolBench();
  const [first, second] = await bench.players('kr', 2);
  if (first === undefined || second === undefined) throw new Error('there are no players in Korea');
  [ana, ben] = [first, second];
});
afterEach(() => bench.clear());
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

test('a player is found with the platform, and asked for again only after a day', async () => {
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

test('a name that no player has is asked for again after an hour', async () => {
  const nobody = { gameName: 'There is nobody', tagLine: 'NONE' };
  const notAfter = async (minutes: number) => {
    await bench.database.query(`update gamekeeper.riot_id set asked_at = now() - make_interval(mins => $1)`, [
      minutes,
    ]);
    expect(await bench.find(nobody)).toEqual({ type: 'notFound' });
    return calls();
  };
  expect([await notAfter(0), await notAfter(0), await notAfter(59), await notAfter(61)]).toEqual([
    1, 1, 1, 2,
  ]);
});

test.each([
  { gameName: '..', tagLine: 'EUW' },
  { gameName: 'x'.repeat(65), tagLine: 'EUW' },
  { gameName: 'a\u0000b', tagLine: '   ' },
])('what can be no Riot ID is not found, and costs no call: %j', async (name) => {
  expect(await bench.find(name)).toEqual({ type: 'notFound' });
  expect(await calls()).toBe(0);
});

test('a former name finds its player under the new one', async () => {
  const { puuid } = await bench.meet(ana);
  await wasCalled('oldana#kr1', puuid);
  await aDayLater();

  const found = await bench.find({ gameName: 'Old Ana', tagLine: 'KR1' });

  expect(found).toMatchObject({ type: 'player', player: { puuid, ...nameOf(ana) } });
  // Within a day it is known that no player has it, and who had it.
  const before = await calls();
  expect(await bench.find({ gameName: 'old ana', tagLine: 'kr1' })).toEqual(found);
  expect(await calls()).toBe(before);
});

test('a former name that another player has taken finds that player', async () => {
  const { puuid } = await bench.meet(ben);
  await wasCalled(`${ana.gameName}#${ana.tagLine}`.toLowerCase().replaceAll(' ', ''), puuid);
  await aDayLater();

  const found = await bench.meet(ana);

  expect(found.puuid).not.toBe(puuid);
  expect(found).toMatchObject(nameOf(ana));
});

test('while the upstream fails, a known player is returned, and an unknown one is a failure', async () => {
  const known = await bench.find(ana);
  await aDayLater();
  await bench.faults({ kind: 'html-body' });

  expect(await bench.find(ana)).toEqual(known);
  expect(await bench.find(ben)).toMatchObject({ type: 'failure', failure: { outcome: 'malformed' } });
});

test('without a key no call is made', async () => {
  const { database, riot } = bench;
  const deps = { database, riot, keyId: () => undefined };
  expect(await findByRiotId(deps, ana, { lane: 'person' })).toMatchObject({
    type: 'failure',
    failure: { outcome: 'forbidden', reason: 'noKey' },
  });
  expect(await calls()).toBe(0);
});

test('the host of account calls is the chosen one, or that of the hint', async () => {
  const { database, riot, keyId } = bench;
  const deps = { database, riot, keyId: () => keyId };
  const hosts = async (wanted: PracticePlayer, chosen: object) => {
    bench.upstream.forget();
    await findByRiotId({ ...deps, ...chosen }, { ...wanted, platformHint: 'kr' }, { lane: 'person' });
    return (await bench.seen()).rows.map(({ host }) => host);
  };
  expect(await hosts(ana, { accountRegion: async () => 'americas' as const })).toEqual([
    'americas',
    'americas',
  ]);
  expect(await hosts(ben, {})).toEqual(['asia', 'asia']);
});
