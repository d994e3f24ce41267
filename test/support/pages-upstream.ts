/**
 * The upstream of the product whose pages are tested: Riot with a few League of Legends players, empty ladders and no limits, and the
 * static data of Teamfight Tactics. It changes only on request. Tests change its answers with `setRules` (`pages.ts`): a rule answers a
 * path with a status, or holds it until the rules are replaced.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { lolSeat } from '#/upstream/fixtures/riot-bodies.ts';
import { startHttpUpstream, type HttpUpstream } from '#/upstream/fixtures/loopback-upstream.ts';
import { lolBodyOf, lolTimelineOf } from './projector/stored-lol-games.ts';
import { TFT_NAMES, tftGame } from './tft-games.ts';

export interface UpstreamPlayer {
  readonly gameName: string;
  readonly tagLine: string;
  readonly platform: string;
  /** As many as the upstream lists. */
  readonly games: number;
  /** Sessions of two games. 172: six hours of the day, each weekday. */
  readonly sessionEveryHours: number;
}

export interface UpstreamRule {
  /** A part of the path and query. */
  readonly path: string;
  /** So many requests are answered as usual before. */
  readonly after?: number;
  /** Default: the request is held until the rules are replaced. */
  readonly status?: number;
}

const player = (
  gameName: string,
  games: number,
  sessionEveryHours = 172,
  platform = 'euw1',
): UpstreamPlayer => ({ gameName, tagLine: 'PAGE', platform, games, sessionEveryHours });

/** Those of the first group are collected, linked and tracked by the set-up; the others belong to one test each. */
export const PLAYERS = {
  known: player('Kelda Brandt', 160),
  cancelled: player('Mina Roswell', 12),
  empty: player('Empty Chair', 0),
  refreshed: player('Rhea Calder', 6),
  synced: player('Arvo Linden', 12),
  followed: player('Tess Harrow', 40, 24),

  tracked: player('Olin Marsh', 20, 24),
  unlinked: player('Dara Unwin', 6),
  forgotten: player('Fergus Gray', 6),
  watched: player('Wanda Fielding', 120),
  stopped: player('Jory Vance', 60),
  refused: player('Seo Hana', 20, 172, 'kr'),
  linked: player('Pella Dunmore', 40),
  busy: player('Bran Osgood', 40),
  unlucky: player('Una Luck', 20),
} as const;
const LISTED: readonly UpstreamPlayer[] = Object.values(PLAYERS);

const GAMES_PER_PLAYER = 10_000;
const HOUR_MS = 3_600_000;
const QUEUES = [420, 440, 400, 450];
const CHAMPIONS = ['Inventrix', 'Quillon', 'Marrow', 'Fennec'];
const LANES = ['TOP', 'JUNGLE', 'MIDDLE', 'BOTTOM', 'UTILITY'];
const MATES = ['Ada Mate', 'Ben Mate', 'Cid Mate', 'Dot Mate'];
const VERSION = '16.11.1';
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const LIMITS = {
  'x-app-rate-limit': '30000:10',
  'x-app-rate-limit-count': '1:10',
  'x-method-rate-limit': '30000:10',
  'x-method-rate-limit-count': '1:10',
};

/** Numbers of games begin with this plus the player's place. */
const FIRST_PLAYER = 100;

/** The path of all calls for games of a player, and of no other. */
export function gamesPathOf(player: UpstreamPlayer): string {
  return `/lol/match/v5/matches/${player.platform.toUpperCase()}_${FIRST_PLAYER + LISTED.indexOf(player)}`;
}

/** The path of all calls for the list of a player's games. */
export function listPathOf({ gameName }: UpstreamPlayer): string {
  return `/by-puuid/${puuidOf(gameName)}/ids`;
}

const puuidOf = (name: string): string => name.replaceAll(' ', '-').padEnd(78, 'p');

export async function startPagesUpstream(): Promise<HttpUpstream> {
  const newestAt = Math.floor(Date.now() / HOUR_MS - 30) * HOUR_MS + 50 * 60_000;
  let rules: readonly UpstreamRule[] = [];
  let counts: number[] = [];
  let replaced = Promise.withResolvers<void>();

  const ruleFor = (url: string): UpstreamRule | undefined =>
    rules.find(({ path, after = 0 }, place) => {
      if (!url.includes(path)) return false;
      counts[place] = (counts[place] ?? 0) + 1;
      return counts[place] > after;
    });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? '';
    if (request.method === 'PUT') {
      rules = (await json(request)) as readonly UpstreamRule[];
      counts = [];
      replaced.resolve();
      replaced = Promise.withResolvers();
      return sendJson(response, 200, {});
    }
    for (let rule = ruleFor(url); rule !== undefined; rule = ruleFor(url)) {
      if (rule.status !== undefined)
        return sendJson(response, rule.status, { status: { message: 'told so by a test' } });
      await replaced.promise;
    }
    if (url.endsWith('.png')) response.writeHead(200, { 'content-type': 'image/png' }).end(PICTURE);
    else {
      const body = staticBody(url) ?? riotBody(new URL(url, 'http://upstream'), newestAt);
      sendJson(response, body === null ? 404 : 200, body ?? { status: { message: 'Data not found' } });
    }
  }

  return startHttpUpstream((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', ...LIMITS });
  response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
}

function staticBody(url: string): unknown {
  if (url.endsWith('/api/versions.json')) return [VERSION];
  if (url.endsWith('/en_us.json')) return { items: [], setData: [], sets: {} };
  const kind = /tft-(champion|item|trait)\.json$/.exec(url)?.[1] as keyof typeof TFT_NAMES | undefined;
  return kind && { data: Object.fromEntries(TFT_NAMES[kind].map((entry) => [entry.id, entry])) };
}

/** Null: there is no such thing. */
function riotBody({ pathname, searchParams }: URL, newestAt: number): unknown {
  const [route = '', ...parts] = pathname.split('/').slice(1).map(decodeURIComponent);
  const path = parts.join('/');
  const last = parts.at(-1) ?? '';
  if (path.endsWith('platform-data')) return { id: route, name: route, maintenances: [], incidents: [] };
  if (path.includes('/by-riot-id/')) return accountOf(parts.at(-2) ?? '', last);
  if (path.includes('/accounts/by-puuid/')) {
    const found = LISTED.find(({ gameName }) => puuidOf(gameName) === last);
    return found === undefined ? null : accountOf(found.gameName, found.tagLine);
  }
  if (path.includes('/region/by-game/')) {
    const found = LISTED.find(({ gameName }) => puuidOf(gameName) === last);
    return { puuid: last, game: 'lol', region: found?.platform ?? 'euw1' };
  }
  if (path.startsWith('lol/league/v4/entries/by-puuid/')) return ranksOf(last);
  if (path.includes('league/v1')) return path.includes('entries') ? [] : { tier: 'MASTER', entries: [] };
  if (path.endsWith('/ids')) return listGames(parts.at(-2) ?? '', searchParams, newestAt);
  if (path.startsWith('tft/match/')) return tftGame(last).body;
  if (path.endsWith('/timeline')) return lolTimelineOf(parts.at(-2) ?? '');
  return path.startsWith('lol/match/') ? lolGame(last, newestAt) : null;
}

function accountOf(gameName: string, tagLine: string): object | null {
  return gameName.startsWith('Nobody') ? null : { puuid: puuidOf(gameName), gameName, tagLine };
}

function ranksOf(puuid: string): object[] {
  return ['RANKED_SOLO_5x5', 'RANKED_FLEX_SR'].map((queueType) => {
    return { puuid, queueType, tier: 'GOLD', rank: 'II', leaguePoints: 40, wins: 30, losses: 28 };
  });
}

/** Newest first; the higher the number, the newer. */
function listGames(puuid: string, query: URLSearchParams, newestAt: number): string[] {
  const index = LISTED.findIndex(({ gameName }) => puuidOf(gameName) === puuid);
  const found = LISTED[index];
  if (found === undefined) return [];
  const number = (name: string, other: number): number => Number(query.get(name) ?? other);
  const numbers = Array.from({ length: found.games }, (_, back) => found.games - back);
  const inTime = numbers.filter((place) => {
    const seconds = startOf(found, place, newestAt) / 1000;
    return seconds >= number('startTime', 0) && seconds < number('endTime', Infinity);
  });
  const start = number('start', 0);
  const ids = inTime.map(
    (place) => `${found.platform.toUpperCase()}_${(FIRST_PLAYER + index) * GAMES_PER_PLAYER + place}`,
  );
  return ids.slice(start, start + number('count', 20));
}

function startOf({ games, sessionEveryHours }: UpstreamPlayer, place: number, newestAt: number): number {
  const back = games - place;
  // The second game of a session begins 40 minutes after the first, in the same hour.
  const hours = Math.floor(back / 2) * sessionEveryHours;
  return newestAt - hours * HOUR_MS - (back % 2 === 0 ? 0 : 40 * 60_000);
}

function lolGame(id: string, newestAt: number): Uint8Array | null {
  const number = Number(id.split('_')[1]);
  const place = number % GAMES_PER_PLAYER;
  const found = LISTED[Math.floor(number / GAMES_PER_PLAYER) - FIRST_PLAYER];
  if (found === undefined || place > found.games) return null;
  const isBlueWin = (number * 7) % 5 < 3;
  const people = [found.gameName, ...MATES, ...MATES.map((name) => `${name} ${number % 20}`), 'Eve Other'];
  const participants = people.map((name, at) =>
    lolSeat(at + 1, {
      puuid: puuidOf(name),
      riotIdGameName: name,
      riotIdTagline: 'PAGE',
      win: at < 5 === isBlueWin,
      kills: (number + at) % 11,
      teamPosition: LANES[(at + Math.floor(place / 3)) % 5] ?? '',
      championId: 901 + ((place + at) % CHAMPIONS.length),
      championName: CHAMPIONS[(place + at) % CHAMPIONS.length] ?? '',
      goldEarned: 9_000 + number,
    }),
  );
  const startedAt = startOf(found, place, newestAt);
  return lolBodyOf(id, {
    participants,
    gameStartTimestamp: startedAt,
    gameCreation: startedAt - 60_000,
    gameEndTimestamp: startedAt + 1_803_000,
    queueId: QUEUES[place % QUEUES.length] ?? 420,
    gameVersion: '16.4.748.682',
  });
}
