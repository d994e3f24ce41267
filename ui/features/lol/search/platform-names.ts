/** Platforms as players call them. */
import { PLATFORMS, type Platform } from '#/domain/riot/routing.ts';

const NAMES: Readonly<Record<Platform, string>> = {
  na1: 'North America',
  br1: 'Brazil',
  la1: 'Latin America North',
  la2: 'Latin America South',
  pbe1: 'Public Beta',
  euw1: 'Europe West',
  eun1: 'Europe Nordic & East',
  tr1: 'Türkiye',
  ru: 'Russia',
  me1: 'Middle East',
  kr: 'Korea',
  jp1: 'Japan',
  oc1: 'Oceania',
  sg2: 'Southeast Asia',
  tw2: 'Taiwan',
  vn2: 'Vietnam',
};

export const PLATFORM_CHOICES = PLATFORMS.map((platform) => ({
  value: platform,
  label: `${NAMES[platform]} (${platform})`,
}));

/** As it stands where it is not known. */
export function platformName(platform: string): string {
  return Object.hasOwn(NAMES, platform) ? NAMES[platform as Platform] : platform;
}
