/** Every method that is answered, by its name in the official description: limits are per method, and faults are addressed by it. */
import { type GameKind, PLATFORM_REGIONS, type Platform, type Region } from '../world/world.ts';

const PATHS = {
  'account-v1.getActiveRegion': '/riot/account/v1/region/by-game/{game}/by-puuid/{puuid}',
  'account-v1.getByPuuid': '/riot/account/v1/accounts/by-puuid/{puuid}',
  'account-v1.getByRiotId': '/riot/account/v1/accounts/by-riot-id/{gameName}/{tagLine}',
  'league-v4.getChallengerLeague': '/lol/league/v4/challengerleagues/by-queue/{queue}',
  'league-v4.getGrandmasterLeague': '/lol/league/v4/grandmasterleagues/by-queue/{queue}',
  'league-v4.getLeagueEntries': '/lol/league/v4/entries/{queue}/{tier}/{division}',
  'league-v4.getLeagueEntriesByPUUID': '/lol/league/v4/entries/by-puuid/{puuid}',
  'league-v4.getMasterLeague': '/lol/league/v4/masterleagues/by-queue/{queue}',
  'lol-status-v4.getPlatformData': '/lol/status/v4/platform-data',
  'match-v5.getMatch': '/lol/match/v5/matches/{matchId}',
  'match-v5.getMatchIdsByPUUID': '/lol/match/v5/matches/by-puuid/{puuid}/ids',
  'match-v5.getTimeline': '/lol/match/v5/matches/{matchId}/timeline',
  'tft-league-v1.getChallengerLeague': '/tft/league/v1/challenger',
  'tft-league-v1.getGrandmasterLeague': '/tft/league/v1/grandmaster',
  'tft-league-v1.getLeagueEntries': '/tft/league/v1/entries/{tier}/{division}',
  'tft-league-v1.getLeagueEntriesByPUUID': '/tft/league/v1/by-puuid/{puuid}',
  'tft-league-v1.getMasterLeague': '/tft/league/v1/master',
  'tft-match-v1.getMatch': '/tft/match/v1/matches/{matchId}',
  'tft-match-v1.getMatchIdsByPUUID': '/tft/match/v1/matches/by-puuid/{puuid}/ids',
  'tft-status-v1.getPlatformData': '/tft/status/v1/platform-data',
} as const;

export type RiotMethod = keyof typeof PATHS;
export const RIOT_METHODS = Object.keys(PATHS) as RiotMethod[];

interface FoundMethod {
  readonly method: RiotMethod;
  /** Which hosts answer it. */
  readonly on: HostKind;
  /** The game that a key must be for; null: any key will do. */
  readonly game: GameKind | null;
  /** By the names in the path's braces, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
}

const PATTERNS = RIOT_METHODS.map((method) => {
  const pattern = PATHS[method].replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]*)');
  return { method, path: PATHS[method], pattern: new RegExp(`^${pattern}$`) };
});

export function findMethod(asked: string): FoundMethod | 'unknown' | 'undecodable' {
  for (const { method, path, pattern } of PATTERNS) {
    const match = pattern.exec(asked);
    if (match === null) continue;
    const parameters = decodeAll(match.groups ?? {});
    if (parameters === undefined) return 'undecodable';
    const [, product] = path.split('/');
    const game = product === 'tft' || product === 'lol' ? product : null;
    return {
      method,
      on: game === null ? 'account' : path.includes('/match/') ? 'region' : 'platform',
      game,
      parameters,
    };
  }
  return 'unknown';
}

function decodeAll(encoded: Readonly<Record<string, string>>): Record<string, string> | undefined {
  try {
    const decoded = Object.entries(encoded).map(([name, text]) => [name, decodeURIComponent(text)] as const);
    return decoded.some(([, text]) => text === '') ? undefined : Object.fromEntries(decoded);
  } catch {
    return undefined; // Half a percent sign: the call is refused.
  }
}

// Riot's hosts. A platform answers for its own players and ladders, a region for matches; accounts are worldwide, and `sea`
// does not know them. All real platforms are here, so that a wrong one fails as it would there; only some are populated.

const PLATFORMS = 'br1 eun1 euw1 jp1 kr la1 la2 me1 na1 oc1 ru sg2 tr1 tw2 vn2'.split(' ');

export type HostKind = 'platform' | 'region' | 'account';

const REGIONS: readonly string[] = ['americas', 'asia', 'europe', 'sea'] satisfies Region[];
export const HOSTS: readonly string[] = [...PLATFORMS, ...REGIONS];
const KNOWN_HOSTS = new Set(HOSTS);

export function isHost(name: string): boolean {
  return KNOWN_HOSTS.has(name);
}

export function answersFor(host: string, kind: HostKind): boolean {
  if (kind === 'platform') return PLATFORMS.includes(host);
  return REGIONS.includes(host) && (kind === 'region' || host !== 'sea');
}

/** The platform, if anybody plays there. */
export function populatedPlatform(name: string): Platform | undefined {
  return Object.hasOwn(PLATFORM_REGIONS, name) ? (name as Platform) : undefined;
}
