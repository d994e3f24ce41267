import { useTestDatabase } from '../../test/support/test-database.ts';
import { until } from '../../test/support/until.ts';
import { forgetPlayer, holdFollowed } from './forget.ts';
import { addToHistory } from './progress.ts';
import { trackPlayer } from './tracked-rows.ts';
import { beforeEach, expect, test } from 'vitest';

const db = useTestDatabase();
beforeEach(async () => {
  await db.database.query(
    'truncate gamekeeper.match, gamekeeper.timeline, gamekeeper.player_match, gamekeeper.tracked_player, gamekeeper.account cascade',
  );
  await trackPlayer(db.database, player('ana'));
  await trackPlayer(db.database, player('bo'));
});

const player = (puuid: string) => ({
  puuid,
  keyId: 'key',
  platform: 'euw1',
  gameName: puuid,
  tagLine: 'EUW',
  timeZone: null,
});
const addGames = (puuid: string, ...ids: string[]) =>
  addToHistory(db.database, 'lol', { puuid, ids, collection: null });
const addMatch = (id: string, state: string, claimedUntil: Date | null = null) =>
  db.database.query(
    `insert into gamekeeper.match (source, id, platform, state, claimed_until) values ('lol', $1, 'euw1', $2, $3)`,
    [id, state, claimedUntil],
  );
const idsOf = async (): Promise<string[]> => {
  const rows = await db.database.query<{ id: string }>('select id from gamekeeper.match order by id');
  return rows.map(({ id }) => id);
};

test('what only the person wanted is wanted no more; what is stored, others want, or is on its way stays', async () => {
  await addMatch('EUW1_1', 'wanted');
  await addMatch('EUW1_2', 'stored');
  await addMatch('EUW1_3', 'wanted');
  await addMatch('EUW1_4', 'wanted', new Date('9999-01-01'));
  await addMatch('EUW1_5', 'wanted');
  await addGames('ana', 'EUW1_1', 'EUW1_2', 'EUW1_3', 'EUW1_4');
  await addGames('bo', 'EUW1_3', 'EUW1_5');

  const forgotten = await db.database.transaction((tx) => forgetPlayer(tx, 'ana'));
  expect(forgotten).toMatchObject({ games: 4, tracked: 1, accounts: 0 });
  expect(await idsOf()).toEqual(['EUW1_2', 'EUW1_3', 'EUW1_4', 'EUW1_5']);
  const left = await db.database.query('select puuid from gamekeeper.player_match order by match_id');
  expect(left).toEqual([{ puuid: 'bo' }, { puuid: 'bo' }]);
});

test('who is about to add something is waited for, and it goes too; who comes later finds nobody', async () => {
  const mayCommit = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const adding = db.database.transaction(async (tx) => {
    expect(await holdFollowed(tx, ['ana', 'bo', 'nobody'])).toBe(2);
    isHeld.resolve();
    await mayCommit.promise;
    await addToHistory(tx, 'lol', { puuid: 'ana', ids: ['EUW1_9'], collection: null });
  });
  await isHeld.promise;
  const forgetting = db.database.transaction((tx) => forgetPlayer(tx, 'ana'));
  await until('the forgetting waits', 10_000, async () => {
    const [row] = await db.database.query<{ waits: number }>(
      `select count(*)::int as waits from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return row?.waits === 1;
  });
  mayCommit.resolve();
  await adding;
  expect(await forgetting).toMatchObject({ games: 1 });
  const left = await db.database.query('select from gamekeeper.player_match');
  expect(left).toEqual([]);
  expect(await db.database.transaction((tx) => holdFollowed(tx, ['ana']))).toBe(0);
});
