/**
 * tft-match-v1 and match-v5. A list names what a player has played, newest first; a body is asked for by its id at the region of
 * the platform in the id. Timelines are gone after a year; the world forgets games after two.
 */
import { PLATFORM_REGIONS, type GameKind } from '../../world/world.ts';
import { type Answer, errorAnswer, jsonAnswer, matchAnswer, oneOf, wholeNumber } from '../answer.ts';
import { withCalledPlayer, type Content, type Endpoints, type RiotCall, type ToBody } from '../endpoint.ts';
import { populatedPlatform } from '../riot-methods.ts';

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
