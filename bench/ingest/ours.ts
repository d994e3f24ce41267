/** Our own way: listed games are wanted, jobs fetch and store them, the projector's thread makes rows of them. */
import { pino } from 'pino';
import { Secret } from '../../src/domain/secret.ts';
import type { JobKind } from '../../src/jobs/define-job.ts';
import { createJobEngine, type JobEngine } from '../../src/jobs/job-engine.ts';
import { createTftCrawl } from '../../src/jobs/tft/tft-crawl.ts';
import { BACKFILL, packUnknown, wantMatches } from '../../src/jobs/tft/want-matches.ts';
import { startProjectorThread } from '../../src/projector/start-projector-thread.ts';
import { createRiotClient } from '../../src/sources/riot/riot-client.ts';
import { createSharedLimiter } from '../../src/stores/limiter/shared-limiter.ts';
import { createBudgetStore } from '../../src/stores/postgres/permit.ts';
import { until } from '../../test/support/until.ts';
import { openBothStores } from '../both-stores.ts';
import type { Upstream } from './upstream.ts';

type BothStores = Awaited<ReturnType<typeof openBothStores>>;

const PATIENCE_MS = 600_000;
const LISTED_AT_ONCE = 1_000;
const log = pino({ level: 'silent' });

export interface Ingested {
  /** From the first job to the last row that a question can see. */
  readonly seconds: number;
  /** Until the last body was in PostgreSQL. */
  readonly storedSeconds: number;
}

export async function ingest(upstream: Upstream): Promise<Ingested> {
  const stores = await openBothStores();
  const crawl = createCrawl(stores, upstream);
  const worker = createEngine(stores, crawl.kinds, true);
  try {
    await want(stores, crawl.kinds, upstream.ids);
    const begun = performance.now();
    const since = (): number => (performance.now() - begun) / 1000;
    const projector = startProjectorThread({
      ...stores.connections,
      keptPatches: 100,
      log,
      onChange: () => undefined,
    });
    try {
      worker.start();
      const storedSeconds = await until(
        'all games are stored',
        PATIENCE_MS,
        async () => (await countWanted(stores)) === 0 && since(),
      );
      const seconds = await until(
        'all games can be asked about',
        PATIENCE_MS,
        async () => (await countVisible(stores)) === upstream.ids.length && since(),
      );
      return { seconds, storedSeconds };
    } finally {
      await projector.stop();
    }
  } finally {
    await worker.stop({ graceMs: 1_000 });
    await crawl.stop();
    await stores.stop();
  }
}

function createCrawl({ database, connections }: BothStores, { url }: Upstream) {
  const limiter = createSharedLimiter({
    connection: connections.postgres,
    change: createBudgetStore(database),
    log,
    observe: { granted: () => undefined, refused: () => undefined },
  });
  const keys = { tft: new Secret('RGAPI-bench') };
  const riot = createRiotClient({ keys, baseUrl: `${url}/{route}`, limiter });
  const kinds = createTftCrawl({
    database,
    riot,
    keyId: () => 'bench',
    platforms: [],
    cooldownMinutes: 60,
    historyDays: 7,
    now: () => new Date(),
  });
  return {
    kinds,
    async stop() {
      await riot.stop();
      await limiter.stop();
    },
  };
}

function createEngine({ connections }: BothStores, kinds: readonly JobKind[], work: boolean): JobEngine {
  return createJobEngine({ connection: connections.postgres, log, kinds, roles: { work, schedule: false } });
}

/** Rows and jobs, as listing makes them; not timed, because what is listed depends on the limits of the lists. */
async function want(stores: BothStores, kinds: readonly JobKind[], ids: readonly string[]): Promise<void> {
  const { database } = stores;
  const sender = createEngine(stores, kinds, false);
  sender.start();
  await sender.ready();
  for (let at = 0; at < ids.length; at += LISTED_AT_ONCE) {
    const packed = await packUnknown(database, ids.slice(at, at + LISTED_AT_ONCE));
    const wanting = { priority: BACKFILL, listedAt: new Date() };
    await database.transaction((tx) => wantMatches(tx, sender, packed, wanting));
  }
  await sender.stop({ graceMs: 1_000 });
  await database.query('analyze');
}

async function countWanted({ database }: BothStores): Promise<number | undefined> {
  const [left] = await database.query<{ wanted: number }>(
    `select count(*)::int as wanted from gamekeeper.match where state = 'wanted'`,
  );
  return left?.wanted;
}

async function countVisible({ clickhouse }: BothStores): Promise<number> {
  const result = await clickhouse.reader.query({
    query: 'select uniqExact(platform, number) as games from tft_board',
    format: 'JSONEachRow',
  });
  const [seen] = await result.json<{ games: string }>();
  return Number(seen?.games);
}
