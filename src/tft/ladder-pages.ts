/**
 * Reads a platform's ladder from the top: Challenger, Grandmaster, Master, then the divisions below, page by page, until there are enough
 * players to crawl. Further pages are read for ranks only: one page has the ranks of 200 players, who appear in matches.
 *
 * It stops at the first failed call, because an empty tier and an unread tier are not the same.
 */
import type { Platform } from '#/domain/riot/routing.ts';
import { isPuuid } from '#/domain/riot/riot-ids.ts';
import type { Outcome } from '#/upstream/outcome.ts';
import type { CallOptions } from '#/upstream/call.ts';
import type { LeagueList } from '#/upstream/riot-schema/league.ts';
import type { Rank } from '#/match/rank-snapshot.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import type { CallFailure } from '#/upstream/retry.ts';
import type { TftCrawlOptions } from './crawl-options.ts';

export const RANKED_QUEUE = 'RANKED_TFT';
const APEX_TIERS = ['challenger', 'grandmaster', 'master'] as const;
const TIERS_BELOW = ['DIAMOND', 'EMERALD', 'PLATINUM', 'GOLD', 'SILVER', 'BRONZE', 'IRON'] as const;
const DIVISIONS = ['I', 'II', 'III', 'IV'] as const;
const BELOW = TIERS_BELOW.flatMap((tier) => DIVISIONS.map((division) => ({ tier, division })));
/** Guards against endless pagination. */
const MOST_PAGES = 100;

export interface Reach {
  /** Number of players to crawl; their pages are read first. */
  readonly players: number;
  /** Number of ranks to read; pages beyond `players` use the lowest lane. */
  readonly ranks: number;
}

/** `isBeyond`: the players of this page are not crawled. */
export type LadderPage =
  | { readonly type: 'ranks'; readonly ranks: readonly Rank[]; readonly isBeyond: boolean }
  | { readonly type: 'failure'; readonly failure: CallFailure };

type Leagues = Pick<TftCrawlOptions['riot'], 'tftApexLeague' | 'tftLeagueEntries'>;

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
