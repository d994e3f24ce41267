/**
 * The numbers that stand for names in ClickHouse. They are stored: a new one goes to the end, and none is ever moved.
 * Platforms and tiers are listed here; whoever is not in the list is 0, unknown. Units, items and traits get theirs from PostgreSQL as
 * they appear (`tft/codes.ts`); 0 is none of them.
 */
export type TftCodeKind = 'unit' | 'item' | 'trait';

export interface TftCodeRow {
  readonly kind: TftCodeKind;
  readonly code: number;
  readonly id: string;
}

/** What all share that came when there were no codes left. It times 8, and a place, still fit into 16 bits. */
export const OTHER_CODE = 8_191;

const PLATFORM_NAMES = [
  'na1',
  'br1',
  'la1',
  'la2',
  'pbe1',
  'euw1',
  'eun1',
  'tr1',
  'ru',
  'me1',
  'kr',
  'jp1',
  'oc1',
  'sg2',
  'tw2',
  'vn2',
  'ph2',
  'th2',
] as const;

/** From the bottom up, so that they can be ordered. */
export const TIER_NAMES = [
  'iron',
  'bronze',
  'silver',
  'gold',
  'platinum',
  'emerald',
  'diamond',
  'master',
  'grandmaster',
  'challenger',
] as const;

export const UNKNOWN = 'unknown';

export function platformCode(name: string): number {
  return codeIn(PLATFORM_NAMES, name);
}

export function platformName(code: number): string {
  return PLATFORM_NAMES[code - 1] ?? UNKNOWN;
}

export function tierCode(name: string): number {
  return codeIn(TIER_NAMES, name);
}

export function tierName(code: number): string {
  return TIER_NAMES[code - 1] ?? UNKNOWN;
}

function codeIn(names: readonly string[], name: string): number {
  return names.indexOf(name.toLowerCase()) + 1;
}
