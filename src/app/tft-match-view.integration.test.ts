import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, GAME_ENDED_AT, storeGames } from '../../test/support/projector/stored-games.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { TftMatchView } from '#/contract/tft-reference.ts';
import { createTftNames } from '#/domain/tft/static-names.ts';
import { tftSeat } from '#/upstream/fixtures/riot-bodies.ts';
import { seedPatches } from '#/tft/patch.ts';
import { createTftMatchReader } from './tft-match-view.ts';

let postgres: TestDatabase;
let read: ReturnType<typeof createTftMatchReader>;
beforeAll(async () => {
  postgres = await createTestDatabase();
  const { database } = postgres;
  await seedPatches(database);
  const names = createTftNames(
    [
      {
        units: [{ id: 'set_beekeeper', name: 'Beekeeper', icon: null, cost: 5, traits: [], sets: [] }],
        items: [],
        traits: [],
      },
    ],
    {},
  );
  read = createTftMatchReader({ database, names: async () => names });
});
afterAll(() => postgres.drop());

const rank = (puuid: string, takenAt: number, tier: string, points: number) =>
  postgres.database.query(
    `insert into gamekeeper.rank_snapshot (source, puuid, queue, platform, taken_at, tier, division, league_points, wins, losses)
     values ('tft', $1, 'RANKED_TFT', 'euw1', $2, $3, 'I', $4, 0, 0)`,
    [puuid, new Date(takenAt), tier, points],
  );

test('a stored game is told board by board, with the nearest ranks, and without anybody in it', async () => {
  const seats = [8, 2, 1, 3, 4, 5, 6, 7].map((place) => tftSeat(place));
  const bot = tftSeat(9, { puuid: 'BOT', placement: 3 });
  const winner = seats[2]?.puuid ?? '';
  const second = seats[1]?.puuid ?? '';
  await storeGames(postgres.database, [
    { id: 'EUW1_100', body: bodyOf('EUW1_100', { participants: seats.with(3, bot) }) },
  ]);
  await rank(winner, GAME_ENDED_AT - 3_600_000, 'CHALLENGER', 812);
  await rank(winner, GAME_ENDED_AT + 3_600_000, 'MASTER', 1);
  await rank(second, GAME_ENDED_AT - 5_000, 'DIAMOND', 75);

  const found = await read('EUW1_100');
  if (found.type !== 'match') throw new Error(`not a match: ${found.type}`);
  const { match } = found;
  expect(Compile(TftMatchView).Check(match)).toBe(true);
  expect(match).toMatchObject({
    id: 'EUW1_100',
    platform: 'euw1',
    patch: '17.3',
    queue: 1100,
    queueName: 'Ranked',
    endedAt: new Date(GAME_ENDED_AT + 100).toISOString(),
    lengthSeconds: 2_118.25,
  });
  expect(match.boards.map(({ placement }) => placement)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(match.boards.slice(0, 4)).toMatchObject([
    { seat: 2, lp: 812, tier: 'challenger', isBot: false },
    { seat: 1, lp: -25, tier: 'diamond', isBot: false },
    { seat: 3, lp: null, tier: null, isBot: true },
    { seat: 4, lp: null, tier: null, isBot: false },
  ]);
  expect(match.boards[0]?.units).toEqual([
    // What static data says of a cost is believed before the body's rarity.
    { id: 'set_beekeeper', stars: 2, cost: 5, items: ['item_smoker', 'item_veil'] },
    { id: 'set_cooper', stars: 3, cost: 1, items: [] },
  ]);
  expect(match.boards[0]?.traits).toEqual([{ id: 'set_gardener', tier: 1, units: 3 }]);
  const text = JSON.stringify(match);
  expect(text).not.toContain('Invented Name');
  expect(text).not.toContain(winner);
});

test('of a game that is not stored it is told how it stands with it', async () => {
  const { database } = postgres;
  await database.query(
    `insert into gamekeeper.match (source, id, platform, state) values
     ('tft', 'EUW1_1', 'euw1', 'wanted'), ('tft', 'EUW1_2', 'euw1', 'gone'), ('lol', 'EUW1_4', 'euw1', 'stored')`,
  );
  await storeGames(database, [{ id: 'EUW1_3', state: 'quarantined', body: Buffer.from('{}') }]);
  await storeGames(database, [{ id: 'EUW1_5', body: Buffer.from('{"info":1}') }]);
  expect(await read('EUW1_1')).toEqual({ type: 'not-stored', state: 'wanted' });
  expect(await read('EUW1_2')).toEqual({ type: 'not-stored', state: 'gone' });
  expect(await read('EUW1_3')).toEqual({ type: 'not-stored', state: 'quarantined' });
  expect(await read('EUW1_4')).toEqual({ type: 'unknown' });
  expect(await read('EUW1_5')).toEqual({ type: 'not-stored', state: 'quarantined' });
});
