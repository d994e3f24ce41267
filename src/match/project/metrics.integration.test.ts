import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startProjectionUnderTest,
  type ProjectionUnderTest,
} from '../../../test/support/projector/projection-under-test.ts';
import { storeGames } from '../../../test/support/projector/stored-games.ts';
import { noteDamage } from './projection.ts';
import { createProjectorMetrics } from './metrics.ts';
import { FIRST_VIEW, viewOfAll } from './projector.ts';

let stage: ProjectionUnderTest;
beforeAll(async () => {
  stage = await startProjectionUnderTest();
});
afterAll(() => stage.stop());

test('the lag is told when it is asked for, and a store that is away takes nothing else with it', async () => {
  const registry = new Registry();
  const view = viewOfAll([
    { ...FIRST_VIEW, source: 'tft', games: 7 },
    { ...FIRST_VIEW, source: 'lol', games: 4 },
  ]);
  createProjectorMetrics(registry, stage.postgres.database, () => view);
  expect(await registry.metrics()).toContain('gamekeeper_projected_games{source="tft"} 7');
  expect(await registry.metrics()).toContain('gamekeeper_projected_games{source="lol"} 4');
  await stage.postgres.database.query(
    `insert into gamekeeper.projection (name, version, state, system_id, table_ids)
     values ('tft', 1, 'live', '', '{}'), ('lol', 1, 'live', '', '{}')`,
  );
  await storeGames(stage.postgres.database, [{ id: 'EUW1_1' }, { id: 'EUW1_2' }]);
  await stage.postgres.database.query(`update gamekeeper.raw set fetched_at = now() - interval '50 seconds'`);
  const once = await registry.metrics();
  expect(once).toContain('gamekeeper_projection_lag_rows{source="tft"} 2');
  expect(once).toMatch(/gamekeeper_projection_lag_seconds\{source="tft"\} 5\d\.?\d*/);
  expect(await registry.metrics()).toContain('gamekeeper_projection_lag_rows{source="lol"} 0');

  await noteDamage(stage.postgres.database, 'tft', { matches: 3, where: ['tft_unit 17.3'] });
  const damaged = await registry.metrics();
  expect(damaged).toContain('gamekeeper_projection_damaged{source="tft"} 1');
  expect(damaged).toContain('gamekeeper_projection_damaged{source="lol"} 0');

  const away = new Registry();
  createProjectorMetrics(away, { query: () => Promise.reject(new Error('away')) }, () => null);
  expect(await away.metrics()).toContain('gamekeeper_projected_games{source="tft"} 0');
});
