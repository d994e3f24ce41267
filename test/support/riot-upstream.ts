/**
 * Riot for tests of collecting: players with a fixed rhythm and bodies worked out from the number of a match, without limits. Tests step its
 * clock, count its calls, and change its answers with rules or hold them back.
 */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { startHttpUpstream } from '#/upstream/fixtures/loopback-upstream.ts';
import { lolSeat, tftMatch, tftSeat } from '#/upstream/fixtures/riot-bodies.ts';
import { lolBodyOf, lolTimelineOf } from './projector/stored-lol-games.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MATCH_MS = 30 * MINUTE_MS;
const TIMELINES_KEPT_MS = 365 * 24 * HOUR_MS;
/** Matches of a player before the clock is stepped. The last but one fills a page of the list, the last one goes back for more than a year. */
const SIZES = [...Array.from({ length: 4 }, () => [24, 16, 20, 18, 6, 3, 0, 12, 30, 9]).flat(), 100, 510];
const KOREANS = [12, 9];
/** Two of them next to each other play every fourth match together. */
const FRIENDS = 8;
/** The players of each page of a ladder. */
const LADDER: Readonly<Record<string, readonly [number, number]>> = {
  challenger: [0, 3],
  grandmaster: [3, 7],
  master: [7, 12],
  'DIAMOND/I': [12, 24],
  'DIAMOND/II': [24, 36],
  'EMERALD/I': [36, 40],
};
const KOREAN_LADDER: typeof LADDER = { challenger: [SIZES.length, SIZES.length + KOREANS.length] };

export interface UpstreamPlayer {
  readonly gameName: string;
  readonly tagLine: string;
  readonly platform: string;
  /** Newest first. */
  readonly games: readonly string[];
}

/** Of the calls of these methods, or of all. */
export interface UpstreamRule {
  readonly kind:
    | 'server-error'
    | 'html-body'
    | 'missing-match'
    /** Answered when the rules are replaced. */
    | 'hold'
    | 'empty-ladder'
    /** Lists begin with a match of the neighbouring platform. */
    | 'foreign-ids';
  readonly methods?: readonly string[];
  readonly hosts?: readonly string[];
  /** Of the matches. Default: all. */
  readonly share?: number;
  /** So many calls are answered as usual before. */
  readonly after?: number;
  readonly tiers?: readonly string[];
}

interface UpstreamSeen {
  readonly rows: readonly { readonly host: string; readonly method: string; readonly calls: number }[];
  readonly totals: { readonly calls: number; readonly statuses: Readonly<Record<string, number>> };
  /** By method, how often each body went out whole. */
  readonly served: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export interface RiotUpstream {
  readonly riotBaseUrl: string;
  now(): number;
  advance(ms: number): void;
  players(platform: string): readonly UpstreamPlayer[];
  /** How many calls are held back. */
  held(): number;
  seen(): UpstreamSeen;
  forget(): void;
  setRules(...rules: readonly UpstreamRule[]): void;
  refuseKeys(): void;
  stop(): Promise<void>;
}

interface Player {
  readonly index: number;
  readonly platform: string;
  readonly size: number;
}

interface Call {
  readonly host: string;
  readonly method: string;
  /** The last name in the path that is not fixed. */
  readonly id: string;
  readonly query: URLSearchParams;
  readonly key: string;
}

interface World {
  readonly startsAt: number;
  now: number;
}

const PLAYERS: readonly Player[] = [...SIZES, ...KOREANS].map((size, index) => {
  return { index, size, platform: index < SIZES.length ? 'euw1' : 'kr' };
});
const METHODS: readonly (readonly [RegExp, string])[] = [
  [/accounts\/by-riot-id\/(.+)$/, 'account-v1.getByRiotId'],
  [/accounts\/by-puuid\/(.+)$/, 'account-v1.getByPuuid'],
  [/region\/by-game\/lol\/by-puuid\/(.+)$/, 'account-v1.getActiveRegion'],
  [/lol\/league\/v4\/entries\/by-puuid\/(.+)$/, 'league-v4.getLeagueEntriesByPUUID'],
  [/lol\/match\/v5\/matches\/by-puuid\/(.+)\/ids$/, 'match-v5.getMatchIdsByPUUID'],
  [/lol\/match\/v5\/matches\/(.+)\/timeline$/, 'match-v5.getTimeline'],
  [/lol\/match\/v5\/matches\/(.+)$/, 'match-v5.getMatch'],
  [/tft\/league\/v1\/by-puuid\/(.+)$/, 'tft-league-v1.getLeagueEntriesByPUUID'],
  [/tft\/league\/v1\/entries\/(.+)$/, 'tft-league-v1.getLeagueEntries'],
  [/tft\/league\/v1\/(\w+)$/, 'tft-league-v1.getApexLeague'],
  [/tft\/match\/v1\/matches\/by-puuid\/(.+)\/ids$/, 'tft-match-v1.getMatchIdsByPUUID'],
  [/tft\/match\/v1\/matches\/(.+)$/, 'tft-match-v1.getMatch'],
];
const LIMITS = {
  'x-app-rate-limit': '30000:10',
  'x-app-rate-limit-count': '1:10',
  'x-method-rate-limit': '30000:10',
  'x-method-rate-limit-count': '1:10',
};
const HTML = '<!DOCTYPE html><html><body>maintenance</body></html>';
const GONE = { status: 404, body: { status: { message: 'Data not found', status_code: 404 } } };

export async function startRiotUpstream(startsAt: number): Promise<RiotUpstream> {
  const world: World = { startsAt, now: startsAt };
  let rules: readonly UpstreamRule[] = [];
  let used: number[] = [];
  let replaced = Promise.withResolvers<void>();
  let held = 0;
  let isRefusing = false;
  const calls = new Map<string, { host: string; method: string; calls: number }>();
  const statuses: Record<string, number> = {};
  const served: Record<string, Record<string, number>> = {};

  const ruleFor = (call: Call): UpstreamRule | undefined =>
    rules.find((rule, place) => {
      if (!isMeant(rule, call)) return false;
      used[place] = (used[place] ?? 0) + 1;
      return used[place] > (rule.after ?? 0);
    });
  const send = (response: ServerResponse, { method, id }: Call, status: number, body: unknown): void => {
    statuses[status] = (statuses[status] ?? 0) + 1;
    const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    if (status === 200 && text !== HTML)
      response.on('finish', () => {
        const times = (served[method] ??= {});
        times[id] = (times[id] ?? 0) + 1;
      });
    response.writeHead(status, { 'content-type': 'application/json', ...LIMITS }).end(text);
  };
  async function answer(call: Call, response: ServerResponse): Promise<void> {
    const row = calls.get(`${call.host} ${call.method}`) ?? { ...call, calls: 0 };
    calls.set(`${call.host} ${call.method}`, { host: row.host, method: row.method, calls: row.calls + 1 });
    if (isRefusing) return send(response, call, 403, { status: { message: 'Forbidden', status_code: 403 } });
    let rule = ruleFor(call);
    while (rule?.kind === 'hold') {
      held += 1;
      await Promise.race([replaced.promise, once(response, 'close')]);
      held -= 1;
      // Its process was killed meanwhile.
      if (response.destroyed) return;
      rule = ruleFor(call);
    }
    if (rule?.kind === 'server-error')
      return send(response, call, 500, { status: { message: 'Internal server error', status_code: 500 } });
    if (rule?.kind === 'html-body') return send(response, call, 200, HTML);
    if (rule?.kind === 'missing-match') return send(response, call, GONE.status, GONE.body);
    const { status = 200, body } = rule === undefined ? answerOf(call, world) : bentAnswer(rule, call, world);
    send(response, call, status, body);
  }

  const upstream = await startHttpUpstream((request, response) => {
    const call = readCall(request.url ?? '', String(request.headers['x-riot-token']));
    answer(call, response).catch((error: unknown) => response.destroy(error as Error));
  });
  return {
    riotBaseUrl: `${upstream.origin}/{route}`,
    now: () => world.now,
    advance: (ms) => void (world.now += ms),
    players: (platform) =>
      PLAYERS.filter((player) => player.platform === platform).map((player) => {
        const { gameName, tagLine } = nameOf(player.index);
        return { gameName, tagLine, platform, games: gamesOf(player, world) };
      }),
    held: () => held,
    seen: () => ({
      rows: [...calls.values()],
      totals: {
        calls: Object.values(statuses).reduce((sum, times) => sum + times, 0),
        statuses: { ...statuses },
      },
      served: structuredClone(served),
    }),
    forget() {
      calls.clear();
      for (const counted of [statuses, served]) for (const name of Object.keys(counted)) delete counted[name];
    },
    setRules(...wanted) {
      rules = wanted;
      used = [];
      replaced.resolve();
      replaced = Promise.withResolvers();
    },
    refuseKeys: () => void (isRefusing = true),
    stop: () => upstream.stop(),
  };
}

function readCall(address: string, key: string): Call {
  const { pathname, searchParams: query } = new URL(address, 'http://upstream');
  const [host = '', ...parts] = pathname.slice(1).split('/');
  const path = parts.join('/');
  for (const [pattern, method] of METHODS) {
    const id = pattern.exec(path)?.[1];
    if (id !== undefined) return { host, method, id: decodeURIComponent(id), query, key };
  }
  throw new Error(`there is no method for ${path}`);
}

function isMeant({ methods, hosts, share = 1, tiers, kind }: UpstreamRule, call: Call): boolean {
  if (methods?.includes(call.method) === false || hosts?.includes(call.host) === false) return false;
  if (kind === 'missing-match' && !/\.get(Match|Timeline)$/.test(call.method)) return false;
  if (kind === 'empty-ladder')
    return call.method.includes('league') && tiers?.includes(tierOf(call)) !== false;
  if (kind === 'foreign-ids') return call.method.endsWith('getMatchIdsByPUUID');
  return share === 1 || Math.floor(numberOf(call.id) / 100) % 10 < share * 10;
}

const tierOf = ({ id }: Call): string => (id.split('/')[0] ?? '').toUpperCase();

interface Answer {
  readonly status?: number;
  readonly body: unknown;
}

function bentAnswer({ kind }: UpstreamRule, call: Call, world: World): Answer {
  const { body } = answerOf(call, world);
  if (kind === 'foreign-ids')
    return { body: (body as string[]).map((id, at) => (at === 0 ? id.replace('EUW1_', 'EUN1_') : id)) };
  return { body: Array.isArray(body) ? [] : { tier: tierOf(call), entries: [] } };
}

function answerOf(call: Call, world: World): Answer {
  const { method, id, key } = call;
  const isOfPlayer = /PUUID|Puuid|ActiveRegion/.test(method);
  if (isOfPlayer && id.at(-1) !== key.at(-1))
    return { status: 400, body: { status: { message: `Bad Request - Exception decrypting ${id}` } } };
  const player = PLAYERS.find(({ index }) => puuidOf(index, key) === id);
  switch (String(method.split('.')[1])) {
    case 'getByRiotId':
      return accountOf(id, key);
    case 'getByPuuid':
      return player === undefined ? GONE : { body: { puuid: id, ...nameOf(player.index) } };
    case 'getActiveRegion':
      return player === undefined ? GONE : { body: { puuid: id, game: 'lol', region: player.platform } };
    case 'getLeagueEntriesByPUUID':
      return { body: ranksOf(method, id, player, world) };
    case 'getLeagueEntries':
      return { body: ladderOf(call, world) };
    case 'getApexLeague':
      return { body: { tier: id.toUpperCase(), entries: ladderOf(call, world) } };
    case 'getMatchIdsByPUUID':
      return { body: player === undefined ? [] : listGames(player, call.query, world) };
    case 'getTimeline':
      return startOfMatch(id) < world.now - TIMELINES_KEPT_MS ? GONE : { body: lolTimelineOf(id) };
    default:
      return { body: method.startsWith('tft') ? tftBody(id, key) : lolBody(id, key) };
  }
}

const nameOf = (index: number) => ({ gameName: `Player ${index}`, tagLine: `TAG${index % 10}` });
/** A puuid is understood with the key that it was got with, and with no other. */
const puuidOf = (index: number, key: string): string => `player-${index}-`.padEnd(77, 'p') + key.at(-1);

function accountOf(asked: string, key: string): Answer {
  const found = PLAYERS.find(({ index }) => {
    const { gameName, tagLine } = nameOf(index);
    return `${gameName}/${tagLine}`.toLowerCase() === asked.toLowerCase();
  });
  return found === undefined ? GONE : { body: { puuid: puuidOf(found.index, key), ...nameOf(found.index) } };
}

/** Players who are on no ladder have a rank or none. */
function ranksOf(method: string, id: string, player: Player | undefined, world: World): object[] {
  const queueType = method.startsWith('tft') ? 'RANKED_TFT' : 'RANKED_SOLO_5x5';
  if (player !== undefined) return [{ ...standingOf(player, world), puuid: id, tier: 'GOLD', queueType }];
  const isRanked = Number(id.split('-')[1]) % 2 === 0;
  const standing = { tier: 'GOLD', rank: 'I', leaguePoints: 12, wins: 3, losses: 4 };
  return isRanked ? [{ ...standing, puuid: id, queueType }] : [];
}

function ladderOf({ host, id, query, key }: Call, world: World): object[] {
  const places = host === 'kr' ? KOREAN_LADDER[id] : LADDER[id];
  if (places === undefined || Number(query.get('page') ?? 1) > 1) return [];
  const tier = id.split('/')[0]?.toUpperCase();
  return PLAYERS.slice(...places).map((player) => {
    const puuid = puuidOf(player.index, key);
    return Object.assign(standingOf(player, world), { puuid, tier, queueType: 'RANKED_TFT' });
  });
}

/** Changes with every match. */
function standingOf(player: Player, world: World) {
  const wins = gamesOf(player, world).length;
  return { rank: 'I', leaguePoints: 1_000 - 10 * player.index + 5 * wins, wins, losses: 10 };
}

/** The number of a match holds the minute of its start and its first player, so it grows with time as Riot's do. */
const numberOf = (id: string): number => Number(id.split('_')[1]);
export const startOfMatch = (id: string): number => Math.floor(numberOf(id) / 100) * MINUTE_MS;

/** Newest first. */
function gamesOf(player: Player, world: World): string[] {
  const friend = PLAYERS[player.index ^ 1];
  const shared = player.index < FRIENDS && friend !== undefined ? ownGames(friend, world) : [];
  return [...ownGames(player, world), ...shared.filter(isShared)].sort((a, b) => numberOf(b) - numberOf(a));
}

function ownGames({ index, size, platform }: Player, { startsAt, now }: World): string[] {
  if (size === 0) return [];
  const apart = (size >= 500 ? 20 : 9) * HOUR_MS;
  const offset = index * 17 * MINUTE_MS + MATCH_MS;
  const newest = Math.floor((now - offset) / apart);
  const oldest = Math.floor((startsAt - offset) / apart) - size + 1;
  return Array.from({ length: newest - oldest + 1 }, (_, back) => {
    const startedAt = (newest - back) * apart + offset - MATCH_MS;
    return `${platform.toUpperCase()}_${Math.floor(startedAt / MINUTE_MS) * 100 + index}`;
  });
}

function isShared(id: string): boolean {
  const number = numberOf(id);
  return number % 100 < FRIENDS && Math.floor(number / 100 / 60 / 9) % 4 === 0;
}

function listGames(player: Player, query: URLSearchParams, world: World): string[] {
  const number = (name: string, other: number): number => Number(query.get(name) ?? other);
  const inTime = gamesOf(player, world).filter((id) => {
    const seconds = startOfMatch(id) / 1_000;
    return seconds >= number('startTime', 0) && seconds < number('endTime', Infinity);
  });
  const start = number('start', 0);
  return inTime.slice(start, start + number('count', 20));
}

/** The players who have the match in their list, and others without a list. */
function seatsOf(id: string, count: number, key: string) {
  const index = numberOf(id) % 100;
  const listed = isShared(id) ? [index, index ^ 1] : [index];
  return Array.from({ length: count }, (_, seat) => {
    const one = listed[seat];
    const mate = (numberOf(id) * 7 + seat) % 40;
    const puuid = one === undefined ? `mate-${mate}-`.padEnd(77, 'p') + key.at(-1) : puuidOf(one, key);
    const { gameName, tagLine } =
      one === undefined ? { gameName: `Mate ${mate}`, tagLine: 'M' } : nameOf(one);
    return { puuid, riotIdGameName: gameName, riotIdTagline: tagLine };
  });
}

function tftBody(id: string, key: string): object {
  const participants = seatsOf(id, 8, key).map((seat, at) => tftSeat(at + 1, seat));
  const match = tftMatch({ game_datetime: startOfMatch(id) + MATCH_MS, gameId: numberOf(id), participants });
  return { ...match, metadata: { ...match.metadata, match_id: id } };
}

function lolBody(id: string, key: string): Uint8Array {
  const startedAt = startOfMatch(id);
  return lolBodyOf(id, {
    participants: seatsOf(id, 10, key).map((seat, at) => lolSeat(at + 1, seat)),
    gameStartTimestamp: startedAt,
    gameCreation: startedAt,
    gameEndTimestamp: startedAt + MATCH_MS,
  });
}
