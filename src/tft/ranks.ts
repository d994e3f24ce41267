/**
 * Reads ranks by puuid for players of collected matches who were on no ladder page, those with the most
 * boards first. The calls go to platform hosts, which match lists and bodies do not use, in the lowest lane,
 * so that ladders go first.
 *
 * A player who was asked about is not asked again for days, with or without a rank. A run takes a limited
 * number of players per platform; a platform whose host fails waits for the next run.
 */
import { isPuuid } from '#/domain/riot/riot-ids.ts';
import type { Platform } from '#/domain/riot/routing.ts';
import { playerNumber } from '#/domain/tft/player-number.ts';
import { UNKNOWN_LP } from '#/domain/tft/rows.ts';
import { platformCode, platformName } from '#/domain/tft/stored-codes.ts';
import { appendChangedRanks, hasLateRanks, listRankRequests, markRankRequested } from '#/match/ranks.ts';
import { unpackBody } from '#/match/raw.ts';
import { readStoredMatch } from '#/match/stored.ts';
import type { ClickHouseReader } from '#/runtime/clickhouse/clickhouse.ts';
import { defineJob, type JobContext, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, skip } from '#/runtime/jobs/job-outcome.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import { describeFailure } from '#/upstream/retry.ts';
import { SOURCE, type TftCrawlOptions } from './crawl.ts';
import { toRanks } from './ladder.ts';
import { Type } from 'typebox';

const PLAYERS_A_RUN = 200;
/** Concurrent calls per platform. */
const CALLS_AT_ONCE = 4;
const ASK_AGAIN_DAYS = 4;

/** Returns at most `limit` players per platform, those with the most boards first. */
export type FindUnranked = (platforms: readonly string[], limit: number) => Promise<UnrankedPlayer[]>;

export function createReadPlayerRanks(options: TftCrawlOptions, findUnranked: FindUnranked): JobKind<object> {
  const { database, platforms } = options;
  return defineJob({
    kind: 'tft/read-player-ranks',
    payload: Type.Object({}),
    key: () => 'all',
    onePerKey: true,
    retry: { limit: 1, firstDelaySeconds: 10, maxDelaySeconds: 10 },
    // With a personal key, a run takes minutes.
    timeoutSeconds: 3_600,
    concurrency: 1,
    schedule: { cron: '*/20 * * * * *', timeZone: 'UTC', missed: 'skip', payload: {} },
    async handle(_payload, context) {
      if (options.keyId() === undefined) return skip('no TFT key is set');
      const asked = await listRankRequests(database, SOURCE, ASK_AGAIN_DAYS);
      const found = await findUnranked(platforms, PLAYERS_A_RUN + asked.size);
      const players = found.filter(({ player }) => !asked.has(player));
      const counts = await Promise.all(
        platforms.map((platform) =>
          readRanksOf(
            options,
            platform,
            players.filter((one) => one.platform === platform).slice(0, PLAYERS_A_RUN),
            context,
          ),
        ),
      );
      const ranked = counts.reduce((sum, count) => sum + count, 0);
      if (players.length === 0) return skip('no unranked player is left');
      context.log.info({ players: players.length, ranked }, 'player ranks read');
      return done();
    },
  });
}

/** Returns the number of ranks found. Stops at the first failure that is not about the player. */
async function readRanksOf(
  options: TftCrawlOptions,
  platform: Platform,
  players: readonly UnrankedPlayer[],
  { signal, log }: JobContext,
): Promise<number> {
  const left = [...players];
  let ranked = 0;
  const work = async (): Promise<void> => {
    for (let player = left.shift(); player !== undefined; player = left.shift()) {
      signal.throwIfAborted();
      const read = await readOne(options, platform, player, signal);
      if (typeof read === 'string') {
        left.length = 0;
        log.warn({ platform, reason: read }, 'player ranks deferred');
      } else ranked += read;
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, work));
  return ranked;
}

/** 1: the player has a rank; 0: none; a string: why the host is unavailable. */
async function readOne(
  { database, riot, now, upstreamNow = now }: TftCrawlOptions,
  platform: Platform,
  { player, matchId, seat }: UnrankedPlayer,
  signal: AbortSignal,
): Promise<number | string> {
  const puuid = await readPuuid(database, matchId, seat);
  if (puuid === null || playerNumber(puuid) !== player) {
    await markRankRequested(database, SOURCE, player);
    return 0;
  }
  // The projector adds this rank to the boards.
  if (await hasLateRanks(database, SOURCE, puuid)) return 0;
  const answer = await riot.tftLeagueOfPlayer({ platform, puuid }, { lane: 'backfill', signal });
  const isAboutThePlayer = ['ok', 'notFound', 'rejected', 'malformed'].includes(answer.outcome);
  if (answer.outcome !== 'ok' && !isAboutThePlayer) return describeFailure(answer);
  const takenAt = upstreamNow();
  const entries = answer.outcome === 'ok' ? answer.body : [];
  const queues = [...new Set(entries.map(({ queueType }) => queueType))];
  let ranked = 0;
  await database.transaction(async (tx) => {
    for (const queue of queues) {
      const ladder = { source: SOURCE, platform, queue: toStorableText(queue), takenAt };
      const ranks = toRanks(entries.filter(({ queueType }) => queueType === queue));
      const own = ranks.filter((rank) => rank.puuid === puuid);
      ranked += (await appendChangedRanks(tx, ladder, own)).length;
    }
    await markRankRequested(tx, SOURCE, player);
  });
  return Math.min(1, ranked);
}

async function readPuuid(
  database: TftCrawlOptions['database'],
  matchId: string,
  seat: number,
): Promise<string | null> {
  const stored = await readStoredMatch(database, SOURCE, matchId);
  const bytes = stored?.body ? unpackBody(stored.body) : null;
  if (bytes === null) return null;
  const body = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, '')) as StoredSeats;
  const puuid = body.info?.participants?.[seat]?.puuid;
  return typeof puuid === 'string' && isPuuid(puuid) ? puuid : null;
}

interface StoredSeats {
  readonly info?: { readonly participants?: readonly { readonly puuid?: unknown }[] };
}

export interface UnrankedPlayer {
  readonly platform: string;
  /** See `domain/tft/player-number.ts`. */
  readonly player: number;
  readonly matchId: string;
  readonly seat: number;
}

/** Players with boards without a rank, those with the most boards first, and one of their seats to find them by. */
export async function findUnrankedPlayers(
  client: ClickHouseReader,
  platforms: readonly string[],
  limit: number,
): Promise<UnrankedPlayer[]> {
  const rows = await client.query<{
    platform: number;
    player: number;
    place: readonly [number: string, seat: number];
  }>(
    `select platform, toFloat64(player) as player, any((toString(number), seat)) as place
            from tft_board
            where lp = ${UNKNOWN_LP} and player != 0 and platform in {platforms:Array(UInt8)}
            group by platform, player order by count() desc, player limit {limit:UInt32} by platform`,
    { params: { platforms: platforms.map(platformCode), limit } },
  );
  return rows.map(({ platform: code, player, place: [number, seat] }) => {
    const platform = platformName(code);
    return { platform, player, matchId: `${platform.toUpperCase()}_${number}`, seat };
  });
}
