/**
 * tft-match-v1 and match-v5. A list names what a player has played, newest first; a body is asked for by its id at the region of
 * the platform in the id. Games leave: bodies after two years, timelines after one, and a LoL list ends after a thousand.
 */
import {
  PLATFORM_REGIONS,
  type GameKind,
  type HistoryQuery,
  type PlayedGame,
  type Player,
  type World,
} from '../../world/world.ts';
import { errorAnswer, jsonAnswer, matchAnswer, type Answer } from '../answer.ts';
import type { Content, ToBody } from '../content.ts';
import { withCalledPlayer, type Endpoint, type RiotCall } from '../endpoint.ts';
import { populatedPlatform } from '../hosts.ts';
import { oneOf, wholeNumber } from '../query-values.ts';

const YEAR_MS = 365 * 86_400_000;
const TFT_MAX_COUNT = 200; // More is quietly taken for this.
const LOL_MAX_COUNT = 100; // More is refused.
const LOL_HISTORY = 1000;
const LARGEST = Number.MAX_SAFE_INTEGER;
/** Of the ids of a list, those that `foreign-ids` replaces. */
const FOREIGN_EVERY = 4;
const MATCH_ID = /^([A-Z]{2,4}\d?)_(\d{1,15})$/;

export function createMatchEndpoints(content: Content): Endpoint[] {
  const tft = { on: 'region', game: 'tft' } as const;
  const lol = { on: 'region', game: 'lol' } as const;
  return [
    {
      ...tft,
      method: 'tft-match-v1.getMatchIdsByPUUID',
      path: '/tft/match/v1/matches/by-puuid/{puuid}/ids',
      answer: (call) => tftIds(content, call),
    },
    {
      ...tft,
      method: 'tft-match-v1.getMatch',
      path: '/tft/match/v1/matches/{matchId}',
      answer: (call) => body(content, call, 'tft', 2 * YEAR_MS, content.tftMatch),
    },
    {
      ...lol,
      method: 'match-v5.getMatchIdsByPUUID',
      path: '/lol/match/v5/matches/by-puuid/{puuid}/ids',
      answer: (call) => lolIds(content, call),
    },
    {
      ...lol,
      method: 'match-v5.getMatch',
      path: '/lol/match/v5/matches/{matchId}',
      answer: (call) => body(content, call, 'lol', 2 * YEAR_MS, content.lolMatch),
    },
    {
      ...lol,
      method: 'match-v5.getTimeline',
      path: '/lol/match/v5/matches/{matchId}/timeline',
      answer: (call) => body(content, call, 'lol', YEAR_MS, content.lolTimeline),
    },
  ];
}

function idsOf(world: World, query: HistoryQuery): string[] {
  return world.history(query).map((number) => `${query.player.platform.toUpperCase()}_${number}`);
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
  // Nobody in this world plays tournaments or tutorials.
  if (type === 'tourney' || type === 'tutorial')
    return withCalledPlayer(content.world, call, () => jsonAnswer([]));
  return ids(content, call, 'lol', {
    ...page,
    count: Math.max(0, Math.min(page.count, LOL_HISTORY - page.start)),
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
    const own = idsOf(content.world, { kind, player, ...page });
    return jsonAnswer(withForeignIds(content, call, kind, player, own));
  });
}

function body(content: Content, call: RiotCall, kind: GameKind, keptMs: number, toBody: ToBody): Answer {
  const matchId = call.parameters['matchId'] ?? '';
  const [, prefix = '', number = ''] = MATCH_ID.exec(matchId) ?? [];
  if (number === '') return errorAnswer(400, 'Bad Request - Invalid match id');
  const platform = populatedPlatform(prefix.toLowerCase());
  const isHere = platform !== undefined && PLATFORM_REGIONS[platform] === call.host;
  const game = isHere ? content.world.game(kind, platform, Number(number)) : undefined;
  if (game === undefined || !isShown(game, matchId, content.world.now(), keptMs, call))
    return errorAnswer(404, 'Data not found - match file not found');
  const { puuids } = call.key;
  return matchAnswer(
    matchId,
    toBody(game, (player) => puuids.puuidOf(player.index)),
  );
}

function isShown(
  game: PlayedGame,
  matchId: string,
  now: number,
  keptMs: number,
  { plan }: RiotCall,
): boolean {
  const endedAt = game.startsAt + game.lengthSeconds * 1000;
  const ageMs = now - endedAt;
  return ageMs <= keptMs && ageMs >= plan.lateWithinMs && !plan.isMissing(matchId);
}

/**
 * A list that names games of another platform in the same region: those of a player there replace every fourth id. It tests that the
 * platform is read from the id and not from the player.
 */
function withForeignIds(
  { world }: Content,
  { plan: { foreignIds } }: RiotCall,
  kind: GameKind,
  player: Player,
  own: readonly string[],
): readonly string[] {
  if (foreignIds === null) return own;
  const stranger = findStranger(world, player, Math.floor(foreignIds * world.playerCount()));
  if (stranger === undefined) return own;
  const count = Math.ceil(own.length / FOREIGN_EVERY);
  const theirs = idsOf(world, { kind, player: stranger, start: 0, count });
  return own.map((id, index) => (index % FOREIGN_EVERY === 0 ? (theirs[index / FOREIGN_EVERY] ?? id) : id));
}

function findStranger(world: World, player: Player, first: number): Player | undefined {
  const count = world.playerCount();
  for (let step = 0; step < count; step++) {
    const other = world.player((first + step) % count);
    if (other === undefined || other.platform === player.platform) continue;
    if (PLATFORM_REGIONS[other.platform] === PLATFORM_REGIONS[player.platform]) return other;
  }
  return undefined;
}
