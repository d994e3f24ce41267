/**
 * Reads the ladder of one platform: keeps the ranks that changed, and has everybody's games listed. In small transactions, each
 * of which is whole by itself: a run that is cut short has done a part, and the next one finds nothing to change there.
 *
 * At most one per platform, and a slot for each platform: no platform waits in another one's place.
 */
import { Type } from 'typebox';
import { PLATFORMS, regionOf, type Platform } from '#/domain/riot/routing.ts';
import type { Transaction } from '#/stores/postgres/database.ts';
import { countPlayersOfOtherKeys, notePlayersToList } from '#/stores/postgres/player.ts';
import { appendChangedRanks, type Rank } from '#/stores/postgres/rank-snapshot.ts';
import { defineJob, type JobKind } from '../define-job.ts';
import { done, skip } from '../job-outcome.ts';
import type { JobSender } from '../send-jobs.ts';
import { postponeOrThrow } from '../games/call-failure.ts';
import { ENOUGH_PLAYERS, listKind, READ_LADDER, SOURCE, type TftCrawlOptions } from './crawl-options.ts';
import { RANKED_QUEUE, readLadder } from './ladder-pages.ts';
import { listPriority } from './list-priority.ts';

const CHUNK = 200;

/** `players`: as far down as the cycle reaches. `ranks`: as far down as ranks are read. */
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
      if (keyId === undefined) return skip('no key for Teamfight Tactics is set');
      let players = 0;
      let moved = 0;
      const calling = { lane: 'live', signal } as const;
      const reach = { players: toList ?? options.enoughPlayers ?? ENOUGH_PLAYERS, ranks: toRank };
      for await (const page of readLadder(riot, platform, reach, calling)) {
        if (page.type === 'failure')
          return postponeOrThrow(page.failure, `the ladder of ${platform}`, now(), random());
        // After the answer: a game that ended before it is not in the rank for certain.
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
      if (ofOtherKeys > 0)
        log.warn({ platform, players: ofOtherKeys }, 'players of another key are known and left alone');
      return done();
    },
  });
}

interface Reading extends Pick<TftCrawlOptions, 'cooldownMinutes'> {
  readonly platform: Platform;
  readonly keyId: string;
  readonly takenAt: Date;
  /** Only ranks are kept. */
  readonly isBeyond: boolean;
}

/** Returns how many ranks had changed. */
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
