/**
 * The product as `npm start` runs it, on a practice world with sixty matches in play, against what the world says really happened.
 * `--minutes 9`, `--seed 1`, `--inPlay 60`. The world's time is that of the machine.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import { connectTo } from '../../test/support/acknowledged-rows.ts';
import { FEW_GAMES, makeDataDirectory, startProduct, stopProduct } from '../../test/support/product.ts';
import {
  POST_OF_CLIP,
  startWorld,
  type TrueMatch,
  type TrueVideo,
} from '../../test/football/world-of-the-day.ts';
import { readFollowed } from '../../test/football/kept-of-the-day.ts';
import type { BenchmarkResult } from '../benchmark.ts';
import { readOptions } from '../harness/options.ts';
import { measureClips, type MeasuredClip, type MeasuredGoal } from './measure-clips.ts';

export async function run(): Promise<BenchmarkResult> {
  const { minutes, seed, inPlay } = readOptions({ minutes: 9, seed: 1, inPlay: 60 });
  const data = makeDataDirectory();
  const world = await startWorld({
    seed,
    time: null,
    football: { inPlay },
    clipFolder: join(data.path, 'films'),
  });
  const product = startProduct(data.path, { ...FEW_GAMES, PRACTICE_URL: world.url });
  try {
    await product.ready;
    const from = Date.now();
    await delay(minutes * 60_000);
    const until = Date.now();
    const { followed, goals, clips } = await readKept(data.path);
    const matches = (await world.matches(from)).filter(({ fixture }) => followed.includes(fixture));
    const videos = await world.videosOf(
      matches.map(({ fixture }) => fixture),
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
      `select id, fixture_id::int as fixture, player_name as player, minute
       from gamekeeper.goal where state = 'stable'`,
    );
    const { rows: clips } = await client.query<MeasuredClip>(
      `select c.goal_id as "goalId", c.site, ${POST_OF_CLIP} as post, c.video_number as number, c.state,
         (extract(epoch from c.archived_at) * 1000)::float8 as "archivedAt"
       from gamekeeper.clip c join gamekeeper.goal g on g.id = c.goal_id where g.state = 'stable'`,
    );
    const followed = await readFollowed(async <Row extends object>(text: string) => {
      return (await client.query<Row>(text)).rows;
    });
    return { followed, goals, clips };
  } finally {
    await client.end();
  }
}
