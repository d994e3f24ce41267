/** A fixed upstream, a fresh database, and Riot's client with the shared limiter between them. */
import { pino } from 'pino';
import type { Limiter } from '#/domain/limiter/limiter.ts';
import { Secret } from '#/domain/secret.ts';
import { createRiotClient, type Game, type RiotClient } from '#/upstream/riot.ts';
import { createSharedLimiter } from '#/upstream/limiter.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import { createBudgetStore } from '#/upstream/permit.ts';
import { createJobsBench, type JobsBench } from './jobs-bench.ts';
import { startRiotUpstream, type RiotUpstream, type UpstreamRule } from './riot-upstream.ts';
import { until } from './until.ts';

const KEY = 'RGAPI-00000000-0000-4000-8000-00000000000a';

export interface RiotBench extends JobsBench {
  readonly upstream: RiotUpstream;
  readonly key: string;
  /** A client of its own. Of another key, if there is one. */
  connect(key?: string): {
    readonly keyId: string;
    readonly budgetId: string;
    readonly riot: RiotClient;
  };
  worldNow(): number;
  advance(ms: number): void;
  seen(): Promise<ReturnType<RiotUpstream['seen']>>;
  /** Replaces all rules. */
  faults(...rules: readonly UpstreamRule[]): Promise<void>;
  /** Stops the engines, forgets everything that was collected and counted, and sets the upstream's clock back. */
  clear(): Promise<void>;
}

export async function createRiotBench(game: Game, startsAt: number, limiter?: Limiter): Promise<RiotBench> {
  const [bench, upstream] = await Promise.all([createJobsBench(), startRiotUpstream(startsAt)]);
  const shared = createSharedLimiter({
    connection: bench.connection,
    change: createBudgetStore(bench.database),
    log: pino({ level: 'silent' }),
    observe: { granted: () => undefined, refused: () => undefined },
  });
  const clients: RiotClient[] = [];
  return {
    ...bench,
    upstream,
    key: KEY,
    connect(key = KEY) {
      const keys = { [game]: new Secret(key) };
      const riot = createRiotClient({
        keys,
        baseUrl: upstream.riotBaseUrl,
        limiter: limiter ?? shared,
        retries: { unavailable: 0 },
      });
      clients.push(riot);
      const [keyId, budgetId] = [riot.keyId(game), riot.budgetId(game)];
      if (keyId === undefined || budgetId === undefined) throw new Error('the client has no key');
      return { keyId, budgetId, riot };
    },
    worldNow: () => upstream.now(),
    advance: (ms) => upstream.advance(ms),
    seen: async () => upstream.seen(),
    faults: async (...rules) => upstream.setRules(...rules),
    async clear() {
      upstream.setRules();
      await bench.stopEngines();
      // The last statement of a run that was cut off may still be executed.
      await until('the tables are empty', 30_000, () => empty(bench.database), isDeadlock);
      upstream.forget();
      upstream.advance(startsAt - upstream.now());
      bench.ends.length = 0;
      bench.logs.length = 0;
    },
    async drop() {
      await bench.stopEngines();
      await shared.stop();
      for (const riot of clients) await riot.stop();
      await upstream.stop();
      await bench.drop();
    },
  };
}

async function empty(database: Database): Promise<true> {
  await database.query('delete from pgboss.job');
  await database.query(
    `truncate gamekeeper.match, gamekeeper.timeline, gamekeeper.raw, gamekeeper.player, gamekeeper.player_match,
       gamekeeper.collection, gamekeeper.riot_id, gamekeeper.cursor, gamekeeper.account, gamekeeper.tracked_player,
       gamekeeper.rank_snapshot, gamekeeper.rank_request cascade`,
  );
  return true;
}

function isDeadlock(error: unknown): boolean {
  return (error as { readonly code?: unknown }).code === '40P01';
}
