import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOurTables } from '../../../test/support/jobs-bench.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { beginStep, countFailuresInARow, endStep, isStepRunning, listGoalSteps } from './goal-step.ts';

let server: TestDatabase;
const goalId = randomUUID();
beforeAll(async () => {
  server = await createTestDatabase();
  await createOurTables(server.database);
  await server.database.query(
    `insert into gamekeeper.fixture (id, league_id, league_name, home_id, home_name, away_id, away_name, kickoff_at, status, phase)
     values (1, 1, 'Lantern League', 40, 'Port Amber', 41, 'Vale Rovers', now(), '1H', 'active')`,
  );
  await server.database.query(
    `insert into gamekeeper.goal (id, fixture_id, side, team_id, team_name, kind, state, sightings, misses, home_before, away_before,
       home_after, away_after, label, first_seen_at, last_seen_at)
     values ($1, 1, 'home', 40, 'Port Amber', 'normal', 'stable', 3, 0, 0, 0, 1, 0, 'x', now(), now())`,
    [goalId],
  );
});
afterAll(() => server.drop());

const search = (jobId: string) =>
  beginStep(server.database, { goalId, clipId: null, step: 'search', name: 'search-x', jobId, attempt: 1 });
const outcomes = async () => (await listGoalSteps(server.database, goalId)).map(({ outcome }) => outcome);

test('the next run of a job says that the one before was cut off, and its late end changes nothing', async () => {
  const jobId = randomUUID();
  const dead = await search(jobId);
  const other = await search(randomUUID());
  const next = await search(jobId);
  await endStep(server.database, dead, { outcome: 'done', reason: 'too late' });
  await endStep(server.database, next, { outcome: 'failed', reason: 'nobody answered' });

  expect(await outcomes()).toEqual(['cut-off', null, 'failed']);
  expect(await isStepRunning(server.database, { goalId, step: 'search', clipId: null })).toBe(true);
  expect(await isStepRunning(server.database, { goalId, step: 'settle', clipId: null })).toBe(false);
  await endStep(server.database, other, { outcome: 'failed', reason: null });
  expect(await isStepRunning(server.database, { goalId, step: 'search', clipId: null })).toBe(false);
});

test('failures count in a row: what was cut off or postponed is no failure, and what was done ends the row', async () => {
  expect(await countFailuresInARow(server.database, goalId, 'search')).toBe(2);
  await endStep(server.database, await search(randomUUID()), { outcome: 'postponed', reason: null });
  expect(await countFailuresInARow(server.database, goalId, 'search')).toBe(2);
  await endStep(server.database, await search(randomUUID()), { outcome: 'done', reason: null });
  expect(await countFailuresInARow(server.database, goalId, 'search')).toBe(0);
});
