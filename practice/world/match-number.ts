/**
 * A match number says where its game is found: day, circle and place in the circle's day. So a game is looked up without any
 * index, a later day has larger numbers, and TFT and LoL never share one. Ten digits, beginning with 5 to 7, as real ones have.
 *
 * Circles are numbered over all platforms, so a number belongs to one platform only: that of its circle.
 */
export interface GameAddress {
  /** Of the circle's platform, counted from the world's epoch. */
  readonly day: number;
  readonly circle: number;
  /** Games of both kinds together, in order of time. */
  readonly index: number;
}

const FIRST = 5_000_000_000;
const BEYOND_LAST = 8_000_000_000;
export const MOST_CIRCLES = 2048;
export const MOST_GAMES_A_DAY = 256;

export function toMatchNumber({ day, circle, index }: GameAddress): number {
  const number = FIRST + (day * MOST_CIRCLES + circle) * MOST_GAMES_A_DAY + index;
  if (number >= BEYOND_LAST)
    throw new Error(
      `the world's day ${day} is beyond its match numbers, which last for fifteen years after the epoch`,
    );
  return number;
}

/** Undefined: no game can have this number. That one has it is not said. */
export function parseMatchNumber(number: number): GameAddress | undefined {
  if (!Number.isSafeInteger(number) || number < FIRST || number >= BEYOND_LAST) return undefined;
  const place = number - FIRST;
  const circleDay = Math.floor(place / MOST_GAMES_A_DAY);
  return {
    day: Math.floor(circleDay / MOST_CIRCLES),
    circle: circleDay % MOST_CIRCLES,
    index: place % MOST_GAMES_A_DAY,
  };
}
