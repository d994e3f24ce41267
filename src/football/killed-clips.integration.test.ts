/** Kills a process in the middle of a step: everything is archived once, and rows and objects agree. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClipProcessSettings } from '../../test/support/clip-process.ts';
import { createClipsBench, type ClipsBench } from '../../test/support/clips-bench.ts';
import { SMALL_COPY } from '../../test/support/made-clips.ts';
import { drilled } from '../../test/support/drilled.ts';
import { until } from '../../test/support/until.ts';
import { listGoalSteps } from './steps.ts';
import { RESUME_STEPS, SEARCH_CLIPS, SWEEP_OBJECTS } from './kinds.ts';
import { createFootballClips } from './jobs.ts';

const SCRIPT = join(import.meta.dirname, '../../test/support/clip-process.ts');
/** Blocks steps that write a clip. */
const LOCK = 'lock table gamekeeper.clip in share mode';

let bench: ClipsBench;
beforeAll(async () => {
  bench = await createClipsBench();
});
afterAll(() => bench.drop());

/** Kills a process when a step of the goal has begun and waits to write. */
async function killIn(goal: string, step: string): Promise<void> {
  const settings: ClipProcessSettings = {
    databaseUrl: 'url' in bench.connection ? bench.connection.url.reveal() : '',
    siteUrl: bench.site.url,
    directory: bench.directory,
  };
  const begun = () =>
    until(`${step} has begun`, 60_000, async () => {
      const steps = await listGoalSteps(bench.database, goal);
      return steps.some((one) => one.step === step && one.endedAt === null);
    });
  await bench.database.transaction(async (tx) => {
    // A download needs clips that were saved.
    if (step === 'save-search') await tx.query(LOCK);
    const child = spawn(process.execPath, [SCRIPT, JSON.stringify(settings)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const exited = once(child, 'exit');
    try {
      await begun();
      await tx.query(LOCK);
      await begun();
    } finally {
      child.kill('SIGKILL');
      await exited;
    }
  });
  // As if a long time had passed, so that the jobs of the dead process are taken over at once.
  await bench.database.query(
    `update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`,
  );
}

test('keeps answers and clips of a killed process, and archives each clip once', async () => {
  const { database, site } = bench;
  const scene = await bench.videos.make('scene', 11);
  const copy = await bench.videos.make('copy', 11, SMALL_COPY);
  const other = await bench.videos.make('other', 51);
  for (const [index, media] of [scene, copy, other].entries())
    site.posts.push({
      id: String(index),
      text: "Playerq 23' Port Amber 1-0 Vale Rovers",
      postedAt: new Date(),
      videos: [{ media }],
    });
  const goal = await bench.goal({ playerName: 'Playerq' });
  const sender = await bench.engine({
    kinds: createFootballClips(bench.work),
    roles: { work: false, schedule: false },
  });
  await sender.send(SEARCH_CLIPS, { goal });
  await killIn(goal, 'save-search');
  expect(site.searches).toHaveLength(1);
  for (let kill = 0; kill < drilled(1, 10); kill++) {
    await sender.send(RESUME_STEPS, {});
    await killIn(goal, 'download');
  }

  const engine = await bench.clips({ orphanMinutes: 0 });
  await engine.send(RESUME_STEPS, {});
  await bench.untilSettled(goal);

  const steps = await listGoalSteps(database, goal);
  const outcomesOf = (name: string) =>
    steps.filter(({ step }) => step === name).map(({ outcome }) => outcome);
  const [row] = await database.query<{ searches: number }>(
    'select searches from gamekeeper.goal where id = $1',
    [goal],
  );
  expect(site.searches).toHaveLength(row?.searches ?? 0);
  expect(outcomesOf('execute-search')).toEqual(['done', 'done']);
  expect(outcomesOf('save-search')).toEqual(['cut-off', 'done', 'done']);
  expect(outcomesOf('download')).toContain('cut-off');
  expect(outcomesOf('settle')).toEqual(['done']);

  await sweep();
  const rows = await bench.rows(goal);
  expect(rows.map(({ state }) => state).toSorted()).toEqual(['duplicate', 'kept', 'kept']);
  const stored = rows.filter(({ objectState }) => objectState === 'stored');
  expect(await bench.keys()).toEqual(stored.map(({ objectKey }) => objectKey ?? '').toSorted());
  for (const { objectKey, md5 } of stored) expect(await md5Of(objectKey ?? '')).toBe(md5);
  expect(rows.filter(({ objectState }) => objectState === 'none')).toHaveLength(1);
  expect(await readdir(bench.work.workDirectory)).toEqual([]);
});

/** The hourly sweep, without waiting until orphans are old. */
async function sweep(): Promise<void> {
  await bench.stopEngines();
  await bench.database.query(`update gamekeeper.clip set object_changed_at = now() - interval '1 hour'`);
  const before = bench.ends.length;
  const engine = await bench.clips({ orphanMinutes: 0 });
  await engine.send(SWEEP_OBJECTS, {});
  const end = await until('the sweep is over', 20_000, () =>
    bench.ends.slice(before).find(({ kind }) => kind === SWEEP_OBJECTS),
  );
  expect(end.outcome).not.toBe('retried');
  await bench.stopEngines();
}

async function md5Of(key: string): Promise<string> {
  const read = await bench.work.objects.read(key);
  if (read.outcome !== 'ok') throw new Error(`${key} is ${read.outcome}`);
  const hash = createHash('md5');
  for await (const chunk of read.body as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}
