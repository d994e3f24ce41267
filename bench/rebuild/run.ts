/** How fast stored games become statistics: projected as they come, built anew from what is kept, and compared. */
import { parseArgs } from 'node:util';
import { zstdDecompressSync } from 'node:zlib';
import { pino } from 'pino';
import { startProjectorThread } from '../../src/projector/start-projector-thread.ts';
import type { Database } from '../../src/stores/postgres/database.ts';
import { readProjectionTask, requestProjectionTask } from '../../src/stores/postgres/projection-task.ts';
import { until } from '../../test/support/until.ts';
import type { BenchmarkResult, Figures } from '../benchmark.ts';
import { openBothStores } from '../both-stores.ts';
import { measureGrowth } from '../growth.ts';
import { storePracticeGames } from '../practice-games.ts';
import { processorSeconds } from './processor-time.ts';
import { storeRankSnapshots } from './rank-snapshots.ts';

const PATIENCE_MS = 600_000;
const GROWS_FROM = 6_000;

interface Body {
  readonly metadata: { readonly participants: readonly string[] };
}

export async function run(): Promise<BenchmarkResult> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { games: { type: 'string', default: '24000' }, growth: { type: 'boolean', default: false } },
  });
  const { ours, floor } = await measure(Number(values.games));
  if (!values.growth) return { ours, peers: {}, floor };
  const growth = await measureGrowth(GROWS_FROM, 'games', async (games) => (await measure(games)).ours);
  return { ours, peers: {}, floor, growth };
}

async function measure(games: number): Promise<{ readonly ours: Figures; readonly floor: Figures }> {
  const stores = await openBothStores();
  const perSecond = (seconds: number): number => Math.round(games / seconds);
  try {
    const { database } = stores;
    await storePracticeGames(database, games);
    const puuids = await readAndParse(database);
    await storeRankSnapshots(database, [...puuids]);
    const begun = performance.now();
    await readAndParse(database);
    const floor = (performance.now() - begun) / 1000;
    const projecting = performance.now();
    const projector = startProjectorThread({
      ...stores.connections,
      keptPatches: 100,
      log: pino({ level: 'warn' }),
      onChange: () => undefined,
    });
    try {
      await until('all games are projected', PATIENCE_MS, () => projector.describe().games >= games);
      const projected = (performance.now() - projecting) / 1000;
      // The second one: the first also warms up what the projection has not.
      await runTask(database, 'rebuild');
      const used = processorSeconds();
      const rebuilt = await runTask(database, 'rebuild');
      const work = processorSeconds() - used;
      const verified = await runTask(database, 'verify');
      return {
        ours: {
          matchesPerSecond: perSecond(rebuilt),
          projectedPerSecond: perSecond(projected),
          verifiedPerSecond: perSecond(verified),
          rebuildProcessorMicrosPerMatch: Math.round((work * 1e6) / games),
          games,
        },
        floor: { readAndParsedPerSecond: perSecond(floor) },
      };
    } finally {
      await projector.stop();
    }
  } finally {
    await stores.stop();
  }
}

/** What cannot be saved: every body is read, decompressed and parsed once, and nothing is made of it. Returns who played. */
async function readAndParse(database: Database): Promise<ReadonlySet<string>> {
  const puuids = new Set<string>();
  for (let after = ''; ;) {
    const rows = await database.query<{ id: string; body: Buffer }>(
      'select id, body from gamekeeper.raw where id > $1 order by id limit 1000',
      [after],
    );
    const last = rows.at(-1);
    if (last === undefined) return puuids;
    for (const { body } of rows) {
      const { metadata } = JSON.parse(zstdDecompressSync(body).toString()) as Body;
      for (const puuid of metadata.participants) puuids.add(puuid);
    }
    after = last.id;
  }
}

async function runTask(database: Database, kind: 'verify' | 'rebuild'): Promise<number> {
  const id = await requestProjectionTask(database, { kind, patch: null });
  return until(`${kind} ends`, PATIENCE_MS, async () => {
    const task = await readProjectionTask(database, id);
    if (task?.state === 'failed') throw new Error(`${kind} failed: ${JSON.stringify(task.outcome)}`);
    return task?.state === 'done' && Number(task.outcome?.['seconds']);
  });
}
