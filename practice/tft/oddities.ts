/**
 * What is wrong with a small share of the field's bodies, one switch each. Whether a game has an oddity
 * depends on its own seed alone, so the same body is odd every time it is asked for.
 */
import { chance, hashText } from '../randomness.ts';

/** The share of games that have it; some 3 % of all bodies have at least one. Oddities meet in one body by chance. */
export const DEFAULT_ODDITIES = {
  /** `game_version` names no patch. */
  unreadableVersion: 0.004,
  missingVersion: 0.002,
  /** Damage and eliminations are all 0: they were not recorded. */
  zeroDamage: 0.004,
  /** One to three participants have neither units nor traits. */
  emptyBoards: 0.003,
  /** `Abort_TooFewPlayers` on a game that was played to its end. */
  falseAbort: 0.002,
  /** Some boards spell `character_id` in lower case. */
  lowerCaseIds: 0.005,
  /** Of Double Up games: no `partner_group_id`. */
  missingPartnerGroups: 0.05,
  /** Fields that no schema knows, of every JSON type, at every depth. */
  unknownFields: 0.002,
  /** The forbidden field of old bodies is back. */
  augments: 0.002,
  /** An item that static data does not have. */
  unknownItem: 0.003,
  /** Rarities 7, 8 and 9: dear units under another number, and summons that were not bought. */
  oddRarities: 0.003,
} as const;
export type Oddity = keyof typeof DEFAULT_ODDITIES;
export type OddityShares = Readonly<Partial<Record<Oddity, number>>>;

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
