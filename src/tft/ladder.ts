/**
 * Reads the ladder of one platform from the top: Challenger, Grandmaster, Master, then the divisions below, page by page, until there are
 * enough players to crawl. Further pages are read for ranks only: one page has the ranks of 200 players, who appear in matches.
 *
 * Stores the ranks that changed and enqueues the lists of the players, in small transactions that are each complete. A run that continues
 * after an interruption finds nothing to change in the finished part. At most one run per platform, with a slot for each platform, so
 * platforms do not wait for each other.
 */
import { isPuuid } from '#/domain/riot/riot-ids.ts';
import { type Platform, PLATFORMS, regionOf } from '#/domain/riot/routing.ts';
import { countPlayersOfOtherKeys, enqueueListings } from '#/match/people.ts';
import { appendChangedRanks, type Rank } from '#/match/ranks.ts';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, skip } from '#/runtime/jobs/job-outcome.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import type { Transaction } from '#/runtime/postgres/database.ts';
import type { CallOptions } from '#/upstream/call.ts';
import type { Outcome } from '#/upstream/outcome.ts';
import { type CallFailure, postponeOrThrow } from '#/upstream/retry.ts';
import type { LeagueList } from '#/upstream/riot-schema/league.ts';
import { ENOUGH_PLAYERS, READ_LADDER, SOURCE, type TftCrawlOptions } from './crawl.ts';
import { Type } from 'typebox';

const RANKED_QUEUE = 'RANKED_TFT';
const APEX_TIERS = ['challenger', 'grandmaster', 'master'] as const;
const TIERS_BELOW = ['DIAMOND', 'EMERALD', 'PLATINUM', 'GOLD', 'SILVER', 'BRONZE', 'IRON'] as const;
const DIVISIONS = ['I', 'II', 'III', 'IV'] as const;
const BELOW = TIERS_BELOW.flatMap((tier) => DIVISIONS.map((division) => ({ tier, division })));
/** Guards against endless pagination. */
const MOST_PAGES = 100;
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
    async handle({ platform, players: toList, ranks: toRank = 0 }, { signal, log }) {
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
            keepRanks(tx, { ...options, platform, keyId, takenAt, isBeyond: page.isBeyond }, ranks),
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
  { platform, keyId, takenAt, cooldownMinutes, isBeyond }: Reading,
  ranks: readonly Rank[],
): Promise<number> {
  const ladder = { source: SOURCE, platform, queue: RANKED_QUEUE, takenAt };
  const moved = new Set(await appendChangedRanks(tx, ladder, ranks));
  if (isBeyond) return moved.size;
  const players = ranks.map(({ puuid }) => ({ puuid, hasMoved: moved.has(puuid) }));
  const place = { source: SOURCE, platform, region: regionOf(platform), keyId };
  await enqueueListings(tx, place, players, { restMinutes: cooldownMinutes, now: takenAt });
  return moved.size;
}

interface Reach {
  /** Number of players to crawl; their pages are read first. */
  readonly players: number;
  /** Number of ranks to read; pages beyond `players` use the lowest lane. */
  readonly ranks: number;
}

/** `isBeyond`: the players of this page are not crawled. */
type LadderPage =
  | { readonly type: 'ranks'; readonly ranks: readonly Rank[]; readonly isBeyond: boolean }
  | { readonly type: 'failure'; readonly failure: CallFailure };

type Leagues = Pick<TftCrawlOptions['riot'], 'tftApexLeague' | 'tftLeagueEntries'>;

/** Stops at the first failed call: an empty tier and an unread tier are not the same. */
export async function* readLadder(
  riot: Leagues,
  platform: Platform,
  reach: Reach,
  options: CallOptions,
): AsyncGenerator<LadderPage> {
  let players = 0;
  for await (const page of readApex(riot, platform, options)) {
    if (page.type === 'ranks') players += page.ranks.length;
    yield page;
    if (page.type === 'failure') return;
  }
  yield* readBelow(riot, platform, players, reach, options);
}

async function* readApex(
  riot: Leagues,
  platform: Platform,
  options: CallOptions,
): AsyncGenerator<LadderPage> {
  for (const apexTier of APEX_TIERS) {
    const answer = await riot.tftApexLeague({ platform, apexTier, rankedQueue: RANKED_QUEUE }, options);
    yield toPage(answer, ({ tier, entries }) => entries.map((entry) => ({ ...entry, tier })));
  }
}

async function* readBelow(
  riot: Leagues,
  platform: Platform,
  apexPlayers: number,
  reach: Reach,
  options: CallOptions,
): AsyncGenerator<LadderPage> {
  let players = apexPlayers;
  for (const { tier, division } of BELOW) {
    for (let page = 1; page <= MOST_PAGES; page++) {
      if (players >= Math.max(reach.players, reach.ranks)) return;
      const isBeyond = players >= reach.players;
      const place = { platform, tier, division, page, rankedQueue: RANKED_QUEUE };
      const answer = await riot.tftLeagueEntries(
        place,
        isBeyond ? { ...options, lane: 'backfill' } : options,
      );
      const read = toPage(
        answer,
        (entries) => entries.filter(({ queueType }) => queueType === RANKED_QUEUE),
        isBeyond,
      );
      yield read;
      if (read.type === 'failure') return;
      players += read.ranks.length;
      if (answer.outcome === 'ok' && answer.body.length === 0) break;
    }
  }
}

function toPage<Body>(
  answer: Outcome<Body>,
  entriesOf: (body: Body) => readonly Entry[],
  isBeyond = false,
): LadderPage {
  if (answer.outcome !== 'ok') return { type: 'failure', failure: answer };
  return { type: 'ranks', ranks: toRanks(entriesOf(answer.body)), isBeyond };
}

type Entry = LeagueList['entries'][number] & { readonly tier?: string | null };

/** Deduplicated by player; entries without a puuid or a rank are left out. */
export function toRanks(entries: readonly Entry[]): Rank[] {
  const byPuuid = new Map<string, Rank>();
  for (const { puuid, tier, rank, leaguePoints, wins, losses } of entries) {
    if (typeof puuid !== 'string' || !isPuuid(puuid)) continue;
    if (typeof tier !== 'string' || typeof leaguePoints !== 'number') continue;
    byPuuid.set(puuid, {
      puuid,
      tier: toStorableText(tier),
      division: toStorableText(rank ?? 'I'),
      leaguePoints,
      wins,
      losses,
    });
  }
  return [...byPuuid.values()];
}
