import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createVerifyProjection, requestProjectionTask } from './projection-task.ts';
import { createJobsBench, type JobsBench } from '../../../test/support/jobs-bench.ts';
import { until } from '../../../test/support/until.ts';
import type { JobEngine } from '#/runtime/jobs/job-engine.ts';

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
  bench.database.query<{ source: string; kind: string; patch: string | null; state: string }>(
    'select source, kind, patch, state from gamekeeper.projection_task order by id',
  );
const settle = (state: string) =>
  bench.database.query(`update gamekeeper.projection_task set state = $1`, [state]);

test('each night asks for one verification of each source', async () => {
  expect(await night()).toMatchObject({ outcome: 'done' });
  expect(await tasks()).toEqual([
    { source: 'tft', kind: 'verify', patch: null, state: 'wanted' },
    { source: 'lol', kind: 'verify', patch: null, state: 'wanted' },
  ]);
  await settle('done');
  expect(await night()).toMatchObject({ outcome: 'done' });
  await settle('failed');
  expect(await night()).toMatchObject({ outcome: 'done' });
  expect((await tasks()).length).toBe(6);
});

test.each(['wanted', 'running'])('none is asked for while one is %s', async (state) => {
  const ask = (source: 'tft' | 'lol') =>
    requestProjectionTask(bench.database, { source, kind: 'verify', patch: null });
  const ids = [await ask('tft'), await ask('lol')];
  await settle(state);
  expect(await night()).toMatchObject({
    outcome: 'skipped',
    reason: `verify tasks are open (${ids.join(', ')})`,
  });
  expect((await tasks()).length).toBe(2);
});

test('one of a source does not stand in for that of another', async () => {
  await requestProjectionTask(bench.database, { source: 'lol', kind: 'verify', patch: null });
  expect(await night()).toMatchObject({ outcome: 'done' });
  expect((await tasks()).map(({ source }) => source)).toEqual(['lol', 'tft']);
});

test('a rebuild stands in for none, and one that waits behind it is enough', async () => {
  await requestProjectionTask(bench.database, { kind: 'rebuild', patch: '17.4' });
  await settle('running');
  expect(await night()).toMatchObject({ outcome: 'done' });
  expect(await night()).toMatchObject({ outcome: 'done' });
  expect(await tasks()).toEqual([
    { source: 'tft', kind: 'rebuild', patch: '17.4', state: 'running' },
    { source: 'tft', kind: 'verify', patch: null, state: 'wanted' },
    { source: 'lol', kind: 'verify', patch: null, state: 'wanted' },
  ]);
});
