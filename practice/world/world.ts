/**
 * What the practice world knows, and how the parts that make bodies of it ask. Nothing here is stored: a world is a function of
 * its seed and a time.
 *
 * Players live on platforms, in circles of some eighty people of near skill who meet in the same lobbies. One circle's one day
 * (05:00 to 05:00 local time) is the unit of the simulation: it can be worked out alone, in milliseconds, in any order.
 */
export type GameKind = 'tft' | 'lol';

/** Platforms of the world and the regional host that their matches are asked at. */
export const PLATFORM_REGIONS = {
  na1: 'americas',
  br1: 'americas',
  euw1: 'europe',
  eun1: 'europe',
  kr: 'asia',
  jp1: 'asia',
  sg2: 'sea',
} as const;
export type Platform = keyof typeof PLATFORM_REGIONS;
export type Region = (typeof PLATFORM_REGIONS)[Platform];

export interface Player {
  /** Its place in the population, from 0: the one name that everything else is made of. */
  readonly index: number;
  readonly platform: Platform;
  readonly gameName: string;
  readonly tagLine: string;
}

export interface Patch {
  /** Counts up from 0 over all sets; strengths are drawn for it. */
  readonly number: number;
  readonly set: number;
  /** Within the set, from 1. */
  readonly minor: number;
  readonly startsAt: number;
}

/** One seat of a game. */
export interface Seat {
  /** Null: a bot. */
  readonly player: Player | null;
  /** What the player brings to this very game: skill, hour, weekday and tilt together, as a z-score. */
  readonly form: number;
  /** TFT: 1 to 8. LoL: 1 for the winning team, 2 for the other; 0 for all in a remake, which has no winner. */
  readonly place: number;
}

/** A game that was played. Bodies are made from this and the game's own seed, and from nothing else. */
export interface PlayedGame {
  readonly kind: GameKind;
  readonly platform: Platform;
  /** The number in `NA1_5000000123`. */
  readonly number: number;
  readonly queue: number;
  readonly startsAt: number;
  readonly lengthSeconds: number;
  readonly patch: Patch;
  readonly seed: number;
  /** TFT: eight, in lobby order. LoL: ten, the first five are the blue team (queues with fewer or more are possible). */
  readonly seats: readonly Seat[];
}

export interface Rank {
  readonly player: Player;
  readonly tier: string;
  readonly division: 'I' | 'II' | 'III' | 'IV';
  readonly leaguePoints: number;
  /** TFT: first places. LoL: games won. */
  readonly wins: number;
  readonly losses: number;
}

export interface HistoryQuery {
  readonly kind: GameKind;
  readonly player: Player;
  readonly start: number;
  readonly count: number;
  /** Bounds on the start of the game, in ms. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  readonly queue?: number | undefined;
  /** Only ranked (true) or only other queues (false). */
  readonly ranked?: boolean | undefined;
}

export interface World {
  readonly seed: number;
  now(): number;
  player(index: number): Player | undefined;
  playerCount(): number;
  findPlayer(gameName: string, tagLine: string): Player | undefined;
  patchAt(ms: number): Patch;
  /** Games that are over by now, newest first, as numbers. */
  history(query: HistoryQuery): number[];
  /** Undefined: there is no such game, or it is not over yet. */
  game(kind: GameKind, platform: Platform, number: number): PlayedGame | undefined;
  /** All players of a tier (and division, below the apex), best first. */
  ladder(kind: GameKind, platform: Platform, tier: string, division?: string): Rank[];
  rankOf(kind: GameKind, player: Player): Rank | undefined;
}

/**
 * How a game decides who wins: given by each game's own folder, because strength of boards or champions is its business.
 * Pure in its arguments; called once per game by the simulation, so it has to be quick (tens of microseconds).
 */
export interface GameRules {
  /** Places by seat (all 0: a remake) and the length of the game. `forms` has one entry per seat. */
  resolve(game: {
    readonly seed: number;
    readonly queue: number;
    readonly patch: Patch;
    readonly forms: readonly number[];
  }): { readonly places: readonly number[]; readonly lengthSeconds: number };
}
