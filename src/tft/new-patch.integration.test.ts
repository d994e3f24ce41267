/** A new patch of set 18, whose games carry no version: from Data Dragon's list to the statistics, on both real stores. */
import { knownPatches } from '#/domain/tft/patch-calendar.ts';
import { type PatchChangeText, readPatchChange } from '#/domain/tft/patch-change.ts';
import { readProjectionTask } from '#/match/project/projection-task.ts';
import { readProjection, readProjectionLag } from '#/match/project/projection.ts';
import type { Projector } from '#/match/project/projector.ts';
import { verifyProjection } from '#/match/project/verify.ts';
import { type HttpUpstream, startHttpUpstream } from '#/upstream/fixtures/loopback-upstream.ts';
import { createStaticDataClient, type StaticDataClient } from '#/upstream/static-data.ts';
import { drilled } from '../../test/support/drilled.ts';
import { AGREED, ask, lookAtBoth } from '../../test/support/projector/agreement.ts';
import {
  type ProjectionUnderTest,
  startProjectionUnderTest,
} from '../../test/support/projector/projection-under-test.ts';
import { startProjectorChild } from '../../test/support/projector/projector-child.ts';
import { bodyOf, storeGames } from '../../test/support/projector/stored-games.ts';
import { NotYet, until } from '../../test/support/until.ts';
import { createRefreshTftNames } from './names.ts';
import { changePatch, listPatches, listProvisionalPatches, seedPatches } from './patch.ts';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

let stage: ProjectionUnderTest;
let upstream: HttpUpstream;
let staticData: StaticDataClient;
let projector: Projector;
/** What Data Dragon lists, and the clock of the job that reads it. */
let versions: string[];
let today: Date;
let nextGame: number;
beforeAll(async () => {
  stage = await startProjectionUnderTest();
  upstream = await startHttpUpstream((request, response) => {
    const isList = (request.url ?? '').endsWith('/api/versions.json');
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isList ? versions : { data: {}, items: [] }));
  });
  staticData = createStaticDataClient({
    dataDragonUrl: `${upstream.origin}/ddragon`,
    communityDragonUrl: `${upstream.origin}/cdragon`,
  });
});
afterAll(async () => {
  await staticData.stop();
  await upstream.stop();
  await stage.stop();
});
beforeEach(async () => {
  const { database } = stage.postgres;
  await stage.clear();
  await database.query('truncate gamekeeper.patch, gamekeeper.cursor, gamekeeper.static_name');
  // Without the plan for set 19, so that set 18 goes on.
  await seedPatches(
    database,
    knownPatches().filter(({ setNumber }) => setNumber <= 18),
  );
  versions = ['16.22.1', '16.21.1'];
  nextGame = 1;
  projector = stage.projector();
});
afterEach(() => projector.stop());

/** Games of set 18 that end an hour apart from this time on. Returns their ids. */
async function play(time: string, count: number): Promise<string[]> {
  const games = Array.from({ length: count }, (_, at) => {
    const id = `EUW1_${nextGame + at}`;
    const endedAt = Date.parse(time) + at * 3_600_000;
    const info = { game_datetime: endedAt, tft_set_number: 18, game_version: 'TFT Unreal Version ?.?.?.?' };
    return { id, endedAt, body: bodyOf(id, info) };
  });
  nextGame += count;
  await storeGames(stage.postgres.database, games);
  return games.map(({ id }) => id);
}

const sendsNothing = () => Promise.reject(new Error('the job sends nothing'));

/** One run of the static-data job. */
async function lookAtDataDragon(time: string): Promise<void> {
  today = new Date(time);
  const { database } = stage.postgres;
  const job = createRefreshTftNames({ staticData, database, now: () => today });
  await job.handle(
    { ifNew: true },
    {
      signal: new AbortController().signal,
      log: pino({ level: 'silent' }),
      attempt: 1,
      jobId: 'test',
      key: 'all',
      nameRun: () => undefined,
      jobs: { send: sendsNothing, sendMany: sendsNothing },
    },
  );
}

async function change(text: PatchChangeText): Promise<number> {
  const reading = readPatchChange(text);
  const task = reading.ok ? await changePatch(stage.postgres.database, reading.change) : null;
  if (task === null) throw new Error(`${text.action} ${text.name} was refused`);
  return task;
}

async function untilProjected(): Promise<void> {
  const { database } = stage.postgres;
  await until('everything is projected', 30_000, async () => {
    const { fault } = projector.describe();
    if (fault !== null) throw new NotYet(fault);
    const open = await database.query(
      `select from gamekeeper.projection_task where state in ('wanted', 'running')`,
    );
    return open.length === 0 && (await readProjectionLag(database, 'tft', 'tft'))?.rows === 0;
  });
}

interface Counted {
  readonly patch: string;
  readonly batch: number;
}

/** The patch that each game is counted under, and the batch that brought its rows; all of its rows have one. */
async function counted(): Promise<Map<string, Counted>> {
  const rows = await ask<Counted & { id: string }>(
    stage,
    `select distinct concat('EUW1_', toString(number)) as id, toString(patch) as patch, toUInt32(batch) as batch
     from tft_board`,
  );
  const games = new Map(rows.map(({ id, patch, batch }) => [id, { patch, batch }]));
  expect(games.size).toBe(rows.length);
  return games;
}

const of = (ids: readonly string[], patch: string) => ids.map((id) => `${id} ${patch}`);
const patches = (games: Map<string, Counted>) => [...games].map(([id, { patch }]) => `${id} ${patch}`).sort();

/** Which games got new rows while `work` was done, and how many PostgreSQL says were sent. */
async function reprojected(work: () => Promise<unknown>): Promise<{ ids: string[]; sent: number }> {
  const { database } = stage.postgres;
  const before = await counted();
  const last = (await readProjection(database, 'tft'))?.lastBatch ?? 0;
  await work();
  await untilProjected();
  const after = await counted();
  const [row] = await database.query<{ sent: number }>(
    `select coalesce(sum(games), 0)::int as sent from gamekeeper.batch where id > $1 and state = 'done'`,
    [last],
  );
  const ids = [...after].filter(([id, { batch }]) => before.get(id)?.batch !== batch).map(([id]) => id);
  return { ids: ids.sort(), sent: row?.sent ?? 0 };
}

async function prove(): Promise<void> {
  const live = await readProjection(stage.postgres.database, 'tft');
  if (live === undefined) throw new Error('nothing was projected');
  const never = new AbortController().signal;
  expect(await lookAtBoth(stage)).toEqual(AGREED);
  const verified = await verifyProjection(stage.parts, live, () => undefined, never);
  expect(verified).toMatchObject({ differences: [], agrees: true });
}

const startOf = async (name: string) => {
  const row = (await listPatches(stage.postgres.database)).find(({ patch }) => patch === name);
  return row && `${new Date(row.startsAt).toISOString()} ${row.origin}`;
};
const provisional = () => listProvisionalPatches(stage.postgres.database);

test('set 18 is played through two patches, of which only Data Dragon tells', async () => {
  projector.start();
  await lookAtDataDragon('2026-11-16T09:00:00Z');
  const sixteenth = await play('2026-11-16T10:00:00Z', 5);
  const seventeenth = await play('2026-11-17T10:00:00Z', 4);
  const morning = await play('2026-11-18T02:00:00Z', 6);
  await untilProjected();
  expect(patches(await counted())).toEqual(of([...sixteenth, ...seventeenth, ...morning], '18.6').sort());

  // The new version is listed on the 18th: that day's games move, and no others are touched.
  versions = ['16.23.1', ...versions];
  const opened = await reprojected(() => lookAtDataDragon('2026-11-18T12:23:00Z'));
  expect(opened).toEqual({ ids: morning.toSorted(), sent: morning.length });
  expect([await startOf('18.7'), await provisional()]).toEqual(['2026-11-18T00:00:00.000Z listed', ['18.7']]);

  const evening = await play('2026-11-18T18:00:00Z', 3);
  const nineteenth = await play('2026-11-19T08:00:00Z', 7);
  const arrived = await reprojected(() => lookAtDataDragon('2026-11-19T15:23:00Z'));
  expect(arrived).toEqual({ ids: [...evening, ...nineteenth].sort(), sent: 10 });
  const old = [...sixteenth, ...seventeenth];
  const fresh = [...morning, ...evening, ...nineteenth];
  expect(patches(await counted())).toEqual([...of(old, '18.6'), ...of(fresh, '18.7')].sort());

  // The operator knows that it began a day earlier.
  const corrected = await reprojected(() => change({ action: 'move', name: '18.7', from: '2026-11-17' }));
  expect(corrected).toEqual({ ids: seventeenth.toSorted(), sent: seventeenth.length });
  const expected = [...of(sixteenth, '18.6'), ...of([...seventeenth, ...fresh], '18.7')];
  expect(patches(await counted())).toEqual(expected.sort());
  expect([await startOf('18.7'), await provisional()]).toEqual(['2026-11-17T00:00:00.000Z manual', []]);

  // The patch after it.
  await lookAtDataDragon('2026-12-02T09:23:00Z');
  const second = await play('2026-12-02T05:00:00Z', 2);
  await untilProjected();
  versions = ['16.24.1', ...versions];
  const next = await reprojected(() => lookAtDataDragon('2026-12-02T10:23:00Z'));
  expect(next).toEqual({ ids: second.toSorted(), sent: 2 });
  expect(patches(await counted())).toEqual([...expected, ...of(second, '18.8')].sort());
  expect([await startOf('18.8'), await provisional()]).toEqual(['2026-12-02T00:00:00.000Z listed', ['18.8']]);
  await prove();
});

test('a projector that is killed while it moves games loses and doubles none', async () => {
  await lookAtDataDragon('2026-11-16T09:00:00Z');
  const kept = await play('2026-11-16T00:00:00Z', 20);
  const moved = await play('2026-11-17T00:00:00Z', 24);
  projector.start();
  await untilProjected();
  await projector.stop();

  versions = ['16.23.1', ...versions];
  await lookAtDataDragon('2026-11-17T20:23:00Z');
  const { database } = stage.postgres;
  const batchesOf = async (state: string) =>
    (await database.query(`select from gamekeeper.batch where state = $1`, [state])).length;
  for (let kill = 0; kill < drilled(1, 5); kill++) {
    const voided = await batchesOf('void');
    const child = startProjectorChild(stage, 2);
    await until('a batch is open', 30_000, async () => (await batchesOf('open')) > 0);
    await child.end('SIGKILL');
    // The open batch is taken back by the next one.
    expect((await batchesOf('open')) + voided).toBeLessThanOrEqual(kill + 1);
  }
  const [task] = await database.query<{ id: number }>('select id::int as id from gamekeeper.projection_task');
  projector = stage.projector();
  projector.start();
  await untilProjected();
  expect(await readProjectionTask(database, task?.id ?? 0)).toMatchObject({ kind: 'replay', state: 'done' });
  expect(patches(await counted())).toEqual([...of(kept, '18.6'), ...of(moved, '18.7')].sort());
  await prove();
});
