/**
 * Which host of Riot's answers for which players. A platform is where somebody plays (`euw1`); ladders are asked there. A region
 * is a cluster of platforms (`europe`); matches are asked there. Accounts are asked at three of the four regions.
 *
 * The list is closed: a host name that nobody has checked is never called, because calls to unknown places are held against
 * a key. Traps: Oceania belongs to sea and not to the americas, Korea and Russia have no digit, China is not on this API.
 */
const PLATFORM_REGIONS = {
  na1: 'americas',
  br1: 'americas',
  la1: 'americas',
  la2: 'americas',
  pbe1: 'americas',
  euw1: 'europe',
  eun1: 'europe',
  tr1: 'europe',
  ru: 'europe',
  me1: 'europe',
  kr: 'asia',
  jp1: 'asia',
  oc1: 'sea',
  sg2: 'sea',
  tw2: 'sea',
  vn2: 'sea',
} as const;

/** Merged into sg2 on 2025-01-08. Their matches are still there under their old ids; their own hosts are not. */
const RETIRED_PLATFORM_REGIONS = { ph2: 'sea', th2: 'sea' } as const;

export type Platform = keyof typeof PLATFORM_REGIONS;
type RetiredPlatform = keyof typeof RETIRED_PLATFORM_REGIONS;
export type Region = (typeof PLATFORM_REGIONS)[Platform];
export type AccountRegion = Exclude<Region, 'sea'>;

export const PLATFORMS: readonly Platform[] = Object.keys(PLATFORM_REGIONS) as Platform[];
export const REGIONS: readonly Region[] = [...new Set(Object.values(PLATFORM_REGIONS))];
export const ACCOUNT_REGIONS: readonly AccountRegion[] = [...new Set(REGIONS.map(toAccountRegion))];

export interface MatchPlace {
  readonly platform: Platform | RetiredPlatform;
  readonly region: Region;
}

/** Any case is fine: people type EUW1, match ids begin with it, hosts are in lower case. */
export function findPlatform(text: string): Platform | undefined {
  const name = text.toLowerCase();
  return PLATFORMS.find((platform) => platform === name);
}

export function regionOf(platform: Platform): Region {
  return PLATFORM_REGIONS[platform];
}

/** Accounts are the same at each of the three; sea has no account host, asia is its nearest. */
export function toAccountRegion(region: Region): AccountRegion {
  return region === 'sea' ? 'asia' : region;
}

/**
 * Where a match was played and is asked for. The id tells, and not the player in whose history it stood: people move.
 * Undefined for a prefix that is no platform.
 */
export function placeOfMatch(matchId: string): MatchPlace | undefined {
  const prefix = matchId.slice(0, Math.max(matchId.indexOf('_'), 0));
  const platform = findPlatform(prefix);
  if (platform !== undefined) return { platform, region: PLATFORM_REGIONS[platform] };
  const name = prefix.toLowerCase();
  return isRetired(name) ? { platform: name, region: RETIRED_PLATFORM_REGIONS[name] } : undefined;
}

function isRetired(name: string): name is RetiredPlatform {
  return Object.hasOwn(RETIRED_PLATFORM_REGIONS, name);
}
