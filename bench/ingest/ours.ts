/** The product: listed games are wanted, jobs fetch and store them, and the projector's thread makes rows of them. */
import { startProjectorThread } from '../../src/app/projection.ts';
import { Secret } from '../../src/domain/secret.ts';
import { packBody, storeBodies } from '../../src/match/raw.ts';
import { BACKFILL } from '../../src/match/priority.ts';
import { createRowQueues } from '../../src/match/queue.ts';
import { enqueueMatches } from '../../src/match/rows.ts';
import { createTftQueues } from '../../src/tft/jobs.ts';
import { createRiotClient, type RiotClient } from '../../src/upstream/riot.ts';
import { createSharedLimiter } from '../../src/upstream/limiter.ts';
import { createBudgetStore } from '../../src/upstream/permit.ts';
import type { Figures } from '../benchmark.ts';
import { until } from '../harness/product.ts';
import { timeMs } from '../harness/rounds.ts';
import { summarise } from '../harness/statistics.ts';
import { type BothStores, log } from '../harness/stores.ts';
import { LARGE_MATCH } from './bodies.ts';
import type { Upstream } from './upstream-process.ts';

const LISTED_AT_ONCE = 1_000;
const LARGE_BODIES = 30;

/** `visible`: seconds from the first job to the last row that a question can see; `stored`: until the last body was in PostgreSQL. */
export async function ingest(upstream: Upstream, stores: BothStores): Promise<Figures> {
  const source = createSource(stores, upstream);
  const { database } = stores;
  const options = {
    database,
    riot: source.riot,
    keyId: () => 'bench',
    platforms: [],
    cooldownMinutes: 60,
    historyDays: 7,
    now: () => new Date(),
  };
  const worker = createRowQueues({ database, queues: createTftQueues(options, log), log });
  try {
    await enqueue(stores, upstream.ids);
    const startedAt = performance.now();
    const since = (): number => (performance.now() - startedAt) / 1000;
    const projector = startProjection(stores);
    try {
      worker.start();
      const stored = await until(async () => (await countWanted(stores)) === 0 && since());
      const visible = await until(
        async () => (await countVisible(stores)) === upstream.ids.length && since(),
      );
      const [size] = await stores.database.query<{ packed: number; body: number }>(
        'select avg(octet_length(body))::float8 as packed, avg(size)::float8 as body from gamekeeper.raw',
      );
      return { visible, stored, packedBytes: size?.packed ?? 0, bodyBytes: size?.body ?? 0 };
    } finally {
      await projector.stop();
    }
  } finally {
    await worker.stop({ graceMs: 1_000 });
    await source.stop();
  }
}

/** Bodies as large as real ones of League of Legends: fetched, validated, packed and stored, one after the other. */
export async function ingestLarge(upstream: Upstream, stores: BothStores): Promise<Figures> {
  const { riot, stop } = createSource(stores, upstream);
  const times: Record<'match' | 'timeline', number[]> = { match: [], timeline: [] };
  try {
    for (let nth = -1; nth < LARGE_BODIES; nth++)
      for (const kind of ['match', 'timeline'] as const) {
        const ms = await timeMs(async () => {
          const call = kind === 'match' ? riot.lolMatch : riot.lolTimeline;
          const outcome = await call({ matchId: LARGE_MATCH }, { lane: 'backfill' });
          if (outcome.outcome !== 'ok') throw new Error(JSON.stringify(outcome));
          const packed = packBody(`${LARGE_MATCH}${nth}`, outcome.bytes, new Date());
          await storeBodies(stores.database, { source: 'lol', kind }, [packed]);
        });
        if (nth >= 0) times[kind].push(ms);
      }
    return {
      ...summarise('match74KbMs', times.match),
      ...summarise('timeline455KbMs', times.timeline),
    };
  } finally {
    await stop();
  }
}

export function startProjection({ connections }: BothStores) {
  return startProjectorThread({ ...connections, keptPatches: 100, log, onChange: () => undefined });
}

function createSource(
  { database, connections }: BothStores,
  { url }: Upstream,
): { readonly riot: RiotClient; readonly stop: () => Promise<void> } {
  const limiter = createSharedLimiter({
    connection: connections.postgres,
    change: createBudgetStore(database),
    log,
    observe: { granted: () => undefined, refused: () => undefined },
  });
  const key = new Secret('RGAPI-bench');
  const riot = createRiotClient({ keys: { tft: key, lol: key }, baseUrl: `${url}/{route}`, limiter });
  return {
    riot,
    async stop() {
      await riot.stop();
      await limiter.stop();
    },
  };
}

/** Rows as listing makes them. Not timed, because the limits of the lists decide how long listing takes. */
async function enqueue({ database }: BothStores, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += LISTED_AT_ONCE) {
    const listed = ids.slice(at, at + LISTED_AT_ONCE).map((id) => ({ id, priority: BACKFILL }));
    await enqueueMatches(database, { source: 'tft', kind: 'match' }, listed, new Date());
  }
  await database.query('analyze');
}

async function countWanted({ database }: BothStores): Promise<number | undefined> {
  const [left] = await database.query<{ wanted: number }>(
    `select count(*)::int as wanted from gamekeeper.match where state = 'wanted'`,
  );
  return left?.wanted;
}

async function countVisible({ clickhouse }: BothStores): Promise<number> {
  const [seen] = await clickhouse.reader.query<{ games: string }>(
    'select uniqExact(platform, number) as games from tft_board',
  );
  return Number(seen?.games);
}
