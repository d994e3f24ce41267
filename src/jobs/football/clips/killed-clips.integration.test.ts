/** Processes that work on clips, killed at random moments: at the end every goal was searched for, and rows and objects tell the same. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClipProcessSettings } from '../../../../test/support/clip-process.ts';
import { createClipsBench, type ClipsBench } from '../../../../test/support/clips-bench.ts';
import { SMALL_COPY } from '../../../../test/support/made-clips.ts';
import { drilled } from '../../../../test/support/drilled.ts';
import { printedChance } from '../../../../test/support/printed-seed.ts';
import { until } from '../../../../test/support/until.ts';
import { listGoalSteps } from '#/stores/postgres/goal-step.ts';
import { RESUME_STEPS, SEARCH_CLIPS, SWEEP_OBJECTS } from './clip-kinds.ts';
import { createFootballClips } from './football-clips.ts';

const SCRIPT = join(import.meta.dirname, '../../../../test/support/clip-process.ts');
const KILLS = drilled(2, 20);
const GOALS = drilled(3, 6);

let bench: ClipsBench;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  bench = await createClipsBench();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await bench.drop();
});

async function startProcess(): Promise<ChildProcess> {
  const settings: ClipProcessSettings = {
    databaseUrl: 'url' in bench.connection ? bench.connection.url.reveal() : '',
    siteUrl: bench.site.url,
    directory: bench.directory,
  };
  const child = spawn(process.execPath, [SCRIPT, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  await once(createInterface(child.stdout), 'line');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  children.delete(child);
}

/** Every goal has its own score and two scenes; the first scene was posted twice, once as a small copy. */
async function postGoals(): Promise<string[]> {
  const goals: string[] = [];
  for (let number = 1; number <= GOALS; number++) {
    const player = `Player${'abcdef'[number - 1]}`;
    const scene = await bench.videos.make(`scene-${number}`, 10 + number);
    const copy = await bench.videos.make(`copy-${number}`, 10 + number, SMALL_COPY);
    const other = await bench.videos.make(`other-${number}`, 50 + number);
    for (const [index, media] of [scene, copy, other].entries())
      bench.site.posts.push({
        id: `${number}${index}`,
        text: `${player} ${10 * number}' Port Amber ${number}-0 Vale Rovers`,
        postedAt: new Date(),
        videos: [{ media }],
      });
    goals.push(
      await bench.goal({
        playerName: player,
        minute: 10 * number,
        scoreBefore: { home: number - 1, away: 0 },
        scoreAfter: { home: number, away: 0 },
      }),
    );
  }
  return goals;
}

test(
  'clips whose processes are killed again and again are all archived, once, and rows and objects agree',
  { timeout: 240_000 },
  async () => {
    const random = printedChance('kills of clips');
    const goals = await postGoals();
    const engine = await bench.engine({
      kinds: createFootballClips({ ...bench.work, orphanMinutes: 0 }),
      roles: { work: false, schedule: false },
    });
    await engine.sendMany(
      SEARCH_CLIPS,
      goals.map((goal) => ({ goal })),
    );

    for (let life = 1; life <= KILLS; life++) {
      const child = await startProcess();
      await new Promise((resolve) => setTimeout(resolve, 200 + random() * 2_300));
      await kill(child);
    }
    await Promise.all([startProcess(), startProcess()]);
    await engine.send(RESUME_STEPS, {});
    for (const goal of goals) await bench.untilSettled(goal, 120_000);
    for (const child of children) await kill(child);

    await sweep();
    const rows = (await Promise.all(goals.map((goal) => bench.rows(goal)))).flat();
    expect(rows.map(({ state }) => state).toSorted()).toEqual([
      ...Array.from({ length: GOALS }, () => 'duplicate'),
      ...Array.from({ length: 2 * GOALS }, () => 'kept'),
    ]);
    const stored = rows.filter(({ objectState }) => objectState === 'stored');
    expect(stored).toHaveLength(2 * GOALS);
    expect(rows.filter(({ objectState }) => objectState === 'none')).toHaveLength(GOALS);
    expect(await bench.keys()).toEqual(stored.map(({ objectKey }) => objectKey ?? '').toSorted());
    for (const { objectKey, md5 } of stored) expect(await md5Of(objectKey ?? '')).toBe(md5);
    expect(await readdir(bench.work.workDirectory)).toEqual([]);
    await tellAboutSteps(goals);
  },
);

test('a process killed between execute and save leaves the answers, and the site is asked once for each search', async () => {
  const { database, site } = bench;
  site.posts.length = 0;
  const asked = site.searches.length;
  const scene = await bench.videos.make('between', 90);
  site.posts.push({
    id: '900',
    text: "Playerq 23' Port Amber 1-0 Vale Rovers",
    postedAt: new Date(),
    videos: [{ media: scene }],
  });
  const goal = await bench.goal({ playerName: 'Playerq' });
  const engine = await bench.engine({
    kinds: createFootballClips(bench.work),
    roles: { work: false, schedule: false },
  });
  // The first step that writes clips is the save: it waits for this lock until its process is killed.
  await database.transaction(async (tx) => {
    await tx.query('lock table gamekeeper.clip in share mode');
    const child = await startProcess();
    await engine.send(SEARCH_CLIPS, { goal });
    await until('the save waits', 30_000, async () => {
      const steps = await listGoalSteps(database, goal);
      return steps.some(({ step, endedAt }) => step === 'save-search' && endedAt === null);
    });
    await kill(child);
  });
  expect(site.searches.length - asked).toBe(1);
  await startProcess();
  await engine.send(RESUME_STEPS, {});
  await bench.untilSettled(goal, 120_000);
  for (const child of children) await kill(child);

  const [row] = await database.query<{ searches: number }>(
    'select searches from gamekeeper.goal where id = $1',
    [goal],
  );
  expect(site.searches.length - asked).toBe(row?.searches);
  expect(await bench.rows(goal)).toMatchObject([{ state: 'kept', sightings: row?.searches }]);
  const steps = await listGoalSteps(database, goal);
  const outcomesOf = (name: string) =>
    steps.filter(({ step }) => step === name).map(({ outcome }) => outcome);
  expect(outcomesOf('execute-search')).toEqual(['done', 'done']);
  expect(outcomesOf('save-search')).toEqual(['cut-off', 'done', 'done']);
}, 240_000);

/** As the product does every hour, and without waiting until what was left behind is old. */
async function sweep(): Promise<void> {
  await bench.database.query(`update gamekeeper.clip set object_changed_at = now() - interval '1 hour'`);
  const before = bench.ends.length;
  const engine = await bench.clips({ orphanMinutes: 0 });
  await engine.send(SWEEP_OBJECTS, {});
  await until('the sweep is over', 20_000, () =>
    bench.ends.slice(before).some(({ kind }) => kind === SWEEP_OBJECTS),
  );
  expect(bench.ends.slice(before).find(({ kind }) => kind === SWEEP_OBJECTS)?.outcome).not.toBe('retried');
  await bench.stopEngines();
}

async function tellAboutSteps(goals: readonly string[]): Promise<void> {
  const steps = (await Promise.all(goals.map((goal) => listGoalSteps(bench.database, goal)))).flat();
  const cutOff = steps.filter(({ outcome }) => outcome === 'cut-off').length;
  const served = [...bench.site.served.values()].reduce((sum, times) => sum + times, 0);
  process.stdout.write(
    `${KILLS} kills, ${steps.length} runs of steps, ${cutOff} cut off, ${served} downloads begun\n`,
  );
  expect(
    steps.filter(({ step, outcome }) => step === 'save-search' && outcome === 'done').length,
  ).toBeGreaterThanOrEqual(GOALS);
  expect(
    steps.filter(({ step, outcome }) => step === 'settle' && outcome === 'done').length,
  ).toBeLessThanOrEqual(GOALS);
}

async function md5Of(key: string): Promise<string> {
  const read = await bench.work.objects.read(key);
  if (read.outcome !== 'ok') throw new Error(`${key} is ${read.outcome}`);
  const hash = createHash('md5');
  for await (const chunk of read.body as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}
