/**
 * Riot's hosts. A platform answers for its own players and ladders, a region for matches; accounts are worldwide, and `sea`
 * does not know them. All real platforms are here, so that a wrong one fails as it would there; only some are populated.
 */
import { PLATFORM_REGIONS, type Platform, type Region } from '../world/world.ts';

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
