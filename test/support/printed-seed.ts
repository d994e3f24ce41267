/**
 * Chance that can be repeated: the seed is printed, and `TEST_SEED=…` plays the same again. A drill (`DRILL=1`) takes another one each time; every
 * other run the same, so that what turns red was turned by a change.
 */
import { createRandom } from '../../practice/randomness.ts';

const USUAL_SEED = 1;

export function printedSeed(what: string): number {
  const chance = process.env['DRILL'] === '1' ? Math.floor(Math.random() * 1_000_000) : USUAL_SEED;
  const seed = Number(process.env['TEST_SEED'] ?? chance);
  process.stdout.write(`${what}: TEST_SEED=${seed}\n`);
  return seed;
}

export function printedChance(what: string): () => number {
  const random = createRandom(printedSeed(what));
  return () => random.next();
}
