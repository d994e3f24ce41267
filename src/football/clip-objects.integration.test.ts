/** Rows and objects: lost, orphaned, deleted and repeated; an unavailable store; rows of earlier versions. */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClipsBench, type ClipsBench } from '../../test/support/clips-bench.ts';
import { SMALL_COPY } from '../../test/support/made-clips.ts';
import { until } from '../../test/support/until.ts';
import { createFolderObjectStore } from '#/runtime/objects/folder-store.ts';
import { ObjectStoreFault, type ObjectStore } from '#/runtime/objects/object-store.ts';
import { findArchivedVideo } from './clip.ts';
import { listGoalSteps } from './steps.ts';
import type { JobEngine } from '#/runtime/jobs/job-engine.ts';
import { EXPIRE_CLIPS, RESUME_STEPS, SEARCH_CLIPS, SWEEP_OBJECTS } from './kinds.ts';
import { removeClip } from './sweep.ts';
import { runStepAgain } from './resume.ts';

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
  bench.site.served.clear();
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
  if (best === undefined || best.objectKey === null) throw new Error('no clip is archived');
  return { ...best, objectKey: best.objectKey };
}

async function run(engine: JobEngine, kind: string): Promise<void> {
  const before = bench.ends.length;
  await engine.send(kind, {});
  await until(`${kind} has run`, 20_000, () => bench.ends.slice(before).some((end) => end.kind === kind));
}

/** The sweep ignores rows that changed within the last minute. */
async function ageRows(): Promise<void> {
  await bench.database.query(`update gamekeeper.clip set object_changed_at = now() - interval '1 hour'`);
}

test('downloads a lost object again, or the best of its copies instead', async () => {
  post('1', amber);
  post('2', amberSmall);
  const engine = await bench.clips(once());
  const goal = await archive(engine);
  const { objectKey } = await bestOf(goal);
  const lose = async () => {
    await bench.work.objects.delete(objectKey);
    await ageRows();
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
    return row?.state === 'kept' && row;
  });
  expect(copy).toMatchObject({ objectState: 'stored', isBest: true });
  expect((await bench.rows(goal)).find(({ postId }) => postId === '1')).toMatchObject({
    state: 'failed',
    reasonCode: 'gone',
  });
});

test('deletes old objects without a row, and none that has not a key of ours', async () => {
  post('1', amber);
  const engine = await bench.clips(once());
  const goal = await archive(engine);
  const { objectKey } = await bestOf(goal);
  const orphans = [
    `incoming/${randomUUID()}/${'a'.repeat(32)}.mp4`,
    `901/${goal}/${'b'.repeat(32)}.mp4`,
    `902/${randomUUID()}/${'c'.repeat(32)}.mp4`,
    `gamekeeper-check/${randomUUID()}`,
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
  for (const key of foreign) await bench.work.objects.delete(key);
});

test('finishes deletions one by one, also if the store refuses another key', async () => {
  post('1', amber);
  const engine = await bench.clips(once());
  const goals = [await archive(engine), await archive(engine)].toSorted();
  const [denied, allowed] = await Promise.all(goals.map(bestOf));
  await bench.stopEngines();
  await bench.database.query(
    `update gamekeeper.clip set state = 'deleted', is_best = false, object_state = 'deleting' where goal_id = any($1::uuid[])`,
    [goals],
  );
  const fault = new ObjectStoreFault('refused', 'a policy protects this key');
  const objects: ObjectStore = {
    ...bench.work.objects,
    delete: (key) => (key === denied?.objectKey ? Promise.reject(fault) : bench.work.objects.delete(key)),
  };
  await run(await bench.clips({ ...once(), objects }), SWEEP_OBJECTS);

  const keys = await bench.keys();
  expect(keys).toContain(denied?.objectKey);
  expect(keys).not.toContain(allowed?.objectKey);
  const states = (await Promise.all(goals.map((goal) => bench.rows(goal)))).map(([row]) => row?.objectState);
  expect(states).toEqual(['deleting', 'none']);
  expect(bench.logs).toContainEqual(
    expect.objectContaining({ msg: 'objects not deleted', key: denied?.objectKey, failed: 1 }),
  );
});

test('reads, compares and deletes the clips of earlier versions', async () => {
  post('1', amber);
  post('2', amberSmall);
  const engine = await bench.clips(once());
  const goal = await archive(engine);
  const [best, copy] = await bench.rows(goal);
  const migration = join(import.meta.dirname, '../../migrations/postgres/0020-clips-stored-once.sql');
  const incoming = `incoming/${best?.id}/${best?.md5}.mp4`;
  const archived = best?.objectKey ?? '';
  await mkdir(join(bench.directory, 'objects/.metadata/incoming'), { recursive: true });
  await writeFile(join(bench.directory, 'objects/.metadata/incoming/x~.json'), '{"fixture":"1"}');
  // As earlier versions left them: downloaded, on the way into the archive, and waiting for a better copy to get there.
  const asBefore = async (state: string, objectState: string): Promise<void> => {
    await bench.work.objects.put(incoming, { file: amber }, {});
    await bench.database.query(
      `alter table gamekeeper.clip drop constraint clip_object_state_check, add constraint clip_object_state_check check (true)`,
    );
    await bench.database.query(
      `update gamekeeper.clip set state = $2, is_best = $2 = 'kept', object_state = $3, object_key = $4, archived_at = null where id = $1`,
      [best?.id, state, objectState, incoming],
    );
    await bench.database.query(
      `update gamekeeper.clip set object_state = 'stored', object_key = $2 where id = $1`,
      [copy?.id, archived],
    );
    await bench.database.query(await readFile(migration, 'utf8'));
  };
  for (const objectState of ['incoming', 'uploading']) {
    await asBefore('kept', objectState);
    expect(await findArchivedVideo(bench.database, copy?.id ?? '')).toMatchObject({
      clipId: best?.id,
      objectKey: incoming,
    });
    expect(await bestOf(goal)).toMatchObject({ objectState: 'stored', archivedAt: expect.any(Date) });
    await run(engine, SWEEP_OBJECTS);
    expect((await bench.rows(goal)).map((row) => row.objectState)).toEqual(['stored', 'none']);
    expect(await bench.keys()).toContain(incoming);
  }

  await asBefore('downloaded', 'incoming');
  await run(engine, RESUME_STEPS);
  await expect.poll(async () => (await bench.rows(goal))[0]).toMatchObject({ id: best?.id, state: 'kept' });
  await removeClip({ ...bench.work, jobs: engine, log: silent }, best?.id ?? '', 'deleted-by-hand');
  expect(await bench.keys()).not.toContain(incoming);
});

test('clips with the same bytes share an object, which stays while one of them has it stored', async () => {
  post('1', amber);
  post('2', amber);
  const engine = await bench.clips(once());
  const goal = await archive(engine);
  const best = await bestOf(goal);
  const copyNow = async () => (await bench.rows(goal)).find(({ isBest }) => !isBest);
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

test('deletes old work folders of killed downloads', async () => {
  const folder = join(bench.work.workDirectory, 'clip-left');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'direct.bin'), 'half a video');
  const engine = await bench.clips();
  await run(engine, SWEEP_OBJECTS);
  await utimes(folder, new Date(0), new Date(0));
  await run(engine, SWEEP_OBJECTS);
  await expect(rm(folder)).rejects.toThrow('ENOENT');
});

test('a clip that was deleted by hand is not found again by a search', async () => {
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

test('deletes archived clips after CLIP_KEEP_DAYS, and never if that is 0', async () => {
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

test('deletes old clips of a removed goal that were never archived', async () => {
  const goal = await bench.goal({ state: 'removed' });
  const key = `900/${goal}/${'e'.repeat(32)}.mp4`;
  await bench.work.objects.put(key, { file: amber }, {});
  await bench.database.query(
    `insert into gamekeeper.clip (id, goal_id, site, post_id, video_number, state, object_state, object_key, found_at)
     values (gen_random_uuid(), $1, 'practice', '1', 1, 'downloaded', 'stored', $2, now() - interval '31 days')`,
    [goal, key],
  );
  await run(await bench.clips(), EXPIRE_CLIPS);
  expect(await bench.keys()).not.toContain(key);
  expect(await bench.rows(goal)).toMatchObject([{ state: 'deleted', objectState: 'none' }]);
});

test('while the store is unavailable clips wait without further downloads, and without spending an attempt', async () => {
  post('1', amber);
  const blocked = join(bench.directory, 'blocked');
  await writeFile(blocked, 'a file in the place of the folder');
  const objects = createFolderObjectStore({ directory: blocked });
  const goal = await bench.goal();
  let at = 0;
  const engine = await bench.clips({ ...once(), objects, now: () => new Date(at) });
  await engine.send(SEARCH_CLIPS, { goal });
  const steps = () => listGoalSteps(bench.database, goal);
  const upload = await until('the upload waits', 20_000, async () =>
    (await steps()).find(({ step, outcome }) => step === 'upload' && outcome !== null),
  );
  expect(upload).toMatchObject({ outcome: 'postponed', attempt: 1 });
  expect(upload.reason).toContain(blocked);
  expect(await bench.rows(goal)).toMatchObject([{ state: 'found', objectState: 'none' }]);
  const retry = async (): Promise<void> => {
    const before = bench.ends.length;
    await bench.database.query(
      `update pgboss.job set start_after = now() where name = 'football/download-clip'`,
    );
    await until('the download has run', 20_000, () =>
      bench.ends.slice(before).some(({ kind }) => kind === 'football/download-clip'),
    );
  };
  // Within the pause, and after it as long as the check fails.
  await retry();
  at += 300_000;
  await retry();
  expect(bench.site.served.get('1-1')).toBe(1);

  await rm(blocked);
  at += 300_000;
  await retry();
  await bench.untilSettled(goal);
  expect(await bench.rows(goal)).toMatchObject([{ state: 'kept', objectState: 'stored' }]);
  expect(bench.logs.map(({ msg }) => msg).filter((msg) => String(msg).startsWith('object store'))).toEqual([
    'object store unavailable; clips wait',
    'object store available again',
  ]);
});

test('cuts a download off after its time limit, and fails the attempt', async () => {
  post('1', amber);
  const goal = await bench.goal();
  const engine = await bench.clips({
    ...once(),
    stepSeconds: 0.1,
    download: (_address, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  });
  await engine.send(SEARCH_CLIPS, { goal });
  const failed = await until('the download has failed', 20_000, async () =>
    (await listGoalSteps(bench.database, goal)).find(({ outcome }) => outcome === 'failed'),
  );
  expect(failed).toMatchObject({ step: 'download', attempt: 1, reason: 'the step took longer than 0.1 s' });
});

test('repeats steps by hand, or says why not', async () => {
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
    reason: 'the clip is stored already',
  });
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

test('records a step whose process died as cut off', async () => {
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

test('gives up a video after 40 failed runs within an hour', async () => {
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
    download: () => Promise.reject(new Error('must not be called')),
  });

  await run(engine, RESUME_STEPS);

  await bench.untilSettled(goal);
  expect(await bench.rows(goal)).toMatchObject([
    {
      state: 'failed',
      reasonCode: 'tool-failed',
      reason: '40 runs failed or were cut off within an hour',
    },
  ]);
});
