/**
 * One game as one player has it: the row of `lol_participant` that a history is analysed from. Games of every standing come in; what
 * counts and what is only told (remakes, games that nobody played) is decided by the analysis.
 */
import type { GameStanding } from '../../riot/lol-game.ts';

export const ROLES = ['TOP', 'JUNGLE', 'MIDDLE', 'BOTTOM', 'UTILITY'] as const;
export type Role = (typeof ROLES)[number];

/** `other`: Arena and other modes with more than two teams. */
export type Side = 'blue' | 'red' | 'other';

export interface PlayedGame {
  /** The match id: `EUW1_7012345678`. */
  readonly id: string;
  /** In ms. */
  readonly startedAt: number;
  readonly seconds: number;
  readonly queue: number;
  /** `16.4`; empty: unknown. */
  readonly patch: string;
  readonly champion: number;
  /** As the upstream spells it (`MonkeyKing`); empty: unknown. */
  readonly championName: string;
  /** Empty where the mode has none, or nobody knows. */
  readonly role: Role | '';
  readonly side: Side;
  readonly isWin: boolean;
  readonly standing: GameStanding;
  readonly kills: number;
  readonly deaths: number;
  readonly assists: number;
  /** Those of the jungle too. */
  readonly minions: number;
  readonly gold: number;
  /** To champions. */
  readonly damage: number;
  readonly vision: number;
  /** Hashes of the other people of the same team, as decimal texts. */
  readonly mates: readonly string[];
  readonly timeline: GameTimeline | null;
}

/** Null: the game was over before, nobody stood against the player, or it never happened. */
export interface GameTimeline {
  readonly at10: MinuteMark | null;
  readonly at15: MinuteMark | null;
  /** Seconds into the game. */
  readonly firstDeath: number | null;
  readonly firstKill: number | null;
  readonly firstItem: number | null;
}

/** What the player had at a minute, and how much more than the opponent of the lane. */
export interface MinuteMark {
  readonly gold: number;
  readonly minions: number;
  readonly xp: number;
  readonly goldDifference: number | null;
  readonly minionsDifference: number | null;
  readonly xpDifference: number | null;
}

/** A rank as it stood from a time on. */
export interface RankPoint {
  /** In ms. */
  readonly at: number;
  /** The ladder: `RANKED_SOLO_5x5`. */
  readonly queue: string;
  readonly tier: string;
  readonly division: string;
  readonly leaguePoints: number;
  readonly wins: number;
  readonly losses: number;
}
