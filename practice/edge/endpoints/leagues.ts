/**
 * tft-league-v1 and league-v4: ladders in the form of 2026, players by puuid, without summoner ids or names. An empty list has
 * neither id nor name, which is how every ladder begins after a reset. The world ranks one queue per game; lists of other
 * queues are there, and empty.
 */
import { chance, hashText, mix } from '../../randomness.ts';
import type { GameKind, Rank, World } from '../../world/world.ts';
import { type Answer, jsonAnswer, oneOf, wholeNumber } from '../answer.ts';
import { withCalledPlayer, type Content, type Endpoints, type RiotCall } from '../endpoint.ts';
import { populatedPlatform } from '../riot-methods.ts';

const LOWER_TIERS = ['DIAMOND', 'EMERALD', 'PLATINUM', 'GOLD', 'SILVER', 'BRONZE', 'IRON'] as const;
const DIVISIONS = ['I', 'II', 'III', 'IV'] as const;
const ENTRIES_PER_PAGE = 205;
const LAST_PAGE = 1_000_000;

const TFT_QUEUES = ['RANKED_TFT', 'RANKED_TFT_DOUBLE_UP'] as const;
const LOL_QUEUES = ['RANKED_SOLO_5x5', 'RANKED_FLEX_SR'] as const;

interface LeagueAnswers {
  apex(call: RiotCall, queue: string, tier: string): Answer;
  /** One page of a division; tier and division are parameters of the path. */
  entries(call: RiotCall, queue: string): Answer;
  ofPlayer(call: RiotCall): Answer;
}

export function createLeagueEndpoints({ world }: Content): Endpoints {
  const tft = createLeagueAnswers(world, 'tft', 'RANKED_TFT');
  const lol = createLeagueAnswers(world, 'lol', 'RANKED_SOLO_5x5');
  return {
    'tft-league-v1.getChallengerLeague': (call) => tft.apex(call, tftQueue(call), 'CHALLENGER'),
    'tft-league-v1.getGrandmasterLeague': (call) => tft.apex(call, tftQueue(call), 'GRANDMASTER'),
    'tft-league-v1.getMasterLeague': (call) => tft.apex(call, tftQueue(call), 'MASTER'),
    'tft-league-v1.getLeagueEntries': (call) => tft.entries(call, tftQueue(call)),
    'tft-league-v1.getLeagueEntriesByPUUID': (call) => tft.ofPlayer(call),
    'league-v4.getChallengerLeague': (call) => lol.apex(call, lolQueue(call), 'CHALLENGER'),
    'league-v4.getGrandmasterLeague': (call) => lol.apex(call, lolQueue(call), 'GRANDMASTER'),
    'league-v4.getMasterLeague': (call) => lol.apex(call, lolQueue(call), 'MASTER'),
    'league-v4.getLeagueEntries': (call) => lol.entries(call, lolQueue(call)),
    'league-v4.getLeagueEntriesByPUUID': (call) => lol.ofPlayer(call),
  };
}

function tftQueue({ query }: RiotCall): string {
  return oneOf(query.get('queue'), 'queue', TFT_QUEUES, 'RANKED_TFT');
}

function lolQueue({ parameters }: RiotCall): string {
  return oneOf(parameters['queue'] ?? '', 'queue', LOL_QUEUES);
}

function createLeagueAnswers(world: World, kind: GameKind, rankedQueue: string): LeagueAnswers {
  const { seed } = world;

  function ladder(call: RiotCall, queue: string, tier: string, division?: string): Rank[] {
    const platform = populatedPlatform(call.host);
    if (platform === undefined || queue !== rankedQueue) return [];
    return world.ladder(kind, platform, tier, division);
  }

  /** One league per tier and division, named by a UUID that does not change. */
  function leagueId(platform: string, tier: string, division: string): string {
    const name = hashText(`${kind} ${platform} ${tier} ${division}`);
    const hex = [1, 2, 3, 4].map((part) => mix(seed, name, part).toString(16).padStart(8, '0')).join('');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-3${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  }

  function entry(call: RiotCall, rank: Rank): Record<string, unknown> {
    const { puuid, ...standing } = toListItem(seed, call, rank);
    const id = leagueId(call.host, rank.tier, rank.division);
    return { puuid, leagueId: id, queueType: rankedQueue, tier: rank.tier, ...standing };
  }

  return {
    apex(call, queue, tier) {
      const entries = ladder(call, queue, tier).map((rank) => toListItem(seed, call, rank));
      if (entries.length === 0) return jsonAnswer({ tier, entries });
      const name = `Practice ${tier} of ${call.host}`;
      return jsonAnswer({ tier, leagueId: leagueId(call.host, tier, 'I'), queue, name, entries });
    },
    entries(call, queue) {
      const tier = oneOf(call.parameters['tier'] ?? '', 'tier', LOWER_TIERS);
      const division = oneOf(call.parameters['division'] ?? '', 'division', DIVISIONS);
      const page = wholeNumber(call.query, 'page', { min: 1, max: LAST_PAGE }) ?? 1;
      const ranks = ladder(call, queue, tier, division);
      const shown = ranks.slice((page - 1) * ENTRIES_PER_PAGE, page * ENTRIES_PER_PAGE);
      return jsonAnswer(shown.map((rank) => entry(call, rank)));
    },
    ofPlayer: (call) =>
      withCalledPlayer(world, call, (player) => {
        const rank = player.platform === call.host ? world.rankOf(kind, player) : undefined;
        return jsonAnswer(rank === undefined ? [] : [entry(call, rank)]);
      }),
  };
}

function toListItem(seed: number, call: RiotCall, { player, division, leaguePoints, wins, losses }: Rank) {
  const games = wins + losses;
  return {
    puuid: call.key.puuids.puuidOf(player.index),
    leaguePoints,
    rank: division,
    wins,
    losses,
    veteran: games > 100,
    inactive: false,
    freshBlood: games < 30,
    hotStreak: chance(seed, player.index, wins, losses) < 0.15,
  };
}
