/**
 * What a call is made of: path, query, host, each from an argument that is checked first. Arguments come from people and from
 * bodies, so a wrong one is an outcome and not an exception, and nothing is sent: calls for what cannot be are held against
 * the key.
 */
import { isMatchId, isPuuid } from '#/domain/riot/riot-ids.ts';
import {
  ACCOUNT_REGIONS,
  PLATFORMS,
  placeOfMatch,
  REGIONS,
  type AccountRegion,
  type Platform,
  type Region,
} from '#/domain/riot/routing.ts';
import { describeValue } from '../shape.ts';
import type { Rejected } from '../outcome.ts';

const GAMES = ['tft', 'lol'] as const;
export type Game = (typeof GAMES)[number];

const APEX_TIERS = ['challenger', 'grandmaster', 'master'] as const;
const TIERS = ['DIAMOND', 'EMERALD', 'PLATINUM', 'GOLD', 'SILVER', 'BRONZE', 'IRON'] as const;
const DIVISIONS = ['I', 'II', 'III', 'IV'] as const;
const MATCH_TYPES = ['ranked', 'normal', 'tourney', 'tutorial'] as const;

/** Every argument that a path or a query can hold. */
export interface RequestParts {
  readonly game: Game;
  readonly gameName: string;
  readonly tagLine: string;
  readonly puuid: string;
  readonly matchId: string;
  readonly apexTier: (typeof APEX_TIERS)[number];
  readonly tier: (typeof TIERS)[number];
  readonly division: (typeof DIVISIONS)[number];
  /** `RANKED_TFT`, `RANKED_SOLO_5x5`, … */
  readonly rankedQueue: string;
  /** From 1. */
  readonly page: number;
  readonly start: number;
  readonly count: number;
  /** Seconds since 1970, and not milliseconds. */
  readonly startTime: number;
  readonly endTime: number;
  /** A queue's number: 420, 1100, … */
  readonly queue: number;
  readonly type: (typeof MATCH_TYPES)[number];
}

export interface HostParts {
  readonly platform: { readonly platform: Platform };
  readonly region: { readonly region: Region };
  readonly account: { readonly region: AccountRegion };
  /** The match's id tells. */
  readonly match: { readonly matchId: string };
}

interface Rule {
  readonly expected: string;
  accepts(value: unknown): boolean;
}

/** The year 2100: whatever is later was meant as milliseconds. */
const MAX_EPOCH_SECONDS = 4_102_444_800;

const RULES: Readonly<Record<keyof RequestParts, Rule>> = {
  game: oneOf(GAMES),
  gameName: { expected: 'the name before the # of a Riot ID', accepts: isRiotName },
  tagLine: { expected: 'the tag after the # of a Riot ID', accepts: isRiotName },
  puuid: textThat('78 letters, digits, _ or -', isPuuid),
  matchId: textThat('a match id such as EUW1_6834713231', isMatchId),
  apexTier: oneOf(APEX_TIERS),
  tier: oneOf(TIERS),
  division: oneOf(DIVISIONS),
  rankedQueue: textThat('the name of a ranked queue', (value) => /^[A-Za-z0-9_]{1,40}$/.test(value)),
  page: wholeFrom(1, 1_000_000),
  start: wholeFrom(0, 1_000_000),
  count: wholeFrom(0, 200),
  startTime: wholeFrom(0, MAX_EPOCH_SECONDS),
  endTime: wholeFrom(0, MAX_EPOCH_SECONDS),
  queue: wholeFrom(0, 1_000_000),
  type: oneOf(MATCH_TYPES),
};

const HOST_RULES: Readonly<Record<keyof HostParts, readonly [name: string, rule: Rule]>> = {
  platform: ['platform', oneOf(PLATFORMS)],
  region: ['region', oneOf(REGIONS)],
  account: ['region', oneOf(ACCOUNT_REGIONS)],
  match: [
    'matchId',
    textThat(
      `an id that begins with a known platform (${PLATFORMS.join(', ')}, in capitals)`,
      (value) => placeOfMatch(value) !== undefined,
    ),
  ],
};

export type Arguments = Readonly<Record<string, unknown>>;
export type PartName = keyof RequestParts;
export type HostKind = keyof HostParts;

/** The first argument that will not do. Those of `optional` may be left out. */
export function findFault(
  args: Arguments,
  needed: readonly PartName[],
  optional: readonly PartName[],
  host: HostKind,
): Rejected | null {
  const faulty = [
    ...needed.filter((name) => !RULES[name].accepts(args[name])),
    ...optional.filter((name) => args[name] !== undefined && !RULES[name].accepts(args[name])),
  ][0];
  if (faulty !== undefined) return badArgument(faulty, args[faulty], RULES[faulty].expected);
  const [name, rule] = HOST_RULES[host];
  return rule.accepts(args[name]) ? null : badArgument(name, args[name], rule.expected);
}

export function badArgument(name: string, value: unknown, expected: string): Rejected {
  const message = `${name} is ${describeValue(value)}; expected ${expected}`;
  return { outcome: 'rejected', reason: 'badArgument', status: null, message };
}

/** Only of arguments without fault. */
export function hostFor(kind: HostKind, args: Arguments): string {
  if (kind !== 'match') return String(args[HOST_RULES[kind][0]]);
  return placeOfMatch(String(args['matchId']))?.region ?? '';
}

/** `{name}` of a template → the argument, encoded. Only of arguments without fault. */
export function fillTemplate(template: string, args: Arguments): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(args[name])));
}

export function placeholdersIn(template: string): PartName[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as PartName);
}

/** Spaces, any script and slashes are fine once encoded. Dots alone would be read as steps in the path, even encoded. */
function isRiotName(value: unknown): boolean {
  if (typeof value !== 'string' || value.trim() === '' || value.length > 64) return false;
  return value.isWellFormed() && !/\p{Cc}/u.test(value) && !/^\.+$/.test(value);
}

function oneOf(values: readonly string[]): Rule {
  return {
    expected: `one of ${values.join(', ')}`,
    accepts: (value) => values.some((known) => known === value),
  };
}

function textThat(expected: string, accepts: (value: string) => boolean): Rule {
  return { expected, accepts: (value) => typeof value === 'string' && accepts(value) };
}

function wholeFrom(min: number, max: number): Rule {
  return {
    expected: `a whole number from ${min} to ${max}`,
    accepts: (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
  };
}
