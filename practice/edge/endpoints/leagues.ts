/**
 * tft-league-v1 and league-v4: ladders in the form of 2026, players by puuid, without summoner ids or names. An empty list has
 * neither id nor name, which is how every ladder begins after a reset. The world ranks one queue per game; lists of other
 * queues are there, and empty.
 */
import { chance, hashText, mix } from '../../randomness.ts';
import type { GameKind, Rank, World } from '../../world/world.ts';
import { jsonAnswer, type Answer } from '../answer.ts';
import type { Content } from '../content.ts';
import { withCalledPlayer, type Endpoint, type RiotCall } from '../endpoint.ts';
import { populatedPlatform } from '../hosts.ts';
import { oneOf, wholeNumber } from '../query-values.ts';

/** The last part of a method's name, by tier. */
const APEX_METHODS = {
  CHALLENGER: 'getChallengerLeague',
  GRANDMASTER: 'getGrandmasterLeague',
  MASTER: 'getMasterLeague',
} as const;
const APEX_TIERS = ['CHALLENGER', 'GRANDMASTER', 'MASTER'] as const;
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

export function createLeagueEndpoints({ world }: Content): Endpoint[] {
  const tft = createLeagueAnswers(world, 'tft', 'RANKED_TFT');
  const lol = createLeagueAnswers(world, 'lol', 'RANKED_SOLO_5x5');
  const ofTft = { on: 'platform', game: 'tft' } as const;
  const ofLol = { on: 'platform', game: 'lol' } as const;
  return [
    ...APEX_TIERS.flatMap((tier): Endpoint[] => [
      {
        ...ofTft,
        method: `tft-league-v1.${APEX_METHODS[tier]}`,
        path: `/tft/league/v1/${tier.toLowerCase()}`,
        answer: (call) => tft.apex(call, tftQueue(call), tier),
      },
      {
        ...ofLol,
        method: `league-v4.${APEX_METHODS[tier]}`,
        path: `/lol/league/v4/${tier.toLowerCase()}leagues/by-queue/{queue}`,
        answer: (call) => lol.apex(call, lolQueue(call), tier),
      },
    ]),
    {
      ...ofTft,
      method: 'tft-league-v1.getLeagueEntries',
      path: '/tft/league/v1/entries/{tier}/{division}',
      answer: (call) => tft.entries(call, tftQueue(call)),
    },
    {
      ...ofTft,
      method: 'tft-league-v1.getLeagueEntriesByPUUID',
      path: '/tft/league/v1/by-puuid/{puuid}',
      answer: (call) => tft.ofPlayer(call),
    },
    {
      ...ofLol,
      method: 'league-v4.getLeagueEntriesByPUUID',
      path: '/lol/league/v4/entries/by-puuid/{puuid}',
      answer: (call) => lol.ofPlayer(call),
    },
    {
      ...ofLol,
      method: 'league-v4.getLeagueEntries',
      path: '/lol/league/v4/entries/{queue}/{tier}/{division}',
      answer: (call) => lol.entries(call, lolQueue(call)),
    },
  ];
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
    if (platform === undefined || queue !== rankedQueue || isEmptied(call, tier)) return [];
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
        return jsonAnswer(rank === undefined || isEmptied(call, rank.tier) ? [] : [entry(call, rank)]);
      }),
  };
}

function isEmptied({ plan }: RiotCall, tier: string): boolean {
  return plan.emptyTiers.includes('*') || plan.emptyTiers.includes(tier);
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
