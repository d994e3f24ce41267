/** How fast games get from an upstream without limits to where a question can see them. `--games` how many, `--growth` with more. */
import { parseArgs } from 'node:util';
import type { BenchmarkResult, Figures } from '../benchmark.ts';
import { measureGrowth } from '../growth.ts';
import { parsePackInsert } from './floor.ts';
import { ingest } from './ours.ts';
import { ingestRowAtATime } from './row-at-a-time.ts';
import { startUpstream } from './upstream.ts';

/** It is slow, and its pace does not change. */
const PEER_GAMES = 1_000;

const GROWS_FROM = 4_000;

export async function run(): Promise<BenchmarkResult> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { games: { type: 'string', default: '16000' }, growth: { type: 'boolean', default: false } },
  });
  const games = Number(values.games);
  const ours = await measureOurs(games);
  const result = {
    ours,
    peers: { rowAtATime: await measurePeer() },
    floor: { parsedPackedInsertedPerSecond: Math.round(games / (await parsePackInsert(games))) },
  };
  return values.growth
    ? { ...result, growth: await measureGrowth(GROWS_FROM, 'games', measureOurs) }
    : result;
}

async function measureOurs(wanted: number): Promise<Figures> {
  const upstream = await startUpstream(wanted);
  const games = upstream.ids.length;
  try {
    const { seconds, storedSeconds } = await ingest(upstream);
    return {
      matchesPerSecond: Math.round(games / seconds),
      storedPerSecond: Math.round(games / storedSeconds),
      games,
    };
  } finally {
    await upstream.stop();
  }
}

async function measurePeer(): Promise<Figures> {
  const upstream = await startUpstream(PEER_GAMES);
  try {
    const seconds = await ingestRowAtATime(upstream, upstream.ids);
    return { matchesPerSecond: Math.round(upstream.ids.length / seconds) };
  } finally {
    await upstream.stop();
  }
}
