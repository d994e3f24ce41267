import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../test/support/until.ts';
import { tierCode } from '#/domain/tft/stored-codes.ts';
import { tftSeat } from '#/sources/riot/fixtures/bodies.ts';
import { publishRawAgain } from '#/stores/postgres/raw-pages.ts';
import { readProjectionLag } from '#/stores/postgres/projection.ts';
import { AGREED, ask, lookAtBoth } from '../../test/support/projector/agreement.ts';
import {
  startProjectionUnderTest,
  type ProjectionUnderTest,
} from '../../test/support/projector/projection-under-test.ts';
import {
  bodyOf,
  GAME_ENDED_AT,
  gameIds,
  insertGames,
  storeGames,
} from '../../test/support/projector/stored-games.ts';
import type { Projector } from './projector.ts';
import { verifyProjection } from './verify.ts';
import { readProjection } from '#/stores/postgres/projection.ts';

let stage: ProjectionUnderTest;
let projector: Projector;
beforeAll(async () => {
  stage = await startProjectionUnderTest();
});
afterAll(() => stage.stop());
beforeEach(() => stage.clear());
afterEach(() => projector.stop());

function start(changes: Parameters<ProjectionUnderTest['projector']>[0] = {}): void {
  projector = stage.projector(changes);
  projector.start();
}

async function untilProjected(): Promise<void> {
  await until('everything is projected', 20_000, async () => {
    const { fault, lag, state } = projector.describe();
    if (fault !== null) throw new Error(fault);
    const behind = await readProjectionLag(stage.postgres.database, 'tft', 'tft');
    return state === 'projecting' && lag?.rows === 0 && behind?.rows === 0;
  });
}

const store = (ids: readonly string[]): Promise<void> =>
  storeGames(
    stage.postgres.database,
    ids.map((id) => ({ id })),
  );

test('what is stored is in all tables, by patch, while the projector runs and after it was away', async () => {
  await store(gameIds(1, 60));
  start();
  await untilProjected();
  expect(await lookAtBoth(stage)).toEqual(AGREED);
  await store(gameIds(101, 60));
  await untilProjected();
  await projector.stop();

  await store(gameIds(201, 10));
  start();
  await untilProjected();
  expect(await lookAtBoth(stage)).toEqual(AGREED);
  const patches = await ask(
    stage,
    'select patch, toUInt32(uniqExact(number)) as games from tft_board group by patch order by patch',
  );
  expect(patches).toEqual([
    { patch: '17.3', games: 65 },
    { patch: '17.4', games: 65 },
  ]);
});

test('writers that commit out of order and roll back lose nothing and double nothing', async () => {
  start({ pageSize: 15 });
  let next = 1;
  const writer = async (seed: number): Promise<void> => {
    for (let round = 0; round < 12; round++) {
      const ids = gameIds(next, 8);
      next += 8;
      const undone = (round + seed) % 5 === 0;
      const writing = stage.postgres.database.transaction(async (tx) => {
        for (const id of ids) {
          await insertGames(tx, [{ id }]);
          // Long and short transactions side by side: the later number is often committed first.
          await tx.query('select pg_sleep($1)', [((seed * 7 + round) % 4) * 0.004]);
        }
        if (undone) throw new Error('undone on purpose');
      });
      const end = await writing.then(
        () => 'committed',
        (error: unknown) => String(error),
      );
      expect(end).toBe(undone ? 'Error: undone on purpose' : 'committed');
    }
  };
  await Promise.all([1, 2, 3, 4].map(writer));
  await untilProjected();
  const [{ games } = { games: 0 }] = await stage.postgres.database.query<{ games: number }>(
    'select count(*)::int as games from gamekeeper.match',
  );
  expect(games).toBeGreaterThan(250);
  expect(await lookAtBoth(stage)).toEqual(AGREED);
  await projector.stop();

  const live = await readProjection(stage.postgres.database, 'tft');
  if (live === undefined) throw new Error('nothing was projected');
  const verified = await verifyProjection(stage.parts, live, () => undefined, new AbortController().signal);
  expect(verified).toMatchObject({ games, differences: [], staleRanks: 0, agrees: true });
});

test('a quarantined body is passed by, and comes when it is found good after all', async () => {
  start();
  await storeGames(stage.postgres.database, [
    { id: 'EUW1_1' },
    { id: 'EUW1_2', state: 'quarantined' },
    { id: 'EUW1_3' },
  ]);
  await untilProjected();
  expect(await lookAtBoth(stage)).toEqual(AGREED);
  await stage.postgres.database.transaction(async (tx) => {
    await tx.query(`update gamekeeper.match set state = 'stored' where id = 'EUW1_2'`);
    await publishRawAgain(tx, 'tft', ['EUW1_2']);
  });
  await untilProjected();
  expect(await lookAtBoth(stage)).toEqual(AGREED);
});

test('a body that was replaced takes the place of the old one, and one that was taken back leaves', async () => {
  start();
  await store(['EUW1_1', 'EUW1_2', 'EUW1_3']);
  await untilProjected();
  await stage.postgres.database.transaction(async (tx) => {
    await tx.query(`update gamekeeper.match set state = 'quarantined' where id = 'EUW1_2'`);
    await publishRawAgain(tx, 'tft', ['EUW1_1', 'EUW1_2']);
  });
  await untilProjected();
  expect(await lookAtBoth(stage)).toEqual(AGREED);
  expect(await ask(stage, 'select distinct toUInt32(number) as n from tft_board order by n')).toEqual([
    { n: 1 },
    { n: 3 },
  ]);
});

test('a body that cannot be counted is quarantined with the reason, and stops nobody', async () => {
  start();
  await storeGames(stage.postgres.database, [
    { id: 'EUW1_1', body: Buffer.from('{"metadata":') },
    { id: 'EUW1_2', body: bodyOf('EUW1_99') },
    { id: 'EUW1_3', body: bodyOf('EUW1_3', { participants: [] }) },
    { id: 'EUW1_4' },
    { id: 'EUW1_5', body: bodyOf('EUW1_5', { participants: [tftSeat(1), tftSeat(0)] }) },
  ]);
  await untilProjected();
  const states = await stage.postgres.database.query(
    'select id, state, reason from gamekeeper.match order by id',
  );
  expect(states).toEqual([
    { id: 'EUW1_1', state: 'quarantined', reason: 'the stored body is not JSON' },
    { id: 'EUW1_2', state: 'quarantined', reason: 'the body is that of "EUW1_99"' },
    { id: 'EUW1_3', state: 'stored', reason: null },
    { id: 'EUW1_4', state: 'stored', reason: null },
    {
      id: 'EUW1_5',
      state: 'quarantined',
      reason: 'the board of seat 1 has place 0; expected 1 to 8',
    },
  ]);
  expect(await ask(stage, 'select distinct toUInt32(number) as n from tft_board')).toEqual([{ n: 4 }]);
});

test('the rank is the one as of the match: not a later one, and unknown where there was none', async () => {
  const puuid = (place: number): string => `${String(place).repeat(77)}p`;
  const snapshots: [string, number, string, string, number][] = [
    [puuid(1), GAME_ENDED_AT - 1_000, 'DIAMOND', 'I', 75],
    [puuid(1), GAME_ENDED_AT + 60_000, 'CHALLENGER', 'I', 900],
    [puuid(2), GAME_ENDED_AT + 60_000, 'MASTER', 'I', 5],
    [puuid(3), GAME_ENDED_AT - 9_000, 'MASTER', 'I', 0],
    [puuid(4), GAME_ENDED_AT - 9_000, 'GOLDEN', 'I', 10],
  ];
  for (const [player, at, tier, division, points] of snapshots)
    await stage.postgres.database.query(
      `insert into gamekeeper.rank_snapshot values ('tft', $1, 'RANKED_TFT', $2, 'euw1', $3, $4, $5, 1, 1)`,
      [player, new Date(at), tier, division, points],
    );
  start();
  await store(['EUW1_2']);
  await untilProjected();
  const rows = await ask(stage, 'select place, lp, tier from tft_board where place <= 4 order by place');
  expect(rows).toEqual([
    { place: 1, lp: -25, tier: tierCode('diamond') },
    { place: 2, lp: -32_768, tier: 0 },
    { place: 3, lp: 0, tier: tierCode('master') },
    { place: 4, lp: -32_768, tier: 0 },
  ]);
  for (const table of ['tft_unit', 'tft_item'])
    expect(await ask(stage, `select distinct lp from ${table} where place = 1`)).toEqual([{ lp: -25 }]);
});

test('the lag tells how many rows wait and for how long, and is nothing when none do', async () => {
  start();
  await store(['EUW1_1']);
  await untilProjected();
  await projector.stop();
  await store(['EUW1_3', 'EUW1_5']);
  await stage.postgres.database.query(
    `update gamekeeper.raw set fetched_at = now() - interval '1 hour' where id = 'EUW1_3'`,
  );
  const lag = await readProjectionLag(stage.postgres.database, 'tft', 'tft');
  expect(lag?.rows).toBe(2);
  expect(lag?.seconds).toBeGreaterThanOrEqual(3_600);
  start();
  await untilProjected();
  expect(projector.describe()).toMatchObject({ lag: { rows: 0, seconds: 0 }, fault: null });
});

test('when a new patch comes the oldest leaves, its late games stay out, and its raw bodies stay', async () => {
  start({ keptPatches: 1 });
  await store(['EUW1_2', 'EUW1_4']);
  await untilProjected();
  expect(await ask(stage, 'select distinct patch from tft_board')).toEqual([{ patch: '17.3' }]);
  await store(['EUW1_1']);
  await untilProjected();
  await until('the old patch is gone', 10_000, async () => {
    const patches = await ask<{ patch: string }>(stage, 'select distinct patch from tft_unit');
    return patches.length === 1 && patches[0]?.patch === '17.4';
  });
  await store(['EUW1_6', 'EUW1_3']);
  await untilProjected();
  expect(
    await ask(stage, 'select patch, toUInt32(uniqExact(number)) as games from tft_board group by patch'),
  ).toEqual([{ patch: '17.4', games: 2 }]);
  const live = await readProjection(stage.postgres.database, 'tft');
  expect(live).toMatchObject({ dropped: ['17.3'], pinned: [] });
  const [raw] = await stage.postgres.database.query('select count(*)::int as rows from gamekeeper.raw');
  expect(raw).toEqual({ rows: 5 });
});
