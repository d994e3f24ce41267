/**
 * How fast games get from an upstream without limits to where a question can see them. `--games 16000` for every contender, `--rounds 3`;
 * each round begins with empty stores.
 */
import { join } from 'node:path';
import { packBody, storeBodies } from '../../src/match/raw.ts';
import type { BenchmarkResult, Figures } from '../benchmark.ts';
import { readOptions } from '../harness/options.ts';
import { treeCpuSeconds } from '../harness/process-tree.ts';
import { startProgram } from '../harness/programs.ts';
import { inRounds } from '../harness/rounds.ts';
import { summariseEach } from '../harness/statistics.ts';
import { openBothStores, type BothStores } from '../harness/stores.ts';
import { makeTftBodies } from './bodies.ts';
import { ingest, ingestLarge } from './ours.ts';
import { ingestByPeer } from './peer.ts';
import type { Upstream } from './upstream-process.ts';

const GROUP = 200;

export async function run(): Promise<BenchmarkResult> {
  const { games, rounds } = readOptions({ games: 16_000, rounds: 3 });
  const program = await startProgram<Upstream>(join(import.meta.dirname, 'upstream-process.ts'), games);
  const upstream = program.ready;
  const bodies = makeTftBodies(games);
  try {
    const samples = await inRounds(
      {
        ours: () =>
          inFreshStores(program.pid, async (stores) => {
            const { visible = 0, stored = 0, ...sizes } = await ingest(upstream, stores);
            return { matchesPerSecond: games / visible, storedPerSecond: games / stored, ...sizes };
          }),
        peer: () =>
          inFreshStores(program.pid, async (stores) => ({
            matchesPerSecond: games / (await ingestByPeer(upstream, stores)),
          })),
        floor: () =>
          inFreshStores(program.pid, async (stores) => ({
            parsedPackedInsertedPerSecond: games / (await parsePackInsert(bodies, stores)),
          })),
      },
      rounds,
    );
    const large = await inFreshStores(program.pid, (stores) => ingestLarge(upstream, stores));
    return {
      ours: { ...large, ...summariseEach(samples.ours), games },
      peers: { batchingPeer: { ...summariseEach(samples.peer), games } },
      floor: summariseEach(samples.floor),
    };
  } finally {
    await program.stop();
  }
}

/** With the processor time of this process and the stores, without that of the upstream. */
async function inFreshStores(
  upstreamPid: number,
  measure: (stores: BothStores) => Promise<Figures>,
): Promise<Figures> {
  const stores = await openBothStores();
  try {
    const used = () => treeCpuSeconds() - treeCpuSeconds(upstreamPid);
    const before = used();
    const figures = await measure(stores);
    return { ...figures, cpuSeconds: used() - before };
  } finally {
    await stores.stop();
  }
}

/** The floor: each body is parsed, packed and written to PostgreSQL once, in large groups. No HTTP, no states, no jobs, no ClickHouse. */
async function parsePackInsert(bodies: ReadonlyMap<string, Buffer>, stores: BothStores): Promise<number> {
  const all = [...bodies];
  const startedAt = performance.now();
  for (let at = 0; at < all.length; at += GROUP) {
    const packed = all.slice(at, at + GROUP).map(([id, body]) => {
      JSON.parse(body.toString());
      return packBody(id, body, new Date());
    });
    await storeBodies(stores.database, { source: 'tft', kind: 'match' }, packed);
  }
  return (performance.now() - startedAt) / 1000;
}
