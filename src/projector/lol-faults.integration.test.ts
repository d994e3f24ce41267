/** The projector and ClickHouse die at any moment, while games come, come again and get their timelines: every row is there once. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { drilled } from '../../test/support/drilled.ts';
import { until } from '../../test/support/until.ts';
import {
  silentLog,
  startServerUnderTest,
  type ServerUnderTest,
} from '#/stores/clickhouse/embedded/server-under-test.ts';
import { readProjection, readProjectionLag } from '#/stores/postgres/projection.ts';
import { publishRawAgain } from '#/stores/postgres/raw-pages.ts';
import { AGREED, lookAtBoth } from '../../test/support/projector/agreement.ts';
import { lookAtBothLol } from '../../test/support/projector/lol-agreement.ts';
import { startProjectorChild, type ProjectorChild } from '../../test/support/projector/projector-child.ts';
import {
  startProjectionUnderTest,
  type ProjectionUnderTest,
} from '../../test/support/projector/projection-under-test.ts';
import { storeGames } from '../../test/support/projector/stored-games.ts';
import { storeLateTimeline, storeLolGames } from '../../test/support/projector/stored-lol-games.ts';
import { createAllProjections } from './all-projections.ts';
import { createLolProjection } from './lol-projection.ts';
import { verifyProjection } from './verify.ts';

/** Its own, because these tests kill it. */
let server: ServerUnderTest;
let stage: ProjectionUnderTest;
const children: ProjectorChild[] = [];
beforeAll(async () => {
  server = await startServerUnderTest(1);
  stage = await startProjectionUnderTest(server);
});
afterAll(() => stage.stop());
beforeEach(() => stage.clear());
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.end('SIGKILL')));
});

function startChild(pageSize: number): ProjectorChild {
  const child = startProjectorChild(stage, pageSize);
  children.push(child);
  return child;
}

async function lagRows(): Promise<number> {
  const lags = await Promise.all(
    ['tft', 'lol'].map((one) => readProjectionLag(stage.postgres.database, one, one)),
  );
  return lags.reduce((sum, lag) => sum + (lag?.rows ?? 1_000), 0);
}

/** Games of both sources, and of the older ones some timelines that come late, and some that come again as they are. */
function keepStoring(): { stop(): Promise<{ readonly games: number; readonly late: number }> } {
  const { database } = stage.postgres;
  const state = { stopped: false };
  const storing = (async () => {
    let [next, late] = [1, 0];
    while (!state.stopped) {
      const numbers = Array.from({ length: 12 }, (_, at) => next + at);
      await storeLolGames(
        database,
        numbers.map((number) => ({ id: `EUW1_${number}`, timeline: number % 4 === 0 })),
      );
      await storeGames(
        database,
        numbers.slice(0, 4).map((number) => ({ id: `EUW1_${number}` })),
      );
      for (const number of numbers.map((one) => one - 24).filter((one) => one > 0 && one % 4 === 1)) {
        await storeLateTimeline(database, `EUW1_${number}`);
        late += 1;
      }
      const again = numbers.map((one) => `EUW1_${one - 60}`).slice(0, 2);
      await database.transaction((tx) => publishRawAgain(tx, 'lol', again));
      next += 12;
      await until('the projector keeps up', 60_000, async () => state.stopped || (await lagRows()) < 300);
    }
    return { games: next - 1, late };
  })();
  return {
    stop() {
      state.stopped = true;
      return storing;
    },
  };
}

async function untilNothingWaits(): Promise<void> {
  await until('nothing waits to be projected', 60_000, async () => (await lagRows()) === 0);
}

/** By two ways of counting that share nothing. */
async function prove(): Promise<object> {
  const live = await readProjection(stage.postgres.database, 'lol');
  if (live === undefined) throw new Error('nothing was projected');
  const parts = { ...stage.parts, projection: createLolProjection() };
  const { differences, unjudged } = await verifyProjection(
    parts,
    live,
    () => undefined,
    new AbortController().signal,
  );
  return { lol: await lookAtBothLol(stage), tft: await lookAtBoth(stage), differences, unjudged };
}
const PROVED = { lol: AGREED, tft: AGREED, differences: [], unjudged: 0 };

async function countBatches(state: 'open' | 'void'): Promise<number> {
  const [row] = await stage.postgres.database.query<{ n: number }>(
    `select count(*)::int as n from gamekeeper.batch where state = $1 and projection = 'lol'`,
    [state],
  );
  return row?.n ?? 0;
}

const KILLS = drilled(2, 25);
const ENGINE_KILLS = drilled(1, 10);

test('kills of the projector lose nothing and double nothing, of either source', async () => {
  const load = keepStoring();
  for (let kill = 0; kill < KILLS; kill++) {
    const child = startChild(15);
    await child.hears('batch', 30_000);
    // Every other one while a batch is open; the rest wherever it happens to be, which is often while rows are removed.
    if (kill % 2 === 0) await until('a batch is open', 30_000, async () => (await countBatches('open')) > 0);
    else await new Promise((resolve) => setTimeout(resolve, (kill * 37) % 90));
    await child.end('SIGKILL');
  }
  const { games, late } = await load.stop();
  expect(games).toBeGreaterThan(7 * KILLS);
  expect(late).toBeGreaterThan(0);
  startChild(200);
  await untilNothingWaits();
  // Otherwise no kill fell into a batch, and nothing was shown.
  expect(await countBatches('void')).toBeGreaterThan(0);
  expect(await prove()).toEqual(PROVED);
});

test('kills of ClickHouse lose nothing and double nothing, of either source', async () => {
  const { database } = stage.postgres;
  const projections = createAllProjections({ database, log: silentLog, keptPatches: 100 });
  const projector = stage.projector({ projections, pageSize: 15 });
  projector.start();
  const load = keepStoring();
  const { embedded } = server;
  for (let kill = 0; kill < ENGINE_KILLS; kill++) {
    const { batches } = projector.describe();
    await until('some more batches', 30_000, () => projector.describe().batches > batches + 3);
    const { restarts, pid } = embedded.describe();
    await new Promise((resolve) => setTimeout(resolve, (kill * 23) % 60));
    process.kill(pid ?? 0, 'SIGKILL');
    await until('the engine runs again', 30_000, () => embedded.describe().restarts > restarts);
  }
  await load.stop();
  await untilNothingWaits();
  await projector.stop();
  expect(await prove()).toEqual(PROVED);
});
