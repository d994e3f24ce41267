import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StepOutcome } from '#/domain/football/clip-state.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { beginStep, endStep, listGoalSteps, readSearchObstacle } from './steps.ts';

let server: TestDatabase;
const goalId = randomUUID();
beforeAll(async () => {
  server = await createTestDatabase();
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

test('the next run of a job ends the previous one as cut off, and a late end changes nothing', async () => {
  const jobId = randomUUID();
  const dead = await search(jobId);
  const other = await search(randomUUID());
  const next = await search(jobId);
  await endStep(server.database, dead, { outcome: 'done', reason: 'too late' });
  await endStep(server.database, next, { outcome: 'failed', reason: 'nobody answered' });

  expect(await outcomes()).toEqual(['cut-off', null, 'failed']);
  await endStep(server.database, other, { outcome: 'failed', reason: null });
  expect(await outcomes()).toEqual(['cut-off', 'failed', 'failed']);
});

test('reports why a goal was not searched until a site answers', async () => {
  const obstacle = () => readSearchObstacle(server.database, goalId);
  const end = async (step: 'get-search' | 'execute-search', outcome: StepOutcome, reason: string) => {
    const id = await beginStep(server.database, {
      goalId,
      clipId: null,
      step,
      name: 'search-x',
      jobId: randomUUID(),
      attempt: 1,
    });
    await endStep(server.database, id, { outcome, reason });
  };
  expect(await obstacle()).toEqual({ outcome: 'failed', reason: 'nobody answered' });
  await end('execute-search', 'cut-off', 'the process ended');
  expect(await obstacle()).toEqual({ outcome: 'failed', reason: 'nobody answered' });
  await end('get-search', 'skipped', 'no site is configured');
  expect(await obstacle()).toEqual({ outcome: 'skipped', reason: 'no site is configured' });
  await end('execute-search', 'done', 'example: 0 posts');
  expect(await obstacle()).toBeNull();
});
