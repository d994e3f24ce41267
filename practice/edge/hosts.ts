/**
 * Riot's hosts. A platform answers for its own players and ladders, a region for matches; accounts are worldwide, and `sea`
 * does not know them. All real platforms are here, so that a wrong one fails as it would there; only some are populated.
 */
import { PLATFORM_REGIONS, type Platform, type Region } from '../world/world.ts';

/** Platform → name that its status page carries. */
export const PLATFORMS: Readonly<Record<string, string>> = {
  br1: 'Brazil',
  eun1: 'EU Nordic & East',
  euw1: 'EU West',
  jp1: 'Japan',
  kr: 'Republic of Korea',
  la1: 'Latin America North',
  la2: 'Latin America South',
  me1: 'Middle East',
  na1: 'North America',
  oc1: 'Oceania',
  ru: 'Russia',
  sg2: 'Singapore',
  tr1: 'Turkey',
  tw2: 'Taiwan',
  vn2: 'Vietnam',
};

export type HostKind = 'platform' | 'region' | 'account';

const REGIONS: readonly string[] = ['americas', 'asia', 'europe', 'sea'] satisfies Region[];
export const HOSTS: readonly string[] = [...Object.keys(PLATFORMS), ...REGIONS];
const KNOWN_HOSTS = new Set(HOSTS);

export function isHost(name: string): boolean {
  return KNOWN_HOSTS.has(name);
}

export function answersFor(host: string, kind: HostKind): boolean {
  if (kind === 'platform') return host in PLATFORMS;
  return REGIONS.includes(host) && (kind === 'region' || host !== 'sea');
}

/** The platform, if anybody plays there. */
export function populatedPlatform(name: string): Platform | undefined {
  return Object.hasOwn(PLATFORM_REGIONS, name) ? (name as Platform) : undefined;
}
