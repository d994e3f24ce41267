/** What an answer to Riot's methods is made from. */
import type { PracticeWorld } from '../world/create-world.ts';
import {
  type GameKind,
  PLATFORM_REGIONS,
  type PlayedGame,
  type Player,
  type Rank,
  type World,
} from '../world/world.ts';
import { type Answer, errorAnswer, jsonAnswer, matchAnswer, oneOf, wholeNumber } from './answer.ts';
import type { ApiKey } from './api-keys.ts';
import type { FaultPlan } from './faults.ts';
import { type RiotMethod, populatedPlatform } from './riot-methods.ts';
import { chance, hashText, mix } from '../randomness.ts';

/** What is served, whatever it is made by. */
export interface Content {
  readonly world: PracticeWorld;
  readonly tftMatch: ToBody;
  readonly lolMatch: ToBody;
  readonly lolTimeline: ToBody;
  /** By its path from the host's root (`/api/versions.json`); undefined: there is no such file. */
  staticFile(path: string): { readonly contentType: string; readonly body: string } | undefined;
}

/** `puuidOf`: a player's puuid, as the key that asks knows it. */
type ToBody = (game: PlayedGame, puuidOf: (player: Player) => string) => string;

export interface RiotCall {
  readonly host: string;
  readonly key: ApiKey;
  /** By the names in the path's braces, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly plan: Readonly<FaultPlan>;
}

export type Endpoints = Readonly<Partial<Record<RiotMethod, (call: RiotCall) => Answer>>>;

/** The player that a call's puuid means, or Riot's complaint about the puuid. */
function withCalledPlayer(
  world: World,
  { key, parameters: { puuid = '' } }: RiotCall,
  answer: (player: Player, puuid: string) => Answer,
): Answer {
  const decoded = key.puuids.decode(puuid);
  if (decoded === 'malformed') return errorAnswer(400, 'Bad request - PUUID was not in UUID format');
  const player = decoded === 'foreign' ? undefined : world.player(decoded);
  if (player === undefined) return errorAnswer(400, `Bad Request - Exception decrypting ${puuid}`);
  return answer(player, puuid);
}

// account-v1, which says who a player is and on which platform; and the status of a platform.

export function createAccountEndpoints({ world }: Content): Endpoints {
  return {
    'account-v1.getByRiotId'({ key, parameters: { gameName = '', tagLine = '' } }) {
      const player = world.findPlayer(gameName, tagLine);
      if (player === undefined)
        return errorAnswer(
          404,
          `Data not found - No results found for player with riot id ${gameName}#${tagLine}`,
        );
      const puuid = key.puuids.puuidOf(player.index);
      return jsonAnswer({ puuid, gameName: player.gameName, tagLine: player.tagLine });
    },
    'account-v1.getByPuuid': (call) =>
      withCalledPlayer(world, call, ({ gameName, tagLine }, puuid) =>
        jsonAnswer({ puuid, gameName, tagLine }),
      ),
    'account-v1.getActiveRegion'(call) {
      const game = oneOf(call.parameters['game'] ?? '', 'game', ['lol', 'tft']);
      return withCalledPlayer(world, call, ({ platform }, puuid) =>
        jsonAnswer({ puuid, game, region: platform }),
      );
    },
    'tft-status-v1.getPlatformData': tellPlatform,
    // Taiwan has no status page for League of Legends.
    'lol-status-v4.getPlatformData': (call) =>
      call.host === 'tw2' ? errorAnswer(404, 'Data not found') : tellPlatform(call),
  };
}

function tellPlatform({ host }: RiotCall): Answer {
  const id = host.toUpperCase();
  return jsonAnswer({ id, name: id, locales: ['en_US'], maintenances: [], incidents: [] });
}

// tft-league-v1 and league-v4: ladders in the form of 2026, players by puuid, without summoner ids or names. An empty list has
// neither id nor name, which is how every ladder begins after a reset. The world ranks one queue per game; lists of other
// queues are there, and empty.

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

// tft-match-v1 and match-v5. A list names what a player has played, newest first; a body is asked for by its id at the region of
// the platform in the id. Timelines are gone after a year; the world forgets games after two.

const TIMELINES_KEPT_MS = 365 * 86_400_000;
const TFT_MAX_COUNT = 200; // More is quietly taken for this.
const LOL_MAX_COUNT = 100; // More is refused.
const LARGEST = Number.MAX_SAFE_INTEGER;
const MATCH_ID = /^([A-Z]{2,4}\d?)_(\d{1,15})$/;

export function createMatchEndpoints(content: Content): Endpoints {
  return {
    'tft-match-v1.getMatchIdsByPUUID': (call) => tftIds(content, call),
    'tft-match-v1.getMatch': (call) => body(content, call, 'tft', content.tftMatch),
    'match-v5.getMatchIdsByPUUID': (call) => lolIds(content, call),
    'match-v5.getMatch': (call) => body(content, call, 'lol', content.lolMatch),
    'match-v5.getTimeline': (call) => body(content, call, 'lol', content.lolTimeline, TIMELINES_KEPT_MS),
  };
}

interface Page {
  readonly start: number;
  readonly count: number;
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
}

function pageOf({ query }: RiotCall, maxCount: number): Page {
  const seconds = (name: string): number | undefined => {
    const given = wholeNumber(query, name, { min: 0, max: LARGEST });
    return given === undefined ? undefined : given * 1000;
  };
  return {
    start: wholeNumber(query, 'start', { min: 0, max: LARGEST }) ?? 0,
    count: wholeNumber(query, 'count', { min: 0, max: maxCount }) ?? 20,
    fromMs: seconds('startTime'),
    toMs: seconds('endTime'),
  };
}

function tftIds(content: Content, call: RiotCall): Answer {
  const page = pageOf(call, LARGEST);
  return ids(content, call, 'tft', { ...page, count: Math.min(page.count, TFT_MAX_COUNT) });
}

function lolIds(content: Content, call: RiotCall): Answer {
  const page = pageOf(call, LOL_MAX_COUNT);
  const queue = wholeNumber(call.query, 'queue', { min: 0, max: 100_000 });
  const given = call.query.get('type');
  const type = given === null ? undefined : oneOf(given, 'type', ['ranked', 'normal', 'tourney', 'tutorial']);
  // This world has no tournaments or tutorials.
  if (type === 'tourney' || type === 'tutorial')
    return withCalledPlayer(content.world, call, () => jsonAnswer([]));
  return ids(content, call, 'lol', {
    ...page,
    queue,
    ranked: type === undefined ? undefined : type === 'ranked',
  });
}

function ids(
  content: Content,
  call: RiotCall,
  kind: GameKind,
  page: Page & { readonly queue?: number | undefined; readonly ranked?: boolean | undefined },
): Answer {
  return withCalledPlayer(content.world, call, (player) => {
    // A region knows its own players only, and does not say so.
    if (PLATFORM_REGIONS[player.platform] !== call.host || page.count === 0) return jsonAnswer([]);
    const prefix = player.platform.toUpperCase();
    return jsonAnswer(
      content.world.history({ kind, player, ...page }).map((number) => `${prefix}_${number}`),
    );
  });
}

function body(content: Content, call: RiotCall, kind: GameKind, toBody: ToBody, keptMs = Infinity): Answer {
  const matchId = call.parameters['matchId'] ?? '';
  const [, prefix = '', number = ''] = MATCH_ID.exec(matchId) ?? [];
  if (number === '') return errorAnswer(400, 'Bad Request - Invalid match id');
  const platform = populatedPlatform(prefix.toLowerCase());
  const isHere = platform !== undefined && PLATFORM_REGIONS[platform] === call.host;
  const game = isHere ? content.world.game(kind, platform, Number(number)) : undefined;
  const ageMs = game === undefined ? 0 : content.world.now() - game.startsAt - game.lengthSeconds * 1000;
  const isShown = ageMs <= keptMs && !call.plan.isMissing(matchId);
  if (game === undefined || !isShown) return errorAnswer(404, 'Data not found - match file not found');
  const { puuids } = call.key;
  return matchAnswer(
    matchId,
    toBody(game, (player) => puuids.puuidOf(player.index)),
  );
}
