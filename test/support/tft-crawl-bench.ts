/** The crawl of a fixed upstream into a fresh database. */
import type { JobEngine } from '#/runtime/jobs/job-engine.ts';
import { createTftKinds, createTftQueues } from '#/tft/jobs.ts';
import type { TftCrawlOptions } from '#/tft/crawl.ts';
import { createRiotBench, type RiotBench } from './riot-bench.ts';
import { startOfMatch, type UpstreamPlayer } from './riot-upstream.ts';
import { until } from './until.ts';

const WORLD_STARTS_AT = Date.UTC(2026, 10, 1, 20);
const HISTORY_DAYS = 7;
const DAY_MS = 86_400_000;

export interface TftCrawlBench extends RiotBench {
  /** With other options or another key. */
  crawl(options?: Partial<TftCrawlOptions>, key?: string): Promise<JobEngine>;
  /** Starts a cycle and waits until nothing is left to do. */
  cycle(engine: JobEngine): Promise<void>;
  runOnce(engine: JobEngine, kind: string, payload: object): Promise<void>;
  readonly isDry: () => Promise<boolean>;
  /** How often each body went out whole. */
  served(): Readonly<Record<string, number>>;
  /** The ids of the matches of these players within the history, each once, in order. */
  historiesOf(players: readonly UpstreamPlayer[]): string[];
}

export async function createTftCrawlBench(): Promise<TftCrawlBench> {
  const bench = await createRiotBench('tft', WORLD_STARTS_AT);
  const { upstream } = bench;
  const crawl: TftCrawlBench['crawl'] = (choices = {}, key) => {
    const { riot, keyId } = bench.connect(key);
    const options: TftCrawlOptions = {
      database: bench.database,
      riot,
      keyId: () => keyId,
      platforms: ['euw1'],
      cooldownMinutes: 0,
      historyDays: HISTORY_DAYS,
      now: () => new Date(),
      upstreamNow: () => new Date(upstream.now()),
      enoughPlayers: 1,
      ...choices,
    };
    return bench.engine({ kinds: createTftKinds(options), queues: createTftQueues(options, bench.log) });
  };
  const isDry = async (): Promise<boolean> => {
    const [left] = await bench.database.query<{ jobs: number; players: number; matches: number }>(
      `select (select count(*)::int from pgboss.job where state <= 'active' and name like 'tft/%'
                 and start_after <= now() + interval '5 seconds') as jobs,
              (select count(*)::int from gamekeeper.player where listing_since is not null) as players,
              (select count(*)::int from gamekeeper.match
               where state = 'wanted' and (next_at is null or next_at <= now())) as matches`,
    );
    return left !== undefined && left.jobs + left.players + left.matches === 0;
  };
  const runOnce = async (engine: JobEngine, kind: string, payload: object): Promise<void> => {
    const before = bench.ends.filter((end) => end.kind === kind).length;
    await engine.send(kind, payload);
    await until(`${kind} ran`, 20_000, () => bench.ends.filter((end) => end.kind === kind).length > before);
  };
  return {
    ...bench,
    crawl,
    runOnce,
    async cycle(engine) {
      await runOnce(engine, 'tft/crawl-platforms', {});
      await until('the work has run dry', 30_000, isDry);
    },
    isDry,
    served: () => upstream.seen().served['tft-match-v1.getMatch'] ?? {},
    historiesOf(players) {
      const since = upstream.now() - HISTORY_DAYS * DAY_MS;
      const ids = players.flatMap(({ games }) => games.filter((id) => startOfMatch(id) >= since));
      return [...new Set(ids)].sort();
    },
  };
}
