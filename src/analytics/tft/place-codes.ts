/** Platforms and regions as numbers of ClickHouse: platforms have theirs stored, regions get one for the time of a question. */
import { REGION_NAMES, platformsOf, regionOfPlatform } from '#/domain/tft/explore/places.ts';
import { platformCode, UNKNOWN } from '#/domain/tft/stored-codes.ts';

const EVERY_PLATFORM = platformsOf([]);

/** Of platforms and regions in any mixture. What is neither has none. */
export function platformCodesOf(places: readonly string[]): readonly number[] {
  const known = places.filter((place) => place !== UNKNOWN);
  const codes = known.length === 0 ? [] : platformsOf(known).map(platformCode);
  return known.length === places.length ? codes : [platformCode(UNKNOWN), ...codes];
}

/** Which platform belongs to which region, as two lists of the same length. */
export function regionCodes(): {
  readonly platforms: readonly number[];
  readonly regions: readonly number[];
} {
  return {
    platforms: EVERY_PLATFORM.map(platformCode),
    regions: EVERY_PLATFORM.map((platform) => REGION_NAMES.indexOf(regionName(platform))),
  };
}

export function regionName(platform: string): string {
  return regionOfPlatform(platform) ?? UNKNOWN;
}
