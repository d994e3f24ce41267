/** The boards of a body that has oddities: what is fielded stays as it was drawn, only how it is told changes. */
import { chance, hashText, mix } from '../randomness.ts';
import type { PlayedGame } from '../world/world.ts';
import type { Board } from './board.ts';
import type { BodyFragments } from './body-fragments.ts';
import type { Oddity } from './oddities.ts';
import { SUMMON_NAME } from './unit-names.ts';

/** As text between two known fields, each with its comma. */
export const UNKNOWN_INFO_FIELDS =
  '"practice_event":{"name":"Harvest Moon","stages":[1,2,null],"isLive":false},';
export const UNKNOWN_PARTICIPANT_FIELDS =
  '"practice_badges":["\\u0000",""],"practice_rating":1.5e3,"practice_note":null,';
export const UNKNOWN_ITEM_PREFIX = 'PRA_Item_Unheard_';

interface OddBoard {
  readonly game: PlayedGame;
  readonly odd: ReadonlySet<Oddity>;
  readonly texts: BodyFragments;
  readonly board: Board;
  readonly seat: number;
}

const KEYS = {
  empty: hashText('tft empty seat'),
  lower: hashText('tft lower seat'),
  summon: hashText('tft summon'),
};

export function oddBoardTexts({ game, odd, texts, board, seat }: OddBoard): {
  units: string;
  traits: string;
} {
  if (odd.has('emptyBoards') && isEmptySeat(game, seat)) return { units: '', traits: '' };
  let units = texts.units(board);
  // Only one way of telling units at a time; the rarer one goes first.
  if (odd.has('oddRarities')) units = withSummon(texts.unitsWithOddRarities(board), game, seat);
  else if (
    odd.has('lowerCaseIds') &&
    (seat === firstSeat(game, KEYS.lower) || chance(game.seed, KEYS.lower, seat) < 0.5)
  )
    units = texts.lowerCaseUnits(board);
  if (odd.has('unknownItem')) units = withUnknownItem(units, game, seat);
  return { units, traits: texts.traits(board) };
}

/** One to three seats in a row. */
function isEmptySeat(game: PlayedGame, seat: number): boolean {
  const count = 1 + (mix(game.seed, KEYS.empty, 1) % 3);
  const distance = (seat - firstSeat(game, KEYS.empty) + game.seats.length) % game.seats.length;
  return distance < count;
}

function firstSeat(game: PlayedGame, key: number): number {
  return mix(game.seed, key) % game.seats.length;
}

/** A summon stands on every second board, with a rarity of 8 or 9 and no traits. */
function withSummon(units: string, game: PlayedGame, seat: number): string {
  if (seat % 2 === 1) return units;
  const rarity = 8 + (mix(game.seed, KEYS.summon, seat) % 2);
  const id = JSON.stringify(`PRA_${game.patch.set}_${SUMMON_NAME}`);
  return `${units},{"character_id":${id},"itemNames":[],"name":"","rarity":${rarity},"tier":1}`;
}

/** The first unit without items holds it; a board without such a unit has none. */
function withUnknownItem(units: string, game: PlayedGame, seat: number): string {
  const item = JSON.stringify(`${UNKNOWN_ITEM_PREFIX}${mix(game.seed, seat) % 1000}`);
  return units.replace('"itemNames":[]', `"itemNames":[${item}]`);
}
