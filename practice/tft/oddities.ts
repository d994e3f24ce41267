/**
 * What is wrong with a small share of the field's bodies, one switch each. Whether a game has an oddity
 * depends on its own seed alone, so the same body is odd every time it is asked for.
 */
import { chance, hashText } from '../randomness.ts';

/** The share of games that have it; 0 switches it off. Oddities meet in one body by chance. */
export interface OddityShares {
  /** `game_version` names no patch. */
  readonly unreadableVersion: number;
  readonly missingVersion: number;
  /** Nobody dealt damage or eliminated anybody: it was not recorded. */
  readonly zeroDamage: number;
  /** One to three participants have neither units nor traits. */
  readonly emptyBoards: number;
  /** `Abort_TooFewPlayers` on a game that was played to its end. */
  readonly falseAbort: number;
  /** Some boards spell `character_id` in lower case. */
  readonly lowerCaseIds: number;
  /** Of Double Up games: no `partner_group_id`. */
  readonly missingPartnerGroups: number;
  /** Fields that no schema knows, of every JSON type, at every depth. */
  readonly unknownFields: number;
  /** The forbidden field of old bodies is back. */
  readonly augments: number;
  /** An item that static data does not have. */
  readonly unknownItem: number;
  /** Rarities 7, 8 and 9: dear units under another number, and summons that nobody bought. */
  readonly oddRarities: number;
}
export type Oddity = keyof OddityShares;

/** Some 3 % of all bodies have at least one. */
export const DEFAULT_ODDITIES: OddityShares = {
  unreadableVersion: 0.004,
  missingVersion: 0.002,
  zeroDamage: 0.004,
  emptyBoards: 0.003,
  falseAbort: 0.002,
  lowerCaseIds: 0.005,
  missingPartnerGroups: 0.05,
  unknownFields: 0.002,
  augments: 0.002,
  unknownItem: 0.003,
  oddRarities: 0.003,
};

export const NO_ODDITIES: OddityShares = {
  unreadableVersion: 0,
  missingVersion: 0,
  zeroDamage: 0,
  emptyBoards: 0,
  falseAbort: 0,
  lowerCaseIds: 0,
  missingPartnerGroups: 0,
  unknownFields: 0,
  augments: 0,
  unknownItem: 0,
  oddRarities: 0,
};

const NONE: ReadonlySet<Oddity> = new Set();

/** Which oddities a game has. */
export function createOddityDraw(shares: OddityShares): (gameSeed: number) => ReadonlySet<Oddity> {
  const switchedOn = (Object.entries(shares) as [Oddity, number][])
    .filter(([, share]) => share > 0)
    .map(([oddity, share]) => ({ oddity, share, key: hashText(oddity) }));
  return (gameSeed) => {
    let found: Set<Oddity> | undefined;
    for (const { oddity, share, key } of switchedOn)
      if (chance(gameSeed, key) < share) (found ??= new Set()).add(oddity);
    return found ?? NONE;
  };
}
