/**
 * A game of Teamfight Tactics in our own words: what a body says, without its spelling, its ages and its gaps. What a body does
 * not say, or says wrongly for everybody, is null and never 0.
 */
export interface TftGame {
  /** `EUW1_5012345678`; its prefix is the platform. */
  readonly id: string;
  readonly platform: string;
  readonly queue: number;
  readonly setNumber: number | null;
  /** As sent; says nothing in some sets. */
  readonly version: string | null;
  /** The end of the game, in ms. */
  readonly endedAt: number;
  readonly lengthSeconds: number | null;
  readonly boards: readonly TftBoard[];
}

export interface TftBoard {
  /** Its place in the body, from 0: the only thing that tells two bots apart. */
  readonly seat: number;
  /** Null: a bot. */
  readonly puuid: string | null;
  readonly gameName: string | null;
  readonly tagLine: string | null;
  readonly placement: number;
  readonly level: number;
  readonly goldLeft: number | null;
  readonly lastRound: number | null;
  readonly damage: number | null;
  readonly eliminated: number | null;
  readonly partnerGroup: number | null;
  readonly units: readonly TftUnit[];
  readonly traits: readonly TftTrait[];
}

export interface TftUnit {
  /** In lower case, because upstream cannot decide on one. */
  readonly id: string;
  readonly stars: number;
  readonly rarity: number;
  /** In lower case, in the order sent; one may be there twice. */
  readonly items: readonly string[];
}

export interface TftTrait {
  /** In lower case. */
  readonly id: string;
  /** 0: not active. */
  readonly tier: number;
  readonly units: number;
}
