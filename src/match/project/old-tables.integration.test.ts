/** Data directories of earlier commits: tables as migrations created them, which the program had before it defined its tables itself. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AGREED, ask, lookAtBoth } from '../../../test/support/projector/agreement.ts';
import {
  startProjectionUnderTest,
  type ProjectionUnderTest,
} from '../../../test/support/projector/projection-under-test.ts';
import { gameIds, storeGames } from '../../../test/support/projector/stored-games.ts';
import { until } from '../../../test/support/until.ts';
import { readTableIds } from '#/runtime/clickhouse/projected-tables.ts';
import { readProjectionTask, requestProjectionTask } from './projection-task.ts';
import { beginProjection, readProjectionLag, readSystemId } from './projection.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../test/fixtures/clickhouse');
const FILES = readdirSync(MIGRATIONS).sort();
const IDS = gameIds(1, 6);

let stage: ProjectionUnderTest;
beforeAll(async () => {
  stage = await startProjectionUnderTest();
});
afterAll(() => stage.stop());

beforeEach(async () => {
  await stage.clear();
  for (const table of ['tft_board', 'tft_unit', 'tft_item', 'lol_participant'])
    await stage.clickhouse.writer.command(`drop table ${table} sync`);
});

async function applyMigrations(count: number): Promise<void> {
  for (const file of FILES.slice(0, count))
    for (const query of readFileSync(join(MIGRATIONS, file), 'utf8').split(/;\s*$/m))
      if (query.replaceAll(/^--.*$/gm, '').trim() !== '') await stage.clickhouse.writer.command(query);
}

/** As the program of that commit recorded its projection. */
async function recordProjection(version: number, tableIds: readonly string[]): Promise<void> {
  const { database } = stage.postgres;
  const systemId = await readSystemId(database);
  await beginProjection(database, { name: 'tft', version, state: 'live', systemId, tableIds, dropped: [] });
}

async function projectAll(): Promise<void> {
  const projector = stage.projector();
  projector.start();
  await until('all matches are projected', 30_000, async () => {
    const lag = await readProjectionLag(stage.postgres.database, 'tft', 'tft');
    return lag?.rows === 0 && projector.describe().state === 'projecting';
  });
  const id = await requestProjectionTask(stage.postgres.database, { kind: 'verify', patch: null });
  await until('verify ends', 30_000, async () => {
    const task = await readProjectionTask(stage.postgres.database, id);
    expect(task?.outcome ?? { differences: [] }).toMatchObject({ differences: [] });
    return task?.state === 'done';
  });
  await projector.stop();
}

test.each(FILES.slice(0, 4).map((file, at) => [file, at + 1] as const))(
  'tables as %s left them are replaced and filled from the raw bodies',
  async (_file, count) => {
    await storeGames(
      stage.postgres.database,
      IDS.map((id) => ({ id })),
    );
    await applyMigrations(count);
    await stage.clickhouse.writer.command(`insert into tft_unit (patch, batch) values ('16.1', 3)`);
    await recordProjection(count, ['', '', '']);

    await stage.clickhouse.migrate();
    await projectAll();

    expect(await lookAtBoth(stage)).toEqual(AGREED);
    expect(await ask(stage, `select count() as rows from tft_unit where patch = '16.1'`)).toEqual([
      { rows: 0 },
    ]);
  },
);

test('the tables of the last migration stay, with their rows', async () => {
  await applyMigrations(FILES.length);
  const { tables } = stage.parts.projection.live;
  const before = await readTableIds(stage.clickhouse.reader, tables);
  await recordProjection(stage.parts.projection.version, before);
  await storeGames(
    stage.postgres.database,
    IDS.map((id) => ({ id })),
  );

  expect(await stage.clickhouse.migrate()).toEqual([]);
  await projectAll();

  expect(await lookAtBoth(stage)).toEqual(AGREED);
  expect(await readTableIds(stage.clickhouse.reader, tables)).toEqual(before);
});
