/** A practice world, a fresh database, and League of Legends collected from one into the other through the real client. */
import { pino } from 'pino';
import type { Limiter } from '#/domain/limiter/limiter.ts';
import { Secret } from '#/domain/secret.ts';
import { createCollections, type Collections, type CollectionsDeps } from '#/jobs/lol/collections.ts';
import type { LolCollectOptions } from '#/jobs/lol/collect-options.ts';
import { findByRiotId, type FoundPlayer, type PlayerFinding } from '#/jobs/lol/find-player.ts';
import { createHistoryNotices } from '#/jobs/lol/history-notices.ts';
import { createLolCollecting } from '#/jobs/lol/lol-collecting.ts';
import type { JobEngine } from '#/jobs/job-engine.ts';
import type { JobSender } from '#/jobs/send-jobs.ts';
import { toCredentials } from '#/sources/riot/credentials.ts';
import { createRiotClient, type RiotClient } from '#/sources/riot/riot-client.ts';
import { createSharedLimiter } from '#/stores/limiter/shared-limiter.ts';
import { createBudgetStore } from '#/stores/postgres/permit.ts';
import { createPracticeWorld, type PracticeWorldSettings } from '../../practice/practice-world.ts';
import { createJobsBench, type JobsBench } from './jobs-bench.ts';
import { until } from './until.ts';

/** Ten days after the world begins: histories are short, and some are empty. */
export const LOL_WORLD_STARTS_AT = Date.UTC(2025, 0, 16, 20);
const WITNESS = 'RGAPI-00000000-0000-4000-8000-0123456789ab';

interface Seen {
  readonly rows: readonly { readonly host: string; readonly method: string; readonly calls: number }[];
  readonly totals: { readonly calls: number; readonly statuses: Readonly<Record<string, number>> };
  readonly bugs: readonly string[];
  readonly matches: Readonly<Record<string, { readonly served: Readonly<Record<string, number>> }>>;
}

export interface PracticePlayer {
  readonly gameName: string;
  readonly tagLine: string;
  readonly platform: string;
  /** As the upstream lists them to somebody else, newest first. */
  readonly games: readonly string[];
}

export interface LolBench extends JobsBench {
  readonly riot: RiotClient;
  readonly riotBaseUrl: string;
  readonly key: string;
  readonly keyId: string;
  readonly budgetId: string;
  worldNow(): number;
  collect(options?: Partial<LolCollectOptions>): Promise<JobEngine>;
  collections(jobs: JobSender, options?: Partial<CollectionsDeps>): Collections;
  find(player: { gameName: string; tagLine: string }): Promise<PlayerFinding>;
  /** Found, or the test ends here. */
  meet(player: { gameName: string; tagLine: string }): Promise<FoundPlayer>;
  /** Until the collection of this player's history has ended. */
  untilCollected(player: FoundPlayer, withinMs?: number): Promise<void>;
  /** The first players of a platform that fit, with their games; asked with a key of its own. */
  players(
    platform: string,
    count: number,
    fits?: (player: PracticePlayer) => boolean,
  ): Promise<readonly PracticePlayer[]>;
  /** Of match and timeline bodies together, how often each went out whole. */
  served(method?: 'getMatch' | 'getTimeline'): Promise<Readonly<Record<string, number>>>;
  seen(): Promise<Seen>;
  ask(path: string, body?: unknown, method?: string): Promise<unknown>;
  faults(...rules: readonly object[]): Promise<void>;
  advance(ms: number): Promise<void>;
}

export async function createLolBench(
  settings: Partial<PracticeWorldSettings> = {},
  limiterOf?: (advance: (ms: number) => Promise<void>) => Limiter,
): Promise<LolBench> {
  const bench = await createJobsBench();
  const practice = await createPracticeWorld({
    seed: 4,
    clock: { mode: 'stepped', startAt: LOL_WORLD_STARTS_AT },
    playerCount: 2_000,
    profile: 'unlimited',
    keys: [{ key: WITNESS, name: 'witness', profile: 'unlimited' }],
    ...settings,
  });
  const { clock } = settings;
  let worldNow = clock?.mode === 'stepped' ? clock.startAt : LOL_WORLD_STARTS_AT;
  const log = pino({ level: 'silent' });
  const { database } = bench;
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
  const advance = async (ms: number): Promise<void> => {
    await ask('/practice/clock/advance', { ms });
    worldNow += ms;
  };
  const shared = createSharedLimiter({
    connection: bench.connection,
    change: createBudgetStore(database),
    log,
    observe: { granted: () => undefined, refused: () => undefined },
  });
  const keys = { lol: new Secret(practice.keys.lol) };
  const riot = createRiotClient({
    keys,
    baseUrl: practice.riotBaseUrl,
    limiter: limiterOf?.(advance) ?? shared,
  });
  const credential = toCredentials(keys, practice.riotBaseUrl).lol;
  if (credential === undefined) throw new Error('the practice world has no key');
  const { keyId, budgetId } = credential;
  const notices = createHistoryNotices({ database, log, everyMs: 20 });
  const askRiot = async (host: string, path: string): Promise<unknown> => {
    const address = `${practice.riotBaseUrl.replace('{route}', host)}${path}`;
    const response = await fetch(address, { headers: { 'X-Riot-Token': WITNESS } });
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    return response.json();
  };
  const gamesOf = async (region: string, gameName: string, tagLine: string): Promise<string[]> => {
    const name = `${encodeURIComponent(gameName)}/${encodeURIComponent(tagLine)}`;
    const account = await askRiot('europe', `/riot/account/v1/accounts/by-riot-id/${name}`);
    const { puuid } = account as { puuid: string };
    const ids: string[] = [];
    for (;;) {
      const path = `/lol/match/v5/matches/by-puuid/${puuid}/ids?count=100&start=${ids.length}`;
      const page = (await askRiot(region, path)) as string[];
      ids.push(...page);
      if (page.length < 100) return ids;
    }
  };
  const seen = async () => (await ask('/practice/seen?matches=1')) as Seen;
  const find = (player: { gameName: string; tagLine: string }) =>
    findByRiotId({ database, riot, keyId: () => keyId }, player, { lane: 'person' });
  return {
    ...bench,
    riot,
    riotBaseUrl: practice.riotBaseUrl,
    key: practice.keys.lol,
    keyId,
    budgetId,
    worldNow: () => worldNow,
    collect: (options) =>
      bench.engine({
        kinds: createLolCollecting(
          {
            database,
            riot,
            keyId: () => keyId,
            now: () => new Date(),
            upstreamNow: () => new Date(worldNow),
            missingWaitsMs: [10, 20],
            ...options,
          },
          notices,
        ),
      }),
    collections: (jobs, options) =>
      createCollections({
        database,
        jobs,
        budgetId: () => budgetId,
        now: () => new Date(),
        freshSeconds: 900,
        cooldownSeconds: 60,
        ...options,
      }),
    find,
    async meet(player) {
      const finding = await find(player);
      if (finding.type !== 'player') throw new Error(`${player.gameName} was not found: ${finding.type}`);
      return finding.player;
    },
    async untilCollected({ puuid }, withinMs = 30_000) {
      await until('the collection has ended', withinMs, async () => {
        const [open] = await database.query<{ open: boolean }>(
          `select bool_or(ended_at is null) as open from gamekeeper.collection where puuid = $1`,
          [puuid],
        );
        return open?.open === false;
      });
    },
    async players(platform, count, fits = () => true) {
      const region = { euw1: 'europe', eun1: 'europe', kr: 'asia', na1: 'americas' }[platform] ?? 'europe';
      const found: PracticePlayer[] = [];
      for (let from = 0; found.length < count; from += 500) {
        const page = (await ask(`/practice/truth/players?from=${from}&count=500`)) as {
          players: { gameName: string; tagLine: string; platform: string }[];
        };
        if (page.players.length === 0) break;
        for (const { gameName, tagLine, platform: home } of page.players) {
          if (home !== platform || found.length === count) continue;
          const player = { gameName, tagLine, platform, games: await gamesOf(region, gameName, tagLine) };
          if (fits(player)) found.push(player);
        }
      }
      return found;
    },
    async served(method = 'getMatch') {
      return (await seen()).matches[`match-v5.${method}`]?.served ?? {};
    },
    seen,
    ask,
    async faults(...rules) {
      await ask('/practice/faults', { seed: 1, rules }, 'PUT');
    },
    advance,
    async drop() {
      await bench.stopEngines();
      await notices.flush();
      await shared.stop();
      await riot.stop();
      await practice.stop();
      await bench.drop();
    },
  };
}
