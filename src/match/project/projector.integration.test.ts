import { standingOf } from '#/domain/tft/ladder-points.ts';
import { rankQuality } from '#/domain/tft/match-rank.ts';
import { tierCode } from '#/domain/tft/stored-codes.ts';
import { appendChangedRanks, readLateRanks } from '#/match/ranks.ts';
import { publishRawAgain, RAW_START } from '#/match/raw.ts';
import { createLateRanks } from '#/tft/late-ranks.ts';
import { tftSeat } from '#/upstream/fixtures/riot-bodies.ts';
import { AGREED, ask, lookAtBoth } from '../../../test/support/projector/agreement.ts';
import {
  type ProjectionUnderTest,
  startProjectionUnderTest,
  withCall,
} from '../../../test/support/projector/projection-under-test.ts';
import {
  bodyOf,
  GAME_ENDED_AT,
  gameIds,
  insertGames,
  storeGames,
} from '../../../test/support/projector/stored-games.ts';
import { NotYet, until } from '../../../test/support/until.ts';
import { Superseded, voidOpenBatches } from './batches.ts';
import { readProjection, readProjectionLag } from './projection.ts';
import type { Projector } from './projector.ts';
import { verifyProjection } from './verify.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

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
    if (fault !== null) throw new NotYet(fault);
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
    for (let round = 0; round < 6; round++) {
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
  expect(games).toBeGreaterThan(120);
  expect(await lookAtBoth(stage)).toEqual(AGREED);
  await projector.stop();

  const live = await readProjection(stage.postgres.database, 'tft');
  if (live === undefined) throw new Error('nothing was projected');
  const verified = await verifyProjection(stage.parts, live, () => undefined, new AbortController().signal);
  expect(verified).toMatchObject({ games, differences: [], staleRanks: 0, agrees: true });
});

test('a quarantined body stays out, one that was replaced takes the place of the old one, and one taken back leaves', async () => {
  const { database } = stage.postgres;
  const publish = async (state: 'stored' | 'quarantined', ...ids: string[]): Promise<void> => {
    await database.transaction(async (tx) => {
      await tx.query(`update gamekeeper.match set state = $1 where id = 'EUW1_2'`, [state]);
      await publishRawAgain(tx, 'tft', ids);
    });
    await untilProjected();
    expect(await lookAtBoth(stage)).toEqual(AGREED);
  };
  const numbers = () => ask(stage, 'select distinct toUInt32(number) as n from tft_board order by n');
  start();
  await storeGames(database, [{ id: 'EUW1_1' }, { id: 'EUW1_2', state: 'quarantined' }, { id: 'EUW1_3' }]);
  await untilProjected();
  expect(await lookAtBoth(stage)).toEqual(AGREED);
  await publish('stored', 'EUW1_2');
  expect(await numbers()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  await publish('quarantined', 'EUW1_1', 'EUW1_2');
  expect(await numbers()).toEqual([{ n: 1 }, { n: 3 }]);
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

test('a board has the last rank before the start of its match, otherwise the first one after, and how far it is', async () => {
  const puuid = (place: number): string => `${String(place).repeat(77)}p`;
  const startedAt = GAME_ENDED_AT - 2_118_000;
  const snapshots: [string, number, string, string, number][] = [
    [puuid(1), startedAt - 26 * 3_600_000, 'DIAMOND', 'I', 75],
    // Between start and end: it may hold the match's own result.
    [puuid(1), startedAt + 60_000, 'CHALLENGER', 'I', 900],
    [puuid(2), startedAt + 60_000, 'MASTER', 'I', 5],
    [puuid(2), startedAt + 120_000, 'MASTER', 'I', 50],
    [puuid(3), startedAt, 'MASTER', 'I', 0],
    [puuid(4), startedAt - 9_000, 'GOLDEN', 'I', 10],
  ];
  for (const [player, at, tier, division, points] of snapshots)
    await stage.postgres.database.query(
      `insert into gamekeeper.rank_snapshot values ('tft', $1, 'RANKED_TFT', $2, 'euw1', $3, $4, $5, 1, 1)`,
      [player, new Date(at), tier, division, points],
    );
  start();
  await store(['EUW1_2']);
  await untilProjected();
  const columns = 'place, lp, tier, rank_hours';
  const rows = await ask(stage, `select ${columns} from tft_board where place <= 5 order by place`);
  expect(rows).toEqual([
    { place: 1, lp: -25, tier: tierCode('diamond'), rank_hours: -26 },
    { place: 2, lp: 5, tier: tierCode('master'), rank_hours: 1 },
    { place: 3, lp: 0, tier: tierCode('master'), rank_hours: 0 },
    { place: 4, lp: -32_768, tier: 0, rank_hours: -32_768 },
    { place: 5, lp: -32_768, tier: 0, rank_hours: -32_768 },
  ]);
  for (const table of ['tft_unit', 'tft_item'])
    expect(await ask(stage, `select distinct lp, rank_hours from ${table} where place = 1`)).toEqual([
      { lp: -25, rank_hours: -26 },
    ]);
});

const PLAYER = `${'5'.repeat(77)}p`;
const STARTED_AT = GAME_ENDED_AT - 2_118_000;

/** As a job that has read a ladder does it. */
async function appendRank(
  hoursAfterStart: number,
  leaguePoints: number,
  queue = 'RANKED_TFT',
): Promise<void> {
  const ladder = { source: 'tft', platform: 'euw1', queue };
  const takenAt = new Date(STARTED_AT + hoursAfterStart * 3_600_000);
  const rank = { puuid: PLAYER, tier: 'MASTER', division: 'I', leaguePoints, wins: 1, losses: leaguePoints };
  await appendChangedRanks(stage.postgres.database, { ...ladder, takenAt }, [rank]);
}

const TABLES = ['tft_board', 'tft_unit', 'tft_item'] as const;
/** All but the ranks, and how many rows. */
const readOthers = () =>
  Promise.all(
    TABLES.map((table) =>
      ask(
        stage,
        `select count() as n, sum(cityHash64(* except (lp, tier, rank_hours))) as rows from ${table}`,
      ),
    ),
  );
const readRanks = () =>
  Promise.all(
    TABLES.map((table) =>
      ask(stage, `select distinct place, lp, tier, rank_hours from ${table} where tier > 0 order by place`),
    ),
  );
const rankedOnPlace5 = (lp: number, hours: number) =>
  TABLES.map(() => [{ place: 5, lp, tier: tierCode('master'), rank_hours: hours }]);

async function untilRanked(): Promise<void> {
  await until('no rank waits', 20_000, async () => {
    const { fault } = projector.describe();
    if (fault !== null) throw new NotYet(fault);
    return (await readLateRanks(stage.postgres.database, 'tft', 1)).length === 0;
  });
}

async function verify(): Promise<object> {
  const live = await readProjection(stage.postgres.database, 'tft');
  if (live === undefined) throw new Error('nothing was projected');
  return verifyProjection(stage.parts, live, () => undefined, new AbortController().signal);
}
const PROVED = { differences: [], staleRanks: 0, agrees: true };

test('boards get the first rank of their player when it arrives later, and nothing else of them changes', async () => {
  start();
  await store(gameIds(1, 30));
  await untilProjected();
  const before = await readOthers();
  await appendRank(5, 120);
  // Of another ladder, and of a later time: neither is the nearest.
  await appendRank(1, 700, 'RANKED_TFT_DOUBLE_UP');
  await appendRank(9, 300);
  await untilRanked();
  expect(await readRanks()).toEqual(rankedOnPlace5(120, 5));
  expect(await readOthers()).toEqual(before);
  await appendRank(20, 500);
  await store(gameIds(101, 3));
  await untilProjected();
  expect(await readRanks()).toEqual(rankedOnPlace5(120, 5));
  await projector.stop();
  expect(await verify()).toMatchObject(PROVED);
});

test('a rank that arrives while a page is on its way reaches the boards of that page', async () => {
  const held = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  const clickhouse = withCall(stage.clickhouse.writer, 'insert', async (run) => {
    arrived.resolve();
    await held.promise;
    return run();
  });
  start({ clickhouse });
  await store(gameIds(1, 5));
  await arrived.promise;
  await appendRank(2, 80);
  held.resolve();
  await untilProjected();
  await untilRanked();
  expect(await readRanks()).toEqual(rankedOnPlace5(80, 2));
});

test.each([1, 3])('ranks that were cut off after %d of three updates are given once', async (updates) => {
  start();
  await store(gameIds(1, 20));
  await untilProjected();
  await projector.stop();
  const before = await readOthers();
  await appendRank(3, 90);
  const cutOff = new Error('cut off');
  let done = 0;
  const clickhouse = withCall(stage.clickhouse.writer, 'command', async (run) => {
    if (done === updates) throw cutOff;
    done += 1;
    return run();
  });
  const database = { ...stage.parts.database, transaction: () => Promise.reject(cutOff) };
  await expect(createLateRanks({ ...stage.parts, clickhouse, database }).apply(RAW_START)).rejects.toThrow(
    cutOff,
  );
  start();
  await untilRanked();
  await projector.stop();
  expect(await readRanks()).toEqual(rankedOnPlace5(90, 3));
  expect(await readOthers()).toEqual(before);
  expect(await verify()).toMatchObject(PROVED);
});

test('a projector that was replaced does not count ranks as given', async () => {
  start();
  await store(gameIds(1, 5));
  await untilProjected();
  await projector.stop();
  await appendRank(3, 90);
  const clickhouse = withCall(stage.clickhouse.writer, 'command', async (run) => {
    await voidOpenBatches(stage.postgres.database, ['tft']);
    return run();
  });
  const lateRanks = createLateRanks({ ...stage.parts, clickhouse });
  await expect(lateRanks.apply(RAW_START)).rejects.toBeInstanceOf(Superseded);
  expect(await readLateRanks(stage.postgres.database, 'tft', 1)).toHaveLength(1);
});

test('the nearest rank of a player who climbs is wrong by what came after, and the strict one is right', async () => {
  // A match an hour, each of which brings 25 LP; the ladder is read five minutes after each, for the first time after the 12th.
  const [matches, seenAfter, gain] = [20, 12, 25];
  const pointsAfter = (match: number): number => gain * (match - 5);
  const endOf = (match: number): number => GAME_ENDED_AT + match * 3_600_000;
  start();
  await storeGames(
    stage.postgres.database,
    gameIds(1, matches).map((id, at) => ({ id, body: bodyOf(id, { game_datetime: endOf(at + 1) }) })),
  );
  await untilProjected();
  // At once: a look of the projector in between would see only the first ladders.
  await stage.postgres.database.transaction(async (tx) => {
    for (let match = seenAfter; match <= matches; match++) {
      const takenAt = new Date(endOf(match) + 300_000);
      const ladder = { source: 'tft', platform: 'euw1', queue: 'RANKED_TFT', takenAt };
      const rank = { puuid: PLAYER, ...standingOf(pointsAfter(match)), wins: 0, losses: match };
      await appendChangedRanks(tx, ladder, [rank]);
    }
  });
  await untilRanked();

  const boards = await ask<{ match: number; lp: number; hours: number }>(
    stage,
    'select toUInt32(number) as match, lp, rank_hours as hours from tft_board where place = 5 order by match',
  );
  const wrongBy = boards.map(({ match, lp, hours }) => ({ hours, bias: lp - pointsAfter(match - 1) }));
  const isStrict = ({ hours }: { hours: number }): boolean => rankQuality(hours, 24) === 'strict';
  // From the first ladder on, each board has the rank of the match before.
  expect(wrongBy.filter(isStrict)).toEqual(
    Array.from({ length: matches - seenAfter }, () => ({ hours: 0, bias: 0 })),
  );
  // Before it, a board has the gains of all matches from its own to the first ladder, one an hour.
  expect(wrongBy.filter((board) => !isStrict(board))).toEqual(
    Array.from({ length: seenAfter }, (_, at) => ({ hours: seenAfter - at, bias: gain * (seenAfter - at) })),
  );
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
