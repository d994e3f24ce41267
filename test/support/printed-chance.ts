/** Chance that can be repeated: the seed is printed, and `TEST_SEED=…` in the environment plays the same moments again. */
import { createRandom } from '../../practice/randomness.ts';

export function printedChance(what: string): () => number {
  const given = process.env['TEST_SEED'];
  const seed = given === undefined ? Math.floor(Math.random() * 1_000_000) : Number(given);
  process.stdout.write(`${what}: TEST_SEED=${seed}\n`);
  const random = createRandom(seed);
  return () => random.next();
}
