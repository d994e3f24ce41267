/**
 * tft-match-v1 and match-v5. A list names what a player has played, newest first; a body is asked for by its id at the region of
 * the platform in the id. Timelines are gone after a year; the world forgets games after two.
 */
import {
  PLATFORM_REGIONS,
  type GameKind,
  type HistoryQuery,
  type Player,
  type World,
} from '../../world/world.ts';
import { type Answer, errorAnswer, jsonAnswer, matchAnswer, oneOf, wholeNumber } from '../answer.ts';
import { withCalledPlayer, type Content, type Endpoints, type RiotCall, type ToBody } from '../endpoint.ts';
import { populatedPlatform } from '../riot-methods.ts';

const TIMELINES_KEPT_MS = 365 * 86_400_000;
const TFT_MAX_COUNT = 200; // More is quietly taken for this.
const LOL_MAX_COUNT = 100; // More is refused.
const LARGEST = Number.MAX_SAFE_INTEGER;
/** Of the ids of a list, those that `foreign-ids` replaces. */
const FOREIGN_EVERY = 4;
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
    const own = idsOf(content.world, { kind, player, ...page });
    return jsonAnswer(withForeignIds(content, call, kind, player, own));
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
  const isShown = ageMs <= keptMs && ageMs >= call.plan.lateWithinMs && !call.plan.isMissing(matchId);
  if (game === undefined || !isShown) return errorAnswer(404, 'Data not found - match file not found');
  const { puuids } = call.key;
  return matchAnswer(
    matchId,
    toBody(game, (player) => puuids.puuidOf(player.index)),
  );
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
