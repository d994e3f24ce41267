/**
 * The product as `npm start` runs it, on the sites of the practice world, against what the world says really happened.
 * `--minutes 20`, `--seed 1`. The world's time is ours.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { connectTo } from '../../test/support/acknowledged-rows.ts';
import { FEW_GAMES, makeDataDirectory, startProduct, stopProduct } from '../../test/support/product.ts';
import {
  POST_OF_CLIP,
  startWorld,
  type TrueMatch,
  type TrueVideo,
} from '../../test/football/world-of-the-day.ts';
import type { BenchmarkResult } from '../benchmark.ts';
import { measureClips, type MeasuredClip, type MeasuredGoal } from './measure-clips.ts';

export async function run(): Promise<BenchmarkResult> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { minutes: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' } },
  });
  const data = makeDataDirectory();
  // A second world of the same seed tells the truth; the product never sees it.
  const world = await startWorld({
    seed: Number(values.seed),
    time: null,
    football: {},
    clipFolder: join(data.path, 'not-used'),
  });
  const product = startProduct(data.path, { ...FEW_GAMES, PRACTICE_SEED: values.seed });
  try {
    await product.ready;
    const from = Date.now();
    await delay(Number(values.minutes) * 60_000);
    const until = Date.now();
    const { goals, clips } = await readKept(data.path);
    const fixtures = new Set(goals.map(({ fixture }) => fixture));
    const matches = (await world.matches(from)).filter(({ fixture }) => fixtures.has(fixture));
    const videos = await world.videosOf(
      [...fixtures],
      clips.map(({ post }) => post),
    );
    return toResult({ matches, videos, from, until }, { goals, clips });
  } finally {
    await stopProduct(product);
    await world.stop();
    data.remove();
  }
}

function toResult(
  happened: {
    readonly matches: readonly TrueMatch[];
    readonly videos: readonly TrueVideo[];
    readonly from: number;
    readonly until: number;
  },
  kept: { readonly goals: readonly MeasuredGoal[]; readonly clips: readonly MeasuredClip[] },
): BenchmarkResult {
  const { ours, floor, sites } = measureClips(happened, kept);
  return {
    ours: { ...ours, minutes: Math.round((happened.until - happened.from) / 60_000) },
    peers: sites,
    floor,
  };
}

async function readKept(directory: string) {
  const client = await connectTo(directory);
  try {
    const { rows: goals } = await client.query<MeasuredGoal>(
      `select id, fixture_id::int as fixture, player_name as player, minute, observed_live as "observedLive"
       from gamekeeper.goal where state = 'stable'`,
    );
    const { rows: clips } = await client.query<MeasuredClip>(
      `select c.goal_id as "goalId", c.site, ${POST_OF_CLIP} as post, c.video_number as number, c.state,
         (extract(epoch from c.archived_at) * 1000)::float8 as "archivedAt"
       from gamekeeper.clip c join gamekeeper.goal g on g.id = c.goal_id where g.state = 'stable'`,
    );
    return { goals, clips };
  } finally {
    await client.end();
  }
}
