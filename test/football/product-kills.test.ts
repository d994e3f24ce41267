/**
 * The real product with its own practice world, at the speed of a day: killed while it collects, started again in the same data
 * directory, and compared with another world of the same seed, which says what really happened.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { createFolderObjectStore } from '../../src/stores/objects/folder/folder-object-store.ts';
import { stopLeftPostgres } from '../drill/kept-games.ts';
import { drawKillMoments } from '../drill/kill-moments.ts';
import { beginLife } from '../drill/life.ts';
import { findLogFaults } from '../drill/log-faults.ts';
import { connectTo } from '../support/acknowledged-rows.ts';
import { whenDrilling } from '../support/conditional-test.ts';
import { FEW_GAMES, makeDataDirectory } from '../support/product.ts';
import { NotYet, until } from '../support/until.ts';
import { compareWithTruth, type Kept } from './compare-with-truth.ts';
import {
  readClips,
  readFollowed,
  readGoals,
  readHeard,
  readObjects,
  readWorkLeft,
} from './kept-of-the-day.ts';
import { startWorld } from './world-of-the-day.ts';
import { printedSeed } from '../support/printed-seed.ts';

const KILLS = 3;
const KILL_WITHIN_MS = 6_000;
const REST_MS = 600_000;
/** So often heard of, everything that is certain was heard three times. */
const LAST_POLLS = 5;
const CERTAIN_MS = 60_000;

async function killedLife(
  directory: string,
  environment: Record<string, string>,
  enough: () => Promise<void>,
) {
  const life = beginLife(directory, environment);
  try {
    await life.untilReady();
    await enough();
  } finally {
    life.product.process.kill('SIGKILL');
    await life.product.ended;
  }
  return findLogFaults(life.product.log(), true);
}

async function ask<T>(
  directory: string,
  question: (client: Awaited<ReturnType<typeof connectTo>>) => Promise<T>,
) {
  const client = await connectTo(directory);
  try {
    return await question(client);
  } finally {
    await client.end();
  }
}

/** Everything that is known is done, and what is in play was asked about again. */
async function untilDone(directory: string): Promise<void> {
  const { polls } = await ask(directory, readHeard);
  await until('everything that is known is finished', REST_MS, () =>
    ask(directory, async (client) => {
      const left = await readWorkLeft(client);
      const { allBy } = await readHeard(client);
      if (Object.values(left).some((count) => count > 0)) throw new NotYet(JSON.stringify(left));
      return allBy !== null && allBy.poll >= polls + LAST_POLLS;
    }),
  );
}

whenDrilling(
  'the product is killed while it collects football: goals, searches, clips and objects are as they should be',
  async () => {
    const seed = printedSeed('kills of the product');
    const data = makeDataDirectory();
    const world = await startWorld({
      seed,
      time: null,
      football: {},
      clipFolder: join(data.path, 'not-used'),
    });
    const environment = {
      PRACTICE_SEED: String(seed),
      PRACTICE_POLL_SECONDS: '1',
      CLIP_SEARCHES: '1',
      ...FEW_GAMES,
      LOG_FORMAT: 'json',
    };
    try {
      const begun = Date.now();
      const faults: string[] = [];
      const spans = { shareAtStart: 0, startMs: 0, readyMs: KILL_WITHIN_MS };
      for (const { afterMs } of drawKillMoments(seed, KILLS, spans))
        faults.push(...(await killedLife(data.path, environment, () => delay(afterMs))));
      faults.push(...(await killedLife(data.path, environment, () => untilDone(data.path))));
      const silentAt = Date.now();
      const [kept, followed, polledUntil] = await ask(
        data.path,
        async (client): Promise<[Kept, number[], number]> => {
          const objects = createFolderObjectStore({ directory: join(data.path, 'objects') });
          const rows = { goals: await readGoals(client), clips: await readClips(client) };
          const polled = (await readHeard(client)).allBy?.at ?? 0;
          return [{ ...rows, objects: await readObjects(objects) }, await readFollowed(client), polled];
        },
      );
      const matches = (await world.matches(begun)).filter(({ fixture }) => followed.includes(fixture));
      const videos = await world.videosOf(
        matches.map(({ fixture }) => fixture),
        kept.clips.map(({ post }) => post),
      );
      const happened = { matches, videos, from: begun, until: polledUntil, silentAt, certainMs: CERTAIN_MS };
      const result = compareWithTruth(happened, kept);
      process.stdout.write(
        `${matches.length} matches, ${kept.clips.length} clips, ${JSON.stringify(result)}\n`,
      );
      expect(result).toMatchObject({ lost: [], duplicated: [], strange: [] });
      expect(faults).toEqual([]);
      expect(result.certain).toBeGreaterThan(3);
    } finally {
      await stopLeftPostgres(data.path);
      await world.stop();
      data.remove();
    }
  },
  900_000,
);
