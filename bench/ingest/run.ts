/** How fast games get from an upstream without limits to where a question can see them. `--games` how many. */
import { parseArgs } from 'node:util';
import type { BenchmarkResult } from '../benchmark.ts';
import { parsePackInsert } from './floor.ts';
import { ingest } from './ours.ts';
import { ingestRowAtATime } from './row-at-a-time.ts';
import { startUpstream } from './upstream.ts';

/** It is slow, and its pace does not change. */
const PEER_GAMES = 1_000;

export async function run(): Promise<BenchmarkResult> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { games: { type: 'string', default: '16000' } },
  });
  const upstream = await startUpstream(Number(values.games));
  const games = upstream.ids.length;
  try {
    const { seconds, storedSeconds } = await ingest(upstream);
    const peerIds = upstream.ids.slice(0, PEER_GAMES);
    const peerSeconds = await ingestRowAtATime(upstream, peerIds);
    const floorSeconds = await parsePackInsert(games);
    return {
      ours: {
        matchesPerSecond: Math.round(games / seconds),
        storedPerSecond: Math.round(games / storedSeconds),
        games,
      },
      peers: { rowAtATime: { matchesPerSecond: Math.round(peerIds.length / peerSeconds) } },
      floor: { parsedPackedInsertedPerSecond: Math.round(games / floorSeconds) },
    };
  } finally {
    await upstream.stop();
  }
}
