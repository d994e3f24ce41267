/**
 * What is wrong with some bodies of the real API, each with the share of games that have it. A game has at most one oddity, by its
 * seed; a share of 0 switches one off. Only bodies are odd: the world's own result of the game stays as it was.
 */
import { chance } from '../randomness.ts';

export const ODDITIES = {
  /** One or two players are shown as bots: puuid "BOT", absent from `metadata.participants`. */
  bots: 0.002,
  /** Nothing but the puuids: no participants, length 0, mode "", and a timeline whose `participantFrames` are null. */
  abortedEmpty: 0.0025,
  /** A complete game that calls itself aborted. */
  abortedComplete: 0.003,
  /** No team won. */
  noWinner: 0.002,
  /** A queue and a mode that no documentation knows. */
  unknownMode: 0.0035,
  /** `gameDuration` in milliseconds and no `gameEndTimestamp`, as before patch 11.20. */
  oldMilliseconds: 0.002,
  /** `riotIdName` instead of `riotIdGameName`, as in early 2024. */
  oldRiotId: 0.003,
  /** A whole match whose timeline has frames with events, but `participantFrames` null. */
  nullFrames: 0.002,
} as const;

export type Oddity = keyof typeof ODDITIES;
export type OddityShares = { readonly [oddity in Oddity]: number };

const ODD = 0x4f_01;

export function createOddities(shares: Partial<OddityShares> = {}): (gameSeed: number) => Oddity | undefined {
  const all: OddityShares = { ...ODDITIES, ...shares };
  const names = Object.keys(ODDITIES) as Oddity[];
  return (gameSeed) => {
    let aim = chance(gameSeed, ODD);
    return names.find((name) => {
      aim -= all[name];
      return aim < 0;
    });
  };
}

/** All switched off. */
export const NO_ODDITIES = Object.fromEntries(Object.keys(ODDITIES).map((name) => [name, 0])) as OddityShares;
