/** A fixed upstream, a fresh database, and League of Legends collected from one into the other through the real client. */
import type { Limiter } from '#/domain/limiter/limiter.ts';
import {
  type Collections,
  type CollectionsDeps,
  createCollections,
  type LolCollectOptions,
} from '#/lol/collect.ts';
import { findByRiotId, type FoundPlayer, type PlayerFinding } from '#/lol/find.ts';
import { createLolCollecting, createLolQueues } from '#/lol/jobs.ts';
import { createHistoryNotices } from '#/lol/progress.ts';
import type { JobEngine } from '#/runtime/jobs/job-engine.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import type { RiotClient } from '#/upstream/riot.ts';
import { createRiotBench, type RiotBench } from './riot-bench.ts';
import type { UpstreamPlayer } from './riot-upstream.ts';
import { until } from './until.ts';
import { pino } from 'pino';

export type PracticePlayer = UpstreamPlayer;

export interface LolBench extends RiotBench {
  readonly riot: RiotClient;
  readonly keyId: string;
  collect(options?: Partial<LolCollectOptions>): Promise<JobEngine>;
  collections(jobs: JobSender, options?: Partial<CollectionsDeps>): Collections;
  find(player: { gameName: string; tagLine: string }): Promise<PlayerFinding>;
  /** Found, or the test ends here. */
  meet(player: { gameName: string; tagLine: string }): Promise<FoundPlayer>;
  /** Until the collection of this player's history has ended. */
  untilCollected(player: FoundPlayer): Promise<void>;
  /** Until no match and no timeline is wanted. */
  drained(): Promise<void>;
  /** The first players of a platform that fit, with their games. */
  players(
    platform: string,
    count: number,
    fits?: (player: UpstreamPlayer) => boolean,
  ): Promise<readonly UpstreamPlayer[]>;
  /** Of match or timeline bodies, how often each went out whole. */
  served(method?: 'getMatch' | 'getTimeline'): Promise<Readonly<Record<string, number>>>;
}

export async function createLolBench(limiter?: Limiter): Promise<LolBench> {
  const bench = await createRiotBench('lol', Date.UTC(2025, 0, 16, 20), limiter);
  const { database, upstream } = bench;
  const { riot, keyId, budgetId } = bench.connect();
  const notices = createHistoryNotices({ database, log: pino({ level: 'silent' }), everyMs: 20 });
  const find = (player: { gameName: string; tagLine: string }) =>
    findByRiotId({ database, riot, keyId: () => keyId }, player, { lane: 'person' });
  return {
    ...bench,
    riot,
    keyId,
    collect(choices) {
      const options = {
        database,
        riot,
        keyId: () => keyId,
        now: () => new Date(),
        upstreamNow: () => new Date(upstream.now()),
        missingWaitsMs: [10, 20],
        ...choices,
      };
      return bench.engine({
        kinds: createLolCollecting(options, notices),
        queues: createLolQueues(options, notices),
      });
    },
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
    async untilCollected({ puuid }) {
      await until('the collection has ended', 30_000, async () => {
        const [open] = await database.query<{ open: boolean }>(
          `select bool_or(ended_at is null) as open from gamekeeper.collection where puuid = $1`,
          [puuid],
        );
        return open?.open === false;
      });
    },
    async drained() {
      await until('nothing is wanted any more', 30_000, async () => {
        const [left] = await database.query<{ wanted: number }>(
          `select (select count(*) from gamekeeper.match where state = 'wanted')::int
                + (select count(*) from gamekeeper.timeline where state = 'wanted')::int as wanted`,
        );
        return left?.wanted === 0;
      });
    },
    players: async (platform, count, fits = () => true) =>
      upstream.players(platform).filter(fits).slice(0, count),
    served: async (method = 'getMatch') => upstream.seen().served[`match-v5.${method}`] ?? {},
    async drop() {
      await bench.stopEngines();
      await notices.flush();
      await bench.drop();
    },
  };
}
