/** Rows and objects: what is lost, left over, deleted or wanted again, and a store that cannot be reached. */
import { randomUUID } from 'node:crypto';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClipsBench, type ClipsBench } from '../../../test/support/clips-bench.ts';
import { SMALL_COPY } from '../../../test/support/made-clips.ts';
import { until } from '../../../test/support/until.ts';
import { createFolderObjectStore } from '#/runtime/objects/folder/folder-object-store.ts';
import { findArchivedVideo } from './clip.ts';
import { listGoalSteps } from './goal-step.ts';
import type { JobEngine } from '#/runtime/jobs/job-engine.ts';
import { EXPIRE_CLIPS, RESUME_STEPS, SEARCH_CLIPS, SWEEP_OBJECTS } from './clip-kinds.ts';
import { removeClip } from './remove-clip.ts';
import { runStepAgain } from './run-step-again.ts';

let bench: ClipsBench;
let amber: string;
let amberSmall: string;
beforeAll(async () => {
  bench = await createClipsBench();
  amber = await bench.videos.make('amber', 1);
  amberSmall = await bench.videos.make('amber-small', 1, SMALL_COPY);
});
beforeEach(() => {
  bench.site.posts.length = 0;
  bench.site.mood = 'well';
});
afterEach(() => bench.stopEngines());
afterAll(() => bench.drop());

const once = () => ({ search: { ...bench.work.search, searches: 1 } });
const silent = { warn: () => undefined };

function post(id: string, media: string | number): void {
  const text = "Lindqvist 23' Port Amber 1-0 Vale Rovers";
  bench.site.posts.push({ id, text, postedAt: new Date(), videos: [{ media }] });
}

async function archive(engine: JobEngine): Promise<string> {
  const goal = await bench.goal();
  await bench.searchAgain(engine, goal);
  return goal;
}

async function bestOf(goal: string) {
  const best = (await bench.rows(goal)).find(({ isBest }) => isBest);
  if (best === undefined || best.objectKey === null) throw new Error('nothing is archived');
  return { ...best, objectKey: best.objectKey };
}

async function run(engine: JobEngine, kind: string): Promise<void> {
  const before = bench.ends.length;
  await engine.send(kind, {});
  await until(`${kind} has run`, 20_000, () => bench.ends.slice(before).some((end) => end.kind === kind));
}

/** For the sweep, what was written a moment ago is none of its business. */
async function grow(): Promise<void> {
  await bench.database.query(`update gamekeeper.clip set object_changed_at = now() - interval '1 hour'`);
}

test('an object that is gone is downloaded again, or else the best of its copies takes its place', async () => {
  post('1', amber);
  post('2', amberSmall);
  const engine = await bench.clips(once());
  const goal = await archive(engine);
  const { objectKey } = await bestOf(goal);
  const lose = async () => {
    await bench.work.objects.delete([objectKey]);
    await grow();
    await run(engine, SWEEP_OBJECTS);
  };
  await lose();
  await until('it is archived again', 20_000, async () => (await bench.keys()).includes(objectKey));
  await expect.poll(async () => (await bestOf(goal)).objectState).toBe('stored');

  const [first] = bench.site.posts[0]?.videos ?? [];
  if (first !== undefined) first.media = 404;
  await lose();
  const copy = await until('the copy is archived', 20_000, async () => {
    const row = (await bench.rows(goal)).find(({ postId }) => postId === '2');
    return row?.objectState === 'stored' && row;
  });
  expect(copy).toMatchObject({ state: 'kept', isBest: true });
  expect((await bench.rows(goal)).find(({ postId }) => postId === '1')).toMatchObject({
    state: 'failed',
    reasonCode: 'gone',
  });
});

test('objects that no row speaks of are deleted when they are old; those of others are not touched', async () => {
  post('1', amber);
  const engine = await bench.clips(once());
  const goal = await archive(engine);
  const { objectKey } = await bestOf(goal);
  const orphans = [
    `incoming/${randomUUID()}/${'a'.repeat(32)}.mp4`,
    `901/${goal}/${'b'.repeat(32)}.mp4`,
    `902/${randomUUID()}/${'c'.repeat(32)}.mp4`,
  ];
  const foreign = ['backups/monday.tar', `notes/${'d'.repeat(32)}.mp4`];
  for (const key of [...orphans, ...foreign]) await bench.work.objects.put(key, { file: amber }, {});

  await run(engine, SWEEP_OBJECTS);
  expect(await bench.keys()).toEqual(expect.arrayContaining([...orphans, ...foreign]));
  await bench.stopEngines();
  await run(await bench.clips({ orphanMinutes: 0 }), SWEEP_OBJECTS);

  const keys = await bench.keys();
  expect(keys).toEqual(expect.arrayContaining([...foreign, objectKey]));
  expect(keys.filter((key) => orphans.includes(key))).toEqual([]);
  await bench.work.objects.delete(foreign);
});

test('an upload that was cut short after the copy goes on where it was, and a deletion is ended by the sweep', async () => {
  post('1', amber);
  const engine = await bench.clips(once());
  const goal = await archive(engine);
  const { id, objectKey, md5 } = await bestOf(goal);
  const incoming = `incoming/${id}/${md5}.mp4`;
  // As a process leaves it that dies between the copy and its row; and once more, with what it copied from gone.
  for (const isThere of [true, false]) {
    if (isThere) await bench.work.objects.copy(objectKey, incoming, {});
    await bench.database.query(
      `update gamekeeper.clip set object_state = 'uploading', object_key = $2 where id = $1`,
      [id, incoming],
    );
    await run(engine, RESUME_STEPS);
    await expect
      .poll(async () => (await bench.rows(goal))[0])
      .toMatchObject({ objectState: 'stored', objectKey });
    await expect.poll(() => bench.keys()).not.toContain(incoming);
  }

  await bench.database.query(
    `update gamekeeper.clip set state = 'deleted', is_best = false, object_state = 'deleting' where id = $1`,
    [id],
  );
  await run(engine, SWEEP_OBJECTS);
  expect(await bench.keys()).not.toContain(objectKey);
  expect((await bench.rows(goal))[0]).toMatchObject({ objectState: 'none', objectKey: null });
});

test('two clips with the same bytes share an object, which stays while one of them needs it', async () => {
  post('1', amber);
  post('2', amber);
  const engine = await bench.clips(once());
  const goal = await archive(engine);
  const best = await bestOf(goal);
  const copyNow = async () => (await bench.rows(goal)).find(({ isBest }) => !isBest);
  // What was downloaded of it is let go in a step of its own.
  await expect.poll(copyNow).toMatchObject({ md5: best.md5, objectState: 'none' });
  const copy = await copyNow();
  await bench.database.query(
    `update gamekeeper.clip set object_state = 'deleting', object_key = $2 where id = $1`,
    [copy?.id, best.objectKey],
  );

  await run(engine, SWEEP_OBJECTS);

  expect(await bench.keys()).toContain(best.objectKey);
  expect((await bench.rows(goal)).find(({ id }) => id === copy?.id)).toMatchObject({ objectState: 'none' });
});

test('what killed downloads left on the disk is cleared away when it is old', async () => {
  const folder = join(bench.work.workDirectory, 'clip-left');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'direct.bin'), 'half a video');
  const engine = await bench.clips();
  await run(engine, SWEEP_OBJECTS);
  await utimes(folder, new Date(0), new Date(0));
  await run(engine, SWEEP_OBJECTS);
  await expect(rm(folder)).rejects.toThrow('ENOENT');
});

test('a clip that was deleted by hand is gone for good, and no search brings it back', async () => {
  post('1', amber);
  const engine = await bench.clips(once());
  const goal = await archive(engine);
  const { id, objectKey } = await bestOf(goal);

  expect(await removeClip({ ...bench.work, jobs: engine, log: silent }, id, 'deleted-by-hand')).toBe(true);
  expect(
    await removeClip({ ...bench.work, jobs: engine, log: silent }, randomUUID(), 'deleted-by-hand'),
  ).toBe(false);

  expect(await bench.keys()).not.toContain(objectKey);
  expect(await findArchivedVideo(bench.database, id)).toBeUndefined();
  expect(await runStepAgain({ ...bench.work, ...once(), jobs: engine }, goal, { step: 'search' })).toEqual({
    type: 'taken',
  });
  await bench.untilSettled(goal);
  expect(await bench.rows(goal)).toMatchObject([
    { state: 'deleted', reasonCode: 'deleted-by-hand', sightings: 2 },
  ]);
});

test('archived clips are deleted when their time is over, and kept for ever when there is no such time', async () => {
  post('1', amber);
  const engine = await bench.clips({ ...once(), keepDays: 0 });
  const goal = await archive(engine);
  await bench.database.query(
    `update gamekeeper.clip set archived_at = now() - interval '31 days' where goal_id = $1`,
    [goal],
  );
  await run(engine, EXPIRE_CLIPS);
  const { objectKey, objectState } = await bestOf(goal);
  expect(objectState).toBe('stored');
  await bench.stopEngines();

  await run(await bench.clips(), EXPIRE_CLIPS);
  expect(await bench.keys()).not.toContain(objectKey);
  expect(await bench.rows(goal)).toMatchObject([
    { state: 'deleted', reasonCode: 'expired', objectState: 'none' },
  ]);
});

test('what was downloaded for a goal that was taken back does not stay for ever either', async () => {
  const goal = await bench.goal({ state: 'removed' });
  const key = `incoming/${randomUUID()}/${'e'.repeat(32)}.mp4`;
  await bench.work.objects.put(key, { file: amber }, {});
  await bench.database.query(
    `insert into gamekeeper.clip (id, goal_id, site, post_id, video_number, state, object_state, object_key, found_at)
     values (gen_random_uuid(), $1, 'practice', '1', 1, 'downloaded', 'incoming', $2, now() - interval '31 days')`,
    [goal, key],
  );
  await run(await bench.clips(), EXPIRE_CLIPS);
  expect(await bench.keys()).not.toContain(key);
  expect(await bench.rows(goal)).toMatchObject([{ state: 'deleted', objectState: 'none' }]);
});

test('a store that cannot be used costs patience and no clip', async () => {
  post('1', amber);
  const blocked = join(bench.directory, 'blocked');
  await writeFile(blocked, 'a file where a folder should be');
  const objects = createFolderObjectStore({ directory: blocked });
  const goal = await bench.goal();
  const engine = await bench.clips({ ...once(), objects });
  await engine.send(SEARCH_CLIPS, { goal });
  const waiting = await until('the download waits', 20_000, async () =>
    (await listGoalSteps(bench.database, goal)).find(
      ({ step, outcome }) => step === 'download' && outcome !== null,
    ),
  );
  expect(waiting).toMatchObject({ outcome: 'postponed' });
  expect(waiting.reason).toContain(blocked);
  expect(await bench.rows(goal)).toMatchObject([{ state: 'found', objectState: 'none' }]);

  await rm(blocked);
  await bench.database.query(
    `update pgboss.job set start_after = now() where name = 'football/download-clip'`,
  );
  await bench.untilSettled(goal);
  expect(await bench.rows(goal)).toMatchObject([{ state: 'kept', objectState: 'stored' }]);
});

test('every step can be run again by hand, as far as it makes sense', async () => {
  post('1', amber);
  post('2', 404);
  const engine = await bench.clips(once());
  const goal = await archive(engine);
  const again = (wish: Parameters<typeof runStepAgain>[2], id = goal) =>
    runStepAgain({ ...bench.work, jobs: engine }, id, wish);
  const rows = await bench.rows(goal);
  const kept = rows.find(({ postId }) => postId === '1')?.id ?? '';
  const gone = rows.find(({ postId }) => postId === '2')?.id ?? '';

  expect(await again({ step: 'search' }, randomUUID())).toEqual({ type: 'missing', what: 'goal' });
  expect(await again({ step: 'download', clipId: randomUUID() })).toEqual({ type: 'missing', what: 'clip' });
  expect(await again({ step: 'download' })).toMatchObject({ type: 'refused' });
  expect(await again({ step: 'download', clipId: kept })).toEqual({
    type: 'refused',
    reason: 'the clip is kept, so it has been downloaded',
  });
  expect(await again({ step: 'upload', clipId: kept })).toEqual({
    type: 'refused',
    reason: 'it is archived already',
  });
  expect(await again({ step: 'upload', clipId: gone })).toMatchObject({ type: 'refused' });
  expect(await again({ step: 'settle' })).toEqual({ type: 'refused', reason: 'it is settled already' });
  expect(await again({ step: 'deduplicate' })).toEqual({ type: 'taken' });

  const video = bench.site.posts[1]?.videos[0];
  if (video !== undefined) video.media = amberSmall;
  expect(await again({ step: 'download', clipId: gone })).toEqual({ type: 'taken' });
  expect(await again({ step: 'download', clipId: gone })).toEqual({ type: 'running' });
  await expect
    .poll(async () => (await bench.rows(goal)).find(({ id }) => id === gone), { timeout: 40_000 })
    .toMatchObject({ state: 'duplicate' });

  await bench.change(goal, `state = 'removed'`);
  expect(await again({ step: 'search' })).toEqual({ type: 'refused', reason: 'the goal is removed' });
});

test('a step whose process died is told as cut off', async () => {
  const goal = await bench.goal({ state: 'detected' });
  await bench.database.query(
    `insert into gamekeeper.goal_step (goal_id, step, name, job_id, attempt, started_at)
     values ($1, 'search', 'search-x', gen_random_uuid(), 1, now() - interval '1 hour')`,
    [goal],
  );
  const engine = await bench.clips();
  await run(engine, RESUME_STEPS);
  expect(await listGoalSteps(bench.database, goal)).toMatchObject([{ outcome: 'cut-off' }]);
});

test('a video that is begun again and again and never done is given up', async () => {
  const goal = await bench.goal();
  const clip = randomUUID();
  await bench.database.query(
    `insert into gamekeeper.clip (id, goal_id, site, post_id, video_number, state) values ($2, $1, 'practice', '1', 1, 'found')`,
    [goal, clip],
  );
  await bench.database.query(
    `insert into gamekeeper.goal_step (goal_id, clip_id, step, name, job_id, attempt, started_at, ended_at, outcome)
     select $1, $2, 'download', 'x', gen_random_uuid(), 1, now(), now(), 'cut-off' from generate_series(1, 40)`,
    [goal, clip],
  );
  const engine = await bench.clips({
    ...once(),
    download: () => Promise.reject(new Error('not to be asked')),
  });

  await run(engine, RESUME_STEPS);

  await bench.untilSettled(goal);
  expect(await bench.rows(goal)).toMatchObject([
    {
      state: 'failed',
      reasonCode: 'tool-failed',
      reason: 'it was begun 40 times within an hour, and never done',
    },
  ]);
});
