/**
 * How fast stored games become statistics: projected as they come, built anew from what is kept, and compared. `--games 16000`,
 * `--rounds 3`; each round begins with empty stores and a new projector.
 */
import { zstdDecompressSync } from 'node:zlib';
import type { Database } from '../../src/runtime/postgres/database.ts';
import { readProjectionTask, requestProjectionTask } from '../../src/match/project/projection-task.ts';
import { packBody, storeBodies } from '../../src/match/raw.ts';
import type { BenchmarkResult, Figures } from '../benchmark.ts';
import { readOptions } from '../harness/options.ts';
import { treeCpuSeconds } from '../harness/process-tree.ts';
import { until } from '../harness/product.ts';
import { timeMs } from '../harness/rounds.ts';
import { summariseEach } from '../harness/statistics.ts';
import { openBothStores } from '../harness/stores.ts';
import { makeTftBodies } from '../ingest/bodies.ts';
import { startProjection } from '../ingest/ours.ts';

const GROUP = 200;
/** Two of three players have been seen on the ladder so often. */
const RANK_SNAPSHOTS = 5;

export async function run(): Promise<BenchmarkResult> {
  const { games, rounds } = readOptions({ games: 16_000, rounds: 3 });
  const bodies = makeTftBodies(games);
  const samples: { ours: Figures; floor: Figures }[] = [];
  for (let nth = 0; nth < rounds; nth++) samples.push(await measure(bodies));
  return {
    ours: { ...summariseEach(samples.map(({ ours }) => ours)), games },
    peers: {},
    floor: summariseEach(samples.map(({ floor }) => floor)),
  };
}

async function measure(bodies: ReadonlyMap<string, Buffer>) {
  const stores = await openBothStores();
  const { database } = stores;
  const perSecond = async (work: () => Promise<unknown>) => bodies.size / ((await timeMs(work)) / 1000);
  try {
    await storeGames(database, bodies);
    const readAndParsedPerSecond = await perSecond(() => readAndParse(database));
    const projector = startProjection(stores);
    try {
      const projectedPerSecond = await perSecond(() =>
        until(() => projector.describe().games >= bodies.size),
      );
      const before = treeCpuSeconds();
      const matchesPerSecond = await perSecond(() => runTask(database, 'rebuild'));
      const rebuildProcessorMicrosPerMatch = ((treeCpuSeconds() - before) * 1e6) / bodies.size;
      const verifiedPerSecond = await perSecond(() => runTask(database, 'verify'));
      return {
        ours: { matchesPerSecond, projectedPerSecond, verifiedPerSecond, rebuildProcessorMicrosPerMatch },
        floor: { readAndParsedPerSecond },
      };
    } finally {
      await projector.stop();
    }
  } finally {
    await stores.stop();
  }
}

/** As a crawl leaves them: bodies, states, and snapshots of ranks, so that the rank of each board is looked up. */
async function storeGames(database: Database, bodies: ReadonlyMap<string, Buffer>): Promise<void> {
  const all = [...bodies];
  const puuids = new Set<string>();
  for (let at = 0; at < all.length; at += GROUP) {
    const group = all.slice(at, at + GROUP);
    for (const [, body] of group) for (const puuid of participantsOf(body)) puuids.add(puuid);
    await database.transaction(async (tx) => {
      await tx.query(
        `insert into gamekeeper.match (source, id, platform, state)
         select 'tft', id, lower(split_part(id, '_', 1)), 'stored' from unnest($1::text[]) as id`,
        [group.map(([id]) => id)],
      );
      const packed = group.map(([id, body]) => packBody(id, body, new Date()));
      await storeBodies(tx, { source: 'tft', kind: 'match' }, packed);
    });
  }
  await database.query(
    `insert into gamekeeper.rank_snapshot
     select 'tft', puuid, 'RANKED_TFT', timestamptz '2026-06-01' + make_interval(days => nth), 'euw1', 'MASTER', 'I', 40 * nth, 1, 1
     from unnest($1::text[]) as puuid, generate_series(1, $2) as nth`,
    [[...puuids].filter((_, at) => at % 3 > 0), RANK_SNAPSHOTS],
  );
  await database.query('analyze');
}

function participantsOf(body: Uint8Array): readonly string[] {
  const text = Buffer.from(body).toString();
  return (JSON.parse(text) as { metadata: { participants: readonly string[] } }).metadata.participants;
}

/** The floor: every body is read, decompressed and parsed once. */
async function readAndParse(database: Database): Promise<void> {
  for (let after = ''; ;) {
    const rows = await database.query<{ id: string; body: Buffer }>(
      'select id, body from gamekeeper.raw where id > $1 order by id limit 1000',
      [after],
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    for (const { body } of rows) participantsOf(zstdDecompressSync(body));
    after = last.id;
  }
}

async function runTask(database: Database, kind: 'verify' | 'rebuild'): Promise<void> {
  const id = await requestProjectionTask(database, { kind, patch: null });
  await until(async () => {
    const task = await readProjectionTask(database, id);
    if (task?.state === 'failed') throw new Error(`${kind} failed: ${JSON.stringify(task.outcome)}`);
    return task?.state === 'done';
  });
}
