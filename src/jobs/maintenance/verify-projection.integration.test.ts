import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { requestProjectionTask } from '#/stores/postgres/projection-task.ts';
import { createJobsBench, type JobsBench } from '../../../test/support/jobs-bench.ts';
import { until } from '../../../test/support/until.ts';
import type { JobEngine } from '../job-engine.ts';
import { createVerifyProjection } from './verify-projection.ts';

let bench: JobsBench;
let jobs: JobEngine;
beforeAll(async () => {
  bench = await createJobsBench();
  jobs = await bench.engine({ kinds: [createVerifyProjection({ database: bench.database })] });
});
beforeEach(() => bench.database.query('truncate gamekeeper.projection_task'));
afterAll(() => bench.drop());

async function night() {
  const seen = bench.ends.length;
  await jobs.send('maintenance/verify-projection', {});
  await until('the job ended', 10_000, () => bench.ends.length > seen);
  return bench.ends.at(-1);
}
const tasks = () =>
  bench.database.query<{ kind: string; patch: string | null; state: string }>(
    'select kind, patch, state from gamekeeper.projection_task order by id',
  );
const settle = (state: string) =>
  bench.database.query(`update gamekeeper.projection_task set state = $1`, [state]);

test('each night asks for one verification', async () => {
  expect(await night()).toMatchObject({ outcome: 'done' });
  expect(await tasks()).toEqual([{ kind: 'verify', patch: null, state: 'wanted' }]);
  await settle('done');
  expect(await night()).toMatchObject({ outcome: 'done' });
  await settle('failed');
  expect(await night()).toMatchObject({ outcome: 'done' });
  expect((await tasks()).length).toBe(3);
});

test.each(['wanted', 'running'])('none is asked for while one is %s', async (state) => {
  const id = await requestProjectionTask(bench.database, { kind: 'verify', patch: null });
  await settle(state);
  expect(await night()).toMatchObject({
    outcome: 'skipped',
    reason: `a verification is under way or waits (task ${id})`,
  });
  expect((await tasks()).length).toBe(1);
});

test('a rebuild stands in for none, and one that waits behind it is enough', async () => {
  await requestProjectionTask(bench.database, { kind: 'rebuild', patch: '17.4' });
  await settle('running');
  expect(await night()).toMatchObject({ outcome: 'done' });
  expect(await night()).toMatchObject({ outcome: 'done' });
  expect(await tasks()).toEqual([
    { kind: 'rebuild', patch: '17.4', state: 'running' },
    { kind: 'verify', patch: null, state: 'wanted' },
  ]);
});

test('it has its hour', () => {
  expect(jobs.schedules()).toEqual([
    { kind: 'maintenance/verify-projection', cron: '41 3 * * *', timeZone: 'UTC', missed: 'once' },
  ]);
});
