/**
 * A game of League of Legends and its timeline in our own words: what the bodies say, without their spelling, their ages and their
 * gaps. A number that a body does not say is 0, as it is for somebody who did nothing: none of them is read on its own.
 */
import type { GameStanding } from '../../riot/lol-game.ts';
import type { LolRole } from './role.ts';

export interface LolGame {
  /** `EUW1_5012345678`; its prefix is the platform. */
  readonly id: string;
  readonly platform: string;
  readonly queue: number;
  /** The client's version as sent. */
  readonly version: string;
  /** In ms. */
  readonly startedAt: number;
  readonly seconds: number;
  readonly standing: GameStanding;
  readonly seats: readonly LolSeat[];
}

export interface LolSeat {
  /** By which its timeline calls it; from 1. */
  readonly participant: number;
  /** Null: a bot. */
  readonly puuid: string | null;
  /** Empty where nobody says it. */
  readonly name: string;
  readonly tag: string;
  /** 100 and 200; in Arena, the number of the group that plays together. */
  readonly team: number;
  readonly placement: number;
  readonly role: LolRole;
  readonly champion: number;
  readonly championName: string;
  readonly isWin: boolean;
  readonly kills: number;
  readonly deaths: number;
  readonly assists: number;
  /** Those of the jungle too. */
  readonly minions: number;
  readonly gold: number;
  readonly damage: number;
  readonly damageTaken: number;
  readonly vision: number;
  readonly level: number;
}

export interface LolTimeline {
  /** In the order of time. */
  readonly frames: readonly TimelineFrame[];
  readonly kills: readonly TimelineKill[];
  readonly items: readonly ItemEvent[];
}

/** How everybody stood at a moment. */
interface TimelineFrame {
  readonly ms: number;
  readonly seats: ReadonlyMap<number, SeatState>;
}

export interface SeatState {
  readonly gold: number;
  readonly minions: number;
  readonly xp: number;
}

/** `killer` is 0 where a tower or a monster did it. */
export interface TimelineKill {
  readonly ms: number;
  readonly killer: number;
  readonly victim: number;
}

/** `destroyed`: used, or used up for what was bought at the same moment. `undone`: the last purchase of it was taken back. */
export interface ItemEvent {
  readonly type: 'bought' | 'destroyed' | 'undone';
  readonly ms: number;
  readonly participant: number;
  readonly item: number;
}
