/**
 * Who wins a TFT game: the strength of the board, the form of the player and the luck of the day decide, and
 * nothing else.
 */
import { createRandom, hashText, mix, numberAt } from '../randomness.ts';
import type { GameRules } from '../world/world.ts';
import { type Board, boardGeneratorOf } from './boards.ts';
import type { TftTruth } from './truth.ts';

export const HYPER_ROLL_QUEUE = 1130;
export const DOUBLE_UP_QUEUE = 1160;

/** What one standard deviation of form is worth, where the luck of one game is 1. */
const FORM_WEIGHT = 0.35;
const LENGTHS = {
  standard: { middle: 2130, spread: 115, least: 1650, most: 2480 },
  turbo: { middle: 1190, spread: 80, least: 900, most: 1480 },
} as const;
const RULES_KEY = hashText('tft rules');

/** A game with the boards that decided it. */
export interface Outcome {
  readonly boards: readonly Board[];
  /** By seat. */
  readonly places: readonly number[];
  readonly lengthSeconds: number;
}
type GameToResolve = Parameters<GameRules['resolve']>[0];

export function createTftRules(truth: TftTruth): GameRules {
  const play = createTftPlay(truth);
  return {
    resolve: (game) => {
      const { places, lengthSeconds } = play(game);
      return { places, lengthSeconds };
    },
  };
}

/** Like the rules, for those who want to see the boards as well. */
export function createTftPlay(truth: TftTruth): (game: GameToResolve) => Outcome {
  const generator = boardGeneratorOf(truth);
  return (game) => {
    const random = createRandom(mix(game.seed, RULES_KEY));
    const boards = generator.draw(game);
    const places = decidePlaces(boards, game, () => random.normal());
    return { boards, places, lengthSeconds: drawLength(game.queue, random.normal()) };
  };
}

/** Partners of a Double Up game sit side by side: seats 0 and 1, 2 and 3, … */
function partnerOf(seat: number): number {
  return seat ^ 1;
}

function decidePlaces(
  boards: readonly Board[],
  { queue, forms }: { readonly queue: number; readonly forms: readonly number[] },
  luck: () => number,
): number[] {
  const strengths = boards.map(
    ({ strength }, seat) => strength + FORM_WEIGHT * numberAt(forms, seat) + luck(),
  );
  const order = strengths.map((_, seat) => seat);
  const byStrength = (left: number, right: number): number =>
    numberAt(strengths, right) - numberAt(strengths, left) || left - right;
  if (queue === DOUBLE_UP_QUEUE) {
    // A pair leaves together; within it the stronger board has the better rank.
    const ofPair = (seat: number): number => numberAt(strengths, seat) + (strengths[partnerOf(seat)] ?? 0);
    order.sort(
      (left, right) =>
        (left >> 1 === right >> 1 ? 0 : ofPair(right) - ofPair(left) || left - right) ||
        byStrength(left, right),
    );
  } else order.sort(byStrength);
  const places = strengths.map(() => 0);
  order.forEach((seat, rank) => (places[seat] = rank + 1));
  return places;
}

/** A 32-bit float, as the field reports it: 2046.6292724609375. */
function drawLength(queue: number, normal: number): number {
  const { middle, spread, least, most } = queue === HYPER_ROLL_QUEUE ? LENGTHS.turbo : LENGTHS.standard;
  return Math.fround(Math.min(most, Math.max(least, middle + spread * normal)));
}
