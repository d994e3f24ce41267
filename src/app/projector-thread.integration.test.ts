import { afterAll, beforeAll, expect, test } from 'vitest';
import { pino } from 'pino';
import { until } from '../../test/support/until.ts';
import { readProjectionLag } from '#/match/project/projection.ts';
import { AGREED, lookAtBoth } from '../../test/support/projector/agreement.ts';
import {
  startProjectionUnderTest,
  type ProjectionUnderTest,
} from '../../test/support/projector/projection-under-test.ts';
import { gameIds, storeGames } from '../../test/support/projector/stored-games.ts';
import { startProjectorThread } from './projection.ts';

let stage: ProjectionUnderTest;
beforeAll(async () => {
  stage = await startProjectionUnderTest();
});
afterAll(() => stage.stop());

test('a thread projects, tells of itself, logs through this process, and stops when told', async () => {
  const lines: string[] = [];
  const states = new Set<string>();
  const thread = startProjectorThread({
    postgres: stage.postgres.connection,
    clickhouse: stage.clickhouse.server.connection,
    database: stage.clickhouse.name,
    keptPatches: 10,
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
    onChange: ({ state }) => states.add(state),
  });
  try {
    await storeGames(
      stage.postgres.database,
      gameIds(1, 60).map((id) => ({ id })),
    );
    await until('everything is projected', 20_000, async () => {
      const lag = await readProjectionLag(stage.postgres.database, 'tft', 'tft');
      return lag?.rows === 0 && thread.describe().games === 60;
    });
    expect(thread.leads()).toBe(true);
    await until('it shows that it projects', 10_000, () => states.has('projecting'));
    expect(await lookAtBoth(stage)).toEqual(AGREED);
    const said = lines.map((line) => JSON.parse(line) as { level: number; msg: string });
    expect(said).toContainEqual(
      expect.objectContaining({ level: 30, msg: 'lead gained', lead: 'projector' }),
    );
  } finally {
    await thread.stop();
  }
  expect(thread.leads()).toBe(false);
  await until('no session is left', 10_000, async () => {
    const sessions = await stage.postgres.database.query(
      `select 1 from pg_stat_activity where application_name in ('gamekeeper projector', 'gamekeeper projection')
         and datname = current_database()`,
    );
    return sessions.length === 0;
  });
});
