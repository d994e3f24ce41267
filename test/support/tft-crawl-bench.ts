/** A practice world, a fresh database, and crawls of one through the real client into the other. */
import { pino } from 'pino';
import { Secret } from '#/domain/secret.ts';
import type { JobKind } from '#/jobs/define-job.ts';
import type { JobEngine } from '#/jobs/job-engine.ts';
import { createTftCrawl } from '#/jobs/tft/tft-crawl.ts';
import type { TftCrawlOptions } from '#/jobs/tft/crawl-options.ts';
import { toCredentials } from '#/sources/riot/credentials.ts';
import { createRiotClient } from '#/sources/riot/riot-client.ts';
import { createSharedLimiter } from '#/stores/limiter/shared-limiter.ts';
import { createBudgetStore } from '#/stores/postgres/permit.ts';
import { createPracticeWorld, type PracticeWorldSettings } from '../../practice/practice-world.ts';
import { createJobsBench, type JobsBench } from './jobs-bench.ts';
import { until } from './until.ts';

export const WORLD_STARTS_AT = Date.UTC(2026, 10, 1, 20);
export const HISTORY_DAYS = 7;
const DAY_MS = 86_400_000;
/** Puuids differ from key to key; ids of games and ranks do not. */
const WITNESS = 'RGAPI-00000000-0000-4000-8000-0123456789ab';

interface Seen {
  readonly rows: readonly {
    readonly host: string;
    readonly method: string;
    readonly calls: number;
    readonly inFlight: number;
  }[];
  readonly totals: { readonly calls: number; readonly statuses: Readonly<Record<string, number>> };
  readonly bugs: readonly string[];
  readonly matches: Readonly<
    Record<string, { readonly repeated: number; readonly served: Readonly<Record<string, number>> }>
  >;
}

export interface TftCrawlBench extends JobsBench {
  readonly url: string;
  readonly riotBaseUrl: string;
  readonly key: string;
  worldNow(): number;
  /** The same crawl, with other options or another key. */
  kinds(options?: Partial<TftCrawlOptions>, key?: string): readonly JobKind[];
  crawl(options?: Partial<TftCrawlOptions>, key?: string): Promise<JobEngine>;
  /** Sends the tick and waits until nothing is left to do. */
  cycle(engine: JobEngine, withinMs?: number): Promise<void>;
  runOnce(engine: JobEngine, kind: string, payload: object): Promise<void>;
  isDry(): Promise<boolean>;
  ask(path: string, body?: unknown, method?: string): Promise<unknown>;
  seen(): Promise<Seen>;
  /** How often each body went out whole. */
  served(): Promise<Readonly<Record<string, number>>>;
  faults(...rules: readonly object[]): Promise<void>;
  advance(ms: number): Promise<void>;
  /** What Riot says of the players of a platform, asked without any code of ours and with a key of its own. */
  ladder(platform: string, tiers: readonly string[]): Promise<readonly LadderEntry[]>;
  /** The ids of everybody's games within the history, each once. */
  historiesOf(players: readonly LadderEntry[], region: string): Promise<ReadonlySet<string>>;
}

interface LadderEntry {
  readonly puuid: string;
  readonly leaguePoints: number;
  readonly wins: number;
  readonly losses: number;
}

export async function createTftCrawlBench(
  settings: Partial<PracticeWorldSettings> = {},
): Promise<TftCrawlBench> {
  const bench = await createJobsBench();
  const practice = await createPracticeWorld({
    seed: 4,
    clock: { mode: 'stepped', startAt: WORLD_STARTS_AT },
    playerCount: 2_000,
    profile: 'unlimited',
    keys: [{ key: WITNESS, name: 'witness', profile: 'unlimited' }],
    ...settings,
  });
  let worldNow = WORLD_STARTS_AT;
  const log = pino({ level: 'silent' });
  const limiter = createSharedLimiter({
    connection: bench.connection,
    change: createBudgetStore(bench.database),
    log,
    observe: { granted: () => undefined, refused: () => undefined },
  });
  const clients: { stop(): Promise<void> }[] = [];

  const ask = async (path: string, body?: unknown, method = 'POST'): Promise<unknown> => {
    const request =
      body === undefined
        ? {}
        : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const response = await fetch(`${practice.url}${path}`, request);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return text === '' ? null : (JSON.parse(text) as unknown);
  };
  const askRiot = async (host: string, path: string): Promise<unknown> => {
    const address = `${practice.riotBaseUrl.replace('{route}', host)}${path}`;
    const response = await fetch(address, { headers: { 'X-Riot-Token': WITNESS } });
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    return response.json();
  };
  const kinds = (options: Partial<TftCrawlOptions> = {}, key: string = practice.keys.tft) => {
    const keys = { tft: new Secret(key) };
    const riot = createRiotClient({ keys, baseUrl: practice.riotBaseUrl, limiter });
    clients.push(riot);
    return createTftCrawl({
      database: bench.database,
      riot,
      keyId: () => toCredentials(keys, practice.riotBaseUrl).tft?.keyId,
      platforms: ['euw1'],
      cooldownMinutes: 0,
      historyDays: HISTORY_DAYS,
      now: () => new Date(),
      upstreamNow: () => new Date(worldNow),
      enoughPlayers: 1,
      ...options,
    });
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
  const seen = async () => (await ask('/practice/seen?matches=1')) as Seen;
  const runOnce = async (engine: JobEngine, kind: string, payload: object): Promise<void> => {
    const before = bench.ends.filter((end) => end.kind === kind).length;
    await engine.send(kind, payload);
    await until(`${kind} ran`, 20_000, () => bench.ends.filter((end) => end.kind === kind).length > before);
  };
  return {
    ...bench,
    url: practice.url,
    riotBaseUrl: practice.riotBaseUrl,
    key: practice.keys.tft,
    worldNow: () => worldNow,
    kinds,
    crawl: (options, key) => bench.engine({ kinds: kinds(options, key) }),
    runOnce,
    async cycle(engine, withinMs = 30_000) {
      await runOnce(engine, 'tft/crawl-platforms', {});
      await until('the work has run dry', withinMs, isDry);
    },
    isDry,
    ask,
    seen,
    served: async () => (await seen()).matches['tft-match-v1.getMatch']?.served ?? {},
    async faults(...rules) {
      await ask('/practice/faults', { seed: 1, rules }, 'PUT');
    },
    async advance(ms) {
      await ask('/practice/clock/advance', { ms });
      worldNow += ms;
    },
    async ladder(platform, tiers) {
      const lists = await Promise.all(
        tiers.map(async (tier) => {
          const list = (await askRiot(platform, `/tft/league/v1/${tier}`)) as
            | { entries: LadderEntry[] }
            | LadderEntry[];
          return Array.isArray(list) ? list : list.entries;
        }),
      );
      return lists.flat();
    },
    async historiesOf(players, region) {
      const startTime = (worldNow - HISTORY_DAYS * DAY_MS) / 1_000;
      const all = new Set<string>();
      for (const { puuid } of players) {
        const path = `/tft/match/v1/matches/by-puuid/${puuid}/ids?count=200&startTime=${startTime}`;
        for (const id of (await askRiot(region, path)) as string[]) all.add(id);
      }
      return all;
    },
    async drop() {
      await bench.stopEngines();
      await limiter.stop();
      for (const client of clients) await client.stop();
      await practice.stop();
      await bench.drop();
    },
  };
}
