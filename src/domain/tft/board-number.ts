/**
 * The number of a board: three bits from its place, 29 from its game. Boards of one place lie close together, which keeps sets of
 * boards small, and the game can be read from it (`board % 2 ** 29`).
 *
 * Two boards of one game may share a place (nobody forbids it upstream); then the second takes a free one of the eight, so the place
 * is never read from the number. Whoever has more than eight boards has no numbers for them.
 */
const GAME_NUMBERS = 2 ** 29;
export const PLACES = 8;

/** `taken` has a bit for each of the eight that is in use: 1 for the first, 2 for the second, 4 for the third. */
export function boardNumber(place: number, game: number, taken: number): number {
  if (!Number.isInteger(game) || game < 0 || game >= GAME_NUMBERS)
    throw new Error(`game ${game} cannot be numbered: expected a whole number from 0 to ${GAME_NUMBERS - 1}`);
  return freeSlot(place - 1, taken) * GAME_NUMBERS + game;
}

/** Which bit of `taken` a board has. */
export function slotOf(board: number): number {
  return Math.floor(board / GAME_NUMBERS);
}

function freeSlot(wanted: number, taken: number): number {
  if ((taken & (1 << wanted)) === 0) return wanted;
  for (let slot = 0; slot < PLACES; slot++) if ((taken & (1 << slot)) === 0) return slot;
  throw new Error(`all ${PLACES} places of the game are taken`);
}
