/** Where matches are played: platforms, also those that were merged into others, and the regions that they belong to. */
import { PLATFORMS, REGIONS, placeOfMatch } from '#/domain/riot/routing.ts';
import { UNKNOWN } from '../stored-codes.ts';

/** Closed, but their matches are stored under the old ids. */
const RETIRED_PLATFORMS = ['ph2', 'th2'] as const;

const EVERY_PLATFORM: readonly string[] = [...PLATFORMS, ...RETIRED_PLATFORMS];

/** The code of a region in a statement is its index here. */
export const REGION_NAMES: readonly string[] = [UNKNOWN, ...REGIONS];

/** All that a filter may name. */
export const PLACES: readonly string[] = [...REGIONS, ...EVERY_PLATFORM];

/** Of a region, all that belong to it; of a platform, itself; otherwise none. */
export function platformsIn(place: string): readonly string[] {
  return EVERY_PLATFORM.filter((platform) => platform === place || regionOfPlatform(platform) === place);
}

/** Those of a filter; an empty one has all. */
export function platformsOf(places: readonly string[]): readonly string[] {
  return places.length === 0 ? EVERY_PLATFORM : places.flatMap((place) => platformsIn(place));
}

/** The shortest list that means the same, in alphabetical order: a region instead of all its platforms. */
export function shortestPlaces(places: readonly string[]): readonly string[] {
  const platforms = new Set(places.flatMap((place) => platformsIn(place)));
  const regions = REGIONS.filter((region) => platformsIn(region).every((one) => platforms.has(one)));
  const alone = [...platforms].filter((one) => !regions.some((region) => region === regionOfPlatform(one)));
  return [...regions, ...alone].toSorted();
}

export function regionOfPlatform(platform: string): string | undefined {
  return placeOfMatch(`${platform}_`)?.region;
}

const PLACE_NAMES: ReadonlyMap<string, string> = new Map([
  ['na1', 'North America'],
  ['br1', 'Brazil'],
  ['la1', 'Latin America North'],
  ['la2', 'Latin America South'],
  ['pbe1', 'Public Beta'],
  ['euw1', 'Europe West'],
  ['eun1', 'Europe Nordic & East'],
  ['tr1', 'Türkiye'],
  ['ru', 'Russia'],
  ['me1', 'Middle East'],
  ['kr', 'Korea'],
  ['jp1', 'Japan'],
  ['oc1', 'Oceania'],
  ['sg2', 'Southeast Asia'],
  ['tw2', 'Taiwan'],
  ['vn2', 'Vietnam'],
  ['ph2', 'Philippines'],
  ['th2', 'Thailand'],
  ['americas', 'Americas'],
  ['europe', 'Europe'],
  ['asia', 'Asia'],
  ['sea', 'Asia-Pacific'],
]);
const WITH_ARTICLE: ReadonlySet<string> = new Set(['pbe1', 'me1', 'ph2', 'americas']);

/** Of a platform or a region. What is not known keeps its id, in capitals. */
export function platformLabel(name: string): string {
  return PLACE_NAMES.get(name.toLowerCase()) ?? name.toUpperCase();
}

/** As it stands in a sentence: `the Americas`. */
export function placeInSentence(name: string): string {
  return `${WITH_ARTICLE.has(name.toLowerCase()) ? 'the ' : ''}${platformLabel(name)}`;
}
