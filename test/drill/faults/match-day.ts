/**
 * F19: a match day of football at many times its speed, with some forty matches. The product is killed every few seconds while it follows
 * them and collects clips. Then the upstream falls silent, what is known is finished, and goals, clips and objects are compared with
 * what really happened.
 */
import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createFolderObjectStore } from '../../../src/runtime/objects/folder-store.ts';
import {
  compareGoals,
  compareWithTruth,
  type Comparison,
  type Happened,
} from '../../football/compare-with-truth.ts';
import {
  readClips,
  readCutOff,
  readFollowed,
  readGoals,
  readHeard,
  readObjects,
  readWorkLeft,
} from '../../football/kept-of-the-day.ts';
import { startWorld, type TrueMatch, type WorldOfTheDay } from '../../football/world-of-the-day.ts';
import { FEW_GAMES } from '../../support/product.ts';
import { NotYet, until } from '../../support/until.ts';
import { alone, type FaultSetting, type Findings } from '../fault.ts';
import { readScars } from '../kept-games.ts';
import { describeMemory, findMemoryFaults } from '../memory-watch.ts';
import { DEATH } from '../prove-crawl.ts';
import { openStage, type Stage } from '../stage.ts';

/** In the short form most of what is posted cannot be downloaded: every video costs about a second of computing. */
const SIZES = {
  short: {
    kills: 4,
    speed: 8,
    football: {
      inPlay: 32,
      clips: { deadShare: 0.8 },
      quirks: { emptyEvents: 0.02, droppedRow: 0.02, absentFixture: 0.02 },
    },
    certainMs: 90_000,
    restMs: 240_000,
  },
  long: { kills: 40, speed: 15, football: { inPlay: 32 }, certainMs: 240_000, restMs: 900_000 },
} as const;
const START = '2026-03-14T14:20:00Z';
const KILL_WITHIN_MS = 4_000;
/** After so many polls since the last kill everything that is certain was seen three times, unless the upstream left it out meanwhile. */
const LAST_POLLS = 5;
/** Below these numbers too little happened for a proof. */
const LEAST = { fixtures: 26, certain: 16, archived: 1 };

interface Day {
  readonly stage: Stage;
  readonly world: WorldOfTheDay;
  readonly setting: FaultSetting;
  readonly begun: number;
}

export const matchDay = alone(
  { id: 'F19', name: 'kill -9 of the product on a match day of football' },
  async (setting) => {
    const { seed, size, directory, signal } = setting;
    const { speed, football, kills } = SIZES[size];
    const clipFolder = join(directory, 'practice-clips');
    const world = await startWorld({ seed, time: { startAt: START, speed }, football, clipFolder });
    const environment = {
      ...FEW_GAMES,
      PRACTICE_URL: world.url,
      PRACTICE_POLL_SECONDS: '1',
      CLIP_SEARCHES: '2',
      LOG_FORMAT: 'json',
    };
    const stage = await openStage({ directory, signal, environment });
    try {
      const day: Day = { stage, world, setting, begun: world.now() };
      for (let kill = 0; kill < kills; kill++) {
        const life = stage.begin();
        await life.untilReady();
        await delay(setting.chance() * KILL_WITHIN_MS, undefined, { signal });
        await stage.end(life, 'SIGKILL');
      }
      await stage.begin().untilReady();
      const heardUntil = await hearEverything(day);
      await world.silence();
      const silentAt = world.now();
      await until('everything that is known is finished', SIZES[size].restMs, async () => {
        signal.throwIfAborted();
        const left = await readWorkLeft(stage.ask);
        if (Object.values(left).some((count) => count > 0)) throw new NotYet(JSON.stringify(left));
        return true;
      });
      await sweep(day);
      return await prove(day, { until: heardUntil, silentAt });
    } finally {
      await stage.close();
      await world.stop();
    }
  },
);

/**
 * Until when everything was seen, in the world's time. The upstream leaves a row or a whole match out for a minute at a time, which on a
 * slow machine is most of the last polls. So the goals are awaited; those that do not come or do not go are reported by the proof.
 */
async function hearEverything(day: Day): Promise<number> {
  const { stage, world, setting, begun } = day;
  const { certainMs, restMs } = SIZES[setting.size];
  const { polls } = await readHeard(stage.ask);
  let heardUntil: number | undefined;
  try {
    await until('every match in play was polled again', restMs, async () => {
      setting.signal.throwIfAborted();
      const { allBy } = await readHeard(stage.ask);
      if (allBy === null || allBy.poll < polls + LAST_POLLS) return false;
      heardUntil = allBy.at;
      const times = { from: begun, until: heardUntil, silentAt: world.now(), certainMs };
      const matches = await readMatches(day);
      const { lost, duplicated } = compareGoals({ matches, ...times }, await readGoals(stage.ask));
      return lost.length + duplicated.length === 0;
    });
  } catch (error) {
    if (heardUntil === undefined || setting.signal.aborted) throw error;
  }
  return heardUntil ?? 0;
}

/** Of the world, those that were asked about. */
async function readMatches({ stage, world, begun }: Day): Promise<TrueMatch[]> {
  const followed = new Set(await readFollowed(stage.ask));
  return (await world.matches(begun)).filter(({ fixture }) => followed.has(fixture));
}

const objectsIn = (directory: string): string => join(directory, 'objects');

/** The hourly sweep, with everything old enough for it. */
async function sweep({ stage, setting }: Day): Promise<void> {
  const longAgo = new Date(Date.now() - 7_200_000);
  const folder = objectsIn(stage.directory);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) utimesSync(join(entry.parentPath, entry.name), longAgo, longAgo);
  await stage.ask(`update gamekeeper.clip set object_changed_at = $1`, [longAgo]);
  // The scheduler reads its cursors when it starts, and makes up for the missed slot then.
  await stage.ask(
    `update gamekeeper.cursor set read_until = $1
     where source = 'jobs' and kind = 'schedule' and starts_with(name, 'football/sweep-objects ')`,
    [longAgo],
  );
  await stage.end(stage.main(), 'SIGKILL');
  await stage.begin().untilReady();
  await until('rows and objects were compared', SIZES[setting.size].restMs, async () => {
    const runs = await stage.ask(
      `select 1 from gamekeeper.job_log where kind = 'football/sweep-objects' and outcome in ('done', 'skipped')`,
    );
    return runs.length > 0;
  });
}

async function prove(day: Day, times: Pick<Happened, 'until' | 'silentAt'>): Promise<Findings> {
  const { stage, world, begun, setting } = day;
  const [goals, clips] = [await readGoals(stage.ask), await readClips(stage.ask)];
  const matches = await readMatches(day);
  const videos = await world.videosOf(
    matches.map(({ fixture }) => fixture),
    clips.map(({ post }) => post),
  );
  const scars = await readScars(stage.ask);
  const cutOff = await readCutOff(stage.ask);
  await stage.end(stage.main(), 'SIGTERM');
  const objects = await readObjects(createFolderObjectStore({ directory: objectsIn(stage.directory) }));
  const { certainMs, kills } = SIZES[setting.size];
  const happened = { matches, videos, from: begun, certainMs, ...times };
  const comparison = compareWithTruth(happened, { goals, clips, objects });
  const archived = clips.filter(({ state }) => state === 'kept').length;
  const memory = stage.memory.peak();
  const troubles = scars.troubles.filter(
    ({ kind, reason }) => kind.startsWith('football/') && !DEATH.test(reason ?? ''),
  );
  return {
    times: kills,
    acknowledged: comparison.certain + archived,
    lost: comparison.lost,
    duplicated: comparison.duplicated,
    recoveriesMs: [],
    wrong: [
      ...stage.faults,
      ...troubles.map(({ kind, outcome, reason, times: runs }) => `${runs} × ${kind} ${outcome}: ${reason}`),
      ...findDayFaults(comparison, { fixtures: matches.length, archived, objects: objects.length }),
      ...findMemoryFaults(memory),
    ],
    detail:
      `${matches.length} matches, ${comparison.certain} goals and ${comparison.certainVideos} videos that had to be found, ${archived} clips archived, ` +
      `${objects.length} objects, ${cutOff} runs cut off, ${describeMemory(memory)}`,
  };
}

/** Every violation but lost and duplicated goals or clips. */
export function findDayFaults(
  { strange, orphans, certain }: Pick<Comparison, 'strange' | 'orphans' | 'certain'>,
  seen: Readonly<Record<'fixtures' | 'archived' | 'objects', number>>,
): string[] {
  const counts = [
    ['matches were followed', seen.fixtures, LEAST.fixtures],
    ['goals had to be found', certain, LEAST.certain],
    ['clips were archived', seen.archived, LEAST.archived],
    ['objects were stored', seen.objects, seen.archived],
  ] as const;
  return [
    ...strange,
    ...orphans.map((key) => `the object ${key} belongs to no row`),
    ...counts
      .filter(([, count, least]) => count < least)
      .map(([what, count, least]) => `${count} ${what}; expected at least ${least}`),
  ];
}
