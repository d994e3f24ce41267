/**
 * Reads the ladder of one platform: stores the ranks that changed and enqueues the list jobs of its players, in small transactions that
 * are each complete. A run that continues after an interruption finds nothing to change in the finished part.
 *
 * At most one run per platform, with a slot for each platform, so platforms do not wait for each other.
 */
import { Type } from 'typebox';
import { PLATFORMS, regionOf, type Platform } from '#/domain/riot/routing.ts';
import type { Transaction } from '#/runtime/postgres/database.ts';
import { countPlayersOfOtherKeys, notePlayersToList } from '#/match/player.ts';
import { appendChangedRanks, type Rank } from '#/match/rank-snapshot.ts';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, skip } from '#/runtime/jobs/job-outcome.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import { postponeOrThrow } from '#/upstream/retry.ts';
import { ENOUGH_PLAYERS, listKind, READ_LADDER, SOURCE, type TftCrawlOptions } from './crawl-options.ts';
import { RANKED_QUEUE, readLadder } from './ladder-pages.ts';
import { listPriority } from './list-priority.ts';

const CHUNK = 200;

/** `players`: number of players to crawl. `ranks`: number of ranks to read. */
const Payload = Type.Object({
  platform: Type.Enum([...PLATFORMS]),
  players: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  ranks: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
});

export function createReadLadder(
  options: TftCrawlOptions,
): JobKind<{ platform: Platform; players?: number; ranks?: number }> {
  const { database, riot, now, upstreamNow = now, random = Math.random } = options;
  return defineJob({
    kind: READ_LADDER,
    payload: Payload,
    key: ({ platform }) => platform,
    onePerKey: true,
    retry: { limit: 5, firstDelaySeconds: 30, maxDelaySeconds: 3_600 },
    timeoutSeconds: 3_600,
    concurrency: PLATFORMS.length,
    async handle({ platform, players: toList, ranks: toRank = 0 }, { jobs, signal, log }) {
      const keyId = options.keyId();
      if (keyId === undefined) return skip('no TFT key is set');
      let players = 0;
      let moved = 0;
      const calling = { lane: 'live', signal } as const;
      const reach = { players: toList ?? options.enoughPlayers ?? ENOUGH_PLAYERS, ranks: toRank };
      for await (const page of readLadder(riot, platform, reach, calling)) {
        if (page.type === 'failure')
          return postponeOrThrow(page.failure, `the ladder of ${platform}`, now(), random());
        // Taken after the answer: the rank may not include matches that ended during the call.
        const takenAt = upstreamNow();
        for (let start = 0; start < page.ranks.length; start += CHUNK) {
          const ranks = page.ranks.slice(start, start + CHUNK);
          moved += await database.transaction((tx) =>
            keepRanks(tx, jobs, { ...options, platform, keyId, takenAt, isBeyond: page.isBeyond }, ranks),
          );
        }
        players += page.ranks.length;
      }
      const ofOtherKeys = await countPlayersOfOtherKeys(database, { source: SOURCE, keyId }, platform);
      log.info({ platform, players, moved }, 'ladder read');
      if (ofOtherKeys > 0) log.warn({ platform, players: ofOtherKeys }, 'players of another API key skipped');
      return done();
    },
  });
}

interface Reading extends Pick<TftCrawlOptions, 'cooldownMinutes'> {
  readonly platform: Platform;
  readonly keyId: string;
  readonly takenAt: Date;
  /** Only ranks are stored. */
  readonly isBeyond: boolean;
}

/** Returns the number of changed ranks. */
async function keepRanks(
  tx: Transaction,
  jobs: JobSender,
  { platform, keyId, takenAt, cooldownMinutes, isBeyond }: Reading,
  ranks: readonly Rank[],
): Promise<number> {
  const ladder = { source: SOURCE, platform, queue: RANKED_QUEUE, takenAt };
  const moved = new Set(await appendChangedRanks(tx, ladder, ranks));
  if (isBeyond) return moved.size;
  const puuids = ranks.map(({ puuid }) => puuid);
  const players = await notePlayersToList(tx, { source: SOURCE, platform, keyId }, puuids, cooldownMinutes);
  const priorities = new Map(
    players.map((player) => [
      player.puuid,
      listPriority({ ...player, hasMoved: moved.has(player.puuid) }, takenAt),
    ]),
  );
  await jobs.sendMany(
    listKind(regionOf(platform)),
    players.map(({ puuid }) => ({ puuid })),
    { tx, priority: ({ puuid }) => priorities.get(puuid) ?? 0 },
  );
  return moved.size;
}
