/** Boards as a body has them: units, items and traits by their ids. An oddity changes the form of a board in the body, not the board. */
import { chance, entry, hashText, mix, numberAt } from '../randomness.ts';
import type { PlayedGame } from '../world/world.ts';
import { type Board, tierReached } from './boards.ts';
import type { Oddity } from './oddities.ts';
import type { Roster } from './roster.ts';
import { SUMMON_NAME } from './names.ts';

interface ToldUnit {
  readonly character_id: string;
  readonly itemNames: readonly string[];
  readonly name: '';
  readonly rarity: number;
  readonly tier: number;
}

export interface ToldBoard {
  readonly traits: readonly object[];
  readonly units: readonly ToldUnit[];
}

export const UNKNOWN_ITEM_PREFIX = 'PRA_Item_Unheard_';
/** A unit's cost as `rarity` in bodies. */
const RARITY_BY_COST = [0, 1, 2, 4, 6];
const ODD_RARITY = 7;
const KEYS = {
  empty: hashText('tft empty seat'),
  lower: hashText('tft lower seat'),
  summon: hashText('tft summon'),
};

export function tellBoard(
  game: PlayedGame,
  odd: ReadonlySet<Oddity>,
  roster: Roster,
  board: Board,
  seat: number,
): ToldBoard {
  if (odd.has('emptyBoards') && isEmptySeat(game, seat)) return { traits: [], units: [] };
  let units = board.units.map(({ unit, star, items }): ToldUnit => {
    const { id, cost } = entry(roster.units, unit);
    return {
      character_id: id,
      itemNames: items.map((item) => entry(roster.items, item).id),
      name: '',
      rarity: odd.has('oddRarities') && cost === 4 ? ODD_RARITY : numberAt(RARITY_BY_COST, cost - 1),
      tier: star,
    };
  });
  if (odd.has('oddRarities')) units = withSummon(units, game, seat);
  else if (odd.has('lowerCaseIds') && isLowerCaseSeat(game, seat))
    units = units.map((unit) => ({ ...unit, character_id: unit.character_id.toLowerCase() }));
  if (odd.has('unknownItem')) units = withUnknownItem(units, game, seat);
  return { traits: tellTraits(roster, board), units };
}

function tellTraits({ traits }: Roster, { traitCounts }: Board): object[] {
  return traits.flatMap(({ id, thresholds, styles }, trait) => {
    const count = numberAt(traitCounts, trait);
    if (count === 0) return [];
    const tier = tierReached(thresholds, count);
    const style = tier === 0 ? 0 : numberAt(styles, tier - 1);
    return [{ name: id, num_units: count, style, tier_current: tier, tier_total: thresholds.length }];
  });
}

/** One to three seats in a row. */
function isEmptySeat(game: PlayedGame, seat: number): boolean {
  const count = 1 + (mix(game.seed, KEYS.empty, 1) % 3);
  const distance = (seat - firstSeat(game, KEYS.empty) + game.seats.length) % game.seats.length;
  return distance < count;
}

function isLowerCaseSeat(game: PlayedGame, seat: number): boolean {
  return seat === firstSeat(game, KEYS.lower) || chance(game.seed, KEYS.lower, seat) < 0.5;
}

function firstSeat(game: PlayedGame, key: number): number {
  return mix(game.seed, key) % game.seats.length;
}

/** A summon stands on every second board, with a rarity of 8 or 9 and no traits. */
function withSummon(units: ToldUnit[], game: PlayedGame, seat: number): ToldUnit[] {
  if (seat % 2 === 1) return units;
  const rarity = 8 + (mix(game.seed, KEYS.summon, seat) % 2);
  const id = `PRA_${game.patch.set}_${SUMMON_NAME}`;
  return [...units, { character_id: id, itemNames: [], name: '', rarity, tier: 1 }];
}

/** The first unit without items holds it; a board without such a unit has none. */
function withUnknownItem(units: ToldUnit[], game: PlayedGame, seat: number): ToldUnit[] {
  const bare = units.find(({ itemNames }) => itemNames.length === 0);
  const item = `${UNKNOWN_ITEM_PREFIX}${mix(game.seed, seat) % 1000}`;
  return units.map((unit) => (unit === bare ? { ...unit, itemNames: [item] } : unit));
}
